//! `certify show` for certificates about circuits: miters, invariants, traces.

use crate::evidence::{name, to_destination};
use crate::files::Files;
use crate::report::{Failure, count};
use crate::vcd;
use format_dimacs::MAX_VARIABLE;
use format_lrat::Step;
use format_miter::Subject;
use format_trace::{Property, Reader, Status};
use std::path::Path;
use tracecheck::Asked;

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
    let added = count(added, "clause");
    Some(format!("miter proof, claims: {about}; {added} derived, {deleted} deleted"))
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
        let (depth, proved) = (induction.depth, count(induction.properties.len(), "property"));
        format!(", {proved} by k-induction of depth {depth}{paths}")
    });
    let clauses = count(witness.invariant.len(), "clause");
    let latches = count(witness.latches.len(), "auxiliary latch");
    let gates = count(witness.gates.len(), "auxiliary gate");
    Some(format!(
        "inv proof, claims that bad states of the model with sha256 {digest} are not reached: \
         {clauses}, {latches}, {gates}{induction}"
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
    let times = count(times, "time");
    Some(format!("witness, claims that {names} fails: latches {latches}, inputs {inputs}, {times}"))
}

/// Writes the values of a circuit and its trace for a viewer of waveforms. The trace is checked: the
/// values of another circuit's would be made up.
pub(crate) fn write_vcd(inputs: [&Path; 2], bytes: &[u8], file: &Path) -> Result<(), Failure> {
    let [circuit, witness] = inputs;
    let problem = crate::input::Problem::read(circuit, &support_limits::Limits::none())?;
    let no_trace = || {
        let circuit = name(circuit);
        Failure::Wrong(format!("--vcd: expected a trace of the circuit {circuit}"))
    };
    let properties = Reader::new(bytes).map_err(|_| no_trace())?.properties().to_vec();
    if properties.iter().any(|(_, property)| !matches!(property, Property::Bad(_))) {
        let why = "which has no values over time: --vcd is an option of the command that found it";
        return Err(Failure::Wrong(format!(
            "--vcd: {} shows a wrong output, {why}",
            name(witness)
        )));
    }
    tracecheck::check(&*problem.bytes, bytes, Asked::AnyProperty).map_err(|failure| {
        let (circuit, witness) = (name(circuit), name(witness));
        Failure::Wrong(format!("--vcd: {witness} is no trace of {circuit}: {failure}"))
    })?;
    let wave = audit::replay(&problem.bytes, bytes, usize::MAX, usize::MAX);
    let wave = wave.ok_or_else(no_trace)?;
    to_destination(&Files::new(&inputs, None, vec![file.to_path_buf()]), true)?;
    vcd::deliver(file, &wave)
}
