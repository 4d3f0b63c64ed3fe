//! Proves signals of a circuit equal, with hinted clauses that a checker can follow.
//!
//! Simulation guesses which nodes are equal, and the sweep proves it, from the inputs to the
//! pairs that are asked for: by structure, as the same function of few nodes (sums and carries of
//! adders), by a small solver of our own, or by CaDiCaL. Every equality that is proved makes the
//! next ones easier. All steps go into one log, from which [`Proof`] takes what the proved pairs
//! need.
//!
//! # Use
//!
//! A [`Netlist`] has variable 0 (false), its inputs from 1 on, then its gates. A [`Signal`] is
//! twice a variable, plus one if negated. Gate k, counted from 0, has the clauses 3 k + 1 to
//! 3 k + 3 of `docs/formats/miter.md`; hints name them by these ids. A caller that wants to
//! compare signals with functions of its own, say a chain of full adders, appends their gates to
//! those of the circuit and asks for pairs of an old and a new signal:
//!
//! ```
//! use support_limits::Limits;
//! use support_sweep::{End, Netlist, Problem, Signal, Step, prove};
//!
//! // Gates 3 = 1 and 2, 4 = 1 and not 2, 5 = 1 and not 4: gates 3 and 5 are equal.
//! let gates = [[Signal(2), Signal(4)], [Signal(2), Signal(5)], [Signal(2), Signal(9)]];
//! let limits = Limits::none();
//! let problem = Problem {
//!     pairs: &[(Signal(6), Signal(10))],
//!     ..Problem::new(Netlist { inputs: 2, gates: &gates }, &limits)
//! };
//! let End::Equal(proof) = prove(&problem)? else { panic!("they are equal") };
//! // The first free id after the clauses of three gates is 10.
//! let ids = proof.walk(9, false, |step| match step {
//!     Step::Add { id, clause, hints } => {
//!         println!("{id}: {clause:?} by {hints:?}");
//!         Ok::<(), std::io::Error>(())
//!     }
//!     Step::Delete { .. } => Ok(()),
//! })?;
//! assert!(ids.pairs[0].iter().all(|&id| id > 9));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Pairs are tried in their order, and the gates are visited in the order in which the pairs
//! reach them: put low columns first. If some pairs are too hard for the [`Effort`], the result
//! is [`End::Partial`], with a proof of the others. To go on later, with other gates behind the
//! old ones or other pairs, give what was proved as [`Problem::known`], with the ids that its two
//! clauses have in the caller's certificate.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]

mod classes;
mod cone;
mod error;
mod functions;
mod graph;
mod log;
mod merges;
mod pairs;
mod problem;
mod proof;
mod random;
mod simulate;
mod structure;
mod sweep;
mod window;

#[cfg(test)]
mod tests;

pub use claim_miter::Signal;
pub use error::Error;
pub use format_lrat::Id;
pub use problem::{Effort, End, Known, Netlist, Problem, Statistics};
pub use proof::{Ids, Proof, Step};

use graph::Graph;
use sweep::Sweep;

/// Proves the pairs equal, or finds inputs under which one of them differs.
pub fn prove(problem: &Problem<'_>) -> Result<End, Error> {
    // Ids of clauses have 32 bits here.
    let gates = u32::try_from(problem.netlist.gates.len()).ok();
    if gates.is_none_or(|gates| gates > u32::MAX / 6) {
        return Err(Error::TooLarge);
    }
    Sweep::start(Graph::new(problem), problem)
}
