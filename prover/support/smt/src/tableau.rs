//! Rows that define basic variables by the others.

use crate::{Integer, Rational};

/// A term of a row.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) variable: u32,
    pub(crate) factor: Rational,
}

/// `basic = sum of the entries`; no variable of the entries is basic, no factor is 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) basic: u32,
    pub(crate) entries: Vec<Entry>,
}

/// All rows.
#[derive(Debug, Default)]
pub(crate) struct Tableau {
    pub(crate) rows: Vec<Row>,
    /// By variable: the rows that name it, if it is not basic.
    pub(crate) columns: Vec<Vec<u32>>,
    /// By variable: its row if it is basic, or [`NO_ROW`].
    row_of: Vec<u32>,
    /// By variable: where it stands in the row at hand, plus 1.
    places: Vec<u32>,
    /// Rows that are not used.
    free: Vec<u32>,
}

const NO_ROW: u32 = u32::MAX;

impl Tableau {
    pub(crate) fn add_variable(&mut self) {
        self.columns.push(Vec::new());
        self.row_of.push(NO_ROW);
        self.places.push(0);
    }

    /// The row of a basic variable.
    #[inline]
    pub(crate) fn row_of(&self, variable: u32) -> Option<usize> {
        let row = self.row_of[variable as usize];
        (row != NO_ROW).then_some(row as usize)
    }

    /// Adds a row for a new variable.
    pub(crate) fn define(&mut self, variable: u32, terms: &[(u32, Integer)]) {
        let row = self.free.pop().map_or(self.rows.len(), |row| row as usize);
        if row == self.rows.len() {
            self.rows.push(Row::default());
        }
        self.rows[row].basic = variable;
        self.row_of[variable as usize] = row as u32;
        for (term, factor) in terms {
            let factor = Rational::from(factor.clone());
            match self.row_of(*term) {
                Some(source) => self.add_multiple(row, source, &factor),
                None => self.add_entry(row, *term, factor),
            }
        }
    }

    fn add_entry(&mut self, row: usize, variable: u32, factor: Rational) {
        let entries = &mut self.rows[row].entries;
        match entries.iter().position(|entry| entry.variable == variable) {
            None => {
                entries.push(Entry { variable, factor });
                self.columns[variable as usize].push(row as u32);
            }
            Some(place) => {
                entries[place].factor = &entries[place].factor + factor;
                if entries[place].factor.is_zero() {
                    entries.swap_remove(place);
                    self.leave_column(variable, row);
                }
            }
        }
    }

    /// The factor of a variable in a row that names it.
    pub(crate) fn factor(&self, row: usize, variable: u32) -> &Rational {
        let entries = &self.rows[row].entries;
        let place = entries.iter().position(|entry| entry.variable == variable);
        &entries[place.unwrap_or(usize::MAX)].factor
    }

    /// Adds a multiple of one row's sum to another's.
    fn add_multiple(&mut self, target: usize, source: usize, factor: &Rational) {
        let mut entries = std::mem::take(&mut self.rows[target].entries);
        for (place, entry) in entries.iter().enumerate() {
            self.places[entry.variable as usize] = place as u32 + 1;
        }
        let before = entries.len();
        let mut has_zero = false;
        for entry in &self.rows[source].entries {
            let place = self.places[entry.variable as usize] as usize;
            if place == 0 {
                let factor = factor * &entry.factor;
                entries.push(Entry { variable: entry.variable, factor });
                self.columns[entry.variable as usize].push(target as u32);
            } else {
                let sum = &mut entries[place - 1].factor;
                *sum = &*sum + factor * &entry.factor;
                has_zero |= sum.is_zero();
            }
        }
        for entry in &entries[..before] {
            self.places[entry.variable as usize] = 0;
        }
        if has_zero {
            entries.retain(|entry| {
                let is_zero = entry.factor.is_zero();
                if is_zero {
                    leave(&mut self.columns[entry.variable as usize], target);
                }
                !is_zero
            });
        }
        self.rows[target].entries = entries;
    }

    /// Makes a variable of the row basic instead of the row's own.
    pub(crate) fn pivot(&mut self, row: usize, entering: u32) {
        let leaving = self.rows[row].basic;
        let inverse = self.factor(row, entering).recip().unwrap_or_default();
        let minus = -&inverse;
        for entry in &mut self.rows[row].entries {
            if entry.variable == entering {
                *entry = Entry { variable: leaving, factor: inverse.clone() };
            } else {
                entry.factor = &entry.factor * &minus;
            }
        }
        self.rows[row].basic = entering;
        self.row_of[entering as usize] = row as u32;
        self.row_of[leaving as usize] = NO_ROW;
        self.columns[leaving as usize].push(row as u32);
        for target in std::mem::take(&mut self.columns[entering as usize]) {
            let target = target as usize;
            if target == row {
                continue;
            }
            let entries = &mut self.rows[target].entries;
            let place = entries.iter().position(|entry| entry.variable == entering);
            if let Some(place) = place {
                let factor = entries.swap_remove(place).factor;
                self.add_multiple(target, row, &factor);
            }
        }
    }

    /// Makes a variable basic; the variable that is not any more, if a row names it.
    pub(crate) fn make_basic(&mut self, variable: u32) -> Option<u32> {
        let rows = self.columns[variable as usize].iter().map(|&row| row as usize);
        let row = rows.min_by_key(|&row| (self.rows[row].entries.len(), row))?;
        let leaving = self.rows[row].basic;
        self.pivot(row, variable);
        Some(leaving)
    }

    /// Takes away the row of a variable that nothing else needs.
    pub(crate) fn remove(&mut self, variable: u32) {
        if let Some(row) = self.row_of(variable) {
            self.row_of[variable as usize] = NO_ROW;
            for entry in std::mem::take(&mut self.rows[row].entries) {
                self.leave_column(entry.variable, row);
            }
            self.free.push(row as u32);
        }
    }

    fn leave_column(&mut self, variable: u32, row: usize) {
        leave(&mut self.columns[variable as usize], row);
    }
}

fn leave(column: &mut Vec<u32>, row: usize) {
    if let Some(place) = column.iter().position(|&other| other as usize == row) {
        column.swap_remove(place);
    }
}
