//! The search: propagation, conflicts, choices, integers, restarts.

use crate::Lit;
use crate::arithmetic::positive;
use crate::clauses::{Kind, literal};
use crate::integers::Verdict;
use crate::propagate::Conflict;
use crate::solver::{Reason, Solver};
use crate::trace::{UNTRACED, Use};

/// Conflicts in the unit of restarts.
const RESTART: u64 = 20;

/// A step of the simplex method is as long as so many choices.
const PIVOT: u64 = 4;

impl Solver {
    /// Adds a clause for good.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        self.add(clause, true);
    }

    /// Adds a clause of a gate, which matters only where the gate does.
    pub(crate) fn define(&mut self, clause: &[Lit]) {
        self.add(clause, false);
    }

    fn add(&mut self, clause: &[Lit], is_needed: bool) {
        let index = self.inputs;
        self.inputs += 1;
        #[cfg(test)]
        self.input_clauses.push(clause.to_vec());
        if self.is_refuted {
            return;
        }
        let mut step = self.trace.input(index);
        let mut lits = clause.to_vec();
        lits.sort_unstable();
        lits.dedup();
        if lits.windows(2).any(|pair| pair[0] == !pair[1]) {
            return;
        }
        if lits.iter().any(|&lit| self.val(lit) > 0) {
            return;
        }
        if lits.iter().any(|&lit| self.val(lit) < 0) {
            let mut uses = Vec::new();
            for lit in lits.iter().filter(|&&lit| self.val(lit) < 0) {
                uses.push(Use::Step(self.variables[lit.variable() as usize].step));
            }
            uses.push(Use::Step(step));
            lits.retain(|&lit| self.val(lit) == 0);
            if self.trace.is_proof {
                step = self.trace.derived(&lits, &uses);
            }
        }
        match *lits {
            [] => {
                self.is_refuted = true;
                if self.trace.is_proof {
                    self.conclusion = vec![Use::Step(step)];
                }
            }
            [lit] => {
                self.enqueue(lit, Reason::None);
                self.variables[lit.variable() as usize].step = step;
            }
            _ => {
                let kind = if is_needed { Kind::Needed } else { Kind::Gate };
                self.clauses.add(&lits, kind, step);
                for lit in lits {
                    self.arithmetic.keep(lit.variable());
                }
            }
        }
    }

    /// Searches for a model; on failure the core and the conclusion are set.
    pub(crate) fn search(
        &mut self,
        assumptions: &[Lit],
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<bool> {
        let (mut restarts, mut budget, mut branches) = (0, RESTART, 0);
        let mut ticks = 0_u64;
        let mut pivots = self.arithmetic.pivots;
        self.simplify();
        loop {
            if let Some(conflict) = self.propagate(stop) {
                if conflict == Conflict::Stopped {
                    return None;
                } else if !self.learn(conflict) {
                    return Some(false);
                }
                budget = budget.saturating_sub(1);
                ticks += 16;
                continue;
            }
            // Steps of the simplex method take most of the time where there are many.
            let before = std::mem::replace(&mut pivots, self.arithmetic.pivots);
            ticks += 1 + PIVOT * (pivots - before);
            if ticks >= 1024 {
                ticks = 0;
                if stop() {
                    return None;
                }
            }
            if budget == 0 {
                restarts += 1;
                budget = RESTART * luby(restarts);
                self.restart();
                continue;
            }
            let choice = match self.next_assumption(assumptions) {
                Next::Failed => return Some(false),
                Next::Assume(lit) => Some(lit),
                Next::Done => self.choose(),
            };
            if let Some(lit) = choice {
                self.statistics.decisions += 1;
                self.new_level();
                self.enqueue(lit, Reason::None);
                continue;
            }
            ticks += 64;
            match self.check_integers(&mut branches) {
                Verdict::Integral => return Some(true),
                Verdict::Branch(lit) => {
                    self.new_level();
                    self.enqueue(lit, Reason::None);
                }
                Verdict::Lemma => {}
                Verdict::Refuted => return Some(false),
                Verdict::GiveUp => return None,
            }
        }
    }

    fn restart(&mut self) {
        self.backtrack(0);
        self.arithmetic.retire();
        self.reduce();
    }

    /// Goes through the assumptions, each of which has a level of its own.
    fn next_assumption(&mut self, assumptions: &[Lit]) -> Next {
        while let Some(&lit) = assumptions.get(self.levels.len()) {
            match self.val(lit) {
                1 => self.new_level(),
                0 => return Next::Assume(lit),
                _ => {
                    self.fail(lit);
                    return Next::Failed;
                }
            }
        }
        Next::Done
    }

    /// A literal to try: of a variable in recent conflicts, or one that makes the next clause
    /// true that is not. None if all clauses are true: what is left does not matter.
    fn choose(&mut self) -> Option<Lit> {
        while let Some(variable) = self.order.pop_active() {
            let lit = positive(variable);
            if self.val(lit) == 0 {
                return Some(if self.likes(lit) { lit } else { !lit });
            }
        }
        while let Some(&clause) = self.clauses.needed.get(self.satisfied) {
            let codes = self.clauses.codes(clause);
            if !codes.iter().any(|&code| self.values[code as usize] > 0) {
                let lits: Vec<Lit> = codes.iter().map(|&code| literal(code)).collect();
                return self.preferred(&lits);
            }
            self.satisfied += 1;
        }
        self.choose_input()
    }

    /// The free literal that costs least to make true: one that is as values are now, and of
    /// these the most active.
    pub(crate) fn preferred(&self, lits: &[Lit]) -> Option<Lit> {
        let free = lits.iter().copied().filter(|&lit| self.val(lit) == 0);
        free.reduce(|best, lit| match (self.likes(best), self.likes(lit)) {
            (true, false) => best,
            (false, true) => lit,
            _ if self.order.is_before(lit.variable(), best.variable()) => lit,
            _ => best,
        })
    }

    /// Whether a literal is true by the present values of numbers, or was true before.
    fn likes(&self, lit: Lit) -> bool {
        let variable = lit.variable();
        let value = match self.arithmetic.atom_of(variable) {
            Some(record) => self.arithmetic.is_true_now(record),
            None => self.variables[variable as usize].phase,
        };
        value != lit.is_negative()
    }

    /// Forgets clauses that are true always, when there are new reasons.
    fn simplify(&mut self) {
        if self.trail.len() < self.simplified + 50 {
            return;
        }
        self.simplified = self.trail.len();
        self.satisfied = 0;
        let values = &self.values;
        self.clauses.keep(|clauses, name| {
            !clauses.codes(name).iter().any(|&code| values[code as usize] > 0)
        });
    }

    /// Forgets half of the learned clauses if there are too many; at level 0 no clause is the
    /// reason of a literal that anybody asks about.
    fn reduce(&mut self) {
        if self.clauses.learned.len() < self.max_learned {
            return;
        }
        let mut learned: Vec<(u32, usize, u32)> = Vec::new();
        for &name in &self.clauses.learned {
            learned.push((self.clauses.levels(name), self.clauses.codes(name).len(), name));
        }
        learned.sort_unstable_by_key(|&(levels, length, name)| (levels, length, !name));
        let kept = learned.len() / 2;
        let mut wanted: Vec<u32> = learned
            .iter()
            .enumerate()
            .filter(|(place, (levels, _, _))| *place < kept || *levels <= 2)
            .map(|(_, &(_, _, name))| name)
            .collect();
        wanted.sort_unstable();
        self.satisfied = 0;
        self.clauses
            .keep(|clauses, name| clauses.levels(name) == 0 || wanted.binary_search(&name).is_ok());
        self.max_learned += self.max_learned / 10;
    }

    /// Adds a lemma that arithmetic found; false if it refutes everything.
    pub(crate) fn add_lemma(&mut self, lemma: crate::Lemma) -> bool {
        let mut clause = lemma.literals.clone();
        let step = self.trace.lemma(lemma);
        // Free literals first, then by falling level: the first two may be watched.
        clause.sort_by_key(|&lit| {
            let level = self.variables[lit.variable() as usize].level;
            std::cmp::Reverse(if self.val(lit) < 0 { level } else { u32::MAX })
        });
        let level = |solver: &Self, lit: Lit| solver.variables[lit.variable() as usize].level;
        let unit_level = clause.get(1).map_or(0, |&lit| level(self, lit));
        if clause.len() == 1 {
            self.backtrack(0);
            if self.val(clause[0]) == 0 {
                self.enqueue(clause[0], Reason::None);
                self.variables[clause[0].variable() as usize].step = step;
                return true;
            }
        } else {
            let name = self.clauses.add(&clause, Kind::Learned(2), step);
            if self.val(clause[0]) < 0 {
                return self.learn(Conflict::Clause(name));
            }
            if self.val(clause[1]) < 0 && self.val(clause[0]) == 0 {
                self.backtrack(unit_level);
                self.enqueue(clause[0], Reason::Clause(name));
            }
            return true;
        }
        self.is_refuted = true;
        let mut uses = self.uses(&clause, step, true, &mut Vec::new());
        uses.retain(|used| *used != Use::Step(UNTRACED));
        self.conclusion = uses;
        false
    }
}

enum Next {
    Failed,
    Assume(Lit),
    Done,
}

/// 1, 1, 2, 1, 1, 2, 4, 1, ...
fn luby(mut index: u64) -> u64 {
    loop {
        let bits = u64::BITS - index.leading_zeros();
        if index == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        index -= (1 << (bits - 1)) - 1;
    }
}
