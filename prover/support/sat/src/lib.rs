//! CaDiCaL with a proof of every answer.
//!
//! A [`Solver`] takes clauses, each with the id under which the proof knows it, and hands every
//! clause that it derives to a [`Tracer`], with the ids of the clauses that it follows from.
//! Clauses and assumptions may come after a call of [`Solver::solve`] if
//! [`Options::incremental`] says so.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]

mod bridge;
mod ids;
mod solver;

#[cfg(test)]
mod tests;

pub use solver::{Options, Outcome, Solver};

use format_dimacs::Lit;
use format_lrat::Id;
use std::fmt;
use std::io;

/// Takes down what a solver derives.
pub trait Tracer: 'static {
    /// Whether the hints are wanted; the solver is faster without them.
    const HINTS: bool;

    /// A clause that unit propagation derives from the clauses named by `hints`, in their order.
    /// Its id is larger than that of every clause derived before it. Without [`Tracer::HINTS`]
    /// there are none.
    fn derive(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()>;

    /// A clause that no later hint names; derived, or added from outside.
    fn delete(&mut self, id: Id, clause: &[Lit]) -> io::Result<()>;
}

/// The tracer of a solver whose answers need no proof.
#[derive(Debug)]
pub enum Untraced {}

impl Tracer for Untraced {
    const HINTS: bool = false;

    fn derive(&mut self, _: Id, _: &[Lit], _: &[Id]) -> io::Result<()> {
        match *self {}
    }

    fn delete(&mut self, _: Id, _: &[Lit]) -> io::Result<()> {
        match *self {}
    }
}

/// How far a solver is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The clauses it derived.
    pub derived: u64,
    /// The clauses it deleted.
    pub deleted: u64,
}

/// Why a solver cannot go on.
#[derive(Debug)]
pub enum Error {
    /// The tracer could not take down a step.
    Tracer(io::Error),
    /// The environment variable would change what CaDiCaL does.
    Environment(String),
    /// CaDiCaL derived a clause in a way that the tracer cannot express.
    Step(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tracer(error) => write!(f, "cannot write the proof: {error}"),
            Self::Environment(name) => {
                write!(f, "the environment variable {name} would change the solver: unset it")
            }
            Self::Step(what) => write!(f, "the solver made an unexpected step: {what}"),
        }
    }
}

impl std::error::Error for Error {}

/// The name and version of the solver.
#[must_use]
pub fn signature() -> String {
    cadical_sys::CaDiCal::signature()
}
