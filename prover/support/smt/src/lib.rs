//! An incremental solver for clauses over linear arithmetic of Int and Real.
//!
//! Clauses, variables and atoms may be added between two calls of [`Solver::solve`]. A question
//! names assumptions; the answer is an exact model, or the assumptions that fail together with
//! the theory lemmas that were needed, each with its multipliers.

#![allow(clippy::indexing_slicing, reason = "indices are variables; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are exact, counts are bounded")]
#![allow(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "indices fit into 32 bits, or memory ends before"
)]

mod analyze;
mod arithmetic;
mod clauses;
mod delta;
mod gates;
mod implied;
mod integers;
mod lattice;
mod linear;
mod model;
mod order;
mod patch;
mod proof;
mod propagate;
mod rows;
mod search;
mod simplex;
mod solver;
mod tableau;
#[cfg(test)]
mod tests;
mod trace;

pub use format_lit::Lit;
pub use format_number::{Integer, Rational};
pub use proof::ProofStep;
pub use solver::{Solver, Statistics};

/// A numeric variable of one solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub(crate) u32);

impl Var {
    /// Its number. Variables that are made before any atom are numbered from 0 on.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0
    }

    /// The variable with this number.
    #[must_use]
    pub fn from_index(index: u32) -> Self {
        Self(index)
    }
}

/// What the values of a numeric variable are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Integers.
    Int,
    /// Fractions.
    Real,
}

/// How a sum stands to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// sum <= bound
    LessEqual,
    /// sum < bound
    Less,
    /// sum >= bound
    GreaterEqual,
    /// sum > bound
    Greater,
    /// sum = bound: a gate over two atoms.
    Equal,
}

/// The meaning of an atom that is true: `sum <= bound`, or `<` if strict. Coefficients are
/// integers without common divisor, the first is positive, variables ascend. If all of them are
/// Int, it is not strict and the bound is an integer; false it is then `sum >= bound + 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The sum.
    pub terms: Vec<(Var, Integer)>,
    /// What it is compared with.
    pub bound: Rational,
    /// Whether it is smaller.
    pub strict: bool,
}

/// A clause that holds in arithmetic: the negations of its literals contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lemma {
    /// The clause, all literals of atoms.
    pub literals: Vec<Lit>,
    /// How the contradiction comes about.
    pub proof: Proof,
}

/// Why a lemma holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// One positive multiplier for each literal: the sum of the negated literals, in the normal
    /// form of [`Atom`], has no variables left and is false (Farkas).
    Sum(Vec<Rational>),
    /// Combinations of negated literals and earlier combinations, each divided by the greatest
    /// common divisor of its coefficients with the bound rounded; the last one is false.
    Rounded(Vec<Combination>),
}

/// A sum of inequalities with positive multipliers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Combination {
    /// What is added up.
    pub parts: Vec<(Premise, Rational)>,
}

/// An inequality within a [`Combination`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Premise {
    /// The negation of the lemma's literal with this index.
    Literal(usize),
    /// The combination with this index, rounded.
    Combination(usize),
}
