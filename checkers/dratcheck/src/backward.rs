//! The second pass: from the conflict back to the formula, checking the lemmas that it needs.
//!
//! A lemma is needed if a later step, already checked, has it among its hints. The steps in
//! their order, each with its hints, are an LRAT proof of the formula: hints are clauses with
//! smaller numbers, and the candidates of a RAT step are all needed clauses with smaller numbers
//! that contain the negated pivot. Clauses that no later step needs count as deleted, which is
//! sound for the claim: deleting clauses keeps models.

use crate::Failure;
use crate::clauses::{NONE, Number};
use crate::cone::Cone;
use crate::forward::{Conflict, Forward, Undo};
use crate::load::{Event, Problem};
use crate::occurrences::Occurrences;
use crate::search::{Search, Value};
use crate::steps::Steps;
use checker_propagation::{Effect, Propagation};
use format_dimacs::Lit;
use format_input::index;
use std::collections::{BTreeSet, HashSet};

/// The second pass.
pub struct Backward<'a> {
    problem: &'a Problem,
    search: Search,
    undos: Vec<(usize, Undo)>,
    /// Whether an undo changed the trail in the middle, so that watches no longer fit it.
    disturbed: bool,
    cone: Cone,
    /// The judge of every step.
    judge: Propagation,
    /// The hints of the step at hand.
    hints: Vec<Number>,
    occurrences: Option<Occurrences>,
    steps: Steps,
}

impl<'a> Backward<'a> {
    /// Checks all that the conflict needs. The steps are kept for output if `record` says so.
    pub fn run(
        problem: &'a Problem,
        forward: Forward,
        conflict: Conflict,
        record: bool,
    ) -> Result<(Search, Steps), Failure> {
        let mut backward = Self {
            problem,
            search: forward.search,
            undos: forward.undos,
            disturbed: false,
            cone: Cone::default(),
            judge: Propagation::default(),
            hints: Vec::new(),
            occurrences: None,
            steps: Steps::new(record),
        };
        backward.conclude(conflict)?;
        for at in (0..conflict.events).rev() {
            match problem.events.get(at) {
                Some(&Event::Add(number)) => {
                    if backward.search.is_active(number) {
                        backward.retract(number);
                    }
                    if backward.search.is_core(number) {
                        backward.check(number, at.saturating_add(1))?;
                    }
                }
                Some(&Event::Delete(number)) if !problem.is_tautology(number) => {
                    backward.restore(at, number);
                }
                _ => {}
            }
        }
        Ok((backward.search, backward.steps))
    }

    /// The last step: the empty clause, from a clause that is false.
    fn conclude(&mut self, conflict: Conflict) -> Result<(), Failure> {
        self.hints.clear();
        self.cone.collect(&self.search, std::iter::empty(), conflict.clause, &mut self.hints);
        let added = self.problem.events.iter().take(conflict.events).rev();
        let last = added.into_iter().find_map(|event| match event {
            Event::Add(number) => Some(*number),
            Event::Delete(_) | Event::Ignore => None,
        });
        // Only clauses that were there may be used; lemmas after the conflict are never checked.
        self.judge_step(last.unwrap_or(self.problem.axioms).saturating_add(1), &[])?;
        self.steps.push(NONE, &self.hints, &mut self.search);
        Ok(())
    }

    /// Takes a lemma and what it forced out of the assignment.
    fn retract(&mut self, number: Number) {
        if let Some(lit) = self.search.forced_by(number) {
            self.search.undo(index(self.search.position(lit)));
            self.repair();
        }
        self.search.deactivate(number);
    }

    /// Undoes a deletion.
    fn restore(&mut self, event: usize, number: Number) {
        self.search.reactivate(number);
        let Some((_, undo)) = self.undos.pop_if(|(at, _)| *at == event) else { return };
        match undo {
            Undo::Reason(lit) => self.search.set_reason(lit, number),
            Undo::Trail { position, kept, fallen } => {
                let trail = self.search.trail().iter().skip(position).take(kept);
                let kept: Vec<_> = trail.map(|&lit| (lit, self.search.reason(lit))).collect();
                self.search.undo(position);
                let mut kept = kept.into_iter();
                for (at, lit, reason) in fallen {
                    // Those that were kept stand between those that fell, as they did before.
                    let between = at.saturating_sub(self.search.trail().len());
                    for (lit, reason) in kept.by_ref().take(between) {
                        self.search.assign(lit, reason);
                    }
                    self.search.assign(lit, reason);
                }
                for (lit, reason) in kept {
                    self.search.assign(lit, reason);
                }
                self.disturbed = true;
                self.repair();
            }
        }
    }

    /// Lets all watches be met again, under the trail as it is now.
    fn repair(&mut self) {
        if self.disturbed {
            self.search.restart();
            let _no_conflict = self.search.propagate();
        }
    }

