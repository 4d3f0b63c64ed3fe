//! What a conflict teaches.

use crate::Lit;
use crate::propagate::{Conflict, Reason};
use crate::solver::Solver;
use format_input::index;

impl Solver {
    /// The clause of the first point that all paths to the conflict pass, that literal first, and
    /// the level to go back to, whose literal stands second.
    pub(crate) fn analyze(&mut self, conflict: Conflict) -> u32 {
        self.learnt.clear();
        self.learnt.push(Lit::FALSE);
        self.is_pure = true;
        let mut open = 0_usize;
        self.visit_conflict(conflict, &mut open);
        let mut at = self.trail.len();
        let pivot = loop {
            at -= 1;
            let lit = self.trail[at];
            if !self.seen[index(lit.variable())] {
                continue;
            }
            open -= 1;
            if open == 0 {
                break lit;
            }
            self.visit_reason(self.causes[index(lit.variable())].reason, &mut open);
        };
        self.learnt[0] = !pivot;
        self.minimize();
        for variable in std::mem::take(&mut self.marked) {
            self.seen[index(variable)] = false;
        }
        let rest = (1..self.learnt.len()).max_by_key(|&at| self.level_of(self.learnt[at]));
        let Some(highest) = rest else { return 0 };
        self.learnt.swap(1, highest);
        self.level_of(self.learnt[1])
    }

    /// Leaves out literals that the others imply.
    fn minimize(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let levels = learnt[1..].iter().fold(0, |levels, &lit| levels | self.level_bit(lit));
        let mut at = 0;
        learnt.retain(|&lit| {
            at += 1;
            at == 1 || !self.is_redundant(lit, levels)
        });
        self.learnt = learnt;
    }

    fn level_bit(&self, lit: Lit) -> u64 {
        1 << (self.level_of(lit) % 64)
    }

    /// Whether a literal of the clause is implied by the others. What is found on the way is
    /// marked, for it is implied too.
    fn is_redundant(&mut self, lit: Lit, levels: u64) -> bool {
        if self.causes[index(lit.variable())].reason == Reason::Decision {
            return false;
        }
        let marked = self.marked.len();
        let was_pure = self.is_pure;
        let mut path = vec![lit];
        while let Some(lit) = path.pop() {
            let reason = self.causes[index(lit.variable())].reason;
            let fits = match reason {
                Reason::Decision => false,
                Reason::Binary(other) => self.follow(other, levels, &mut path),
                Reason::Ternary(left, right) => {
                    self.follow(left, levels, &mut path) && self.follow(right, levels, &mut path)
                }
                Reason::Clause(clause) => {
                    self.is_pure &= self.clauses.list[index(clause)].is_pure;
                    (0..self.clauses.literals(clause).len()).all(|at| {
                        let other = self.clauses.literals(clause)[at];
                        self.follow(other, levels, &mut path)
                    })
                }
            };
            if !fits {
                for variable in self.marked.drain(marked..) {
                    self.seen[index(variable)] = false;
                }
                self.is_pure = was_pure;
                return false;
            }
        }
        true
    }

    /// Whether a literal may be implied by the clause; if that is not yet known, it is looked at.
    fn follow(&mut self, lit: Lit, levels: u64, path: &mut Vec<Lit>) -> bool {
        let variable = index(lit.variable());
        if self.seen[variable] {
            return true;
        }
        if self.causes[variable].level == 0 {
            self.is_pure &= self.is_constant[variable];
            return true;
        }
        if self.causes[variable].reason == Reason::Decision || self.level_bit(lit) & levels == 0 {
            return false;
        }
        self.seen[variable] = true;
        self.marked.push(lit.variable());
        path.push(lit);
        true
    }

    fn visit_conflict(&mut self, conflict: Conflict, open: &mut usize) {
        match conflict {
            Conflict::Binary(lits) => lits.iter().for_each(|&lit| self.visit(lit, open)),
            Conflict::Ternary(lits) => lits.iter().for_each(|&lit| self.visit(lit, open)),
            Conflict::Clause(clause) => self.visit_reason(Reason::Clause(clause), open),
        }
    }

    fn visit_reason(&mut self, reason: Reason, open: &mut usize) {
        match reason {
            Reason::Decision => {}
            Reason::Binary(lit) => self.visit(lit, open),
            Reason::Ternary(left, right) => {
                self.visit(left, open);
                self.visit(right, open);
            }
            Reason::Clause(clause) => {
                self.clauses.bump(clause);
                self.is_pure &= self.clauses.list[index(clause)].is_pure;
                for at in 0..self.clauses.literals(clause).len() {
                    let lit = self.clauses.literals(clause)[at];
                    self.visit(lit, open);
                }
            }
        }
    }

    /// Takes a false literal into the clause, or on the path if it is of the current level. The
    /// literal that a reason implied is already marked.
    #[inline]
    fn visit(&mut self, lit: Lit, open: &mut usize) {
        let variable = index(lit.variable());
        if self.seen[variable] {
            return;
        }
        if self.causes[variable].level == 0 {
            self.is_pure &= self.is_constant[variable];
            return;
        }
        self.seen[variable] = true;
        self.marked.push(lit.variable());
        self.buckets.bump(lit.variable());
        if self.causes[variable].level == self.level() {
            *open += 1;
        } else {
            self.learnt.push(lit);
        }
    }

    /// The assumptions that a conflict rests on; literals that are all false.
    pub(crate) fn analyze_final(&mut self, conflict: Conflict) {
        let mut ignored = 0;
        self.learnt.clear();
        self.visit_conflict(conflict, &mut ignored);
        self.collect_core();
    }

    /// The assumptions that make this literal false, and the literal itself, which is one too.
    pub(crate) fn analyze_assumption(&mut self, assumption: Lit) {
        self.core.push(assumption);
        let mut ignored = 0;
        self.learnt.clear();
        self.visit(assumption, &mut ignored);
        self.collect_core();
    }

    fn collect_core(&mut self) {
        let mut ignored = 0;
        for at in (0..self.trail.len()).rev() {
            let lit = self.trail[at];
            let variable = index(lit.variable());
            if !self.seen[variable] {
                continue;
            }
            match self.causes[variable].reason {
                Reason::Decision => self.core.push(lit),
                reason => self.visit_reason(reason, &mut ignored),
            }
        }
        self.learnt.clear();
        for variable in std::mem::take(&mut self.marked) {
            self.seen[index(variable)] = false;
        }
    }
}
