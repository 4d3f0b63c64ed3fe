//! The first pass: from the formula through the proof to the first conflict.

use crate::clauses::Number;
use crate::load::{Event, Problem};
use crate::search::{Search, Value};
use crate::{Deletion, Failure};
use format_dimacs::Lit;
use format_input::index;
use std::collections::HashSet;

/// Where the first pass ended.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// The clause that is false.
    pub clause: Number,
    /// How many events came before, the one that led to it included.
    pub events: usize,
}

/// The undos may hold so many literals in all, which is 1.5 GB.
const MOST_SAVED: usize = 1 << 26;

/// How to undo a deletion that changed the trail.
pub enum Undo {
    /// Another clause became the reason of this literal: make the deleted one its reason again.
    Reason(Lit),
    /// Some literals fell from the trail.
    Trail {
        /// The position of the first.
        position: usize,
        /// How many literals behind it were kept; what comes after them is new.
        kept: usize,
        /// The literals that fell, with their positions and reasons.
        fallen: Vec<(usize, Lit, Number)>,
    },
}

/// Literals that are kept, with reasons, and literals that fall, with positions and reasons.
type Split = (Vec<(Lit, Number)>, Vec<(usize, Lit, Number)>);

/// The first pass and what it leaves for the second.
pub struct Forward {
    /// The assignment after the last event.
    pub search: Search,
    /// By event, the last first, what the deletions of reasons did; only in `Specified` mode.
    pub undos: Vec<(usize, Undo)>,
    /// Deletions of reasons that were not done; only in `Operational` mode.
    pub ignored: u64,
    /// The clauses of one literal.
    units: Vec<Number>,
    /// How many literals the undos hold.
    saved: usize,
    deletion: Deletion,
}

impl Forward {
    /// Runs through formula and proof. The event of an ignored deletion becomes `Ignore`.
    pub fn run(problem: &mut Problem, deletion: Deletion) -> Result<(Self, Conflict), Failure> {
        let clauses = std::mem::take(&mut problem.clauses);
        let search = Search::new(clauses, problem.vocabulary.count());
        let (undos, units) = (Vec::new(), Vec::new());
        let mut forward = Self { search, undos, ignored: 0, units, saved: 0, deletion };
        for number in 1..=problem.axioms {
            if !problem.is_tautology(number)
                && let Some(clause) = forward.add(number)
            {
                return Ok((forward, Conflict { clause, events: 0 }));
            }
        }
        for at in 0..problem.events.len() {
            let Some(&event) = problem.events.get(at) else { break };
            match event {
                Event::Add(number) if !problem.is_tautology(number) => {
                    if forward.search.clauses.get(number).is_empty() {
                        return Err(Failure::EmptyClause { step: at.saturating_add(1) });
                    }
                    if let Some(clause) = forward.add(number) {
                        return Ok((forward, Conflict { clause, events: at.saturating_add(1) }));
                    }
                }
                Event::Delete(number) if !problem.is_tautology(number) => {
                    if forward.saved > MOST_SAVED {
                        return Err(Failure::Full);
                    }
                    if !forward.delete(at, number) {
                        forward.ignored = forward.ignored.saturating_add(1);
                        if let Some(event) = problem.events.get_mut(at) {
                            *event = Event::Ignore;
                        }
                    }
                }
                Event::Add(_) | Event::Delete(_) | Event::Ignore => {}
            }
        }
        Err(Failure::NoConflict)
    }

    /// Adds a clause and what it forces; gives a clause that is false then.
    fn add(&mut self, number: Number) -> Option<Number> {
        if self.search.clauses.get(number).len() == 1 {
            self.units.push(number);
        }
        match self.search.activate(number) {
            Err(number) => Some(number),
            Ok(None) => None,
            Ok(Some(lit)) => {
                self.search.assign(lit, number);
                self.search.propagate()
            }
        }
    }

    /// The literals from a position on: those that do not rest on the one there, with their
    /// reasons, and the others.
    fn split_trail(&self, position: usize) -> Split {
        let mut fallen_variables = HashSet::new();
        let (mut kept, mut fallen) = (Vec::new(), Vec::new());
        for (at, &lit) in self.search.trail().iter().enumerate().skip(position) {
            let reason = self.search.reason(lit);
            let mut clause = self.search.clauses.get(reason).iter();
            if at == position || clause.any(|lit| fallen_variables.contains(&lit.variable())) {
                fallen_variables.insert(lit.variable());
                fallen.push((at, lit, reason));
            } else {
                kept.push((lit, reason));
            }
        }
        (kept, fallen)
    }

    /// Deletes a clause; false if the deletion is to be ignored.
    fn delete(&mut self, event: usize, number: Number) -> bool {
        let Some(lit) = self.search.forced_by(number) else {
            self.search.deactivate(number);
            return true;
        };
        if self.deletion == Deletion::Operational {
            return false;
        }
        self.search.deactivate(number);
        self.units.retain(|&unit| self.search.is_active(unit));
        let is_unit = |unit: &&Number| self.search.clauses.get(**unit).first() == Some(&lit);
        if let Some(&unit) = self.units.iter().find(is_unit) {
            self.search.set_reason(lit, unit);
            self.undos.push((event, Undo::Reason(lit)));
            return true;
        }
        let position = index(self.search.position(lit));
        let (kept, fallen) = self.split_trail(position);
        self.saved = self.saved.saturating_add(fallen.len());
        self.undos.push((event, Undo::Trail { position, kept: kept.len(), fallen }));
        self.search.undo(position);
        for (lit, reason) in kept {
            self.search.assign(lit, reason);
        }
        // What the remaining clauses force, they force again.
        self.search.restart();
        for &unit in &self.units {
            if let [lit] = *self.search.clauses.get(unit)
                && self.search.value(lit) == Value::Free
            {
                self.search.assign(lit, unit);
            }
        }
        let _no_conflict = self.search.propagate();
        true
    }
}
