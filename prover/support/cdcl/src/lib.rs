//! A small incremental solver for many easy questions about one circuit.
//!
//! The clauses of the circuit are shared by all solvers ([`Base`]) and never change. A solver adds
//! clauses of its own. A question names assumptions and a temporary clause; only the variables
//! that these depend on, and those fixed by [`Solver::fix_domain`], take part in the search.

#![allow(
    clippy::indexing_slicing,
    reason = "indices are variables of one base; a panic is our bug"
)]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by variables")]

mod analyze;
mod base;
mod buckets;
mod clauses;
mod load;
mod propagate;
mod solver;
#[cfg(test)]
mod tests;

pub use base::{Base, Builder};
pub use format_aiger::Lit;
pub use solver::Solver;
