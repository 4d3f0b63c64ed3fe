//! Sums have rows only while somebody needs them: rows cost time at every pivot.

use crate::arithmetic::Arithmetic;
use crate::delta::Delta;

/// A sum without bounds for so many calls or restarts loses its row.
const AGE: u32 = 8;

impl Arithmetic {
    /// Gives a sum a row, for the present call.
    pub(crate) fn enliven(&mut self, variable: u32) {
        if self.columns[variable as usize].is_live {
            return;
        }
        let value = self.value(variable).into_owned();
        let column = &mut self.columns[variable as usize];
        column.value = value;
        column.is_live = true;
        if let Some(sum) = &column.sum {
            self.tableau.define(variable, sum);
        }
        self.visitors.push(variable);
    }

    /// A clause names this Boolean variable: if it is an atom, its sum may be needed often.
    pub(crate) fn keep(&mut self, boolean: u32) {
        if let Some(variable) = self.atom_of(boolean).map(|record| record.variable) {
            self.columns[variable as usize].is_kept = true;
        }
    }

    /// Takes rows away that are not needed now. All levels are taken back.
    pub(crate) fn retire(&mut self) {
        self.epoch += 1;
        let mut visitors = std::mem::take(&mut self.visitors);
        visitors.retain(|&variable| {
            let column = &self.columns[variable as usize];
            let is_recent = column.is_kept && column.epoch + AGE > self.epoch;
            if is_recent || column.lower.is_some() || column.upper.is_some() {
                return true;
            }
            if self.tableau.row_of(variable).is_none()
                && let Some(leaving) = self.tableau.make_basic(variable)
            {
                self.settle(leaving);
            }
            self.tableau.remove(variable);
            self.columns[variable as usize].is_live = false;
            false
        });
        self.visitors = visitors;
    }

    /// Brings a variable that is basic no more within its bounds, and to an integer.
    fn settle(&mut self, variable: u32) {
        let column = &self.columns[variable as usize];
        let value = if column.is_below() {
            column.lower.as_ref().map(|bound| bound.value.clone())
        } else if column.is_above() {
            column.upper.as_ref().map(|bound| bound.value.clone())
        } else if column.is_int && !column.is_integral() {
            // Bounds of integers are integers: rounding stays within them.
            let floor = column.value.floor();
            Some(Delta::new(floor.into(), 0))
        } else {
            None
        };
        if let Some(value) = value {
            self.update(variable, value);
        }
    }
}
