//! Formula and proof as numbered clauses and a list of events.

use crate::Failure;
use crate::clauses::{Clauses, Number};
use crate::matcher::Matcher;
use claim_unsat::{Formula, Vocabulary, read_formula};
use format_dimacs::Lit;
use format_drat::Action;
use format_input::{Encoding, index};
use std::io::Read;

/// One step of the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// This clause joins the others.
    Add(Number),
    /// This clause leaves them.
    Delete(Number),
    /// A deletion that is not done: of an unknown clause, or of a reason.
    Ignore,
}

/// Formula and proof, read to the last byte.
#[derive(Default)]
pub struct Problem {
    /// All clauses, each literal once. Tautologies have a number and no part in anything else.
    pub clauses: Clauses,
    /// The number of the last clause of the formula.
    pub axioms: Number,
    /// By lemma, from the first after the axioms: its first literal as written.
    pub pivots: Vec<Option<Lit>>,
    /// By number: whether the clause contains `x` and `not x`.
    pub tautologies: Vec<bool>,
    /// The steps of the proof.
    pub events: Vec<Event>,
    /// The deletions of clauses that are not there.
    pub unknown_deletions: u64,
    /// The numbers of the variables.
    pub vocabulary: Vocabulary,
    matcher: Matcher,
    /// By literal code: the last clause it was met in.
    met: Vec<u64>,
    stamp: u64,
}

impl Problem {
    /// Reads the formula, then the proof.
    pub fn read(
        formula: impl Read,
        proof: impl Read,
        encoding: Option<Encoding>,
        variables: Option<u32>,
    ) -> Result<(Self, Formula), Failure> {
        let mut problem = Self::default();
        let mut reader = format_dimacs::Reader::new(formula).map_err(Failure::Formula)?;
        let mut lits = Vec::new();
        let formula = read_formula(&mut reader, |clause| {
            let tautology = problem.normalise(clause, &mut lits);
            problem.number(&lits, tautology).map(|_| ())
        })?;
        problem.axioms = problem.clauses.last();
        let variables = formula.header.variables.max(variables.unwrap_or(0));
        let mut reader = format_drat::Reader::new(proof, encoding, variables)?;
        let mut clause = Vec::new();
        while let Some(action) = reader.next_step(&mut clause)? {
            let tautology = problem.normalise(&clause, &mut lits);
            match action {
                Action::Add => {
                    problem.pivots.push(lits.first().copied());
                    let number = problem.number(&lits, tautology)?;
                    problem.events.push(Event::Add(number));
                }
                Action::Delete => {
                    let number = problem.matcher.remove(&problem.clauses, &lits);
                    problem.events.push(number.map_or(Event::Ignore, Event::Delete));
                    let unknown = u64::from(number.is_none());
                    problem.unknown_deletions = problem.unknown_deletions.saturating_add(unknown);
                }
            }
        }
        problem.matcher = Matcher::default();
        Ok((problem, formula))
    }

    /// Whether a clause was found to contain `x` and `not x`.
    pub fn is_tautology(&self, number: Number) -> bool {
        self.tautologies.get(index(number)).copied().unwrap_or(false)
    }

    fn number(&mut self, lits: &[Lit], tautology: bool) -> Result<Number, Failure> {
        let number = self.clauses.push(lits).ok_or(Failure::Full)?;
        self.tautologies.resize(index(number), false);
        self.tautologies.push(tautology);
        self.matcher.insert(number, lits);
        Ok(number)
    }

    /// Renumbers the variables and keeps each literal once, in order; true for a tautology.
    fn normalise(&mut self, clause: &[Lit], lits: &mut Vec<Lit>) -> bool {
        lits.clear();
        self.stamp = self.stamp.saturating_add(1);
        let mut tautology = false;
        for &lit in clause {
            let lit = self.vocabulary.renumber(lit);
            let end = index(lit.code() | 1).saturating_add(1);
            if self.met.len() < end {
                self.met.resize(end, 0);
            }
            tautology |= self.met.get(index((!lit).code())) == Some(&self.stamp);
            if let Some(met) = self.met.get_mut(index(lit.code()))
                && *met != self.stamp
            {
                *met = self.stamp;
                lits.push(lit);
            }
        }
        tautology
    }
}