    /// Checks a lemma that is needed against the clauses that were there before it.
    fn check(&mut self, number: Number, step: usize) -> Result<(), Failure> {
        let lits = self.search.clauses.get(number).to_vec();
        self.hints.clear();
        let root = self.search.trail().len();
        let conflict = self.refute(&lits);
        if let Some(conflict) = conflict {
            self.cone.collect(&self.search, lits.iter().copied(), conflict, &mut self.hints);
            self.search.undo(root);
            self.judge_step(number, &lits)?;
            self.steps.push(number, &self.hints, &mut self.search);
            return Ok(());
        }
        let result = self.check_rat(number, &lits, step);
        self.search.undo(root);
        result
    }

    /// Makes literals false and propagates; gives a clause that is false then, or that forced
    /// one of them to be true.
    fn refute(&mut self, lits: &[Lit]) -> Option<Number> {
        // The first true one: what forced it, no later one is part of.
        let satisfied = lits.iter().filter(|&&lit| self.search.value(lit) == Value::True);
        if let Some(&lit) = satisfied.min_by_key(|&&lit| self.search.position(lit)) {
            return Some(self.search.reason(lit));
        }
        for &lit in lits {
            if self.search.value(lit) == Value::Free {
                self.search.assign(!lit, NONE);
            }
        }
        self.search.propagate()
    }

    /// RAT on the first literal as written: with the negation of the lemma, the negation of the
    /// rest of every needed clause that contains the negated pivot leads to a conflict.
    fn check_rat(&mut self, number: Number, lits: &[Lit], step: usize) -> Result<(), Failure> {
        let at = index(number.saturating_sub(self.problem.axioms)).checked_sub(1);
        let pivot = at.and_then(|at| self.problem.pivots.get(at).copied().flatten());
        let pivot = pivot.ok_or(Failure::NotImplied { step, candidate: None })?;
        let occurrences = self.occurrences.take();
        let occurrences = occurrences.unwrap_or_else(|| Occurrences::new(&self.search.clauses));
        let negated: HashSet<Lit> = lits.iter().map(|&lit| !lit).collect();
        // Checking one candidate may make others needed: until there is none left.
        let mut checked = BTreeSet::new();
        let mut before = usize::MAX;
        while checked.len() != before {
            before = checked.len();
            for &other in occurrences.of(!pivot) {
                let tautology = self.problem.is_tautology(other);
                if other < number
                    && self.search.is_core(other)
                    && !tautology
                    && checked.insert(other)
                {
                    self.check_candidate((number, lits, &negated), !pivot, other, step)?;
                }
            }
        }
        self.occurrences = Some(occurrences);
        self.steps.end_rat(number, pivot);
        Ok(())
    }

    /// One candidate of a RAT step; the negation of the lemma is assumed and propagated.
    fn check_candidate(
        &mut self,
        (number, lits, negated): (Number, &[Lit], &HashSet<Lit>),
        negated_pivot: Lit,
        other: Number,
        step: usize,
    ) -> Result<(), Failure> {
        let rest: Vec<Lit> = self.search.clauses.get(other).to_vec();
        let rest: Vec<Lit> = rest.into_iter().filter(|&lit| lit != negated_pivot).collect();
        self.hints.clear();
        let mark = self.search.trail().len();
        let clashes = rest.iter().any(|lit| negated.contains(lit));
        if !clashes {
            let conflict = self.refute(&rest);
            let conflict = conflict.ok_or(Failure::NotImplied { step, candidate: Some(other) })?;
            let assumed = lits.iter().chain(&rest).copied();
            self.cone.collect(&self.search, assumed, conflict, &mut self.hints);
            self.search.undo(mark);
        }
        let all: Vec<Lit> = lits.iter().chain(&rest).copied().collect();
        self.judge_step(number, &all)?;
        self.steps.push_candidate(other, &self.hints, &mut self.search);
        Ok(())
    }

    /// The last word: hinted propagation must find the conflict with the hints alone, all of
    /// which have numbers below `number`. `lits` are made false first.
    fn judge_step(&mut self, number: Number, lits: &[Lit]) -> Result<(), Failure> {
        self.judge.undo(0);
        let mut conflict = self.judge.deny(lits.iter().copied(), |_| {}).is_some();
        for &hint in &self.hints {
            let effect = self.judge.apply(self.search.clauses.get(hint));
            if conflict || hint >= number || !matches!(effect, Effect::Unit | Effect::Conflict) {
                return Err(Failure::Unconfirmed { number });
            }
            conflict = effect == Effect::Conflict;
        }
        if conflict { Ok(()) } else { Err(Failure::Unconfirmed { number }) }
    }
}
