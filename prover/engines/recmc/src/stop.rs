//! When to end, and how many questions were asked.

use std::cell::Cell;
use support_rules::Smt;
use support_smt::Lit;

/// The search was told to end, or the solver gave up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// Asks solvers, and asks whether to go on.
pub(crate) struct Stop<'a> {
    pub(crate) is_due: &'a dyn Fn() -> bool,
    pub(crate) questions: Cell<u64>,
}

impl Stop<'_> {
    pub(crate) fn solve(&self, smt: &mut Smt, assumptions: &[Lit]) -> Result<bool, Stopped> {
        self.questions.set(self.questions.get() + 1);
        if (self.is_due)() {
            return Err(Stopped);
        }
        smt.solver.solve(assumptions, &mut || (self.is_due)()).ok_or(Stopped)
    }
}
