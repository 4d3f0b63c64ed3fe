//! Questions and answers.

use crate::buckets::Buckets;
use crate::clauses::{Clauses, Kind};
use crate::propagate::{Cause, FALSE, OUT, Reason, TRUE, UNSET};
use crate::{Base, Lit};
use format_input::index;
use std::sync::Arc;

/// How many learnt clauses are kept at first.
const FIRST_LIMIT: usize = 2000;

/// The conflicts between two restarts, times a term of Luby's sequence.
const RESTART: u64 = 64;

/// Learnt clauses of so many literals are offered to other solvers.
const SHORT: usize = 8;

/// A solver over the clauses of a base and some of its own.
#[derive(Clone)]
pub struct Solver {
    pub(crate) base: Arc<Base>,
    pub(crate) clauses: Clauses,
    pub(crate) values: Vec<u8>,
    pub(crate) causes: Vec<Cause>,
    pub(crate) trail: Vec<Lit>,
    pub(crate) head: usize,
    limits: Vec<usize>,
    pub(crate) seen: Vec<bool>,
    pub(crate) marked: Vec<u32>,
    pub(crate) learnt: Vec<Lit>,
    pub(crate) core: Vec<Lit>,
    pub(crate) buckets: Buckets,
    phases: Vec<bool>,
    /// The variables of the question, but for those of every question.
    domain: Vec<u32>,
    pub(crate) is_fixed: Vec<bool>,
    pub(crate) fixed: Vec<u32>,
    path: Vec<u32>,
    /// Is assumed in questions with a temporary clause, which contains its negation.
    active: Lit,
    pub(crate) first_temporary: usize,
    /// Whether the clause learnt last follows from the base alone.
    pub(crate) is_pure: bool,
    /// By variable: whether the base gives it a value.
    pub(crate) is_constant: Vec<bool>,
    /// Short clauses learnt since they were taken, and whether they follow from the base alone.
    pub(crate) shared: Vec<(Vec<Lit>, bool)>,
    pub(crate) is_consistent: bool,
    learnt_limit: usize,
    /// All conflicts so far.
    pub conflicts: u64,
    /// The work so far: literals propagated.
    pub ticks: u64,
}

impl Solver {
    /// A solver with the clauses of the base only.
    #[must_use]
    pub fn new(base: &Arc<Base>) -> Self {
        let count = base.variables();
        let variables = index(count);
        let mut solver = Self {
            base: Arc::clone(base),
            clauses: Clauses::new(count),
            values: vec![OUT; 2 * variables],
            causes: vec![Cause { level: 0, reason: Reason::Decision }; variables],
            trail: Vec::new(),
            head: 0,
            limits: Vec::new(),
            seen: vec![false; variables],
            marked: Vec::new(),
            learnt: Vec::new(),
            core: Vec::new(),
            buckets: Buckets::new(count),
            phases: vec![false; variables],
            domain: Vec::new(),
            is_fixed: vec![false; variables],
            fixed: Vec::new(),
            path: Vec::new(),
            active: Lit::positive(count - 1),
            first_temporary: 0,
            is_pure: false,
            is_constant: vec![false; variables],
            shared: Vec::new(),
            is_consistent: true,
            learnt_limit: FIRST_LIMIT,
            conflicts: 0,
            ticks: 0,
        };
        solver.include(count - 1);
        for &unit in base.units() {
            solver.add_unit(unit);
        }
        solver.is_consistent &= solver.propagate().is_none();
        for &lit in &solver.trail {
            solver.is_constant[index(lit.variable())] = true;
        }
        solver.add_base();
        solver
    }

    #[inline]
    pub(crate) fn level(&self) -> u32 {
        u32::try_from(self.limits.len()).unwrap_or(u32::MAX)
    }

    #[inline]
    pub(crate) fn level_of(&self, lit: Lit) -> u32 {
        self.causes[index(lit.variable())].level
    }

