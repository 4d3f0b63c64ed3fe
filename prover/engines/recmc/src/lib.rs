//! Recursive model checking (`RecMC`, Spacer): Horn clauses are decided predicate by predicate.
//!
//! Each predicate has lemmas, which bound it from above for derivations up to a level, and facts,
//! which bound it from below. An obligation asks whether a cube of a predicate is derivable: it is
//! excluded by a lemma, reached by a fact, or leads to an obligation of a predicate in a rule's
//! body. Levels count how often a derivation goes round within a component of predicates that
//! depend on each other; what is not recursive costs no level. When all lemmas of a level also
//! hold on the next, they are a solution of the clauses.

#![allow(
    clippy::indexing_slicing,
    reason = "indices are predicates, rules and places of one system"
)]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by levels and rules")]
#![allow(clippy::as_conversions, reason = "levels fit into 32 bits")]

mod abstraction;
mod derive;
mod generalize;
mod guide;
mod obligations;
mod program;
mod run;
mod search;
mod stop;
mod summary;
mod transfer;

pub use run::{Options, Outcome, Progress, Recmc, decide};
pub use stop::Stopped;
