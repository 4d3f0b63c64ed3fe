//! Derives all lines again with hints that are none too many, and without lines whose own hints
//! do the same at little cost where they are used.

use crate::Error;
use crate::log::{Log, RESERVED};
use crate::replay::{Effect, Replay};
use crate::section::{Finished, Goal};
use claim_invariant::{Id, Obligations};
use format_input::index;
use std::io;
use support_limits::Limits;
use support_sat::Tracer;

/// A line that is used more often than this is kept.
const USES: u32 = 4;
/// So is one with more hints.
const HINTS: u32 = 200;

/// The part with fewer and shorter lines; `obligations` are those for which it was derived.
pub(crate) fn shorten(
    part: Finished,
    obligations: &Obligations,
    limits: &Limits,
) -> Result<Finished, Error> {
    let mut shortener = Shortener::new(part, obligations);
    for at in 0..shortener.steps.len() {
        if limits.exceeded().is_some() {
            return Err(Error::Stopped);
        }
        shortener.step(at)?;
    }
    Ok(shortener.finish()?)
}

/// What a clause is.
#[derive(Clone, Copy)]
enum Step {
    Axiom(Id),
    Line(usize),
}

struct Shortener {
    part: Finished,
    replay: Replay,
    /// The axioms that are used, then the lines.
    steps: Vec<Step>,
    /// By number of an axiom, and by line: where it stands among the steps.
    axioms: Vec<u32>,
    lines: Vec<u32>,
    /// By step: how many other steps use it. Goals count as a great many.
    uses: Vec<u32>,
    /// By step: its hints, in flat memory.
    hints: Vec<u32>,
    spans: Vec<(usize, usize)>,
}

const NONE: u32 = u32::MAX;

impl Shortener {
    fn new(part: Finished, obligations: &Obligations) -> Self {
        let mut axioms = vec![NONE; part.axioms.len()];
        let mut lines = vec![NONE; part.log.len()];
        let proofs = part.goals.iter().map(|goal| goal.proof);
        let marked = (0..part.log.len()).filter(|&line| part.marks[line]);
        for id in marked.flat_map(|line| part.log.hints(line)).copied().chain(proofs) {
            if part.log.line(id).is_none() {
                axioms[axiom(id)] = 0;
            }
        }
        let (mut replay, mut steps) = (Replay::default(), Vec::new());
        let mut clause = Vec::new();
        let section = part.sections[part.sections.len() - 1].0;
        for (number, place) in axioms.iter_mut().enumerate().filter(|(_, place)| **place == 0) {
            *place = count(steps.len());
            steps.push(Step::Axiom(Id::try_from(number + 1).unwrap_or(Id::MAX)));
            // The last stage may use what all others may.
            obligations.axiom(part.axioms[number].id(obligations), section, &mut clause);
            replay.push(&clause);
        }
        for line in (0..part.log.len()).filter(|&line| part.marks[line]) {
            lines[line] = count(steps.len());
            steps.push(Step::Line(line));
            replay.push(part.log.literals(line));
        }
        let spans = vec![(0, 0); steps.len()];
        let uses = vec![0; steps.len()];
        let hints = Vec::new();
        let mut shortener = Self { part, replay, steps, axioms, lines, uses, hints, spans };
        shortener.count();
        shortener
    }

    /// Counts how often steps are used.
    fn count(&mut self) {
        for line in (0..self.part.log.len()).filter(|&line| self.part.marks[line]) {
            for &hint in self.part.log.hints(line) {
                let used = index(self.place(hint));
                self.uses[used] = self.uses[used].saturating_add(1);
            }
        }
        for goal in &self.part.goals {
            let used = index(self.place(goal.proof));
            self.uses[used] = NONE;
        }
    }

    /// Where a clause stands among the steps.
    fn place(&self, id: Id) -> u32 {
        self.part.log.line(id).map_or_else(|| self.axioms[axiom(id)], |line| self.lines[line])
    }

    /// Finds the hints of a line.
    fn step(&mut self, at: usize) -> Result<(), Error> {
        let Step::Line(line) = self.steps[at] else { return Ok(()) };
        let number = count(at);
        self.replay.deny(number);
        let mut conflict = None;
        for hint in self.part.log.hints(line).to_vec() {
            conflict = self.apply(self.place(hint));
            if conflict.is_some() {
                break;
            }
        }
        let start = self.hints.len();
        self.replay.explain(number, conflict.ok_or(Error::Proof)?, &mut self.hints);
        self.spans[at] = (start, self.hints.len());
        Ok(())
    }

