//! The claim that bad states are not reached, and the clauses from which it has to be derived.
//!
//! Property j of a model fails if there are states at times 0 to n such that the first is an
//! initial state, each other one follows from the one before, **all constraints are true at every
//! time from 0 to n**, and bad literal j is true at time n. The last state needs no successor.
//!
//! A certificate extends the model with latches and gates, names an invariant, and derives it at
//! time 0 and at time 1, and the properties, each in a section with axioms of its own.

mod axioms;
mod circuit;
mod error;
mod extend;
mod goals;
mod layout;
mod write;

pub use circuit::Circuit;
pub use error::{Error, Refusal};
pub use format_aiger::Lit as Signal;
pub use format_inv::{Clauses, Id, Induction, Section, Witness};
pub use layout::Obligations;
