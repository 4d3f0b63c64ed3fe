//! Partial products: rows of bits whose weighted sum is the product, modulo a power of two.

use crate::{Graph, Lit};

/// A row of bits; `FALSE` stands where there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    pub(crate) start: usize,
    pub(crate) bits: Vec<Lit>,
}

impl Row {
    /// The bits of all columns.
    pub(crate) fn dense(&self, columns: usize) -> Vec<Lit> {
        let mut bits = vec![Lit::FALSE; self.start];
        bits.extend(&self.bits);
        bits.resize(columns, Lit::FALSE);
        bits
    }
}

/// Rows, and a constant that is not in them yet.
pub(crate) struct Rows {
    pub(crate) rows: Vec<Row>,
    /// A small number for each column.
    constant: Vec<i64>,
}

impl Rows {
    /// No rows; the sum is taken modulo 2 to the power of the number of columns.
    pub(crate) fn new(columns: usize) -> Self {
        Self { rows: Vec::new(), constant: vec![0; columns] }
    }

    pub(crate) fn columns(&self) -> usize {
        self.constant.len()
    }

    /// Adds a row; bits beyond the last column count nothing.
    pub(crate) fn push(&mut self, start: usize, mut bits: Vec<Lit>) {
        bits.truncate(self.columns().saturating_sub(start));
        for (bit, column) in bits.iter_mut().zip(start..) {
            if *bit == Lit::TRUE {
                *bit = Lit::FALSE;
                self.add_constant(column, 1);
            }
        }
        if bits.iter().any(|&bit| bit != Lit::FALSE) {
            self.rows.push(Row { start, bits });
        }
    }

    pub(crate) fn add_constant(&mut self, column: usize, value: i64) {
        if let Some(entry) = self.constant.get_mut(column) {
            *entry += value;
        }
    }

    /// Subtracts a bit: minus x is not x minus 1.
    pub(crate) fn negated(&mut self, column: usize, bit: Lit) -> Lit {
        self.add_constant(column, -1);
        !bit
    }

    /// Adds a number in two's complement, or unsigned.
    pub(crate) fn push_number(&mut self, bits: &[Lit], signed: bool) {
        let mut bits = bits.to_vec();
        if let Some(top) = bits.len().checked_sub(1).filter(|_| signed) {
            bits[top] = self.negated(top, bits[top]);
        }
        self.push(0, bits);
    }

    /// Puts a bit where a row has room, the closest to the row's bits; else it begins a row.
    pub(crate) fn place(&mut self, column: usize, bit: Lit) {
        let gap = |row: &Row| {
            let end = row.start + row.bits.len();
            column.checked_sub(end).or_else(|| row.start.checked_sub(column + 1))
        };
        let best = self
            .rows
            .iter_mut()
            .filter_map(|row| Some((gap(row)?, row)))
            .min_by_key(|(gap, _)| *gap);
        let Some((_, row)) = best else {
            self.rows.push(Row { start: column, bits: vec![bit] });
            return;
        };
        if column < row.start {
            let filled = vec![Lit::FALSE; row.start - column];
            row.bits.splice(0..0, filled);
            row.start = column;
        } else {
            row.bits.resize(column - row.start + 1, Lit::FALSE);
        }
        row.bits[column - row.start] = bit;
    }

    /// Turns the constant into bits of rows.
    pub(crate) fn settle(&mut self) {
        let mut carry = 0;
        for column in 0..self.columns() {
            let value = self.constant[column] + carry;
            self.constant[column] = 0;
            carry = value >> 1;
            if value & 1 == 1 {
                self.place(column, Lit::TRUE);
            }
        }
    }

    /// One conjunction for each pair of bits; the top bits of signed operands count negatively
    /// (Baugh and Wooley).
    pub(crate) fn push_simple(&mut self, graph: &mut Graph, a: &[Lit], b: &[Lit], signed: bool) {
        for (start, &bit) in b.iter().enumerate() {
            let mut bits = Vec::with_capacity(a.len());
            for (place, &other) in a.iter().enumerate().take(self.columns().saturating_sub(start)) {
                let product = graph.and(other, bit);
                let is_negative = signed && (start + 1 == b.len()) != (place + 1 == a.len());
                bits.push(if is_negative { self.negated(start + place, product) } else { product });
            }
            self.push(start, bits);
        }
    }

    /// The square of a number: each pair of different bits once, one column higher.
    pub(crate) fn push_square(&mut self, graph: &mut Graph, a: &[Lit], signed: bool) {
        for (place, &bit) in a.iter().enumerate() {
            // Column 2p is the bit itself, p + q + 1 its product with bit q.
            let mut bits = vec![bit, Lit::FALSE];
            for (higher, &other) in a.iter().enumerate().skip(place + 1) {
                let product = graph.and(other, bit);
                let column = place + higher + 1;
                bits.push(if signed && higher + 1 == a.len() {
                    self.negated(column, product)
                } else {
                    product
                });
            }
            self.push(2 * place, bits);
        }
    }
}
