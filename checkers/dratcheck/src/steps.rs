//! The checked steps, the last one first, and their output as LRAT.

use crate::clauses::{NONE, Number};
use crate::search::Search;
use claim_unsat::Vocabulary;
use format_dimacs::Lit;
use format_input::index;
use format_lrat::{Id, Writer};
use std::io::{self, Write};

/// Steps in the order of their checking: from the last of the proof to the first.
pub struct Steps {
    record: bool,
    list: Vec<Step>,
    /// The hints of all steps. A number is doubled; the lowest bit says that no later step of
    /// the proof needs the clause. `CANDIDATE` stands before a RAT candidate.
    hints: Vec<u32>,
    /// How many steps were checked.
    pub checked: u64,
    /// How many of them are RAT steps.
    pub rat: u64,
}

struct Step {
    /// `NONE` for the last step, the empty clause.
    number: Number,
    /// The literal to stand first, for a RAT step.
    pivot: Option<Lit>,
    /// Where its hints end; they begin where those of the step before in this list end.
    end: usize,
}

const CANDIDATE: u32 = 1;

impl Steps {
    /// No steps yet; hints are kept only if `record` says so.
    pub fn new(record: bool) -> Self {
        Self { record, list: Vec::new(), hints: Vec::new(), checked: 0, rat: 0 }
    }

    /// Adds a step and makes its hints needed.
    pub fn push(&mut self, number: Number, hints: &[Number], search: &mut Search) {
        self.note(hints, search);
        self.finish(number, None);
    }

    /// Adds a candidate of a RAT step and makes its hints needed.
    pub fn push_candidate(&mut self, other: Number, hints: &[Number], search: &mut Search) {
        if self.record {
            self.hints.extend([CANDIDATE, other << 1]);
        }
        self.note(hints, search);
    }

    /// Ends a RAT step.
    pub fn end_rat(&mut self, number: Number, pivot: Lit) {
        self.rat = self.rat.saturating_add(1);
        self.finish(number, Some(pivot));
    }

    fn note(&mut self, hints: &[Number], search: &mut Search) {
        for &hint in hints {
            let last_use = search.make_core(hint);
            if self.record {
                self.hints.push(hint << 1 | u32::from(last_use));
            }
        }
    }

    fn finish(&mut self, number: Number, pivot: Option<Lit>) {
        self.checked = self.checked.saturating_add(1);
        if self.record {
            self.list.push(Step { number, pivot, end: self.hints.len() });
        }
    }

    /// Writes the steps in the order of the proof. Clauses are deleted after their last use, and
    /// formula clauses that are never used at the start if there are RAT steps, whose candidates
    /// they would be.
    pub fn write<W: Write>(
        &self,
        search: &Search,
        axioms: Number,
        vocabulary: &Vocabulary,
        out: &mut Writer<W>,
    ) -> io::Result<()> {
        let mut ids: Vec<Id> = Vec::new();
        let mut last = Id::from(axioms);
        if self.rat > 0 {
            let unused = (1..=axioms).filter(|&number| !search.is_core(number));
            let unused: Vec<Id> = unused.map(Id::from).collect();
            if !unused.is_empty() {
                out.delete(last, &unused)?;
            }
        }
        for (at, step) in self.list.iter().enumerate().rev() {
            let start = at.checked_sub(1).and_then(|before| self.list.get(before));
            let start = start.map_or(0, |before| before.end);
            let coded = self.hints.get(start..step.end).unwrap_or_default();
            let (hints, done) = translate(coded, axioms, &ids);
            last = last.saturating_add(1);
            out.add(last, &literals(search, step, vocabulary), &hints)?;
            if step.number != NONE {
                ids.resize(index(step.number.saturating_sub(axioms)), 0);
                ids.push(last);
            }
            if !done.is_empty() && step.number != NONE {
                out.delete(last, &done)?;
            }
        }
        Ok(())
    }
}

/// The literals of a step with their original names, the pivot first.
fn literals(search: &Search, step: &Step, vocabulary: &Vocabulary) -> Vec<Lit> {
    let clause: &[Lit] = if step.number == NONE { &[] } else { search.clauses.get(step.number) };
    let others = clause.iter().copied().filter(|&lit| Some(lit) != step.pivot);
    step.pivot.into_iter().chain(others).map(|lit| vocabulary.original(lit)).collect()
}

/// The hints as ids, and the ids of the clauses that are needed no more.
fn translate(coded: &[u32], axioms: Number, ids: &[Id]) -> (Vec<Id>, Vec<Id>) {
    let id = |number: Number| match number.checked_sub(axioms) {
        None | Some(0) => Id::from(number),
        Some(lemma) => ids.get(index(lemma)).copied().unwrap_or(0),
    };
    let (mut hints, mut done) = (Vec::new(), Vec::new());
    let mut sign: Id = 1;
    for &code in coded {
        if code == CANDIDATE {
            sign = -1;
            continue;
        }
        let id = id(code >> 1);
        hints.push(id.saturating_mul(sign));
        sign = 1;
        if code & 1 == 1 {
            done.push(id);
        }
    }
    (hints, done)
}
