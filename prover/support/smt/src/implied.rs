//! Bounds that follow from a row and the bounds of its other variables.

use crate::arithmetic::{Arithmetic, Bound, Column, positive};
use crate::delta::Delta;
use crate::{Lit, Rational};

/// Rows with more variables are left alone.
const LONGEST: usize = 8;

/// The most rows looked at for one variable with a new bound.
const ROWS: usize = 32;

/// Takes a literal that follows, and the true literals that it follows from with multipliers,
/// its own negation's first.
pub(crate) type Sink<'a> = dyn FnMut(Lit, &mut dyn Iterator<Item = (Lit, Rational)>) + 'a;

impl Arithmetic {
    /// Looks at the rows of variables with new bounds. `is_free` says whether a Boolean variable
    /// has no value yet.
    pub(crate) fn imply(&mut self, is_free: &dyn Fn(u32) -> bool, sink: &mut Sink<'_>) {
        let changed = std::mem::take(&mut self.changed);
        let mut rows = Vec::new();
        for &variable in &changed {
            self.columns[variable as usize].is_changed = false;
            if let Some(row) = self.tableau.row_of(variable) {
                rows.push(row as u32);
            } else {
                let column = &self.tableau.columns[variable as usize];
                rows.extend(column.iter().take(ROWS).map(|link| link.row));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        for row in rows {
            if self.tableau.rows[row as usize].entries.len() <= LONGEST {
                self.imply_by_row(row as usize, true, is_free, sink);
                self.imply_by_row(row as usize, false, is_free, sink);
            }
        }
        let mut changed = changed;
        changed.clear();
        if self.changed.is_empty() {
            self.changed = changed;
        }
    }

    /// The terms of `0 = sum - basic`, each with the bound that makes it largest or smallest.
    fn terms(&self, row: usize, largest: bool) -> impl Iterator<Item = Term<'_>> {
        let row = &self.tableau.rows[row];
        let entries = row.entries.iter().map(|entry| (entry.variable, Some(&entry.factor)));
        entries.chain(std::iter::once((row.basic, None))).map(move |(variable, factor)| {
            let column = &self.columns[variable as usize];
            let is_positive = factor.is_some_and(|factor| factor.signum() > 0);
            let bound = if is_positive == largest { &column.upper } else { &column.lower };
            Term { variable, factor, column, is_positive, bound: bound.as_ref() }
        })
    }

    /// With `largest`: the sum of all terms is 0, so each of them is at least minus the largest
    /// value of all others together.
    fn imply_by_row(
        &self,
        row: usize,
        largest: bool,
        is_free: &dyn Fn(u32) -> bool,
        sink: &mut Sink<'_>,
    ) {
        let mut open = None;
        let mut is_useful = false;
        for term in self.terms(row, largest) {
            if term.bound.is_none() {
                if open.is_some() {
                    return;
                }
                open = Some(term.variable);
                is_useful = term.column.atoms.iter().any(|&atom| self.is_open(atom, is_free));
            } else if open.is_none() {
                is_useful = is_useful || !term.column.atoms.is_empty();
            }
        }
        if !is_useful {
            return;
        }
        let sum = self.sum(row, largest);
        for term in self.terms(row, largest) {
            if open.is_some_and(|open| open != term.variable) || term.column.atoms.is_empty() {
                continue;
            }
            // factor * variable >= own - sum (largest), or <= own - sum, where own is the term's
            // part of the sum.
            let mut limit = Delta::default().minus(&sum);
            if let Some(bound) = term.bound {
                match term.factor {
                    Some(factor) => limit.add_multiple(factor, &bound.value),
                    None => limit = limit.minus(&bound.value),
                }
            }
            let limit = match term.factor {
                Some(factor) => limit.times(&factor.recip().unwrap_or_default()),
                None => Delta::default().minus(&limit),
            };
            let is_upper = term.is_positive != largest;
            if let Some(lit) = self.strongest(term.column, is_upper, &limit, is_free) {
                let own = term.variable;
                let weight = term.factor.map_or(Rational::ONE, Rational::abs);
                let others = self.terms(row, largest).filter(|other| other.variable != own);
                let mut parts = std::iter::once((!lit, weight)).chain(others.filter_map(|other| {
                    let weight = other.factor.map_or(Rational::ONE, Rational::abs);
                    other.bound.map(|bound| (bound.reason, weight))
                }));
                sink(lit, &mut parts);
            }
        }
    }

    /// The sum of all terms that have bounds.
    fn sum(&self, row: usize, largest: bool) -> Delta {
        let mut sum = Delta::default();
        for term in self.terms(row, largest) {
            if let Some(bound) = term.bound {
                match term.factor {
                    Some(factor) => sum.add_multiple(factor, &bound.value),
                    None => sum = sum.minus(&bound.value),
                }
            }
        }
        sum
    }

    fn is_open(&self, atom: u32, is_free: &dyn Fn(u32) -> bool) -> bool {
        is_free(self.atoms[atom as usize].boolean)
    }

    /// The free literal that says most of what a bound implies.
    fn strongest(
        &self,
        column: &Column,
        is_upper: bool,
        limit: &Delta,
        is_free: &dyn Fn(u32) -> bool,
    ) -> Option<Lit> {
        let atoms = &column.atoms;
        if is_upper {
            if column.upper.as_ref().is_some_and(|bound| bound.value <= *limit) {
                return None;
            }
            let from = atoms.partition_point(|&atom| self.atoms[atom as usize].lower <= *limit);
            let record = &self.atoms[*atoms.get(from)? as usize];
            is_free(record.boolean).then(|| positive(record.boolean))
        } else {
            if column.lower.as_ref().is_some_and(|bound| bound.value >= *limit) {
                return None;
            }
            let to = atoms.partition_point(|&atom| self.atoms[atom as usize].upper < *limit);
            let record = &self.atoms[*atoms.get(to.checked_sub(1)?)? as usize];
            is_free(record.boolean).then(|| !positive(record.boolean))
        }
    }
}

/// A variable of a row.
struct Term<'a> {
    variable: u32,
    /// None for the row's own variable, whose factor is -1.
    factor: Option<&'a Rational>,
    column: &'a Column,
    is_positive: bool,
    bound: Option<&'a Bound>,
}
