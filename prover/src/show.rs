//! `certify show`: what a certificate is, found out from the file alone.

use crate::input::Problem;
use crate::report::{self, Failure};
use crate::show_circuits::{invariant, miter, trace, write_vcd};
use format_dimacs::MAX_VARIABLE;
use format_drat::Action;
use format_horn::Line;
use format_input::{Encoding, ReadError};
use format_lrat::Step;
use format_model::read_model;
use std::path::Path;
use support_limits::Limits;

/// Prints a line for each kind of certificate that the file may be.
pub(crate) fn run(
    certificate: &Path,
    circuit: Option<&Path>,
    vcd: Option<&Path>,
) -> Result<u8, Failure> {
    let name = certificate.display();
    let bytes = Problem::read(certificate, &Limits::none())?.bytes;
    if let (Some(circuit), Some(vcd)) = (circuit, vcd) {
        write_vcd([circuit, certificate], &bytes, vcd)?;
    }
    let circuits = [pac(&bytes), miter(&bytes), invariant(&bytes), trace(&bytes)];
    let readings = circuits.into_iter().chain([horn(&bytes)]).chain([
        lrat(&bytes),
        drat(&bytes),
        model(&bytes),
    ]);
    let kinds: Vec<String> = readings.flatten().collect();
    if kinds.is_empty() {
        let expected = "expected a proof (pac, miter, inv, horn, LRAT or DRAT), a trace or a model";
        return Err(Failure::Wrong(format!("{name}: {expected}")));
    }
    let mut lines: Vec<String> = kinds.iter().map(|kind| format!("{name}: {kind}")).collect();
    if lines.len() > 1 {
        lines.push(format!("{name}: may be any of these; only a check can tell"));
    }
    lines.push(match vcd {
        Some(_) => "nothing was checked but that the trace is one of the circuit".into(),
        None => "nothing was checked".into(),
    });
    report::print(&lines)?;
    Ok(0)
}

/// A proof about a multiplier; its steps can be read only if the circuit is inside.
fn pac(bytes: &[u8]) -> Option<String> {
    let (header, mut reader) = format_pac::read(bytes).ok()?;
    let format_pac::Header { digest, claim, circuit } = header;
    let about = format!("claims {claim} of the circuit with sha256 {digest}");
    let Some(circuit) = circuit else {
        return Some(format!("pac proof without the circuit, {about}"));
    };
    let model = format_aiger::read(&*circuit).ok()?;
    let (inputs, outputs, gates) = (model.inputs.len(), model.outputs.len(), model.gates.len());
    let variables = u32::try_from(inputs.saturating_add(gates)).ok()?;
    reader.begin(variables, i64::try_from(gates).ok()?.saturating_mul(3));
    let mut steps = 0_u64;
    while reader.next_step().ok()?.is_some() {
        steps = steps.saturating_add(1);
    }
    Some(format!(
        "pac proof, {about}, which is inside: inputs {inputs}, outputs {outputs}, gates {gates}; \
         {}",
        report::count(steps, "step")
    ))
}

/// A certificate about Horn clauses.
fn horn(bytes: &[u8]) -> Option<String> {
    let (digest, is_safe, mut reader) = format_horn::read(bytes).ok()?;
    let (mut formulas, mut blocks, mut steps) = (0_u64, 0_u64, 0_u64);
    while let Some(line) = reader.next_line(MAX_VARIABLE).ok()? {
        match line {
            Line::Invariant(..) => formulas = formulas.saturating_add(1),
            Line::Clause(_) => blocks = blocks.saturating_add(1),
            _ => steps = steps.saturating_add(1),
        }
    }
    let about = format!("about the Horn clauses with sha256 {digest}");
    Some(if is_safe {
        format!("horn proof, {about}: {formulas} formulas, {blocks} clauses proved, {steps} lines")
    } else {
        format!("derivation of false, {about}: {steps} instances of clauses")
    })
}

/// None if it cannot be read, or if its ids do not grow: many DRAT proofs can be read as LRAT.
fn lrat(bytes: &[u8]) -> Option<String> {
    let mut reader = format_lrat::Reader::new(bytes, None, MAX_VARIABLE).ok()?;
    let (mut added, mut deleted, mut hints_used, mut complete) = (0_u64, 0_u64, 0_u64, false);
    let mut last = 0;
    while let Some(step) = reader.next_step().ok()? {
        match step {
            Step::Add { id, .. } if id <= last => return None,
            Step::Add { id, clause, hints } => {
                last = id;
                added = added.saturating_add(1);
                hints_used = hints_used.saturating_add(count(hints));
                complete |= clause.is_empty();
            }
            Step::Delete { ids } => deleted = deleted.saturating_add(count(ids)),
        }
    }
    let encoding = words(if bytes.first().is_some_and(u8::is_ascii_alphabetic) {
        Encoding::Binary
    } else {
        Encoding::Text
    });
    let end = ending(complete);
    Some(format!(
        "LRAT proof, {encoding}: {} added with {}, {deleted} deleted, {end}",
        report::count(added, "clause"),
        report::count(hints_used, "hint")
    ))
}

fn drat(bytes: &[u8]) -> Option<String> {
    let mut reader = format_drat::Reader::new(bytes, None, MAX_VARIABLE).ok()?;
    let (mut added, mut deleted, mut complete) = (0_u64, 0_u64, false);
    let mut clause = Vec::new();
    while let Some(action) = reader.next_step(&mut clause).ok()? {
        match action {
            Action::Add => {
                added = added.saturating_add(1);
                complete |= clause.is_empty();
            }
            Action::Delete => deleted = deleted.saturating_add(1),
        }
    }
    let (encoding, end) = (words(reader.encoding()), ending(complete));
    let added = report::count(added, "clause");
    Some(format!("DRAT proof, {encoding}: {added} added, {deleted} deleted, {end}"))
}

fn model(bytes: &[u8]) -> Option<String> {
    let mut assigned = 0_u64;
    read_model(bytes, MAX_VARIABLE, |_, _| {
        assigned = assigned.saturating_add(1);
        Ok::<(), ReadError>(())
    })
    .ok()?;
    Some(format!("model of a formula: {}", report::count(assigned, "literal")))
}

fn words(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Text => "text",
        Encoding::Binary => "binary",
    }
}

fn ending(complete: bool) -> &'static str {
    if complete { "with the empty clause" } else { "without the empty clause" }
}

fn count<T>(items: &[T]) -> u64 {
    u64::try_from(items.len()).unwrap_or(u64::MAX)
}
