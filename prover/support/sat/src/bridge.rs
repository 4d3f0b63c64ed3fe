//! Between CaDiCaL's callbacks and the tracer: ids and literals are translated, and errors wait
//! until the solver has stopped, for no panic and no error may pass through C++.

use crate::ids::Ids;
use crate::{Counts, Error, Options, Tracer};
use cadical_sys::ProofTracer;
use format_dimacs::Lit;
use format_lrat::Id;
use std::collections::BTreeSet;

pub(crate) struct Bridge<T> {
    pub(crate) tracer: T,
    pub(crate) counts: Counts,
    /// The first thing that went wrong.
    pub(crate) error: Option<Error>,
    /// The clauses that the last conclusion rests on.
    pub(crate) conclusion: Vec<Id>,
    /// The proof's id of the clause that is being added from outside.
    pub(crate) outside: Id,
    ids: Ids,
    incremental: bool,
    /// The solver ids of clauses that CaDiCaL took out and may put back under the same id. Kept
    /// in incremental use only.
    weakened: BTreeSet<Id>,
    clause: Vec<Lit>,
    hints: Vec<Id>,
}

impl<T: Tracer> Bridge<T> {
    pub(crate) fn new(tracer: T, options: &Options) -> Self {
        Self {
            tracer,
            counts: Counts::default(),
            error: None,
            conclusion: Vec::new(),
            outside: 0,
            ids: Ids::new(options.reserved),
            incremental: options.incremental,
            weakened: BTreeSet::new(),
            clause: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Keeps the first error; after it nothing more is traced.
    #[cold]
    fn fail(&mut self, error: Error) {
        self.error.get_or_insert(error);
    }

    fn translate(&mut self, clause: &[i32]) {
        self.clause.clear();
        self.clause.extend(clause.iter().filter_map(|&lit| to_lit(lit)));
    }

    fn derive(&mut self, solver_id: Id, clause: &[i32], hints: &[Id]) {
        if self.error.is_some() {
            return;
        }
        self.counts.derived = self.counts.derived.wrapping_add(1);
        self.translate(clause);
        self.hints.clear();
        if T::HINTS {
            self.hints.extend(hints.iter().map(|&hint| self.ids.get(hint)));
        }
        let Some(id) = self.ids.derived(solver_id) else {
            return self.fail(Error::Step(format!("clause {solver_id} is out of order")));
        };
        if let Err(error) = self.tracer.derive(id, &self.clause, &self.hints) {
            self.fail(Error::Tracer(error));
        }
    }
}

/// CaDiCaL's literal as ours; it has no literal 0.
#[inline]
fn to_lit(lit: i32) -> Option<Lit> {
    Lit::new(lit.unsigned_abs(), lit < 0)
}

impl<T: Tracer> ProofTracer for Bridge<T> {
    fn add_original_clause(&mut self, id: i64, _redundant: bool, _: &[i32], restored: bool) {
        if restored {
            // It was never reported as deleted, so the proof still has it.
            self.weakened.remove(&id);
        } else if self.ids.outside(id, self.outside).is_none() {
            self.fail(Error::Step(format!("clause {id} is out of order")));
        }
    }

    fn add_derived_clause(
        &mut self,
        id: i64,
        _redundant: bool,
        witness: i32,
        clause: &[i32],
        hints: &[i64],
    ) {
        if witness == 0 {
            self.derive(id, clause, hints);
        } else {
            self.fail(Error::Step(format!("clause {id} defines literal {witness}")));
        }
    }

    fn add_assumption_clause(&mut self, id: i64, clause: &[i32], hints: &[i64]) {
        self.derive(id, clause, hints);
    }

    fn delete_clause(&mut self, id: i64, _redundant: bool, clause: &[i32]) {
        if self.error.is_some() || self.weakened.contains(&id) {
            return;
        }
        self.counts.deleted = self.counts.deleted.wrapping_add(1);
        self.translate(clause);
        if let Err(error) = self.tracer.delete(self.ids.get(id), &self.clause) {
            self.fail(Error::Tracer(error));
        }
    }

    fn weaken_minus(&mut self, id: i64, _clause: &[i32]) {
        if self.incremental {
            self.weakened.insert(id);
        }
    }

    fn conclude_unsat(&mut self, _conclusion: i32, ids: &[i64]) {
        self.conclusion.clear();
        self.conclusion.extend(ids.iter().map(|&id| self.ids.get(id)));
    }

    fn strengthen(&mut self, _id: i64) {}
    fn finalize_clause(&mut self, _id: i64, _clause: &[i32]) {}
    fn add_assumption(&mut self, _lit: i32) {}
    fn add_constraint(&mut self, _clause: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn conclude_sat(&mut self, _conclusion: i32, _model: &[i32]) {}
    fn conclude_unknown(&mut self, _trail: &[i32]) {}
}
