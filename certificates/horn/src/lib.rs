//! Systems of Horn clauses: what invariants have to show, and what an instance of a clause says.
//!
//! [`obligation`] makes clauses of one Horn clause and the invariants: they are contradictory if
//! and only if the Horn clause holds of the invariants. [`evaluate`] computes an instance of a
//! Horn clause. `docs/formats/horn.md` has the numbering of variables and clauses.

mod budget;
mod cnf;
mod encode;
mod evaluate;
mod linear;
#[cfg(test)]
mod tests;
mod walk;

pub use budget::{Budget, Limit, MOST_WORDS};
pub use cnf::{Cnf, NotNew};
pub use encode::obligation;
pub use evaluate::{Instance, evaluate};
pub use format_horn::{Atom, Id};
pub use linear::{Linear, tighten};
