//! Unit propagation, within the domain of the question.

use crate::clauses::Watch;
use crate::solver::Solver;
use crate::{Base, Lit};
use format_input::index;
use std::sync::Arc;

/// Why a literal is true. The other literals of the clause are named, all false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    Decision,
    Binary(Lit),
    Ternary(Lit, Lit),
    Clause(u32),
}

/// Since when and why a variable has its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cause {
    pub(crate) level: u32,
    pub(crate) reason: Reason,
}

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Conflict {
    Binary([Lit; 2]),
    Ternary([Lit; 3]),
    Clause(u32),
}

pub(crate) const UNSET: u8 = 0;
pub(crate) const TRUE: u8 = 1;
pub(crate) const FALSE: u8 = 2;
/// Not set, and not part of the question.
pub(crate) const OUT: u8 = 3;

impl Solver {
    /// The value of a literal: [`UNSET`], [`TRUE`], [`FALSE`] or [`OUT`].
    #[inline]
    pub(crate) fn val(&self, lit: Lit) -> u8 {
        self.values[index(lit.0)]
    }

    #[inline]
    pub(crate) fn enqueue(&mut self, lit: Lit, reason: Reason) {
        self.values[index(lit.0)] = TRUE;
        self.values[index((!lit).0)] = FALSE;
        let level = self.level();
        self.causes[index(lit.variable())] = Cause { level, reason };
        self.trail.push(lit);
    }

    /// Assigns what follows; the conflict, if there is one.
    pub(crate) fn propagate(&mut self) -> Option<Conflict> {
        let all = self.level() == 0;
        let base = Arc::clone(&self.base);
        let before = self.head;
        let conflict = self.propagate_all(&base, all);
        self.ticks += u64::try_from(self.head - before).unwrap_or(0);
        conflict
    }

    fn propagate_all(&mut self, base: &Base, all: bool) -> Option<Conflict> {
        while self.head < self.trail.len() {
            let lit = self.trail[self.head];
            self.head += 1;
            if let Some(conflict) = self.propagate_base(base, lit, all) {
                return Some(conflict);
            }
            if let Some(clause) = self.propagate_clauses(lit, all) {
                return Some(Conflict::Clause(clause));
            }
        }
        None
    }

    #[inline]
    fn propagate_base(&mut self, base: &Base, lit: Lit, all: bool) -> Option<Conflict> {
        let (binary, ternary) = base.implied(lit);
        for &implied in binary {
            match self.val(implied) {
                TRUE => {}
                FALSE => return Some(Conflict::Binary([!lit, implied])),
                OUT if !all => {}
                _ => self.enqueue(implied, Reason::Binary(!lit)),
            }
        }
        for &(left, right) in ternary {
            let (first, second) = (self.val(left), self.val(right));
            if first == TRUE || second == TRUE {
                continue;
            }
            if first == FALSE {
                if second == FALSE {
                    return Some(Conflict::Ternary([!lit, left, right]));
                }
                if second == UNSET || all {
                    self.enqueue(right, Reason::Ternary(!lit, left));
                }
            } else if second == FALSE && (first == UNSET || all) {
                self.enqueue(left, Reason::Ternary(!lit, right));
            }
        }
        None
    }

    #[inline]
    fn propagate_clauses(&mut self, lit: Lit, all: bool) -> Option<u32> {
        let at = index(lit.0);
        if self.clauses.watches[at].is_empty() {
            return None;
        }
        let mut watches = std::mem::take(&mut self.clauses.watches[at]);
        let mut conflict = None;
        let (mut from, mut to) = (0, 0);
        while from < watches.len() {
            let Watch { start, blocker } = watches[from];
            from += 1;
            let value = self.val(blocker);
            if value == TRUE || (value == OUT && !all) {
                watches[to] = Watch { start, blocker };
                to += 1;
                continue;
            }
            let values = &self.values;
            let (clause, literals) = self.clauses.at(start);
            if literals[0] == !lit {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if first != blocker && values[index(first.0)] == TRUE {
                watches[to] = Watch { start, blocker: first };
                to += 1;
                continue;
            }
            let other = literals[2..].iter().position(|other| values[index(other.0)] != FALSE);
            if let Some(other) = other {
                literals.swap(1, other + 2);
                let found = literals[1];
                self.clauses.watches[index((!found).0)].push(Watch { start, blocker: first });
                continue;
            }
            watches[to] = Watch { start, blocker: first };
            to += 1;
            match self.val(first) {
                FALSE => {
                    conflict = Some(clause);
                    break;
                }
                OUT if !all => {}
                _ => self.enqueue(first, Reason::Clause(clause)),
            }
        }
        while from < watches.len() {
            watches[to] = watches[from];
            to += 1;
            from += 1;
        }
        watches.truncate(to);
        self.clauses.watches[at] = watches;
        conflict
    }
}
