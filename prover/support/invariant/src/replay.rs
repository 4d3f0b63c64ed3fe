//! A partial assignment that grows as hints say, and what a conflict rests on.

use format_dimacs::Lit;
use format_input::index;

const NONE: u32 = u32::MAX;

/// What a clause says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    /// It is false.
    Conflict,
    /// This literal has to be true.
    Unit(Lit),
    /// It is true, or has two literals that are not false.
    Nothing,
}

/// Clauses by number, and an assignment.
#[derive(Default)]
pub(crate) struct Replay {
    literals: Vec<Lit>,
    /// By clause: where its literals begin and end.
    spans: Vec<(usize, usize)>,
    /// By code of a literal.
    values: Vec<Option<bool>>,
    /// By variable: the clause that forced it.
    reasons: Vec<u32>,
    seen: Vec<bool>,
    trail: Vec<Lit>,
}

impl Replay {
    /// Adds the next clause.
    pub(crate) fn push(&mut self, clause: &[Lit]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.spans.push((start, self.literals.len()));
        let most = clause.iter().map(|lit| index(lit.variable())).max().unwrap_or(0);
        if self.reasons.len() <= most {
            self.values.resize(2 * most + 2, None);
            self.reasons.resize(most + 1, NONE);
            self.seen.resize(most + 1, false);
        }
    }

    /// The literals of a clause.
    pub(crate) fn clause(&self, number: u32) -> &[Lit] {
        let (start, end) = self.spans[index(number)];
        &self.literals[start..end]
    }

    /// Begins with all literals of a clause false.
    pub(crate) fn deny(&mut self, number: u32) {
        self.undo(0);
        let (start, end) = self.spans[index(number)];
        for at in start..end {
            self.set(!self.literals[at], NONE);
        }
    }

    /// What a clause says now.
    pub(crate) fn effect(&self, number: u32) -> Effect {
        let is_open = |lit: &Lit| self.values[index(lit.code())] != Some(false);
        let mut open = self.clause(number).iter().copied().filter(is_open);
        match (open.next(), open.next()) {
            (None, _) => Effect::Conflict,
            (Some(lit), None) if self.values[index(lit.code())].is_none() => Effect::Unit(lit),
            _ => Effect::Nothing,
        }
    }

    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.values[index(lit.code())] == Some(true)
    }

    /// Makes a literal true, for a clause says so.
    pub(crate) fn set(&mut self, lit: Lit, reason: u32) {
        self.values[index(lit.code())] = Some(true);
        self.values[index((!lit).code())] = Some(false);
        self.reasons[index(lit.variable())] = reason;
        self.trail.push(lit);
    }

    /// How many literals are true: a point to return to.
    pub(crate) fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Frees all literals that became true after this point.
    pub(crate) fn undo(&mut self, mark: usize) {
        for lit in self.trail.drain(mark..) {
            self.values[index(lit.code())] = None;
            self.values[index((!lit).code())] = None;
        }
    }

    /// Adds the clauses that a conflict rests on, in the order of their effects, the conflict last.
    /// The clause that was denied keeps the literals that it rests on.
    pub(crate) fn explain(&mut self, denied: u32, conflict: u32, hints: &mut Vec<u32>) {
        let first = hints.len();
        hints.push(conflict);
        self.see(conflict);
        for at in (0..self.trail.len()).rev() {
            let lit = self.trail[at];
            let variable = index(lit.variable());
            let reason = self.reasons[variable];
            if reason == NONE {
                break;
            }
            if std::mem::replace(&mut self.seen[variable], false) {
                hints.push(reason);
                self.see(reason);
                self.seen[variable] = false;
            }
        }
        hints[first..].reverse();
        let (start, end) = self.spans[index(denied)];
        let mut kept = start;
        for at in start..end {
            let lit = self.literals[at];
            if std::mem::replace(&mut self.seen[index(lit.variable())], false) {
                self.literals[kept] = lit;
                kept += 1;
            }
        }
        self.spans[index(denied)].1 = kept;
    }

    /// Notes that the variables of a clause play a part.
    fn see(&mut self, number: u32) {
        let (start, end) = self.spans[index(number)];
        for lit in &self.literals[start..end] {
            self.seen[index(lit.variable())] = true;
        }
    }
}
