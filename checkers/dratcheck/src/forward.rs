//! The first pass: from the formula through the proof to the first conflict.

use crate::clauses::Number;
use crate::load::{Event, Problem};
use crate::search::{Search, Value};
use crate::{Deletion, Failure};
use format_dimacs::Lit;
use format_input::index;

/// Where the first pass ended.
#[derive(Clone, Copy, Debug)]
pub struct Conflict {
    /// The clause that is false.
    pub clause: Number,
    /// How many events came before, the one that led to it included.
    pub events: usize,
}

/// How to undo a deletion that changed the trail.
pub enum Undo {
    /// Another clause became the reason of this literal: make the deleted one its reason again.
    Reason(Lit),
    /// The trail was cut at a position: cut it there again, and append these literals and reasons.
    Trail(usize, Vec<(Lit, Number)>),
}

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
    deletion: Deletion,
}

impl Forward {
    /// Runs through formula and proof. The event of an ignored deletion becomes `Ignore`.
    pub fn run(problem: &mut Problem, deletion: Deletion) -> Result<(Self, Conflict), Failure> {
        let clauses = std::mem::take(&mut problem.clauses);
        let search = Search::new(clauses, problem.vocabulary.count());
        let (undos, units) = (Vec::new(), Vec::new());
        let mut forward = Self { search, undos, ignored: 0, units, deletion };
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
        let cut = self.search.trail().get(position..).unwrap_or_default();
        let cut = cut.iter().map(|&lit| (lit, self.search.reason(lit))).collect();
        self.undos.push((event, Undo::Trail(position, cut)));
        self.search.undo(position);
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
