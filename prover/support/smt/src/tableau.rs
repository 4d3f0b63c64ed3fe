//! Rows that define basic variables by the others.

use crate::{Integer, Rational};

/// A term of a row.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) variable: u32,
    /// Where the variable's column names this entry.
    link: u32,
    pub(crate) factor: Rational,
}

/// An entry as a column names it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub(crate) row: u32,
    place: u32,
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
    /// By variable: its entries, if it is not basic.
    pub(crate) columns: Vec<Vec<Link>>,
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

    /// The factor of an entry.
    #[inline]
    pub(crate) fn factor(&self, link: Link) -> &Rational {
        &self.rows[link.row as usize].entries[link.place as usize].factor
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
            None => append(&mut self.columns, entries, row, variable, factor),
            Some(place) => {
                entries[place].factor = &entries[place].factor + factor;
                if entries[place].factor.is_zero() {
                    let mut entries = std::mem::take(&mut self.rows[row].entries);
                    self.take_out(&mut entries, place);
                    self.rows[row].entries = entries;
                }
            }
        }
    }

    /// Takes an entry out of a row whose entries are at hand, and out of its column.
    fn take_out(&mut self, entries: &mut Vec<Entry>, place: usize) -> Entry {
        let entry = entries.swap_remove(place);
        if let Some(moved) = entries.get(place) {
            self.columns[moved.variable as usize][moved.link as usize].place = place as u32;
        }
        let column = &mut self.columns[entry.variable as usize];
        column.swap_remove(entry.link as usize);
        if let Some(&Link { row, place }) = column.get(entry.link as usize) {
            // Another row: a column names each row once.
            self.rows[row as usize].entries[place as usize].link = entry.link;
        }
        entry
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
            let product = factor * &entry.factor;
            if place == 0 {
                append(&mut self.columns, &mut entries, target, entry.variable, product);
            } else {
                let sum = &mut entries[place - 1].factor;
                *sum = &*sum + product;
                has_zero |= sum.is_zero();
            }
        }
        for entry in &entries[..before] {
            self.places[entry.variable as usize] = 0;
        }
        if has_zero {
            for place in (0..before).rev() {
                if entries[place].factor.is_zero() {
                    self.take_out(&mut entries, place);
                }
            }
        }
        self.rows[target].entries = entries;
    }

    /// Makes a variable of the row basic instead of the row's own.
    pub(crate) fn pivot(&mut self, row: usize, entering: u32) {
        let leaving = self.rows[row].basic;
        let column = std::mem::take(&mut self.columns[entering as usize]);
        let own = column.iter().find(|link| link.row as usize == row);
        let Some(&Link { place, .. }) = own else { return };
        let inverse = self.rows[row].entries[place as usize].factor.recip().unwrap_or_default();
        let minus = -&inverse;
        for entry in &mut self.rows[row].entries {
            if entry.variable == entering {
                let link = self.columns[leaving as usize].len() as u32;
                *entry = Entry { variable: leaving, link, factor: inverse.clone() };
            } else {
                entry.factor = &entry.factor * &minus;
            }
        }
        self.columns[leaving as usize].push(Link { row: row as u32, place });
        self.rows[row].basic = entering;
        self.row_of[entering as usize] = row as u32;
        self.row_of[leaving as usize] = NO_ROW;
        for Link { row: target, place } in column {
            let target = target as usize;
            if target == row {
                continue;
            }
            let entries = &mut self.rows[target].entries;
            let factor = entries.swap_remove(place as usize).factor;
            if let Some(moved) = entries.get(place as usize) {
                self.columns[moved.variable as usize][moved.link as usize].place = place;
            }
            self.add_multiple(target, row, &factor);
        }
    }

    /// Makes a variable basic; the variable that is not any more, if a row names it.
    pub(crate) fn make_basic(&mut self, variable: u32) -> Option<u32> {
        let rows = self.columns[variable as usize].iter().map(|link| link.row as usize);
        let row = rows.min_by_key(|&row| (self.rows[row].entries.len(), row))?;
        let leaving = self.rows[row].basic;
        self.pivot(row, variable);
        Some(leaving)
    }

    /// Takes away the row of a variable that nothing else needs.
    pub(crate) fn remove(&mut self, variable: u32) {
        if let Some(row) = self.row_of(variable) {
            self.row_of[variable as usize] = NO_ROW;
            let mut entries = std::mem::take(&mut self.rows[row].entries);
            while let Some(last) = entries.len().checked_sub(1) {
                self.take_out(&mut entries, last);
            }
            self.rows[row].entries = entries;
            self.free.push(row as u32);
        }
    }
}

/// Puts an entry at the end of a row.
fn append(
    columns: &mut [Vec<Link>],
    entries: &mut Vec<Entry>,
    row: usize,
    variable: u32,
    factor: Rational,
) {
    let column = &mut columns[variable as usize];
    let link = column.len() as u32;
    column.push(Link { row: row as u32, place: entries.len() as u32 });
    entries.push(Entry { variable, link, factor });
}
