//! Frames of a system with a solver.

use format_dimacs::Lit as Literal;
use std::cell::Cell;
use std::rc::Rc;
use support_model::{Lit, Run, System, Unrolling};
use support_sat::{Error, Options, Outcome, Solver};

/// Unrolled frames whose constraints are true.
pub(crate) struct Frames<'a> {
    system: &'a System,
    unrolling: Unrolling<'a>,
    solver: Solver,
    budget: Rc<Cell<u64>>,
}

/// Whether a property is bad in a frame.
pub(crate) enum Answer {
    Run(Run),
    None,
    Stopped,
}

impl<'a> Frames<'a> {
    pub(crate) fn from_reset(
        system: &'a System,
        seed: u32,
        stop: Rc<dyn Fn() -> bool>,
        budget: Rc<Cell<u64>>,
    ) -> Result<Self, Error> {
        Self::new(system, Unrolling::from_reset(system), seed, stop, budget)
    }

    pub(crate) fn from_anywhere(
        system: &'a System,
        seed: u32,
        stop: Rc<dyn Fn() -> bool>,
        budget: Rc<Cell<u64>>,
    ) -> Result<Self, Error> {
        Self::new(system, Unrolling::from_anywhere(system), seed, stop, budget)
    }

    fn new(
        system: &'a System,
        unrolling: Unrolling<'a>,
        seed: u32,
        stop: Rc<dyn Fn() -> bool>,
        budget: Rc<Cell<u64>>,
    ) -> Result<Self, Error> {
        let mut solver =
            Solver::untraced(&Options { seed, reserved: 0, incremental: true, quick: true })?;
        let left = Rc::clone(&budget);
        solver.stop_when(move |_| {
            left.set(left.get().saturating_sub(1));
            left.get() == 0 || stop()
        });
        Ok(Self { system, unrolling, solver, budget })
    }

    pub(crate) fn len(&self) -> usize {
        self.unrolling.len()
    }

    /// Has at least so many frames.
    pub(crate) fn extend_to(&mut self, frames: usize) -> Result<(), Error> {
        while self.unrolling.len() < frames {
            self.unrolling.extend();
            self.charge(1);
            // What is asked next is not stopped at once.
            self.budget.set(self.budget.get().max(1));
            for &constraint in &self.system.constraints {
                let lit = self.unrolling.lit(constraint, self.unrolling.len() - 1);
                self.define(lit)?;
                self.add(&[lit])?;
            }
        }
        Ok(())
    }

    /// Whether a property can be bad in a frame.
    pub(crate) fn ask(&mut self, property: usize, frame: usize) -> Result<Answer, Error> {
        let Some(&bad) = self.system.bad.get(property) else { return Ok(Answer::None) };
        let bad = self.unrolling.lit(bad, frame);
        if bad == Lit::FALSE {
            return Ok(Answer::None);
        }
        self.define(bad)?;
        let assumption: Vec<Literal> = Literal::from_code(bad.0).into_iter().collect();
        Ok(match self.solver.solve(&assumption)? {
            Outcome::Stopped => Answer::Stopped,
            Outcome::Unsatisfiable => Answer::None,
            Outcome::Satisfiable => {
                let solver = &mut self.solver;
                let value = |lit: Lit| {
                    Literal::from_code(lit.0).and_then(|lit| solver.value(lit)) == Some(true)
                };
                Answer::Run(self.unrolling.run(frame, value))
            }
        })
    }

    /// Unrolling and simulating frames is work too, also if nothing is left to search.
    fn charge(&self, frames: usize) {
        let gates = frames.saturating_mul(self.system.gates.len());
        let work = u64::try_from(gates).unwrap_or(u64::MAX) / 256 + 1;
        self.budget.set(self.budget.get().saturating_sub(work));
    }

    /// Says that the states of two frames differ.
    pub(crate) fn distinguish(&mut self, early: usize, late: usize) -> Result<(), Error> {
        // Each time the whole run was looked at.
        self.charge(self.unrolling.len());
        let differences = self.unrolling.differences(early, late);
        differences.iter().try_for_each(|&lit| self.define(lit))?;
        self.add(&differences)
    }

    /// Says that a property is not bad in a frame.
    pub(crate) fn exclude(&mut self, property: usize, frame: usize) -> Result<(), Error> {
        let Some(&bad) = self.system.bad.get(property) else { return Ok(()) };
        let bad = self.unrolling.lit(bad, frame);
        self.define(bad)?;
        self.add(&[!bad])
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
        let literals = clause.iter().filter_map(|&lit| Literal::from_code(lit.0));
        let clause: Vec<Literal> = literals.collect();
        self.solver.add_clause(0, &clause)
    }
}
