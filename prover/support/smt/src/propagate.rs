//! Assigning literals, what follows from them, and taking it back.

use crate::arithmetic::positive;
use crate::clauses::literal;
use crate::simplex::Feasibility;
use crate::solver::{Level, Reason, Solver};
use crate::trace::{UNTRACED, Use};
use crate::{Lemma, Lit, Proof, Rational};

/// A clause whose literals are all false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// One of the clauses.
    Clause(u32),
    /// Literals that arithmetic says cannot be true together.
    Theory,
    /// Propagation was told to stop.
    Stopped,
}

impl Solver {
    /// 1 true, -1 false, 0 free.
    #[inline]
    pub(crate) fn val(&self, lit: Lit) -> i8 {
        self.values[lit.code() as usize]
    }

    pub(crate) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    pub(crate) fn new_level(&mut self) {
        self.levels.push(Level {
            trail: self.trail.len(),
            satisfied: self.satisfied,
            gate_head: self.gate_head,
        });
        self.arithmetic.push();
    }

    /// Makes a free literal true.
    pub(crate) fn enqueue(&mut self, lit: Lit, reason: Reason) {
        self.values[lit.code() as usize] = 1;
        self.values[(!lit).code() as usize] = -1;
        let level = self.level();
        let position = self.trail.len() as u32;
        let variable = &mut self.variables[lit.variable() as usize];
        variable.level = level;
        variable.reason = reason;
        variable.position = position;
        variable.step = UNTRACED;
        self.trail.push(lit);
        if level == 0 {
            self.fix(lit);
        }
    }

    /// A literal that is true always: with proofs it gets a unit clause.
    fn fix(&mut self, lit: Lit) {
        let at = lit.variable() as usize;
        if self.trace.is_proof && self.variables[at].reason != Reason::None {
            let mut uses = Vec::new();
            let mut others = Vec::new();
            self.reason_literals(lit, &mut others);
            for other in others {
                uses.push(Use::Step(self.variables[other.variable() as usize].step));
            }
            uses.push(Use::Step(self.reason_step(lit)));
            self.variables[at].step = self.trace.derived(&[lit], &uses);
        }
        self.variables[at].reason = Reason::None;
    }

    /// The false literals of the reason of a true literal.
    pub(crate) fn reason_literals(&self, lit: Lit, into: &mut Vec<Lit>) {
        match self.variables[lit.variable() as usize].reason {
            Reason::None => {}
            Reason::Clause(clause) => {
                let codes = self.clauses.codes(clause).iter();
                into.extend(codes.map(|&code| literal(code)).filter(|&other| other != lit));
            }
            Reason::Bound(other) => into.push(!other),
            Reason::Row(index) => {
                let parts = &self.explanations[self.explanation(index)];
                into.extend(parts.iter().map(|(other, _)| !*other).filter(|&other| other != lit));
            }
        }
    }

    fn explanation(&self, index: u32) -> std::ops::Range<usize> {
        let from = self.explained[index as usize].0 as usize;
        let to = self.explained.get(index as usize + 1).map(|next| next.0 as usize);
        from..to.unwrap_or(self.explanations.len())
    }

    /// The step of the reason of a true literal; reasons of arithmetic become lemmas.
    pub(crate) fn reason_step(&mut self, lit: Lit) -> u32 {
        let at = lit.variable() as usize;
        if let Reason::Clause(clause) = self.variables[at].reason {
            return self.clauses.step(clause);
        }
        if self.variables[at].step == UNTRACED {
            let lemma = match self.variables[at].reason {
                Reason::Bound(other) => Some(Lemma {
                    literals: vec![lit, !other],
                    proof: Proof::Sum(vec![Rational::ONE, Rational::ONE]),
                }),
                Reason::Row(index) => Some(sum_lemma(&self.explanations[self.explanation(index)])),
                _ => None,
            };
            if let Some(lemma) = lemma {
                self.variables[at].step = self.trace.lemma(lemma);
            }
        }
        self.variables[at].step
    }

    /// Takes back all levels above this one.
    pub(crate) fn backtrack(&mut self, level: u32) {
        let Some(&Level { trail: length, satisfied, gate_head }) = self.levels.get(level as usize)
        else {
            return;
        };
        self.satisfied = satisfied;
        self.gate_head = gate_head;
        for index in (length..self.trail.len()).rev() {
            let lit = self.trail[index];
            self.values[lit.code() as usize] = 0;
            self.values[(!lit).code() as usize] = 0;
            let variable = &mut self.variables[lit.variable() as usize];
            variable.phase = !lit.is_negative();
            self.order.insert(lit.variable());
        }
        self.trail.truncate(length);
        self.levels.truncate(level as usize);
        self.head = self.head.min(length);
        self.theory_head = self.theory_head.min(length);
        self.arithmetic.pop(level as usize);
        while let Some(&(from, lit)) = self.explained.last()
            && !self.is_explained_by(lit, self.explained.len() - 1)
        {
            self.explanations.truncate(from as usize);
            self.explained.pop();
        }
    }

