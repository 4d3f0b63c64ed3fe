//! Decides whether a DRAT proof refutes a CNF formula.
//!
//! DRAT has no hints, so this checker searches: forward through the proof to the first conflict,
//! then backward, checking only the lemmas that are needed. What the search finds is a list of
//! hints for each step, and only hinted propagation accepts it. Which clauses are candidates of a
//! RAT step follows from which were needed so far: that is `backward.rs`'s to keep right.

mod backward;
mod clauses;
mod cone;
mod forward;
mod load;
mod matcher;
mod occurrences;
mod search;
mod steps;
#[cfg(test)]
mod tests;
mod verdict;
mod watch;

pub use verdict::verdict;

use backward::Backward;
use claim_unsat::Formula;
use clauses::Number;
use format_input::{Encoding, ReadError};
use format_lrat::Writer;
use forward::Forward;
use load::Problem;
use std::fmt;
use std::io::{self, Read, Write};

/// What a deletion of a reason clause means: one that forces a literal at that point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deletion {
    /// It is ignored and counted, as most solvers and checkers expect.
    #[default]
    Operational,
    /// It is done, as the definition of DRAT says.
    Specified,
}

/// How to read and check the proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Text or binary; detected if `None`.
    pub encoding: Option<Encoding>,
    /// The largest variable of the proof, if larger than the formula's.
    pub variables: Option<u32>,
    /// What the deletion of a reason means.
    pub deletion: Deletion,
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The formula that has no model.
    pub formula: Formula,
    /// The steps of the proof, deletions included.
    pub steps: usize,
    /// The steps up to the first conflict.
    pub until_conflict: usize,
    /// The clauses whose derivation was checked, the empty one included.
    pub checked: u64,
    /// Those among them that needed the RAT rule.
    pub rat: u64,
    /// The deletions of reasons that were ignored.
    pub ignored_deletions: u64,
    /// The deletions of clauses that are not there, which were ignored.
    pub unknown_deletions: u64,
}

/// Why nothing is proved.
#[derive(Debug)]
pub enum Failure {
    /// The formula could not be read.
    Formula(format_dimacs::Error),
    /// The proof is malformed or could not be read.
    Proof(format_drat::Error),
    /// The proof adds the empty clause where unit propagation finds no conflict.
    EmptyClause {
        /// The step, from 1.
        step: usize,
    },
    /// The proof ends, and unit propagation finds no conflict.
    NoConflict,
    /// A lemma follows neither by unit propagation nor as RAT on its first literal.
    NotImplied {
        /// The step, from 1.
        step: usize,
        /// The clause with the negated literal that shows it; clauses of the formula come first.
        candidate: Option<u32>,
    },
    /// There are more clauses or literals than this program can number.
    Full,
    /// The search and the judge disagree: a bug of ours.
    Unconfirmed {
        /// The clause.
        number: Number,
    },
    /// The LRAT proof could not be written.
    Output(io::Error),
}

impl Failure {
    /// Whether the failure is none of the proof's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Proof(format_drat::Error::Ambiguous)
            | Self::Formula(_)
            | Self::Full
            | Self::Unconfirmed { .. }
            | Self::Output(_) => true,
            Self::Proof(format_drat::Error::Read(error)) => error.is_unreadable(),
            Self::EmptyClause { .. } | Self::NoConflict | Self::NotImplied { .. } => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error) => error.fmt(f),
            Self::Proof(error) => error.fmt(f),
            Self::EmptyClause { step } => {
                write!(f, " step {step}: the empty clause, but unit propagation finds no conflict")
            }
            Self::NoConflict => {
                f.write_str(" the proof ends, and unit propagation finds no conflict")
            }
            Self::NotImplied { step, candidate: None } => {
                write!(f, " step {step}: the clause does not follow by unit propagation")
            }
            Self::NotImplied { step, candidate: Some(number) } => write!(
                f,
                " step {step}: the clause does not follow by unit propagation, nor as RAT \
                 on its first literal: see clause {number}"
            ),
            Self::Full => f.write_str(" more than 2^30 clauses or 2^32 literals"),
            Self::Unconfirmed { number } => {
                write!(f, " our own error: the hints found for clause {number} do not check")
            }
            Self::Output(error) => write!(f, " {error}"),
        }
    }
}

impl From<format_dimacs::Error> for Failure {
    fn from(error: format_dimacs::Error) -> Self {
        Self::Formula(error)
    }
}

impl From<format_drat::Error> for Failure {
    fn from(error: format_drat::Error) -> Self {
        Self::Proof(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Proof(error.into())
    }
}

/// Checks the proof against the formula; writes the steps that were needed as LRAT to `lrat`.
pub fn check<W: Write>(
    formula: impl Read,
    proof: impl Read,
    options: Options,
    lrat: Option<&mut Writer<W>>,
) -> Result<Refutation, Failure> {
    let (mut problem, formula) =
        Problem::read(formula, proof, options.encoding, options.variables)?;
    let (forward, conflict) = Forward::run(&mut problem, options.deletion)?;
    let ignored_deletions = forward.ignored;
    let (search, steps) = Backward::run(&problem, forward, conflict, lrat.is_some())?;
    if let Some(lrat) = lrat {
        steps.write(&search, problem.axioms, &problem.vocabulary, lrat).map_err(Failure::Output)?;
    }
    Ok(Refutation {
        formula,
        steps: problem.events.len(),
        until_conflict: conflict.events,
        checked: steps.checked,
        rat: steps.rat,
        ignored_deletions,
        unknown_deletions: problem.unknown_deletions,
    })
}
