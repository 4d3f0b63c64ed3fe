//! Property directed reachability (IC3, PDR): an inductive invariant that excludes the bad states,
//! or a run that reaches one.
//!
//! Frame i over-approximates the states reachable in i steps by clauses (lemmas). A state of the
//! last frame that leads to a bad one is an obligation: it is blocked by a lemma, or has a
//! predecessor that becomes an obligation one frame earlier. When all lemmas of a frame also hold
//! in the next, the lemmas from there on are an invariant.

#![allow(clippy::indexing_slicing, reason = "indices are frames and nodes; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by frames and nodes")]

mod block;
mod cube;
mod frames;
mod generalize;
mod lift;
mod propagate;
mod query;
mod search;
#[cfg(test)]
mod tests;

pub use search::{Outcome, Progress, Search, Standing, Style};