    /// Goes back to what is true whatever is asked.
    pub(crate) fn forget_question(&mut self) {
        self.backtrack(0);
        self.clauses.remove_temporary(self.first_temporary);
        self.first_temporary = self.clauses.list.len();
        for variable in self.domain.drain(..) {
            let at = 2 * index(variable);
            if self.values[at] == UNSET {
                self.values[at] = OUT;
                self.values[at + 1] = OUT;
            }
        }
        if self.val(self.active) != UNSET {
            // The temporary clause was false. Nothing follows from the literal being false.
            let active = self.active;
            self.trail.retain(|&lit| lit != !active);
            self.head = self.trail.len();
            self.values[index(active.0)] = UNSET;
            self.values[index((!active).0)] = UNSET;
        }
    }

    /// The value of a literal in the model found last, if the question needed it.
    #[must_use]
    #[inline]
    pub fn value(&self, lit: Lit) -> Option<bool> {
        match self.val(lit) {
            TRUE => Some(true),
            FALSE => Some(false),
            _ => None,
        }
    }

    /// The value of a literal that follows from the clauses alone.
    #[must_use]
    pub fn constant(&self, lit: Lit) -> Option<bool> {
        self.value(lit).filter(|_| self.level_of(lit) == 0)
    }

    /// The assumptions that made the last question unsatisfiable.
    #[must_use]
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Asks whether the clauses, the assumptions and the temporary clause (if not empty) have a
    /// model. None if `stop` says so, now and then asked.
    pub fn solve(
        &mut self,
        assumptions: &[Lit],
        temporary: &[Lit],
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        self.forget_question();
        if self.clauses.learnt > self.learnt_limit {
            self.reduce();
            self.first_temporary = self.clauses.list.len();
        }
        self.core.clear();
        if !self.is_consistent {
            return Some(false);
        }
        self.set_domain(assumptions, temporary);
        let with_clause = !temporary.is_empty() && self.add_temporary(temporary);
        let mut restarts = 0;
        let mut conflicts = 0_u64;
        loop {
            if self.level() == 0 && !self.assume(assumptions, with_clause) {
                return Some(false);
            }
            if let Some(conflict) = self.propagate() {
                conflicts += 1;
                self.conflicts += 1;
                if self.level() <= 1 {
                    self.analyze_final(conflict);
                    let active = self.active;
                    self.core.retain(|&lit| lit != active);
                    return Some(false);
                }
                if conflicts.is_multiple_of(64) && stop() {
                    return None;
                }
                let level = self.analyze(conflict);
                if !self.learn(level) {
                    return Some(false);
                }
            } else if conflicts > RESTART * luby(restarts) {
                restarts += 1;
                conflicts = 0;
                self.retreat(1);
                if stop() {
                    return None;
                }
                if self.clauses.learnt > self.learnt_limit {
                    self.retreat(0);
                    self.is_consistent &= self.propagate().is_none();
                    if !self.is_consistent {
                        return Some(false);
                    }
                    self.reduce();
                    self.first_temporary = 0;
                }
            } else if !self.decide() {
                return Some(true);
            }
        }
    }

    /// Whether the temporary clause is there: it may be true anyway.
    fn add_temporary(&mut self, clause: &[Lit]) -> bool {
        if clause.iter().any(|&lit| self.val(lit) == TRUE) {
            return false;
        }
        let mut open: Vec<Lit> =
            clause.iter().copied().filter(|&lit| self.val(lit) != FALSE).collect();
        open.push(!self.active);
        if open.len() > 1 {
            self.clauses.add(&open, Kind::Temporary);
            return true;
        }
        // The clause is false, whatever is assumed.
        self.clauses.add(&[!self.active, Lit::FALSE], Kind::Temporary);
        true
    }