    /// Applies a clause, or its own hints if that is worth it; a clause that is false now.
    fn apply(&mut self, hint: u32) -> Option<u32> {
        let effect = self.replay.effect(hint);
        if effect == Effect::Nothing {
            return None;
        }
        if self.is_cheap(hint) {
            let mark = self.replay.mark();
            match self.inline(hint, effect) {
                Ok(conflict) => return conflict,
                Err(()) => self.replay.undo(mark),
            }
            // It has to stay.
            self.uses[index(hint)] = NONE;
        }
        match effect {
            Effect::Conflict => Some(hint),
            Effect::Unit(lit) => {
                self.replay.set(lit, hint);
                None
            }
            Effect::Nothing => None,
        }
    }

    /// Whether the hints of a line take less room than the line, wherever it is used.
    fn is_cheap(&self, number: u32) -> bool {
        let uses = self.uses[index(number)];
        let (start, end) = self.spans[index(number)];
        let hints = count(end - start);
        if matches!(self.steps[index(number)], Step::Axiom(_)) || uses > USES || hints > HINTS {
            return false;
        }
        // In a certificate hints and literals have about the same length.
        let length = count(self.replay.clause(number).len());
        uses * hints.saturating_sub(1) < length + hints + 1
    }

    /// Does by the hints of a line what the line does; fails if they do less.
    fn inline(&mut self, number: u32, effect: Effect) -> Result<Option<u32>, ()> {
        let (start, end) = self.spans[index(number)];
        // The hints stand in the order for another question: often the other direction is better.
        for round in 0_u32.. {
            let mut goes_on = false;
            for at in start..end {
                let at = if round.is_multiple_of(2) { at } else { start + end - 1 - at };
                let hint = self.hints[at];
                match self.replay.effect(hint) {
                    Effect::Conflict => return Ok(Some(hint)),
                    Effect::Unit(lit) => {
                        self.replay.set(lit, hint);
                        goes_on = true;
                    }
                    Effect::Nothing => {}
                }
                if let Effect::Unit(lit) = effect
                    && self.replay.is_true(lit)
                {
                    return Ok(None);
                }
            }
            if !goes_on {
                break;
            }
        }
        Err(())
    }

    /// The lines that are left.
    fn finish(mut self) -> io::Result<Finished> {
        let is_needed = self.needed();
        let mut log = Log::default();
        let mut ids = vec![0; self.steps.len()];
        let mut sections = self.part.sections.clone();
        let mut firsts = sections.iter_mut().peekable();
        for at in 0..self.steps.len() {
            let line = match self.steps[at] {
                Step::Axiom(id) => {
                    ids[at] = id;
                    continue;
                }
                Step::Line(line) => line,
            };
            while let Some(section) = firsts.next_if(|section| section.1 <= line) {
                section.1 = log.len();
            }
            if !is_needed[at] {
                continue;
            }
            let (start, end) = self.spans[at];
            let hints: Vec<Id> =
                self.hints[start..end].iter().map(|&used| ids[index(used)]).collect();
            ids[at] = Id::try_from(log.len()).map_err(io::Error::other)? + RESERVED + 1;
            log.derive(ids[at], self.replay.clause(count(at)), &hints)?;
        }
        firsts.for_each(|section| section.1 = log.len());
        let place = |goal: &Goal| ids[index(self.place(goal.proof))];
        let proofs: Vec<Id> = self.part.goals.iter().map(place).collect();
        for (goal, proof) in self.part.goals.iter_mut().zip(proofs) {
            goal.proof = proof;
        }
        let marks = vec![true; log.len()];
        Ok(Finished { sections, log, marks, ..self.part })
    }

    /// The steps that goals need.
    fn needed(&self) -> Vec<bool> {
        let mut is_needed = vec![false; self.steps.len()];
        for goal in &self.part.goals {
            is_needed[index(self.place(goal.proof))] = true;
        }
        for at in (0..self.steps.len()).rev().filter(|&at| matches!(self.steps[at], Step::Line(_)))
        {
            if is_needed[at] {
                let (start, end) = self.spans[at];
                self.hints[start..end].iter().for_each(|&used| is_needed[index(used)] = true);
            }
        }
        is_needed
    }
}

fn axiom(id: Id) -> usize {
    usize::try_from(id - 1).unwrap_or(usize::MAX)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NONE)
}
