//! Truth tables of gates over a cut.

use crate::Cause;
use claim_multiplier::{Claim, Signal};
use format_input::index;
use format_lit::Lit;

/// The most leaves of a cut.
pub const MOST_LEAVES: usize = 12;
/// The most gates between a cut and what is computed from it.
pub const MOST_GATES: usize = 4096;

/// What the first six leaves are on 64 rows; leaf i is bit i of a row's number.
#[rustfmt::skip]
const PATTERNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa, 0xcccc_cccc_cccc_cccc, 0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000,
];

/// The constant false, the leaves of a cut, then gates, each after those it reads.
#[derive(Default)]
pub(crate) struct Cone {
    /// By variable: where it stands in `nodes`, if it stands there.
    places: Vec<u32>,
    nodes: Vec<u32>,
    /// For every node, its value on all rows.
    tables: Vec<u64>,
    /// The words of a table.
    pub(crate) words: usize,
    leaves: usize,
    /// The rows of a table.
    pub(crate) rows: usize,
    stack: Vec<u32>,
}

impl Cone {
    pub(crate) fn new(variables: u32) -> Self {
        Self { places: vec![0; index(variables).saturating_add(1)], ..Self::default() }
    }

    /// Begins with these leaves, which are different; every combination of their values is a row.
    pub(crate) fn cut(&mut self, leaves: &[u32]) -> Result<(), Cause> {
        if leaves.len() > MOST_LEAVES {
            return Err(Cause::Variables(leaves.len()));
        }
        (self.leaves, self.rows) = (leaves.len(), 1 << leaves.len());
        self.words = 1 << leaves.len().saturating_sub(PATTERNS.len());
        self.tables.clear();
        self.tables.resize(self.words, 0);
        self.nodes.clear();
        self.push(0);
        for (number, &leaf) in leaves.iter().enumerate() {
            if self.place(leaf).is_some() {
                return Err(Cause::LeafTwice(leaf));
            }
            self.push(leaf);
            for word in 0..self.words {
                let high = number.saturating_sub(PATTERNS.len());
                let whole = if word >> high & 1 == 1 { u64::MAX } else { 0 };
                self.tables.push(PATTERNS.get(number).copied().unwrap_or(whole));
            }
        }
        Ok(())
    }

    /// Adds a variable and what it reads, down to leaves and constants; another input is an error.
    pub(crate) fn enter(&mut self, claim: &Claim, variable: u32) -> Result<(), Cause> {
        self.stack.clear();
        self.stack.push(variable);
        while let Some(&variable) = self.stack.last() {
            if self.place(variable).is_some() {
                self.stack.pop();
                continue;
            }
            let sides = claim.gate(variable).ok_or(Cause::NotLeaf(variable))?;
            let before = self.stack.len();
            for side in sides {
                if self.place(side.variable()).is_none() {
                    self.stack.push(side.variable());
                }
            }
            if self.stack.len() == before {
                self.push(variable);
                for word in 0..self.words {
                    let [left, right] = sides.map(|side| self.word(side.0, word).unwrap_or(0));
                    self.tables.push(left & right);
                }
                self.stack.pop();
            }
            // Open gates are different, and each has put at most two on the stack.
            let most = MOST_GATES.saturating_add(self.leaves);
            if self.nodes.len() > most.saturating_add(1) || self.stack.len() > 2 * MOST_GATES {
                return Err(Cause::LargeCone(variable));
            }
        }
        Ok(())
    }

    /// The inputs that a gate is computed from, in the order in which they are reached; not all
    /// if its cone is too large.
    pub(crate) fn inputs(&mut self, claim: &Claim, gate: u32) -> Result<Vec<u32>, Cause> {
        self.cut(&[])?;
        let (mut inputs, mut stack) = (Vec::new(), vec![gate]);
        while let Some(variable) = stack.pop().filter(|_| self.nodes.len() <= 2 * MOST_GATES) {
            match claim.gate(variable) {
                _ if self.place(variable).is_some() => continue,
                Some(sides) => stack.extend(sides.map(Signal::variable)),
                None => inputs.push(variable),
            }
            self.push(variable);
        }
        Ok(inputs)
    }

    /// A word of the table of a literal with this code that is a constant or stands here.
    pub(crate) fn word(&self, code: u32, word: usize) -> Option<u64> {
        let start = self.place(code >> 1)?.checked_mul(self.words)?;
        Some(self.tables.get(start.checked_add(word)?)? ^ u64::from(code & 1).wrapping_neg())
    }

    /// The coefficients of the polynomial over the leaves that is a literal: entry s belongs to
    /// the product of the leaves whose bits are 1 in s.
    pub(crate) fn polynomial(&self, lit: Lit) -> Vec<i64> {
        let word = |row: usize| self.word(lit.code(), row / 64).unwrap_or(0);
        let bits = (0..self.rows).map(|row| i64::from(word(row) >> (row % 64) & 1 == 1));
        let mut values: Vec<i64> = bits.collect();
        // Moebius: f = f0 + x (f1 - f0), leaf after leaf; no value exceeds 2^12.
        for leaf in 0..self.leaves {
            for pair in values.chunks_exact_mut(2 << leaf) {
                if let Some((low, high)) = pair.split_at_mut_checked(1 << leaf) {
                    for (low, high) in low.iter().zip(high) {
                        *high = high.wrapping_sub(*low);
                    }
                }
            }
        }
        values
    }

    fn place(&self, variable: u32) -> Option<usize> {
        let place = index(*self.places.get(index(variable))?);
        (self.nodes.get(place) == Some(&variable)).then_some(place)
    }

    fn push(&mut self, variable: u32) {
        if let Some(place) = self.places.get_mut(index(variable)) {
            // There are never more nodes than 32 bits count.
            *place = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
        }
        self.nodes.push(variable);
    }
}
