//! Evaluation of two circuits on the same inputs.

use crate::Failure;
use crate::run::definite;
use claim_miter::{Matching, Miter, Signal};
use claim_trace::{Object, Rejection};
use format_input::index;
use format_trace::{Property, Reader, Status};
use std::io::Read;

/// An output that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The number of inputs of both circuits.
    pub inputs: u32,
    /// The number of outputs of both circuits.
    pub outputs: usize,
    /// The number of gates of both circuits together.
    pub gates: usize,
    /// The number of the output, in the first circuit.
    pub output: u32,
    /// Its value in the first circuit; in the second it is the other one.
    pub value: bool,
}

/// Checks that the witness gives both circuits the same inputs and the output that it names
/// different values.
pub fn check_difference(
    first: impl Read,
    second: impl Read,
    matching: Matching,
    witness: impl Read,
) -> Result<Difference, Failure> {
    let first = format_aiger::read(first).map_err(Failure::Circuit)?;
    let second = format_aiger::read(second).map_err(Failure::SecondCircuit)?;
    let miter = Miter::equal(&first, &second, matching).map_err(Failure::Circuits)?;
    let mut reader = Reader::new(witness)?;
    let rejected = |place, rejection| Err(Failure::Rejected { place, rejection });
    let (place, status) = reader.status();
    if status != Status::Fails {
        return rejected(place, Rejection::Status(status));
    }
    let &[(named, Property::Differs(output))] = reader.properties() else {
        return rejected(place, Rejection::TwoCircuits);
    };
    let outputs = miter.pairs().len();
    let Some(&(left, right)) = miter.pairs().get(index(output)) else {
        return rejected(named, Rejection::NoSuchOutput { number: output, outputs });
    };
    let mut line = Vec::new();
    let start = reader.line(&mut line)?;
    definite(&line, start, 0, "latches", Object::Latch)?;
    let start = reader.line(&mut line)?;
    let object = |number| Object::Input { number, time: 0 };
    let inputs = definite(&line, start, index(miter.inputs()), "inputs", object)?;
    if let Some(place) = reader.next_line(&mut line)? {
        return rejected(place, Rejection::SecondTime);
    }
    let values = evaluate(&miter, inputs);
    let [value, other] = [left, right].map(|signal| value_of(&values, signal));
    if value == other {
        return rejected(named, Rejection::NoDifference { number: output, value });
    }
    Ok(Difference { inputs: miter.inputs(), outputs, gates: miter.gates().len(), output, value })
}

/// The values of all variables, the constant first.
fn evaluate(miter: &Miter, inputs: Vec<bool>) -> Vec<bool> {
    let mut values = vec![false];
    values.extend(inputs);
    let first_gate = values.len();
    values.resize(first_gate.saturating_add(miter.gates().len()), false);
    for &number in miter.order() {
        let Some(fan_ins) = miter.gates().get(index(number)) else { continue };
        let value = fan_ins.iter().all(|&signal| value_of(&values, signal));
        if let Some(entry) = values.get_mut(first_gate.saturating_add(index(number))) {
            *entry = value;
        }
    }
    values
}

fn value_of(values: &[bool], signal: Signal) -> bool {
    values.get(index(signal.variable())).is_some_and(|&value| value) != signal.is_negative()
}
