//! The steps of a proof, before they are written.

use format_aiger::Lit;

/// Something to add to the sum.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// `sum + 2 carry = ` the sum of the inputs; the third is false in a half adder.
    Adder { column: u32, coefficient: i32, sum: Lit, carry: Lit, inputs: [Lit; 3] },
    /// A linear equation over more leaves.
    Linear(Box<Linear>),
    /// A node is a polynomial over leaves; used times a product of nodes.
    Expand { column: u32, coefficient: i32, factor: Vec<u32>, node: u32, leaves: Vec<u32> },
    /// Two literals that clauses prove equal: the number of the pair, and the sign; used times a
    /// product of nodes.
    Equal { column: u32, coefficient: i32, factor: Vec<u32>, left: Lit, right: Lit, pair: usize },
}

/// The sum of the terms is zero on all rows of the leaves.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) column: u32,
    pub(crate) coefficient: i32,
    pub(crate) leaves: Vec<u32>,
    pub(crate) terms: Vec<(i64, Lit)>,
    pub(crate) constant: i64,
}

/// Steps that together show an equation, to be used times a weight and a product of nodes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lemma {
    pub(crate) steps: Vec<Step>,
    /// Columns, coefficients and factors.
    pub(crate) uses: Vec<(u32, i32, Vec<u32>)>,
}
