//! Horn clauses as engines see them.
//!
//! [`translate`] turns a clause into a [`Rule`]: linear literals, solved equalities, names for
//! conditional numbers and quotients. An [`Encoder`] hands rules to the solver, `implicant`
//! takes the literals of a model that matter, [`project`] eliminates variables from them, and
//! [`formula`] turns lemmas into formulas again.

#![allow(clippy::indexing_slicing, reason = "indices are variables and nodes of one rule")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are exact, counts are bounded")]
#![allow(clippy::as_conversions, reason = "numbers of variables fit into 32 bits")]
#![allow(clippy::missing_panics_doc, reason = "an index out of range is our bug")]

mod derivation;
mod encode;
mod formula;
mod implicant;
mod linear;
mod literal;
mod onto;
mod project;
mod rule;
mod smt;
mod solve;
mod translate;

pub use derivation::{Derivation, Step};
pub use encode::{Encoder, Place, conjunction};
pub use formula::formula;
pub use implicant::Implicant;
pub use linear::Linear;
pub use literal::{Literal, Normal, Value, tidy};
pub use onto::onto;
pub use project::project;
pub use rule::{Argument, Atom, Definition, Model, Node, NodeId, Rule};
pub use smt::Smt;
pub use translate::{translate, translate_apart};
