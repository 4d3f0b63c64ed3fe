//! `certify show` for certificates about circuits: miters, invariants, traces.

use crate::evidence::{name, to_destination};
use crate::report::Failure;
use format_dimacs::MAX_VARIABLE;
use format_lrat::Step;
use format_miter::Subject;
use format_trace::{Reader, Status};
use std::io::{self, Write};
use std::path::Path;
use support_answer::Spool;

/// A derivation that circuits are equal.
pub(crate) fn miter(bytes: &[u8]) -> Option<String> {
    let (subject, mut steps) = format_miter::read(bytes, MAX_VARIABLE).ok()?;
    let about = match subject {
        Subject::Constant(digest) => {
            format!("all outputs of the circuit with sha256 {digest} are 0")
        }
        Subject::Equal { digests: [first, second], by_names } => {
            let how = if by_names { "names" } else { "position" };
            format!(
                "the circuits with sha256 {first} and {second} compute the same, matched by {how}"
            )
        }
    };
    let (mut added, mut deleted) = (0_u64, 0_u64);
    while let Some(step) = steps.next_step().ok()? {
        match step {
            Step::Add { .. } => added = added.saturating_add(1),
            Step::Delete { ids } => {
                deleted = deleted.saturating_add(u64::try_from(ids.len()).unwrap_or(u64::MAX));
            }
        }
    }
    Some(format!("miter proof, claims: {about}; {added} clauses derived, {deleted} deleted"))
}

/// An invariant of a model. The numbering of its lines needs the model, so they are not read.
pub(crate) fn invariant(bytes: &[u8]) -> Option<String> {
    let opening = format_inv::open(bytes).ok()?;
    let digest = opening.digest;
    // With no variables of the model, all that refers to them could be refused; with the most,
    // there would be none left for what the certificate defines.
    let (witness, _) = opening.witness(MAX_VARIABLE / 2).ok()?;
    let induction = witness.induction.as_ref().map_or_else(String::new, |induction| {
        let paths = if induction.simple { " over simple paths" } else { "" };
        let (depth, count) = (induction.depth, induction.properties.len());
        format!(", {count} properties by k-induction of depth {depth}{paths}")
    });
    let clauses = witness.invariant.len();
    let (latches, gates) = (witness.latches.len(), witness.gates.len());
    Some(format!(
        "inv proof, claims that bad states of the model with sha256 {digest} are not reached: \
         {clauses} clauses, {latches} auxiliary latches, {gates} auxiliary gates{induction}"
    ))
}

/// A witness of a circuit.
pub(crate) fn trace(bytes: &[u8]) -> Option<String> {
    let mut reader = Reader::new(bytes).ok()?;
    let names: Vec<String> =
        reader.properties().iter().map(|(_, property)| property.to_string()).collect();
    let names = names.join(", ");
    if reader.status().1 != Status::Fails {
        return Some(format!("witness without a run about {names}"));
    }
    let mut line = Vec::new();
    reader.line(&mut line).ok()?;
    let latches = line.len();
    reader.line(&mut line).ok()?;
    let (inputs, mut times) = (line.len(), 1_u64);
    while reader.next_line(&mut line).ok()?.is_some() {
        times = times.saturating_add(1);
    }
    Some(format!(
        "witness, claims that {names} fails: latches {latches}, inputs {inputs}, {times} times"
    ))
}

/// Writes the values of a circuit and its trace for a viewer of waveforms.
pub(crate) fn write_vcd(inputs: [&Path; 2], bytes: &[u8], file: &Path) -> Result<(), Failure> {
    let [circuit, _] = inputs;
    let problem = crate::input::Problem::read(circuit, &support_limits::Limits::none())?;
    let wave = audit::replay(&problem.bytes, bytes, usize::MAX, usize::MAX);
    let wave = wave.ok_or_else(|| {
        let circuit = name(circuit);
        Failure::Wrong(format!("--vcd: expected a trace of the circuit {circuit}"))
    })?;
    let destination = to_destination(&inputs, Some(file), &[], true)?;
    let wrong = |error: io::Error| Failure::Wrong(format!("{}: {error}", file.display()));
    let spool = Spool::new(&destination).map_err(wrong)?;
    let mut out = spool.writer().map_err(wrong)?;
    out.write_all(vcd(&wave).as_bytes()).and_then(|()| out.flush()).map_err(wrong)?;
    let (written, ()) = spool.check(|_| Ok(())).map_err(wrong)?;
    written.deliver().map_err(wrong)
}

/// Value change dump (IEEE 1364): declarations, then the changes of each time.
fn vcd(wave: &audit::Wave) -> String {
    let mut text = String::from("$timescale 1 ns $end\n$scope module circuit $end\n");
    for (number, signal) in wave.signals.iter().enumerate() {
        let plain = |letter: char| if letter.is_ascii_graphic() { letter } else { '_' };
        let name: String = signal.name.chars().map(plain).collect();
        let failing = if signal.fails { "FAILS." } else { "" };
        text.extend(["$var wire 1 ", &code(number), " ", failing, &name, " $end\n"]);
    }
    text.push_str("$upscope $end\n$enddefinitions $end\n");
    let times = wave.signals.first().map_or(0, |signal| signal.values.len());
    for time in 0..times {
        text.extend(["#", &time.to_string(), "\n"]);
        for (number, signal) in wave.signals.iter().enumerate() {
            let value = signal.values.get(time);
            let before = time.checked_sub(1).and_then(|before| signal.values.get(before));
            if value != before {
                text.extend([if value == Some(&true) { "1" } else { "0" }, &code(number), "\n"]);
            }
        }
    }
    // So that the last time can be seen.
    text.extend(["#", &times.to_string(), "\n"]);
    text
}

/// The short name of a signal: digits of base 94, all of them printable.
fn code(mut number: usize) -> String {
    let mut code = String::new();
    loop {
        let digit = u8::try_from(number % 94).unwrap_or(0);
        code.push(char::from(b'!'.saturating_add(digit)));
        number /= 94;
        if number == 0 {
            return code;
        }
    }
}
