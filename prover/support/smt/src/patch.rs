//! Integral values by small changes of variables that are free to change.

use crate::Rational;
use crate::arithmetic::Arithmetic;
use crate::delta::Delta;
use crate::tableau::Link;

/// Changes that are tried in both directions.
const FARTHEST: i64 = 12;

/// Columns with more entries are left alone.
const LONGEST: usize = 64;

impl Arithmetic {
    /// Tries to make fractional variables integral, one after the other, within all bounds and
    /// without making another one fractional.
    pub(crate) fn patch(&mut self) {
        let fractionals: Vec<u32> = self.fractionals().collect();
        for variable in fractionals {
            if !self.columns[variable as usize].is_integral()
                && let Some((other, value)) = self.find_patch(variable)
            {
                self.update(other, value);
            }
        }
    }

    /// A variable of the row and a value for it that make the row's own integral.
    fn find_patch(&self, basic: u32) -> Option<(u32, Delta)> {
        let row = &self.tableau.rows[self.tableau.row_of(basic)?];
        let value = &self.columns[basic as usize].value;
        if !value.delta.is_zero() {
            return None;
        }
        for entry in &row.entries {
            let links = &self.tableau.columns[entry.variable as usize];
            let column = &self.columns[entry.variable as usize];
            if links.len() > LONGEST || !column.is_int || entry.factor.is_integer() {
                continue;
            }
            for size in 1..=FARTHEST {
                for change in [size, -size].map(Rational::from) {
                    let is_integral = (&value.real + &entry.factor * &change).is_integer();
                    if is_integral && self.can_change(entry.variable, &change, links) {
                        let mut value = column.value.clone();
                        value.real = &value.real + &change;
                        return Some((entry.variable, value));
                    }
                }
            }
        }
        None
    }

    /// Whether a variable that is not basic may change by so much.
    fn can_change(&self, variable: u32, change: &Rational, links: &[Link]) -> bool {
        let fits = |variable: u32, change: &Rational| {
            let column = &self.columns[variable as usize];
            let mut value = column.value.clone();
            value.real = &value.real + change;
            column.lower.as_ref().is_none_or(|bound| bound.value <= value)
                && column.upper.as_ref().is_none_or(|bound| value <= bound.value)
        };
        fits(variable, change)
            && links.iter().all(|&link| {
                let basic = self.tableau.rows[link.row as usize].basic;
                let change = self.tableau.factor(link) * change;
                let column = &self.columns[basic as usize];
                let breaks = column.is_int && column.is_integral() && !change.is_integer();
                !breaks && fits(basic, &change)
            })
    }
}
