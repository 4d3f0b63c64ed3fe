//! Decides CNF formulas: a proof that there is no model, or a model.
//!
//! CaDiCaL searches; what it finds is written to a spool, and the kernel of the checker that the
//! user would run reads it back. Only then is there an answer.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]

mod check;
mod load;
mod proof;

#[cfg(test)]
mod tests;

use claim_unsat::Formula;
use format_dimacs::{Header, Lit};
use format_input::Encoding;
use load::Numbering;
use proof::{Drat, Lrat, ProofFile};
use std::fmt;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use support_answer::{Answer, Checked, Destination, Spool};
use support_limits::Limits;
use support_sat::{Counts, Outcome, Solver};

/// How to prove that there is no model.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// With hints.
    #[default]
    Lrat,
    /// Without hints; the check takes as long as the search.
    Drat,
}

/// What to decide, and how.
pub struct Task<'a> {
    /// The file's bytes.
    pub formula: &'a [u8],
    /// The kind of proof.
    pub proof: Proof,
    /// How the proof is written; a model is text.
    pub encoding: Encoding,
    /// At most [`support_sat::Options::MAX_SEED`].
    pub seed: u32,
    /// Where the evidence goes.
    pub destination: &'a Destination,
    /// When to give up.
    pub limits: &'a Arc<Limits>,
    /// Hears how far the work is, often.
    pub progress: Rc<dyn Fn(Progress)>,
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// The formula has these many variables and clauses.
    Loading(Header),
    /// The solver derived and deleted these many clauses.
    Solving(Counts),
    /// The evidence is written and is being checked.
    Checking,
}

/// A checked proof that the formula has no model.
#[derive(Debug)]
pub struct Refutation {
    /// The proof.
    pub certificate: Checked,
    /// The formula, as the checker read it.
    pub formula: Formula,
    /// What the checker says of the proof.
    pub words: String,
}

/// A checked model.
#[derive(Debug)]
pub struct Model {
    /// The model.
    pub certificate: Checked,
    /// The formula, as the checker read it.
    pub formula: Formula,
    /// The number of variables that have a value.
    pub assigned: u64,
}

/// Why there is not even an unknown answer.
#[derive(Debug)]
pub enum Error {
    /// The formula is malformed.
    Formula(format_dimacs::Error),
    /// The evidence cannot go where it should.
    Destination(io::Error),
    /// The evidence cannot be written.
    Spool(io::Error),
    /// The solver gave up.
    Solver(support_sat::Error),
    /// The checker refuses the evidence, for this reason.
    Refused(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Formula(error) => error.fmt(f),
            Self::Destination(error) | Self::Spool(error) => error.fmt(f),
            Self::Solver(error) => error.fmt(f),
            Self::Refused(reason) => write!(f, "our own certificate is refused: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<format_dimacs::Error> for Error {
    fn from(error: format_dimacs::Error) -> Self {
        Self::Formula(error)
    }
}

impl From<support_sat::Error> for Error {
    fn from(error: support_sat::Error) -> Self {
        Self::Solver(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Spool(error)
    }
}

/// Decides whether the formula has no model.
pub fn decide(task: &Task<'_>) -> Result<Answer<Refutation, Model>, Error> {
    let answer = search_and_check(task);
    match (task.limits.exceeded(), answer) {
        // Whatever it was that failed, it failed because the limit was exceeded.
        (Some(reason), Err(_) | Ok(Answer::Unknown(_))) => Ok(Answer::Unknown(reason.to_string())),
        (_, answer) => answer,
    }
}

fn search_and_check(task: &Task<'_>) -> Result<Answer<Refutation, Model>, Error> {
    let spool = Spool::new(task.destination).map_err(Error::Destination)?;
    let out = spool.writer()?;
    let found = match task.proof {
        Proof::Lrat => search(task, |names| Lrat::new(out, task.encoding, names))?,
        Proof::Drat => search(task, |names| Drat::new(out, task.encoding, names))?,
    };
    match found {
        Found::Nothing => Ok(Answer::Unknown("the solver stopped".into())),
        Found::Refutation => check::refutation(task, spool).map(Answer::Holds),
        Found::Model(lits) => {
            drop(spool);
            check::model(task, &lits).map(Answer::Fails)
        }
    }
}

enum Found {
    /// The proof is written.
    Refutation,
    /// These literals are true, ordered by variable.
    Model(Vec<Lit>),
    /// A limit was exceeded.
    Nothing,
}

/// Lets the solver search. The memory that it takes is free again when this returns.
fn search<P: ProofFile>(
    task: &Task<'_>,
    proof: impl FnOnce(Numbering) -> P,
) -> Result<Found, Error> {
    let mut reader = format_dimacs::Reader::new(task.limits.guard(task.formula))?;
    let header = reader.header();
    (task.progress)(Progress::Loading(header));
    let numbering = Numbering::choose(header.variables, task.formula.len());
    let reserved = i64::try_from(header.clauses).unwrap_or(i64::MAX);
    let options = support_sat::Options { seed: task.seed, reserved, ..Default::default() };
    let mut solver = Solver::new(&options, proof(numbering.clone()))?;
    load::add_all(&mut reader, &numbering, &mut solver, task.limits)?;
    let (limits, progress) = (Arc::clone(task.limits), Rc::clone(&task.progress));
    solver.stop_when(move |counts| {
        progress(Progress::Solving(counts));
        limits.exceeded().is_some()
    });
    Ok(match solver.solve(&[])? {
        Outcome::Stopped => Found::Nothing,
        Outcome::Satisfiable => {
            Found::Model(numbering.model(header.variables, |lit| solver.value(lit)))
        }
        Outcome::Unsatisfiable => {
            solver.into_tracer().map_or(Ok(()), ProofFile::finish)?;
            Found::Refutation
        }
    })
}
