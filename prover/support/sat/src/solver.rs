//! The solver.

use crate::bridge::Bridge;
use crate::{Counts, Error, Tracer, Untraced};
use cadical_sys::{CaDiCal, State, Status, Terminator};
use format_dimacs::Lit;
use format_lrat::Id;
use std::cell::{RefCell, RefMut};
use std::rc::Rc;

/// How a solver works.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Chooses among the runs that CaDiCaL may make; at most [`Options::MAX_SEED`].
    pub seed: u32,
    /// The ids up to this one belong to clauses from outside; derived clauses come after it.
    pub reserved: Id,
    /// Clauses or assumptions may come after the first call of [`Solver::solve`]. Clauses that
    /// CaDiCaL may still need are then not reported as deleted.
    pub incremental: bool,
    /// There will be many small questions: nothing is tried at the start of each.
    pub quick: bool,
}

impl Options {
    /// The largest seed that CaDiCaL takes.
    pub const MAX_SEED: u32 = 2_000_000_000;
}

/// How a call of [`Solver::solve`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The clauses and assumptions have a model: see [`Solver::value`].
    Satisfiable,
    /// They have none: the empty clause was derived, or some assumptions failed
    /// ([`Solver::failed`], [`Solver::conclude`]).
    Unsatisfiable,
    /// It was told to stop: see [`Solver::stop_when`].
    Stopped,
}

/// CaDiCaL, with a tracer or without.
pub struct Solver<T: Tracer = Untraced> {
    cadical: CaDiCal,
    bridge: Option<Rc<RefCell<Bridge<T>>>>,
    clause: Vec<i32>,
}

impl Solver<Untraced> {
    /// A solver without a tracer: its answers come without proofs.
    pub fn untraced(options: &Options) -> Result<Self, Error> {
        Ok(Self { cadical: configured(options)?, bridge: None, clause: Vec::new() })
    }
}

impl<T: Tracer> Solver<T> {
    /// A solver that hands its proof to the tracer.
    pub fn new(options: &Options, tracer: T) -> Result<Self, Error> {
        let mut cadical = configured(options)?;
        let bridge = Rc::new(RefCell::new(Bridge::new(tracer, options)));
        cadical.connect_proof_tracer1(Rc::clone(&bridge), T::HINTS, false);
        let mut solver = Self { cadical, bridge: Some(bridge), clause: Vec::new() };
        // Without any condition, an error of the tracer ends the search.
        solver.stop_when(|_| false);
        Ok(solver)
    }

    /// Sets an option of CaDiCaL by its name; clauses come later.
    pub fn set(&mut self, option: &str, value: i32) -> Result<(), Error> {
        set(&mut self.cadical, option, value)
    }

    /// Adds a clause that the proof knows by this id: a clause of the formula, or one that was
    /// derived before, be it by another solver.
    pub fn add_clause(&mut self, id: Id, clause: &[Lit]) -> Result<(), Error> {
        if let Some(bridge) = &self.bridge {
            bridge.borrow_mut().outside = id;
        }
        self.clause.clear();
        self.clause.extend(clause.iter().map(|&lit| from_lit(lit)));
        self.cadical.clause6(&self.clause);
        self.take_error()
    }

    /// Stops the search, soon after the condition became true.
    pub fn stop_when(&mut self, condition: impl FnMut(Counts) -> bool + 'static) {
        self.cadical.connect_terminator(Condition { condition, bridge: self.bridge.clone() });
    }