    fn is_explained_by(&self, lit: Lit, index: usize) -> bool {
        let variable = &self.variables[lit.variable() as usize];
        self.val(lit) > 0 && variable.reason == Reason::Row(index as u32)
    }

    /// Assigns all that follows; the conflict, if there is one.
    pub(crate) fn propagate(&mut self, stop: &mut dyn FnMut() -> bool) -> Option<Conflict> {
        loop {
            if let Some(clause) = self.propagate_clauses() {
                return Some(Conflict::Clause(clause));
            }
            if !self.propagate_bounds() {
                return Some(Conflict::Theory);
            }
            if self.head < self.trail.len() {
                continue;
            }
            match self.arithmetic.check(stop) {
                Feasibility::Conflict => return Some(Conflict::Theory),
                Feasibility::Stopped => return Some(Conflict::Stopped),
                Feasibility::Feasible => {}
            }
            self.propagate_rows();
            if self.head == self.trail.len() {
                return None;
            }
        }
    }

    /// Hands new literals to arithmetic; false if they contradict others.
    fn propagate_bounds(&mut self) -> bool {
        while self.theory_head < self.trail.len() {
            let lit = self.trail[self.theory_head];
            self.theory_head += 1;
            if !self.arithmetic.assert(lit) {
                return false;
            }
            let mut implied = std::mem::take(&mut self.arithmetic.implied);
            for (lit, reason) in implied.drain(..) {
                match self.val(lit) {
                    0 => self.enqueue(lit, Reason::Bound(reason)),
                    1 => {}
                    _ => {
                        // Its negation is on the trail, and arithmetic has not seen it yet.
                        let pair = [(!lit, Rational::ONE), (reason, Rational::ONE)];
                        self.arithmetic.conflict.clear();
                        self.arithmetic.conflict.extend(pair);
                        return false;
                    }
                }
            }
            self.arithmetic.implied = implied;
        }
        true
    }

    /// Assigns literals that follow from rows.
    fn propagate_rows(&mut self) {
        let mut found = Vec::new();
        let Self { arithmetic, values, explanations, explained, .. } = self;
        let is_free = |variable: u32| values[positive(variable).code() as usize] == 0;
        arithmetic.imply(&is_free, &mut |lit, parts| {
            found.push((lit, explained.len() as u32));
            explained.push((explanations.len() as u32, lit));
            explanations.extend(parts);
        });
        for (lit, index) in found {
            // Both may follow for an integer between two others: arithmetic sees that next.
            if self.val(lit) == 0 {
                self.enqueue(lit, Reason::Row(index));
            }
        }
    }

    /// Unit propagation.
    fn propagate_clauses(&mut self) -> Option<u32> {
        let mut conflict = None;
        while conflict.is_none() && self.head < self.trail.len() {
            let falsified = !self.trail[self.head];
            self.head += 1;
            let at = falsified.code() as usize;
            let mut watches = std::mem::take(&mut self.clauses.watches[at]);
            let (mut from, mut to) = (0, 0);
            while from < watches.len() {
                let mut watch = watches[from];
                from += 1;
                if self.val(watch.blocker) <= 0 {
                    match self.visit(watch.clause, falsified) {
                        Visit::Moved(lit) => {
                            watch.blocker = self.first(watch.clause);
                            self.clauses.watches[lit.code() as usize].push(watch);
                            continue;
                        }
                        Visit::Satisfied(lit) => watch.blocker = lit,
                        Visit::Unit(lit) => {
                            self.enqueue(lit, Reason::Clause(watch.clause));
                        }
                        Visit::False => {
                            conflict = Some(watch.clause);
                            watches[to] = watch;
                            to += 1;
                            watches.copy_within(from.., to);
                            to += watches.len() - from;
                            break;
                        }
                    }
                }
                watches[to] = watch;
                to += 1;
            }
            watches.truncate(to);
            self.clauses.watches[at] = watches;
        }
        conflict
    }

    fn first(&self, clause: u32) -> Lit {
        literal(self.clauses.codes(clause)[0])
    }

    /// Looks for another literal to watch instead of one that became false.
    #[inline]
    fn visit(&mut self, clause: u32, falsified: Lit) -> Visit {
        let values = &self.values;
        let codes = self.clauses.codes_mut(clause);
        if codes[0] == falsified.code() {
            codes.swap(0, 1);
        }
        let first = codes[0];
        if values[first as usize] > 0 {
            return Visit::Satisfied(literal(first));
        }
        let rest = codes[2..].iter().position(|&code| values[code as usize] >= 0);
        if let Some(place) = rest {
            codes.swap(1, place + 2);
            return Visit::Moved(literal(codes[1]));
        }
        if values[first as usize] < 0 { Visit::False } else { Visit::Unit(literal(first)) }
    }
}

enum Visit {
    Moved(Lit),
    Satisfied(Lit),
    Unit(Lit),
    False,
}

/// The lemma that literals with these multipliers are not all true.
pub(crate) fn sum_lemma(parts: &[(Lit, Rational)]) -> Lemma {
    Lemma {
        literals: parts.iter().map(|(lit, _)| !*lit).collect(),
        proof: Proof::Sum(parts.iter().map(|(_, factor)| factor.clone()).collect()),
    }
}
