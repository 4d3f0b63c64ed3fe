//! The claims that a run of a circuit reaches a bad state, and that an assignment satisfies a
//! formula: what is asked, what a witness has to show, and what it can miss.
//!
//! Property j of a model fails if there are states at times 0 to n such that the first is an
//! initial state, each other one follows from the one before, **all constraints are true at every
//! time from 0 to n**, and bad literal j is true at time n. The last state needs no successor.

mod assignment;
mod question;
mod rejection;
#[cfg(test)]
mod tests;

pub use assignment::Assignment;
pub use question::{Properties, Question, QuestionError, Target};
pub use rejection::{Object, Rejection};
