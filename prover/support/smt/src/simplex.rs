//! The simplex method: values within all bounds, or bounds that contradict each other
//! (Dutertre and de Moura, A fast linear-arithmetic solver for DPLL(T), CAV 2006).

use crate::Rational;
use crate::arithmetic::Arithmetic;
use std::cmp::Reverse;

/// How a search for values ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Feasibility {
    /// All variables are within their bounds.
    Feasible,
    /// They cannot be: see [`Arithmetic::conflict`].
    Conflict,
    /// It was told to stop.
    Stopped,
}

/// After so many pivots in one search the choice is Bland's, which ends.
const PATIENCE: u64 = 200;

impl Arithmetic {
    /// Brings all variables within their bounds.
    pub(crate) fn check(&mut self, stop: &mut dyn FnMut() -> bool) -> Feasibility {
        let mut pivots = 0;
        while let Some(Reverse(basic)) = self.queue.pop() {
            self.columns[basic as usize].is_queued = false;
            let Some(row) = self.tableau.row_of(basic) else { continue };
            let is_below = self.columns[basic as usize].is_below();
            if !is_below && !self.columns[basic as usize].is_above() {
                continue;
            }
            let Some(entering) = self.entering(row, is_below, pivots > PATIENCE) else {
                self.enqueue(basic);
                self.explain(row, is_below);
                return Feasibility::Conflict;
            };
            self.move_to_bound(row, is_below, entering);
            pivots += 1;
            self.pivots += 1;
            if pivots % 64 == 0 && stop() {
                return Feasibility::Stopped;
            }
        }
        Feasibility::Feasible
    }

    /// A variable of the row that can bring the row's own nearer to its bound: the one in the
    /// fewest rows, or, for Bland's rule, the smallest.
    fn entering(&self, row: usize, is_below: bool, is_bland: bool) -> Option<u32> {
        let entries = self.tableau.rows[row].entries.iter();
        entries
            .filter(|entry| {
                let column = &self.columns[entry.variable as usize];
                if (entry.factor.signum() > 0) == is_below {
                    column.upper.as_ref().is_none_or(|bound| column.value < bound.value)
                } else {
                    column.lower.as_ref().is_none_or(|bound| column.value > bound.value)
                }
            })
            .map(|entry| {
                let length = self.tableau.columns[entry.variable as usize].len();
                (if is_bland { 0 } else { length }, entry.variable)
            })
            .min()
            .map(|(_, variable)| variable)
    }

    /// Moves the row's basic variable to the bound that it violates, and swaps it with another.
    fn move_to_bound(&mut self, row: usize, is_below: bool, entering: u32) {
        let basic = self.tableau.rows[row].basic;
        let column = &self.columns[basic as usize];
        let bound = if is_below { &column.lower } else { &column.upper };
        let Some(bound) = bound else { return };
        let target = bound.value.clone();
        let links = &self.tableau.columns[entering as usize];
        let own = links.iter().find(|link| link.row as usize == row);
        let inverse = own.and_then(|&link| self.tableau.factor(link).recip()).unwrap_or_default();
        let change = target.minus(&column.value).times(&inverse);
        self.columns[basic as usize].value = target;
        self.columns[entering as usize].value.add_multiple(&Rational::ONE, &change);
        for place in 0..self.tableau.columns[entering as usize].len() {
            let link = self.tableau.columns[entering as usize][place];
            if link.row as usize != row {
                let factor = self.tableau.factor(link);
                let basic = self.tableau.rows[link.row as usize].basic;
                self.columns[basic as usize].value.add_multiple(factor, &change);
                self.enqueue_if_out(basic);
            }
        }
        self.tableau.pivot(row, entering);
        self.enqueue_if_out(entering);
    }

    /// Collects the bounds that keep the row's basic variable out of its own.
    fn explain(&mut self, row: usize, is_below: bool) {
        self.conflict.clear();
        let row = &self.tableau.rows[row];
        let column = &self.columns[row.basic as usize];
        let own = if is_below { &column.lower } else { &column.upper };
        self.conflict.extend(own.as_ref().map(|bound| (bound.reason, Rational::ONE)));
        for entry in &row.entries {
            let column = &self.columns[entry.variable as usize];
            let is_upper = (entry.factor.signum() > 0) == is_below;
            let bound = if is_upper { &column.upper } else { &column.lower };
            self.conflict.extend(bound.as_ref().map(|bound| (bound.reason, entry.factor.abs())));
        }
    }
}
