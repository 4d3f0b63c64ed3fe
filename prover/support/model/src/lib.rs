//! Sequential circuits as engines see them: numbered without gaps, cut down to what the properties
//! depend on, with constant and equal latches merged.
//!
//! What was merged is kept ([`Merge`]), for it is part of every invariant; and every input and
//! latch knows its number in the original model, so that runs and invariants can be said of that.

#![allow(clippy::indexing_slicing, reason = "indices are nodes of one system; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes")]

mod classes;
mod correspond;
mod eliminate;
mod encode;
mod fold;
mod rebuild;
mod reduce;
mod run;
mod signals;
mod simplify;
mod simulate;
mod system;
#[cfg(test)]
mod tests;
mod unroll;

pub use encode::{encode, encode_tightly};
pub use fold::{FIRST, fold};
pub use format_aiger::Lit;
pub use reduce::{Merge, Reduced, reduce};
pub use run::{Run, complete};
pub use signals::{Internal, internal};
pub use system::{Latch, Reset, System};
pub use unroll::Unrolling;
