//! Evaluation of two circuits on the same inputs.

use crate::Failure;
use crate::vector::Vector;
use claim_miter::{Matching, Miter};
use claim_trace::Rejection;
use format_input::index;
use format_trace::{Property, Reader};
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
    let number = |property| match property {
        Property::Differs(number) => Some(number),
        _ => None,
    };
    let vector = Vector::read(Reader::new(witness)?, &miter, number, Rejection::TwoCircuits)?;
    let (output, outputs) = (vector.output, miter.pairs().len());
    let rejected = |rejection| Err(Failure::Rejected { place: vector.place, rejection });
    let Some(&(left, right)) = miter.pairs().get(index(output)) else {
        let property = Property::Differs(output);
        return rejected(Rejection::NoSuchOutput { property, outputs });
    };
    let [value, other] = [left, right].map(|signal| vector.value(signal));
    if value == other {
        return rejected(Rejection::NoDifference { number: output, value });
    }
    Ok(Difference { inputs: miter.inputs(), outputs, gates: miter.gates().len(), output, value })
}
