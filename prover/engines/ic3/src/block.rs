//! Obligations: states that lead to a bad one, blocked from the earliest frame on.

use crate::cube::Cube;
use crate::query::{Place, State};
use crate::search::{Search, Stopped};
use std::collections::BTreeSet;
use support_model::{Lit, Reset, Run};

/// How many obligations, each the successor of the one before, tell whether a lemma is worth
/// effort.
const FAMILY: usize = 3;

/// A set of states from which a bad state is reached with known inputs.
struct Obligation {
    cube: Cube,
    inputs: Vec<bool>,
    successor: Option<usize>,
    depth: usize,
    /// Whether a lemma was made to block it.
    has_lemma: bool,
}

/// The obligations that come from bad states of the last frame. They survive a pause.
#[derive(Default)]
pub(crate) struct Agenda {
    obligations: Vec<Obligation>,
    /// By frame, number of steps to the bad state, and number.
    queue: BTreeSet<(usize, usize, usize)>,
}

impl Agenda {
    fn add(&mut self, frame: usize, state: State, successor: Option<usize>) {
        let depth = successor.map_or(0, |next| self.obligations[next].depth + 1);
        let number = self.obligations.len();
        let State { cube, inputs } = state;
        self.obligations.push(Obligation { cube, inputs, successor, depth, has_lemma: false });
        self.queue.insert((frame, depth, number));
    }

    /// Whether an obligation, or one of those it leads to next, had a lemma already.
    fn is_stubborn(&self, number: usize) -> bool {
        let follow = |&number: &usize| self.obligations[number].successor;
        let mut numbers = std::iter::successors(Some(number), follow).take(FAMILY);
        numbers.any(|number| self.obligations[number].has_lemma)
    }

    /// The inputs from an obligation on.
    fn inputs(&self, first: Option<usize>) -> Vec<Vec<bool>> {
        let follow = |&number: &usize| self.obligations[number].successor;
        let numbers = std::iter::successors(first, follow);
        numbers.map(|number| self.obligations[number].inputs.clone()).collect()
    }
}

impl Search<'_> {
    /// Excludes all states of the last frame where this literal is true; or a run to one.
    pub(crate) fn block_bad(&mut self, bad: Lit) -> Result<Option<Run>, Stopped> {
        let mut agenda = std::mem::take(&mut self.agenda);
        let result = self.block_all(bad, &mut agenda);
        if result.is_err() {
            self.agenda = agenda;
        }
        result
    }

    fn block_all(&mut self, bad: Lit, agenda: &mut Agenda) -> Result<Option<Run>, Stopped> {
        let top = self.frames.top();
        loop {
            if let Some(run) = self.work(agenda)? {
                return Ok(Some(run));
            }
            self.check_pause()?;
            let stop = self.stop;
            let solver = &mut self.frames.solvers[top];
            let before = solver.ticks;
            let answer = solver.solve(&[bad], &[], &mut || stop());
            self.ticks += solver.ticks - before;
            if !answer.ok_or(Stopped)? {
                return Ok(None);
            }
            if top == 0 {
                let (latches, inputs) = self.initial_state();
                return Ok(Some(Run { latches, inputs: vec![inputs] }));
            }
            let state = self.state(Place::Frame(top), &[bad]);
            agenda.add(top, state, None);
        }
    }

    fn work(&mut self, agenda: &mut Agenda) -> Result<Option<Run>, Stopped> {
        let top = self.frames.top();
        while let Some(&(frame, depth, number)) = agenda.queue.first() {
            self.check_pause()?;
            let cube = agenda.obligations[number].cube.clone();
            if !self.excludes_initial(&cube) {
                let latches = self.initial_in(&cube);
                return Ok(Some(Run { latches, inputs: agenda.inputs(Some(number)) }));
            }
            if self.frames.is_blocked(&cube, frame) {
                agenda.queue.pop_first();
                if frame < top {
                    agenda.queue.insert((frame + 1, depth, number));
                }
                continue;
            }
            let place = Place::Frame(frame - 1);
            self.report(agenda.queue.len());
            match self.has_no_predecessor(&cube, place, true)? {
                Some(core) => {
                    self.is_stubborn = agenda.is_stubborn(number);
                    let lemma = self.generalize(core, frame, 0)?;
                    let (lemma, highest) = self.push(lemma, frame)?;
                    self.frames.add(lemma, 1, highest);
                    agenda.obligations[number].has_lemma = true;
                    agenda.queue.remove(&(frame, depth, number));
                    if highest < top {
                        agenda.queue.insert((highest + 1, depth, number));
                    }
                }
                None if frame == 1 => {
                    let (latches, inputs) = self.initial_state();
                    let rest = agenda.inputs(Some(number));
                    let inputs = std::iter::once(inputs).chain(rest).collect();
                    return Ok(Some(Run { latches, inputs }));
                }
                None => {
                    let state = self.state(place, &self.nexts(&cube));
                    agenda.add(frame - 1, state, Some(number));
                }
            }
        }
        Ok(None)
    }

    /// The initial state and inputs that the last question to frame 0 found.
    fn initial_state(&self) -> (Vec<bool>, Vec<bool>) {
        let solver = &self.frames.solvers[0];
        let value = |variable: u32| solver.value(Lit::positive(variable)) == Some(true);
        let latches = self.system.latch_variables().map(value).collect();
        (latches, (1..self.system.first_latch()).map(value).collect())
    }

    /// An initial state in a cube.
    fn initial_in(&self, cube: &Cube) -> Vec<bool> {
        let latches = self.system.latch_variables().zip(&self.system.latches);
        let value = |(variable, latch): (u32, &support_model::Latch)| match latch.reset {
            Reset::Constant(value) => value,
            _ => cube.contains(Lit::positive(variable)),
        };
        latches.map(value).collect()
    }
}