    /// Makes the assumptions true, on level 1; false if they cannot all be.
    fn assume(&mut self, assumptions: &[Lit], with_clause: bool) -> bool {
        if self.propagate().is_some() {
            self.is_consistent = false;
            return false;
        }
        self.limits.push(self.trail.len());
        let active = self.active;
        let mut fits = true;
        for &lit in with_clause.then_some(&active).into_iter().chain(assumptions) {
            match self.val(lit) {
                TRUE => continue,
                FALSE => {
                    self.analyze_assumption(lit);
                    fits = false;
                    break;
                }
                _ => {}
            }
            self.enqueue(lit, Reason::Decision);
            if let Some(conflict) = self.propagate() {
                self.analyze_final(conflict);
                fits = false;
                break;
            }
        }
        self.core.retain(|&lit| lit != active);
        fits
    }

    /// Goes back and adds the learnt clause; false if nothing is left.
    fn learn(&mut self, level: u32) -> bool {
        self.buckets.decay();
        self.clauses.decay();
        let learnt = std::mem::take(&mut self.learnt);
        if learnt.len() == 1 {
            self.retreat(0);
            self.add_unit(learnt[0]);
            self.is_consistent &= self.propagate().is_none();
        } else {
            self.retreat(level.max(1));
            let is_temporary = learnt.contains(&!self.active);
            let kind = if is_temporary { Kind::Temporary } else { Kind::Learnt };
            let clause = self.clauses.add(&learnt, kind);
            self.clauses.list[index(clause)].is_pure = self.is_pure;
            if kind == Kind::Learnt && learnt.len() <= SHORT {
                self.shared.push((learnt.clone(), self.is_pure));
            }
            self.enqueue(learnt[0], Reason::Clause(clause));
        }
        self.learnt = learnt;
        self.is_consistent
    }

    /// Takes the next decision; false if there is none to take.
    fn decide(&mut self) -> bool {
        while let Some(variable) = self.buckets.pop() {
            let lit = Lit::positive(variable);
            if self.val(lit) == UNSET {
                self.limits.push(self.trail.len());
                let phase = self.phases[index(variable)];
                self.enqueue(if phase { lit } else { !lit }, Reason::Decision);
                return true;
            }
        }
        false
    }

    /// Goes back within a question: what is no longer assigned may be decided again.
    fn retreat(&mut self, level: u32) {
        let Some(&limit) = self.limits.get(index(level)) else { return };
        for &lit in &self.trail[limit..] {
            self.buckets.push(lit.variable());
        }
        self.backtrack(level);
    }

    fn backtrack(&mut self, level: u32) {
        let Some(&limit) = self.limits.get(index(level)) else { return };
        for at in (limit..self.trail.len()).rev() {
            let lit = self.trail[at];
            self.values[index(lit.0)] = UNSET;
            self.values[index((!lit).0)] = UNSET;
            self.phases[index(lit.variable())] = !lit.is_negative();
        }
        self.trail.truncate(limit);
        self.head = limit;
        self.limits.truncate(index(level));
    }

    /// The domain: what assumptions and temporary clause depend on, and the fixed variables.
    fn set_domain(&mut self, assumptions: &[Lit], temporary: &[Lit]) {
        self.buckets.clear();
        for &variable in &self.fixed {
            if self.values[2 * index(variable)] == UNSET {
                self.buckets.push(variable);
            }
        }
        let mut path = std::mem::take(&mut self.path);
        path.extend(assumptions.iter().chain(temporary).map(|lit| lit.variable()));
        while let Some(variable) = path.pop() {
            if self.include(variable) {
                self.domain.push(variable);
                self.buckets.push(variable);
                path.extend_from_slice(self.base.fanins(variable));
            }
        }
        self.path = path;
    }

    fn reduce(&mut self) {
        self.learnt_limit += self.learnt_limit / 10;
        let values = &self.values;
        self.clauses.reduce(|clause| {
            clause.iter().all(|lit| values[index(lit.0)] != TRUE)
                && clause.iter().take(2).all(|lit| values[index(lit.0)] != FALSE)
        });
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 from term 0.
fn luby(term: u64) -> u64 {
    let mut number = term + 1;
    loop {
        let size = 64 - number.leading_zeros();
        if number == (1 << size) - 1 {
            return 1 << (size - 1);
        }
        number -= (1 << (size - 1)) - 1;
    }
}
