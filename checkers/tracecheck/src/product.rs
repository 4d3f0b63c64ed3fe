//! Evaluation of a circuit that should multiply.

use crate::Failure;
use crate::vector::Vector;
use claim_multiplier::{Claim, Options, Signal};
use claim_trace::Rejection;
use format_aiger::Model;
use format_input::index;
use format_trace::{Property, Reader};
use std::io::Read;

/// The most products of two bits that are summed up: operands of 8,192 bits each.
const MOST_PRODUCTS: usize = 1 << 26;

/// Operands for which an output is not a bit of their product.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongProduct {
    /// What was asked for.
    pub claim: Claim,
    /// The output that is wrong, by its number in the circuit.
    pub output: u32,
    /// The bits of the operands, lowest first.
    pub operands: Vec<Vec<bool>>,
    /// What the outputs should be, lowest bit first.
    pub expected: Vec<bool>,
    /// What they are.
    pub found: Vec<bool>,
}

/// Checks that the circuit gives the output that the witness names another value than it has in
/// the product which the options ask for.
pub fn check_product(
    circuit: impl Read,
    options: &Options,
    witness: impl Read,
) -> Result<WrongProduct, Failure> {
    let model = format_aiger::read(circuit).map_err(Failure::Circuit)?;
    check(&model, options, Reader::new(witness)?)
}

pub(crate) fn check(
    model: &Model,
    options: &Options,
    reader: Reader<impl Read>,
) -> Result<WrongProduct, Failure> {
    let claim = Claim::new(model, options).map_err(Failure::Claim)?;
    let number = |property| match property {
        Property::Product(number) => Some(number),
        _ => None,
    };
    let vector = Vector::read(reader, &claim, number, Rejection::AProduct)?;
    let output = vector.output;
    let expected = product(&claim, &vector).ok_or(Failure::Products(MOST_PRODUCTS))?;
    let found: Vec<bool> = claim.outputs().iter().map(|&signal| vector.value(signal)).collect();
    let mut bits = claim.output_numbers().iter().zip(expected.iter().zip(&found));
    let rejection = match bits.find(|&(&at, _)| at == output) {
        Some((_, (right, value))) if right != value => {
            let bit = |&variable: &u32| vector.value(Signal::positive(variable));
            let operands = claim.operands().iter();
            let operands = operands.map(|operand| operand.iter().map(bit).collect()).collect();
            return Ok(WrongProduct { claim, output, operands, expected, found });
        }
        Some((_, (&value, _))) => Rejection::NotWrong { number: output, value },
        None => Rejection::NoSuchOutput {
            property: Property::Product(output),
            outputs: claim.outputs().len(),
        },
    };
    Err(Failure::Rejected { place: vector.place, rejection })
}

/// The claim's specification with these inputs: summed up in every column, then carried. Fewer
/// than 2^63 terms of at most 2^32 do not overflow. `None` if there are too many.
fn product(claim: &Claim, vector: &Vector) -> Option<Vec<bool>> {
    let mut columns = vec![0_i128; index(claim.modulus())];
    for (count, term) in claim.specification().enumerate() {
        if count >= MOST_PRODUCTS {
            return None;
        }
        let is_one = term.factors.iter().all(|&factor| vector.value(Signal::positive(factor)));
        if let Some(column) = columns.get_mut(index(term.column)).filter(|_| is_one) {
            *column = column.saturating_add(term.coefficient.into());
        }
    }
    let mut carry = 0_i128;
    let bits = columns.into_iter().map(|column| {
        let sum = column.saturating_add(carry);
        carry = sum >> 1;
        sum & 1 == 1
    });
    Some(bits.collect())
}
