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
            self.visit_reason(self.reasons[index(lit.variable())], &mut open);
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

    /// Leaves out literals that the others imply by one step.
    fn minimize(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        let mut at = 0;
        learnt.retain(|&lit| {
            at += 1;
            let covered =
                |other: Lit| self.seen[index(other.variable())] || self.level_of(other) == 0;
            at == 1
                || !match self.reasons[index(lit.variable())] {
                    Reason::Decision => false,
                    Reason::Binary(other) => covered(other),
                    Reason::Ternary(left, right) => covered(left) && covered(right),
                    Reason::Clause(clause) => self
                        .clauses
                        .literals(clause)
                        .iter()
                        .all(|&other| other.variable() == lit.variable() || covered(other)),
                }
        });
        self.learnt = learnt;
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
        if self.seen[variable] || self.levels[variable] == 0 {
            return;
        }
        self.seen[variable] = true;
        self.marked.push(lit.variable());
        self.buckets.bump(lit.variable());
        if self.levels[variable] == self.level() {
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
            match self.reasons[variable] {
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
