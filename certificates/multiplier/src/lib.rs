//! The claim that a circuit multiplies: its outputs are the product of its operands modulo 2^m,
//! m being the number of outputs.
//!
//! The claim is made of the circuit and the user's options alone.

mod error;
mod operands;
mod options;
#[cfg(test)]
mod tests;
mod words;

pub use claim_gates::Signal;
pub use error::Error;
pub use options::{Constant, Options, Order};

use claim_gates::Gates;
use format_aiger::{Model, SymbolKind};
use format_input::index;
use format_lit::Lit;
use std::ops::Deref;

/// A circuit and what its outputs have to be. Gates, variables and clauses are those of [`Gates`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    gates: Gates,
    /// What was asked for, with shape and number of outputs filled in.
    options: Options,
    operands: Vec<Vec<u32>>,
    outputs: Vec<Signal>,
    /// By output, lowest bit first: its number in the circuit.
    output_numbers: Vec<u32>,
}

/// `coefficient * 2^column` times the product of two variables, of which x * x = x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The exponent of two.
    pub column: u32,
    /// Up to 2^32.
    pub coefficient: i64,
    /// The variables; twice the same for a variable alone.
    pub factors: [u32; 2],
}

impl Deref for Claim {
    type Target = Gates;

    fn deref(&self) -> &Gates {
        &self.gates
    }
}

impl Claim {
    /// The claim that the user asks about.
    pub fn new(circuit: &Model, options: &Options) -> Result<Self, Error> {
        let mut options = options.clone();
        let inputs = claim_gates::inputs(circuit).map_err(Error::Circuit)?;
        exclude(&options)?;
        let found = circuit.outputs.len();
        let count =
            u32::try_from(found).map_err(|_| Error::Circuit(claim_gates::Error::TooLarge))?;
        if let Some(asked) = options.truncate.filter(|&asked| asked != count) {
            return Err(Error::Outputs(found, asked));
        }
        options.truncate = Some(count);
        let mut operands = operands::operands(circuit, inputs, &options)?;
        if let [first, second, ..] = operands.as_slice() {
            let width = |operand: &Vec<u32>| u32::try_from(operand.len()).unwrap_or(u32::MAX);
            options.shape = Some((width(first), width(second)));
        }
        for input in operands.iter_mut().flatten() {
            *input = input.saturating_add(1);
        }
        let mut gates = Gates::new(inputs);
        let variables: Vec<u32> = (1..=inputs).collect();
        let in_file = gates.add(circuit, &variables).map_err(Error::Circuit)?;
        let output_numbers = match options.order {
            Order::Names => operands::by_name(circuit, count, SymbolKind::Output, 1)?.concat(),
            _ => (0..count).collect(),
        };
        let outputs = output_numbers.iter().filter_map(|&at| in_file.get(index(at)).copied());
        let outputs = outputs.collect();
        Ok(Self { gates, options, operands, outputs, output_numbers })
    }

    /// What was asked for, with shape and number of outputs filled in; shown, these are the
    /// canonical words of the claim.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The variables of the operands, lowest bits first: two; three with an addend, which is the
    /// last; one for a square or a constant.
    #[must_use]
    pub fn operands(&self) -> &[Vec<u32>] {
        &self.operands
    }

    /// The outputs, lowest bit first.
    #[must_use]
    pub fn outputs(&self) -> &[Signal] {
        &self.outputs
    }

    /// By output, lowest bit first: its number in the circuit, from 0.
    #[must_use]
    pub fn output_numbers(&self) -> &[u32] {
        &self.output_numbers
    }

    /// The number of outputs m: the claim is modulo 2^m.
    #[must_use]
    pub fn modulus(&self) -> u32 {
        self.options.truncate.unwrap_or(0)
    }

    /// Adds a gate that reads variables before it; false if there are too many.
    pub fn define(&mut self, inputs: [Lit; 2]) -> bool {
        self.gates.define(inputs)
    }

    /// What the outputs have to equal, modulo 2^m, as a sum; columns from m on are left out. The top
    /// bit of a signed operand of n bits weighs -2^(n - 1).
    pub fn specification(&self) -> impl Iterator<Item = Product> + '_ {
        let operand = |at| self.operands.get(at).map_or(&[][..], Vec::as_slice);
        let right = operand(usize::from(!self.options.square));
        let products = self.bits(operand(0)).flat_map(move |(column, sign, first)| {
            let below = index(self.modulus().saturating_sub(column));
            self.bits(right).take(below).map(move |(other, other_sign, second)| Product {
                column: column.saturating_add(other),
                coefficient: sign.saturating_mul(other_sign),
                factors: [first, second],
            })
        });
        let constant = self.options.constant.as_ref();
        let negative = constant.is_some_and(|constant| constant.negative);
        let digits = constant.map_or(&[][..], |constant| &constant.digits);
        let multiples = self.bits(operand(0)).flat_map(move |(column, sign, first)| {
            let sign = if negative { sign.saturating_neg() } else { sign };
            (0_u32..).zip(digits).map(move |(place, &digit)| Product {
                column: column.saturating_add(place.saturating_mul(32)),
                coefficient: i64::from(digit).saturating_mul(sign),
                factors: [first; 2],
            })
        });
        let addend = self.bits(operand(2)).map(|(column, coefficient, bit)| Product {
            column,
            coefficient,
            factors: [bit; 2],
        });
        let below = |product: &Product| product.column < self.modulus();
        products.chain(multiples.filter(below)).chain(addend.filter(below))
    }

    /// The bits of an operand: column, sign, variable.
    fn bits<'a>(&self, operand: &'a [u32]) -> impl Iterator<Item = (u32, i64, u32)> + use<'a> {
        let top = operand.len().saturating_sub(1);
        let signed = self.options.signed;
        (0..self.modulus()).zip(operand).map(move |(column, &variable)| {
            let sign = if signed && index(column) == top { -1 } else { 1 };
            (column, sign, variable)
        })
    }
}

/// Options that make no sense together.
fn exclude(options: &Options) -> Result<(), Error> {
    let alone = [("--square", options.square), ("--constant", options.constant.is_some())];
    let others = [
        ("--constant", options.square && options.constant.is_some()),
        ("--accumulate", options.accumulate),
        ("--shape", options.shape.is_some()),
        ("--order interleaved", options.order == Order::Interleaved),
    ];
    let given = |option: &&(&'static str, bool)| option.1;
    if let Some(((one, _), (other, _))) = alone.iter().find(given).zip(others.iter().find(given)) {
        return Err(Error::Exclusive(one, other));
    }
    let is_negative = options.constant.as_ref().is_some_and(|constant| constant.negative);
    if is_negative && !options.signed { Err(Error::Negative) } else { Ok(()) }
}
