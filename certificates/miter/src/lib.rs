//! The claim that two circuits compute the same outputs from the same inputs, or that all outputs
//! of one circuit are 0, and the clauses from which it has to be derived.
//!
//! Nothing is assumed but what the gates compute: the clauses of the gates have a model for every
//! input, so the empty clause cannot be derived from them.

mod error;
mod matching;

pub use claim_gates::Signal;
pub use error::Error;
pub use matching::Matching;

use claim_gates::{Gates, disjunction};
use format_aiger::Model;
use format_dimacs::Lit;
use format_input::index;
use std::ops::Deref;

/// The circuits side by side, with common inputs in the order of the first circuit; then come the
/// gates of the first circuit, then those of the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miter {
    gates: Gates,
    pairs: Vec<(Signal, Signal)>,
}

impl Deref for Miter {
    type Target = Gates;

    fn deref(&self) -> &Gates {
        &self.gates
    }
}

impl Miter {
    /// The claim that all outputs of a circuit are 0.
    pub fn constant(circuit: &Model) -> Result<Self, Error> {
        let inputs = inputs(circuit, 1)?;
        let mut gates = Gates::new(inputs);
        let outputs = gates.add(circuit, &(1..=inputs).collect::<Vec<_>>());
        let outputs = outputs.map_err(|error| Error::Circuit { number: 1, error })?;
        let pairs = outputs.into_iter().map(|output| (output, Signal::FALSE)).collect();
        Ok(Self { gates, pairs })
    }

    /// The claim that the outputs of two circuits are equal.
    pub fn equal(first: &Model, second: &Model, matching: Matching) -> Result<Self, Error> {
        inputs(first, 1)?;
        inputs(second, 2)?;
        let (input_map, output_map) = matching::maps(matching, first, second)?;
        let mut miter = Self::constant(first)?;
        let common: Vec<u32> = input_map.iter().map(|&input| input.saturating_add(1)).collect();
        let others = miter.gates.add(second, &common);
        let others = others.map_err(|error| Error::Circuit { number: 2, error })?;
        for (&at, &other) in output_map.iter().zip(&others) {
            let pair = miter.pairs.get_mut(index(at)).ok_or(Error::TooLarge)?;
            pair.1 = other;
        }
        Ok(miter)
    }

    /// The signals that have to be equal: by output of the first circuit.
    #[must_use]
    pub fn pairs(&self) -> &[(Signal, Signal)] {
        &self.pairs
    }

    /// The clauses to derive, two for each pair of signals, with the number of the pair;
    /// tautologies are left out. One may be the empty clause, which cannot be derived.
    pub fn obligations(&self) -> impl Iterator<Item = (usize, Vec<Lit>)> + '_ {
        let both = |(number, &(first, second)): (usize, &(Signal, Signal))| {
            [(number, [!first, second]), (number, [first, !second])]
        };
        self.pairs.iter().enumerate().flat_map(both).filter_map(|(number, signals)| {
            let mut clause = Vec::new();
            disjunction(&signals, &mut clause).then_some((number, clause))
        })
    }
}

fn inputs(circuit: &Model, number: u32) -> Result<u32, Error> {
    claim_gates::inputs(circuit).map_err(|error| Error::Circuit { number, error })
}
