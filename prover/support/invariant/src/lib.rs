//! Writes certificates of invariants: every clause derived with hints, over the original model.
//!
//! Engines find invariants in their own ways, on reduced models and without proofs. Here each
//! clause is derived again by CaDiCaL, which names what it used. Only what the properties need, and
//! what that needs in turn, is derived and written.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::indexing_slicing, reason = "indices are lines of one log; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by lines and variables")]

mod emit;
mod error;
mod invariant;
mod log;
mod replay;
mod section;
mod shorten;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use invariant::{Claim, equality, write};
