//! What a solver is given: clauses for all questions, and variables that are part of each.

use crate::Lit;
use crate::clauses::Kind;
use crate::propagate::{FALSE, OUT, Reason, TRUE, UNSET};
use crate::solver::Solver;
use format_input::index;
use std::sync::Arc;

impl Solver {
    /// Makes variables, and those that they depend on, part of every question.
    pub fn fix_domain(&mut self, variables: impl IntoIterator<Item = u32>) {
        self.forget_question();
        let mut path: Vec<u32> = variables.into_iter().collect();
        while let Some(variable) = path.pop() {
            if !std::mem::replace(&mut self.is_fixed[index(variable)], true) {
                self.include(variable);
                self.fixed.push(variable);
                path.extend_from_slice(self.base.fanins(variable));
            }
        }
    }

    /// Makes a variable part of the question; false if it was or has a value.
    #[inline]
    pub(crate) fn include(&mut self, variable: u32) -> bool {
        let at = 2 * index(variable);
        let is_new = self.values[at] == OUT;
        if is_new {
            self.values[at] = UNSET;
            self.values[at + 1] = UNSET;
        }
        is_new
    }

    /// Adds a clause for all questions to come. Its variables are not added to their domain.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.forget_question();
        self.insert(clause, Kind::Given, false);
    }

    /// Adds the clauses of the base that are not kept in its own lists.
    pub(crate) fn add_base(&mut self) {
        let base = Arc::clone(&self.base);
        base.long().iter().for_each(|clause| self.insert(clause, Kind::Given, true));
        self.first_temporary = self.clauses.list.len();
    }

    /// The short clauses learnt since the last call, and whether each follows from the base alone.
    pub fn take_learnt(&mut self) -> Vec<(Vec<Lit>, bool)> {
        std::mem::take(&mut self.shared)
    }

    /// Adds clauses that another solver learnt and that are true here too.
    pub fn add_learnt<'c>(&mut self, clauses: impl Iterator<Item = &'c (Vec<Lit>, bool)>) {
        self.forget_question();
        for (clause, is_pure) in clauses {
            self.insert(clause, Kind::Learnt, *is_pure);
        }
        self.first_temporary = self.clauses.list.len();
    }

    /// Removes all added and learnt clauses; what is known of single variables stays.
    pub fn clear_clauses(&mut self) {
        self.forget_question();
        self.clauses.clear();
        self.add_base();
    }

    fn insert(&mut self, clause: &[Lit], kind: Kind, is_pure: bool) {
        if clause.iter().any(|&lit| self.val(lit) == TRUE) {
            return;
        }
        let open: Vec<Lit> = clause.iter().copied().filter(|&lit| self.val(lit) != FALSE).collect();
        match open.as_slice() {
            [] => self.is_consistent = false,
            &[lit] => {
                self.add_unit(lit);
                self.is_consistent &= self.propagate().is_none();
            }
            open => {
                let is_pure = is_pure && open.len() == clause.len();
                let number = self.clauses.add(open, kind);
                self.clauses.list[index(number)].is_pure = is_pure;
            }
        }
    }

    pub(crate) fn add_unit(&mut self, lit: Lit) {
        match self.val(lit) {
            TRUE => {}
            FALSE => self.is_consistent = false,
            _ => self.enqueue(lit, Reason::Decision),
        }
    }
}
