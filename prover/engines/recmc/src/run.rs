//! The engine: level after level, with all constraints of the rules or with those that proofs need.

use crate::derive;
use crate::program::Program;
use crate::search::Search;
use crate::stop::{Stop, Stopped};
use format_smtlib::{Formula, System};
use std::cell::Cell;
use support_rules::Derivation;

/// What the search found.
#[derive(Debug)]
pub enum Outcome {
    /// The clauses are satisfiable: a formula for each predicate.
    Holds(Vec<Formula>),
    /// False is derivable.
    Fails(Derivation),
    /// It was told to end, or a solver gave up.
    Stopped(Stopped),
}

/// How far the search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// All derivations up to this level are examined.
    pub level: u32,
    /// Lemmas so far.
    pub lemmas: usize,
    /// Facts so far.
    pub facts: usize,
    /// Questions to solvers so far.
    pub questions: u64,
    /// Conjuncts of constraints that are used, and all of them; none if nothing is left out.
    pub conjuncts: Option<(usize, usize)>,
}

/// Ways to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The solvers' seed.
    pub seed: u64,
    /// Obligations that are excluded are tried again on the next level.
    pub keeps_obligations: bool,
    /// Constraints are left out that no proof and no refutation of a derivation needed.
    pub abstracts: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, keeps_obligations: true, abstracts: false }
    }
}

/// Decides a system.
#[must_use]
pub fn decide(
    system: &System,
    options: Options,
    is_due: &dyn Fn() -> bool,
    progress: &dyn Fn(Progress),
) -> Outcome {
    Recmc::new(system, options, is_due).run(progress)
}

/// A search that can be continued after it was told to end.
pub struct Recmc<'a>(Search<'a>);

impl<'a> Recmc<'a> {
    /// Nothing is known.
    #[must_use]
    pub fn new(system: &System, options: Options, is_due: &'a dyn Fn() -> bool) -> Self {
        let program = Program::new(system, options.abstracts);
        Self(Search::new(program, options, Stop { is_due, questions: Cell::new(0) }))
    }

    /// Searches until something is found or it is told to end.
    pub fn run(&mut self, progress: &dyn Fn(Progress)) -> Outcome {
        self.0.run(progress).unwrap_or_else(Outcome::Stopped)
    }
}

impl Search<'_> {
    fn run(&mut self, progress: &dyn Fn(Progress)) -> Result<Outcome, Stopped> {
        loop {
            if self.examine()? {
                let found = if self.options.abstracts {
                    self.concrete()?
                } else {
                    Some(derive::derivation(self)?)
                };
                match found {
                    Some(derivation) => return Ok(Outcome::Fails(derivation)),
                    None => continue,
                }
            }
            if self.options.abstracts {
                self.narrow()?;
            }
            progress(self.progress());
            if let Some(level) = self.propagate()? {
                return Ok(Outcome::Holds(self.invariant(level)));
            }
            self.bound += 1;
        }
    }

    fn progress(&self) -> Progress {
        let used = self.program.rules.iter().map(|rule| rule.constraints.len()).sum();
        let all = self.transfers.iter().map(|transfer| transfer.conjuncts.len()).sum();
        Progress {
            level: self.bound,
            lemmas: self.summaries.iter().map(|summary| summary.lemmas.len()).sum(),
            facts: self.summaries.iter().map(|summary| summary.facts.len()).sum(),
            questions: self.stop.questions.get(),
            conjuncts: self.options.abstracts.then_some((used, all)),
        }
    }
}
