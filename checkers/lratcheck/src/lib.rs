//! Decides whether an LRAT proof refutes a CNF formula.
//!
//! The formula is read first, whole; the proof then passes by, step by step, and only the live
//! clauses are kept.

mod kernel;
mod rejection;

pub use kernel::Kernel;
pub use rejection::{Cause, Rejection};

use checker_command::Verdict;
use claim_unsat::{Formula, Vocabulary, read_formula};
use format_dimacs::Lit;
use format_input::{Encoding, Place, ReadError};
use format_lrat::Step;
use std::fmt;
use std::io::Read;

/// How to read the proof.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Text or binary; detected if `None`.
    pub encoding: Option<Encoding>,
    /// The largest variable of the proof, if larger than the formula's.
    pub variables: Option<u32>,
}

/// What was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The formula that has no model.
    pub formula: Formula,
    /// The clauses that the proof adds.
    pub added: u64,
    /// The clauses that the proof deletes.
    pub deleted: u64,
}

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The formula could not be read.
    Formula(format_dimacs::Error),
    /// The proof is malformed or could not be read.
    Proof(ReadError),
    /// A step is wrong.
    Step {
        /// Where it begins.
        place: Place,
        /// What is wrong.
        rejection: Rejection,
    },
    /// All steps are right, and none adds the empty clause.
    NoEmptyClause,
}

impl Failure {
    /// Whether the failure is none of the proof's: a file could not be read, or memory ended.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Formula(_) => true,
            Self::Proof(error) => error.is_unreadable(),
            Self::Step { rejection, .. } => rejection.cause == Cause::Full,
            Self::NoEmptyClause => false,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error) => error.fmt(f),
            Self::Proof(error) => error.fmt(f),
            Self::Step { place, rejection } => write!(f, "{place}: {rejection}"),
            Self::NoEmptyClause => f.write_str(" the proof ends without the empty clause"),
        }
    }
}

impl From<format_dimacs::Error> for Failure {
    fn from(error: format_dimacs::Error) -> Self {
        Self::Formula(error)
    }
}

/// Checks the proof against the formula, to the last byte of both.
pub fn check(
    formula: impl Read,
    proof: impl Read,
    options: Options,
) -> Result<Refutation, Failure> {
    let mut reader = format_dimacs::Reader::new(formula)?;
    let (mut kernel, mut vocabulary) = (Kernel::default(), Vocabulary::default());
    let mut lits: Vec<Lit> = Vec::new();
    let formula = read_formula(&mut reader, |clause| {
        lits.clear();
        lits.extend(clause.iter().map(|&lit| vocabulary.renumber(lit)));
        let place = Place::Byte(0);
        kernel.axiom(&lits).map_err(|rejection| Failure::Step { place, rejection })
    })?;
    let variables = formula.header.variables.max(options.variables.unwrap_or(0));
    let proof = format_lrat::Reader::new(proof, options.encoding, variables);
    let mut proof = proof.map_err(Failure::Proof)?;
    let (mut added, mut deleted) = (0_u64, 0_u64);
    while let Some(step) = proof.next_step().map_err(Failure::Proof)? {
        let result = match step {
            Step::Add { id, clause, hints } => {
                added = added.saturating_add(1);
                lits.clear();
                lits.extend(clause.iter().map(|&lit| vocabulary.renumber(lit)));
                kernel.add(id, &lits, hints)
            }
            Step::Delete { ids } => {
                deleted = deleted.saturating_add(u64::try_from(ids.len()).unwrap_or(u64::MAX));
                ids.iter().try_for_each(|&id| kernel.delete(id))
            }
        };
        result.map_err(|rejection| Failure::Step { place: proof.place(), rejection })?;
    }
    if kernel.is_refuted() {
        Ok(Refutation { formula, added, deleted })
    } else {
        Err(Failure::NoEmptyClause)
    }
}

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(result: Result<Refutation, Failure>, formula: &str, proof: &str) -> Verdict {
    match result {
        Ok(Refutation { formula, added, deleted }) => Verdict::verified(vec![
            ("formula", formula.to_string()),
            ("proof", format!("{added} clauses added, {deleted} deleted")),
            ("claim", "the formula has no model".into()),
        ]),
        Err(failure @ Failure::Formula(_)) => Verdict::undecided(format!("{formula}:{failure}")),
        Err(failure) if failure.is_undecided() => Verdict::undecided(format!("{proof}:{failure}")),
        Err(failure) => Verdict::refused(format!("{proof}:{failure}")),
    }
}
