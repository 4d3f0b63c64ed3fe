//! What a conflict teaches.

use super::{Learned, Lit, NONE, Reason, Window};
use format_input::index;

impl Window {
    /// Hands on the literals of a clause.
    #[inline]
    fn each_literal(&self, reason: Reason, mut each: impl FnMut(Lit)) {
        let number = reason >> 2;
        if reason & 3 == 3 {
            let (start, end) = self.learned[index(number)].literals;
            self.literals[index(start)..index(end)].iter().copied().for_each(each);
            return;
        }
        let gate = number << 1;
        let [left, right] = self.variables[index(number)].fans;
        match reason & 3 {
            0 => [gate ^ 1, left].map(each),
            1 => [gate ^ 1, right].map(each),
            _ => {
                each(gate);
                [left ^ 1, right ^ 1].map(each)
            }
        };
    }

    /// Learns the clause of the first unique implication point, goes back, and makes its first
    /// literal true.
    pub(super) fn learn(&mut self, conflict: Reason) {
        let hints = self.hints.len();
        self.clause.clear();
        self.clause.push(0);
        let current = u32::try_from(self.levels.len()).unwrap_or(u32::MAX);
        let (mut reason, mut implied) = (conflict, NONE);
        let (mut open, mut place, mut has_facts) = (0_u32, self.trail.len(), false);
        loop {
            self.hints.push((reason, implied));
            self.mark(reason, |window, lit, level| {
                if level == current {
                    open += 1;
                } else if level > 0 {
                    window.clause.push(lit);
                } else {
                    has_facts = true;
                }
            });
            loop {
                place -= 1;
                let variable = &self.variables[index(self.trail[place] >> 1)];
                if variable.is_seen && variable.level == current {
                    break;
                }
            }
            implied = self.trail[place];
            open -= 1;
            if open == 0 {
                break;
            }
            reason = self.variables[index(implied >> 1)].reason;
        }
        self.clause[0] = implied ^ 1;
        if has_facts {
            self.explain(self.levels.first().map_or(0, |level| level.0));
        }
        self.forget_marks();
        self.increment *= 1.05;
        self.add_learned(hints);
    }

    /// Marks the literals of a clause that are not marked, and hands each to `met` with its level.
    #[inline]
    pub(super) fn mark(&mut self, reason: Reason, mut met: impl FnMut(&mut Self, Lit, u32)) {
        let mut clause = std::mem::take(&mut self.marked);
        let before = clause.len();
        self.each_literal(reason, |lit| clause.push(lit));
        let mut end = before;
        for at in before..clause.len() {
            let lit = clause[at];
            let increment = self.increment;
            let variable = &mut self.variables[index(lit >> 1)];
            // The constant needs no reason.
            if variable.is_seen || lit >> 1 == 0 {
                continue;
            }
            variable.is_seen = true;
            variable.activity += increment;
            let level = variable.level;
            clause[end] = lit;
            end += 1;
            met(self, lit, level);
        }
        clause.truncate(end);
        self.marked = clause;
    }

    /// Adds the reasons of all marked literals in the first part of the trail to the hints.
    pub(super) fn explain(&mut self, length: usize) {
        for place in (0..length).rev() {
            let lit = self.trail[place];
            let variable = &self.variables[index(lit >> 1)];
            if variable.is_seen && variable.reason != NONE {
                let reason = variable.reason;
                self.hints.push((reason, lit));
                self.mark(reason, |_, _, _| ());
            }
        }
    }

    pub(super) fn forget_marks(&mut self) {
        for lit in self.marked.drain(..) {
            self.variables[index(lit >> 1)].is_seen = false;
        }
        if self.increment > 1e20 {
            self.variables.iter_mut().for_each(|variable| variable.activity *= 1e-20);
            self.increment *= 1e-20;
        }
    }

    /// Stores the clause; its first literal becomes true where the others are false.
    fn add_learned(&mut self, hints: usize) {
        // The second literal watched is the one that became false last.
        let level = |lit: &Lit| self.variables[index(lit >> 1)].level;
        let second = (1..self.clause.len()).max_by_key(|&at| level(&self.clause[at]));
        let back = second.map_or(0, |at| level(&self.clause[at]));
        if let Some(second) = second {
            self.clause.swap(1, second);
        }
        self.backtrack(index(back));
        let number = u32::try_from(self.learned.len()).unwrap_or(u32::MAX);
        let start = to_u32(self.literals.len());
        self.literals.extend_from_slice(&self.clause);
        let literals = (start, to_u32(self.literals.len()));
        let hints = (to_u32(hints), to_u32(self.hints.len()));
        self.learned.push(Learned { literals, hints, id: 0, is_needed: false });
        if self.clause.len() > 1 {
            for lit in [self.clause[0], self.clause[1]] {
                self.watches[index(lit)].push(number);
            }
        }
        let first = self.clause[0];
        self.assign(first, number << 2 | 3);
    }
}

/// One question never needs that much memory.
fn to_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
