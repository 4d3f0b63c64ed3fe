//! The invariant as a witness circuit that certifaiger reads.
//!
//! The circuit is the model with the certificate's latches and gates, and one bad literal: some
//! property is bad, or some clause of the invariant is false. Names of inputs and latches say
//! which literals of the model they are.

use super::Case;
use super::evidence::{Claimed, Refusal};
use claim_invariant::{Circuit, Signal};
use format_aiger::{Gate, Latch, Model, Parts, Symbol, SymbolKind, Variables};
use format_dimacs::Lit;
use format_input::index;
use std::io::Write;
use std::path::Path;
use support_answer::{Destination, Spool};

/// Writes the witness circuit of an invariant.
pub(super) fn write(case: &Case<'_>, claimed: &Claimed, path: &Path) -> Result<(), Refusal> {
    let parts = witness(case, claimed);
    let model = Model::new(parts).map_err(|error| Refusal::Own(error.to_string()))?.compact();
    let destination = Destination::File(path.into());
    let spool = Spool::new(&destination).map_err(Refusal::Destination)?;
    let mut out = spool.writer()?;
    model.write_binary(&mut out)?;
    out.flush()?;
    drop(out);
    let (checked, ()) = spool.check(|file| {
        let read = format_aiger::read(file).map_err(|error| Refusal::Own(error.to_string()))?;
        if read == model { Ok(()) } else { Err(Refusal::Own("the export is damaged".into())) }
    })?;
    checked.deliver().map_err(Refusal::Destination)
}

fn witness(case: &Case<'_>, claimed: &Claimed) -> Parts {
    let circuit = &case.circuit;
    let mut parts = Parts {
        inputs: Variables::first(circuit.inputs),
        constraints: circuit.constraints.clone(),
        symbols: symbols(&case.model),
        comment: Some(b"WITNESS of an invariant\n".to_vec()),
        ..Parts::default()
    };
    for (&[next, reset], number) in circuit.latches.iter().zip(0..) {
        parts.latches.push(Latch { variable: circuit.latch(number), next, reset });
    }
    for (&rhs, number) in circuit.gates.iter().zip(0..) {
        parts.gates.push(Gate { variable: circuit.gate(number), rhs });
    }
    let mut variable = circuit.variables();
    for &[next, reset] in &claimed.latches {
        variable = variable.saturating_add(1);
        parts.latches.push(Latch { variable, next, reset });
    }
    for &rhs in &claimed.gates {
        variable = variable.saturating_add(1);
        parts.gates.push(Gate { variable, rhs });
    }
    let bad = bad(case, circuit, claimed, variable, &mut parts.gates);
    parts.bad = vec![bad];
    parts.max_variable = parts.gates.last().map_or(variable, |gate| gate.variable.max(variable));
    parts
}

/// Adds gates for the bad literal.
fn bad(
    case: &Case<'_>,
    circuit: &Circuit,
    claimed: &Claimed,
    last: u32,
    gates: &mut Vec<Gate>,
) -> Signal {
    let mut variable = last;
    let mut all = |signals: &mut dyn Iterator<Item = Signal>| {
        signals.fold(Signal::TRUE, |left, right| {
            if left == Signal::TRUE {
                return right;
            }
            variable = variable.saturating_add(1);
            gates.push(Gate { variable, rhs: [left, right] });
            Signal::positive(variable)
        })
    };
    let mut good: Vec<Signal> =
        case.asked.iter().map(|&number| !circuit.bad[index(number)]).collect();
    for clause in &claimed.invariant {
        let negated = |lit: &Lit| Signal((!*lit).code());
        good.push(!all(&mut clause.iter().map(negated)));
    }
    !all(&mut good.into_iter())
}

/// Names that say which literal of the model an input or latch is.
fn symbols(model: &Model) -> Vec<Symbol> {
    let inputs = model.inputs.iter().map(|variable| (SymbolKind::Input, variable));
    let latches = model.latches.iter().map(|latch| (SymbolKind::Latch, latch.variable));
    let count = |kind| if kind == SymbolKind::Input { 0 } else { model.inputs.len() };
    let symbol = |(at, (kind, variable)): (usize, (SymbolKind, u32))| Symbol {
        kind,
        index: u32::try_from(at.saturating_sub(count(kind))).unwrap_or(u32::MAX),
        name: format!("= {}", Signal::positive(variable)).into_bytes(),
    };
    inputs.chain(latches).enumerate().map(symbol).collect()
}
