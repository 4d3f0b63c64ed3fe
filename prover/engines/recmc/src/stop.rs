//! When to end, and how many questions were asked.

use std::cell::Cell;
use support_rules::Smt;
use support_smt::Lit;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The search was told to end.
    Due,
    /// The solver gave up.
    GaveUp,
    /// A fact has no instance, which would be our bug.
    NoInstance,
}

/// Asks solvers, and asks whether to go on.
pub(crate) struct Stop<'a> {
    pub(crate) is_due: &'a dyn Fn() -> bool,
    pub(crate) questions: Cell<u64>,
}

impl Stop<'_> {
    pub(crate) fn solve(&self, smt: &mut Smt, assumptions: &[Lit]) -> Result<bool, Stopped> {
        self.questions.set(self.questions.get() + 1);
        if (self.is_due)() {
            return Err(Stopped::Due);
        }
        let answer = smt.solver.solve(assumptions, &mut || (self.is_due)());
        answer.ok_or_else(|| if (self.is_due)() { Stopped::Due } else { Stopped::GaveUp })
    }
}