    /// Searches for a model of all clauses in which the assumptions are true.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<Outcome, Error> {
        for &lit in assumptions {
            self.cadical.assume(from_lit(lit));
        }
        let status = self.cadical.solve();
        self.take_error()?;
        Ok(match status {
            Status::SATISFIABLE => Outcome::Satisfiable,
            Status::UNSATISFIABLE => Outcome::Unsatisfiable,
            Status::UNKNOWN => Outcome::Stopped,
        })
    }

    /// Whether the literal is true in the model that was just found.
    pub fn value(&mut self, lit: Lit) -> Option<bool> {
        let lit = from_lit(lit);
        (self.cadical.state() == State::SATISFIED).then(|| self.cadical.val(lit) == lit)
    }

    /// Whether the last call needed this assumption to find that there is no model.
    pub fn failed(&mut self, assumption: Lit) -> bool {
        self.cadical.state() == State::UNSATISFIED && self.cadical.failed(from_lit(assumption))
    }

    /// Derives what the last call found: the clause that says that not all failed assumptions
    /// are true, or the empty clause. The result is its id; none if there is no proof of it.
    pub fn conclude(&mut self) -> Result<Option<Id>, Error> {
        if self.cadical.state() != State::UNSATISFIED {
            return Ok(None);
        }
        self.cadical.conclude();
        self.take_error()?;
        let bridge = self.bridge.as_ref().map(|bridge| bridge.borrow());
        Ok(bridge.and_then(|bridge| bridge.conclusion.last().copied()))
    }

    /// How much was derived and deleted; nothing is counted without a tracer.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.bridge.as_ref().map_or(Counts::default(), |bridge| bridge.borrow().counts)
    }

    /// The tracer, between two calls of the solver.
    #[must_use]
    pub fn tracer(&mut self) -> Option<RefMut<'_, T>> {
        let bridge = self.bridge.as_ref()?.borrow_mut();
        Some(RefMut::map(bridge, |bridge| &mut bridge.tracer))
    }

    /// Ends the solver, whose memory is freed, and gives back its tracer.
    #[must_use]
    pub fn into_tracer(self) -> Option<T> {
        let Self { cadical, bridge, .. } = self;
        // CaDiCaL holds the other two references: its tracer's and its terminator's.
        drop(cadical);
        bridge.and_then(Rc::into_inner).map(|bridge| bridge.into_inner().tracer)
    }

    fn take_error(&mut self) -> Result<(), Error> {
        let error = self.bridge.as_ref().and_then(|bridge| bridge.borrow_mut().error.take());
        error.map_or(Ok(()), Err)
    }
}

/// CaDiCaL with our options, or the name of the environment variable that would add others.
fn configured(options: &Options) -> Result<CaDiCal, Error> {
    let names = std::env::vars_os().map(|(name, _)| name.to_string_lossy().into_owned());
    if let Some(name) = names.filter(|name| name.starts_with("CADICAL_")).min() {
        return Err(Error::Environment(name));
    }
    let mut cadical = CaDiCal::new();
    let seed = options.seed.min(Options::MAX_SEED);
    // Clauses that define new variables have no hints, and their variables are not the formula's.
    let lucky = ("lucky", i32::from(!options.quick));
    for (name, value) in [("seed", i32::try_from(seed).unwrap_or(0)), ("factor", 0), lucky] {
        set(&mut cadical, name, value)?;
    }
    Ok(cadical)
}

fn set(cadical: &mut CaDiCal, option: &str, value: i32) -> Result<(), Error> {
    let is_set = cadical.set(option, value);
    is_set.then_some(()).ok_or_else(|| Error::Step(format!("option {option} is unknown")))
}

/// Variables go up to `i32::MAX`, so nothing is cut off.
#[inline]
fn from_lit(lit: Lit) -> i32 {
    let variable = i32::try_from(lit.variable()).unwrap_or(i32::MAX);
    if lit.is_negative() { variable.wrapping_neg() } else { variable }
}

struct Condition<F, T> {
    condition: F,
    bridge: Option<Rc<RefCell<Bridge<T>>>>,
}

impl<F: FnMut(Counts) -> bool, T: Tracer> Terminator for Condition<F, T> {
    fn terminated(&mut self) -> bool {
        let (counts, has_failed) = self.bridge.as_ref().map_or_else(Default::default, |bridge| {
            let bridge = bridge.borrow();
            (bridge.counts, bridge.error.is_some())
        });
        has_failed || (self.condition)(counts)
    }
}
