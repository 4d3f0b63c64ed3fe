//! Evaluation of two circuits on the same inputs.

use crate::Failure;
use crate::vector::Vector;
use claim_miter::{Matching, Miter};
use claim_trace::Rejection;
use format_input::index;
use format_trace::{Property, Reader};
use std::io::Read;

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The inputs of both circuits, in the order of the first.
    pub inputs: Vec<bool>,
    /// The outputs of the first circuit.
    pub first: Vec<bool>,
    /// Their partners in the second.
    pub second: Vec<bool>,
    /// The number of gates of both circuits together.
    pub gates: usize,
    /// The number of an output that differs, in the first circuit.
    pub output: u32,
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
    let number = |property| match property {
        Property::Differs(number) => Some(number),
        _ => None,
    };
    let vector = Vector::read(Reader::new(witness)?, &miter, number, Rejection::TwoCircuits)?;
    let (output, gates) = (vector.output, miter.gates().len());
    let rejected = |rejection| Err(Failure::Rejected { place: vector.place, rejection });
    let values = |&(left, right): &(_, _)| (vector.value(left), vector.value(right));
    let (first, second): (Vec<bool>, Vec<bool>) = miter.pairs().iter().map(values).unzip();
    match (first.get(index(output)), second.get(index(output))) {
        (Some(value), Some(other)) if value != other => {}
        (Some(&value), _) => return rejected(Rejection::NoDifference { number: output, value }),
        (None, _) => {
            let (property, outputs) = (Property::Differs(output), first.len());
            return rejected(Rejection::NoSuchOutput { property, outputs });
        }
    }
    Ok(Difference { inputs: vector.inputs(miter.inputs()), first, second, gates, output })
}
