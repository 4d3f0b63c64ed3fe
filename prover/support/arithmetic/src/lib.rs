//! Adders and multipliers as circuits, with the adders they are made of.
//!
//! [`multiply`] adds a multiplier to a graph, over operands that are there; [`Design`] makes a
//! whole circuit with names. Time and memory are linear in the number of gates.

#![allow(clippy::indexing_slicing, reason = "indices are places in lists made here")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by the size of a circuit")]
#![allow(clippy::as_conversions, reason = "variables and columns have 32 bits")]
#![allow(clippy::cast_possible_truncation, reason = "variables and columns have 32 bits")]

mod booth;
mod chain;
mod design;
mod fault;
mod graph;
mod multiplier;
mod names;
mod rows;
#[cfg(test)]
mod tests;
mod tree;

pub use chain::Chain;
pub use design::{Design, Second, adder};
pub use fault::mutate;
pub use graph::Graph;
pub use multiplier::{Architecture, Multiplier, multiply};
pub use names::{AdderKind, Named, Ppg, Tree};

use format_aiger::Lit;

/// A fact about five literals: the three inputs have the sum plus two times the carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adder {
    /// The column of the inputs and of the sum.
    pub column: u32,
    /// What is added; a constant if there is less.
    pub inputs: [Lit; 3],
    /// Their exclusive or.
    pub sum: Lit,
    /// Whether two of them are true.
    pub carry: Lit,
}

impl Adder {
    /// Builds the sum and the carry.
    #[must_use]
    pub fn new(graph: &mut Graph, column: usize, inputs: [Lit; 3]) -> Self {
        let [sum, carry] = graph.add(inputs);
        Self { column: column as u32, inputs, sum, carry }
    }
}
