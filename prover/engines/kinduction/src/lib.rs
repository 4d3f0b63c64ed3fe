//! k-induction: if no run of k states from anywhere without a bad state is followed by a bad one,
//! and the first k states of a run are not bad, then no state is.
//!
//! All open properties are proved together: each is assumed in the earlier states of the step.
//!
//! A shortest run to a bad state visits no state twice. So where a counterexample to the step does,
//! the two states are said to differ (simple path), and the step is tried again.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by frames")]

mod frames;
#[cfg(test)]
mod tests;

use frames::{Answer, Frames};
use std::cell::Cell;
use std::rc::Rc;
use support_model::{Run, System};
use support_sat::Error;

/// A search that can be continued.
pub struct Search<'a> {
    system: &'a System,
    seed: u32,
    base: Frames<'a>,
    step: Frames<'a>,
    /// Whether each property is still open.
    is_open: Vec<bool>,
    /// What is looked at next.
    at: Position,
    depth: usize,
    /// Whether states of the step may be said to differ, and which pairs of frames were.
    is_simple: bool,
    pairs: Vec<(usize, usize)>,
    /// Asked often: whether to stop, with the budget left.
    stop: Rc<dyn Fn() -> bool>,
    budget: Rc<Cell<u64>>,
}

/// What is looked at: a property in the base or in the step.
#[derive(Clone, Copy, Debug)]
enum Position {
    Base(usize),
    Step(usize),
}

/// What a call found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This property fails on this run.
    Run(usize, Run),
    /// All open properties hold, by induction of this depth, in which the states of these pairs of
    /// frames differ.
    Proved(usize, Vec<(usize, usize)>),
    /// The budget was used up, or the search was told to stop.
    Nothing,
}

impl<'a> Search<'a> {
    /// A search for proofs of all bad literals of the system. `stop` is asked often. Only with
    /// `is_simple` states of the step may be said to differ.
    pub fn new(
        system: &'a System,
        seed: u32,
        is_simple: bool,
        stop: impl Fn() -> bool + 'static,
    ) -> Result<Self, Error> {
        let budget = Rc::new(Cell::new(0));
        let stop: Rc<dyn Fn() -> bool> = Rc::new(stop);
        Ok(Self {
            system,
            seed,
            base: Frames::from_reset(system, seed, Rc::clone(&stop), Rc::clone(&budget))?,
            step: Frames::from_anywhere(system, seed, Rc::clone(&stop), Rc::clone(&budget))?,
            is_open: vec![true; system.bad.len()],
            at: Position::Base(0),
            depth: 1,
            is_simple,
            pairs: Vec::new(),
            stop,
            budget,
        })
    }

    /// The depth of the induction that is tried.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Leaves out a property, which fails. What was learnt with its help is forgotten.
    pub fn close(&mut self, property: usize) -> Result<(), Error> {
        if let Some(open) = self.is_open.get_mut(property)
            && *open
        {
            *open = false;
            let (stop, budget) = (Rc::clone(&self.stop), Rc::clone(&self.budget));
            self.step = Frames::from_anywhere(self.system, self.seed, stop, budget)?;
            self.pairs.clear();
            // What the step has shown so far may rest on this property.
            if matches!(self.at, Position::Step(_)) {
                self.at = Position::Step(0);
            }
        }
        Ok(())
    }

    /// Continues while the budget lasts: it is what CaDiCaL asks for permission to go on.
    pub fn advance(&mut self, budget: u64) -> Result<Found, Error> {
        self.budget.set(budget.max(1));
        while self.is_open.contains(&true) {
            match self.at {
                Position::Base(property) if property == self.is_open.len() => {
                    self.at = Position::Step(0);
                }
                Position::Step(property) if property == self.is_open.len() => {
                    return Ok(Found::Proved(self.depth, self.pairs.clone()));
                }
                Position::Base(property) => {
                    self.base.extend_to(self.depth)?;
                    match self.ask_base(property)? {
                        Answer::Stopped => return Ok(Found::Nothing),
                        Answer::Run(run) => return Ok(Found::Run(property, run)),
                        Answer::None => self.at = Position::Base(property + 1),
                    }
                }
                Position::Step(property) => {
                    self.extend_step()?;
                    if self.is_open.get(property) != Some(&true) {
                        self.at = Position::Step(property + 1);
                        continue;
                    }
                    match self.step.ask(property, self.depth)? {
                        Answer::Stopped => return Ok(Found::Nothing),
                        Answer::Run(run) => self.go_on_after(&run)?,
                        Answer::None => self.at = Position::Step(property + 1),
                    }
                }
            }
            // CaDiCaL asks too, but not about what is quick.
            if self.budget.get() == 0 || (self.stop)() {
                break;
            }
        }
        Ok(Found::Nothing)
    }

    /// Excludes a run that visits a state twice from the step; any other makes it deeper.
    fn go_on_after(&mut self, run: &Run) -> Result<(), Error> {
        if let Some((early, late)) = self.repeated(run) {
            self.pairs.push((early, late));
            return self.step.distinguish(early, late);
        }
        self.depth += 1;
        self.at = Position::Base(0);
        Ok(())
    }

    /// Two frames of a run with the same state, if states may be said to differ.
    fn repeated(&self, run: &Run) -> Option<(usize, usize)> {
        let pair = run.repeated(self.system).filter(|_| self.is_simple)?;
        // A pair that was excluded cannot be found again.
        Some(pair).filter(|pair| !self.pairs.contains(pair))
    }

    fn ask_base(&mut self, property: usize) -> Result<Answer, Error> {
        if self.is_open.get(property) != Some(&true) {
            return Ok(Answer::None);
        }
        let answer = self.base.ask(property, self.depth - 1)?;
        if matches!(answer, Answer::None) {
            self.base.exclude(property, self.depth - 1)?;
        }
        Ok(answer)
    }

    /// Has all frames of the step, without bad states but in the last.
    fn extend_step(&mut self) -> Result<(), Error> {
        while self.step.len() <= self.depth {
            let frame = self.step.len();
            self.step.extend_to(frame + 1)?;
            let Some(before) = frame.checked_sub(1) else { continue };
            for property in
                (0..self.is_open.len()).filter(|&at| self.is_open.get(at) == Some(&true))
            {
                self.step.exclude(property, before)?;
            }
        }
        Ok(())
    }
}
