//! Bounded model checking: looks for runs to bad states, one step longer each time.
//!
//! The system is unrolled into one circuit, simplified on the way, and CaDiCaL keeps its clauses
//! from one length to the next. It finds runs only; that there is none is for other engines.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by frames")]

use format_dimacs::Lit as Literal;
use std::cell::Cell;
use std::rc::Rc;
use support_model::{Lit, Run, System, Unrolling};
use support_sat::{Error, Options, Outcome, Solver};

/// A search that can be continued.
pub struct Search<'a> {
    system: &'a System,
    unrolling: Unrolling<'a>,
    solver: Solver,
    /// Whether each property is still looked at.
    is_open: Vec<bool>,
    /// The property to look at next, in the last frame.
    next: usize,
    budget: Rc<Cell<u64>>,
    stop: Rc<dyn Fn() -> bool>,
}

/// What a call found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This property fails on this run.
    Run(usize, Run),
    /// The budget was used up, or the search was told to stop.
    Nothing,
    /// No property is left to look at, or no run is long enough: the constraints exclude them.
    Exhausted,
}

impl<'a> Search<'a> {
    /// A search for runs to each of the system's bad literals. `stop` is asked often.
    pub fn new(
        system: &'a System,
        seed: u32,
        stop: impl Fn() -> bool + 'static,
    ) -> Result<Self, Error> {
        let options = Options { seed, reserved: 0, incremental: true, quick: true };
        let mut solver = Solver::untraced(&options)?;
        let budget = Rc::new(Cell::new(0_u64));
        let shared = Rc::clone(&budget);
        let stop: Rc<dyn Fn() -> bool> = Rc::new(stop);
        let is_over = Rc::clone(&stop);
        solver.stop_when(move |_| {
            shared.set(shared.get().saturating_sub(1));
            shared.get() == 0 || is_over()
        });
        let unrolling = Unrolling::from_reset(system);
        let is_open = vec![true; system.bad.len()];
        Ok(Self { system, unrolling, solver, is_open, next: system.bad.len(), budget, stop })
    }

    /// How many steps the runs have that are looked for.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.unrolling.len().saturating_sub(1)
    }

    /// Looks no longer for runs to this bad literal.
    pub fn close(&mut self, property: usize) {
        if let Some(open) = self.is_open.get_mut(property) {
            *open = false;
        }
    }

    /// Continues while the budget lasts: it is what CaDiCaL asks for permission to go on.
    pub fn advance(&mut self, budget: u64) -> Result<Found, Error> {
        self.budget.set(budget.max(1));
        loop {
            while self.next < self.system.bad.len() {
                if self.is_open.get(self.next) == Some(&true) {
                    match self.look(self.next)? {
                        Look::Run(run) => return Ok(Found::Run(self.next, run)),
                        Look::Stopped => return Ok(Found::Nothing),
                        Look::Exhausted => return Ok(Found::Exhausted),
                        Look::None => {}
                    }
                }
                self.next += 1;
            }
            if !self.is_open.contains(&true) {
                return Ok(Found::Exhausted);
            }
            // CaDiCaL asks too, but not every frame needs it.
            if self.budget.get() == 0 || (self.stop)() {
                return Ok(Found::Nothing);
            }
            self.extend()?;
        }
    }

    fn extend(&mut self) -> Result<(), Error> {
        self.unrolling.extend();
        // Unrolling is work too, also if nothing is left to search.
        let work = u64::try_from(self.system.gates.len()).unwrap_or(u64::MAX) / 256 + 1;
        self.budget.set(self.budget.get().saturating_sub(work));
        self.next = 0;
        let frame = self.depth();
        for &constraint in &self.system.constraints {
            let lit = self.unrolling.lit(constraint, frame);
            self.define(lit)?;
            self.add(&[lit])?;
        }
        Ok(())
    }

    /// Whether there is a run to this bad literal in the last frame.
    fn look(&mut self, property: usize) -> Result<Look, Error> {
        let frame = self.depth();
        let Some(&bad) = self.system.bad.get(property) else { return Ok(Look::None) };
        let bad = self.unrolling.lit(bad, frame);
        if bad == Lit::FALSE {
            return Ok(Look::None);
        }
        self.define(bad)?;
        let assumption: Vec<Literal> = literal(bad).into_iter().collect();
        Ok(match self.solver.solve(&assumption)? {
            Outcome::Satisfiable => {
                let solver = &mut self.solver;
                let value = |lit| literal(lit).and_then(|lit| solver.value(lit)) == Some(true);
                Look::Run(self.unrolling.run(frame, value))
            }
            Outcome::Stopped => Look::Stopped,
            Outcome::Unsatisfiable if assumption.iter().all(|&lit| !self.solver.failed(lit)) => {
                Look::Exhausted
            }
            Outcome::Unsatisfiable => {
                self.add(&[!bad])?;
                Look::None
            }
        })
    }

    fn define(&mut self, lit: Lit) -> Result<(), Error> {
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        self.unrolling.define(lit, |clause| clauses.push(clause.to_vec()));
        clauses.iter().try_for_each(|clause| self.add(clause))
    }

    /// Adds a clause, constants left out.
    fn add(&mut self, clause: &[Lit]) -> Result<(), Error> {
        if clause.contains(&Lit::TRUE) {
            return Ok(());
        }
        let clause: Vec<Literal> = clause.iter().filter_map(|&lit| literal(lit)).collect();
        self.solver.add_clause(0, &clause)
    }
}

enum Look {
    Run(Run),
    None,
    Stopped,
    Exhausted,
}

/// The literal of a signal; none for constants.
fn literal(lit: Lit) -> Option<Literal> {
    Literal::from_code(lit.0)
}
