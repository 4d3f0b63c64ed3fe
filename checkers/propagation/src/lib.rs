//! Hinted unit propagation, and clauses by id: what every checker of clausal proofs does.

mod propagate;
mod store;
#[cfg(test)]
mod tests;

pub use propagate::{Effect, Propagation};
pub use store::{Id, Store};
