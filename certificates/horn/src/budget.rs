//! How much may be computed from little text.

use crate::Atom;
use format_number::Rational;
use std::fmt;

/// The most words of 64 bits that the terms of a Horn clause, or a line of a proof, may need.
pub const MOST_WORDS: u64 = 1 << 24;

/// What is computed needs more than [`MOST_WORDS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit;

/// The words that are left.
#[derive(Clone, Debug)]
pub struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(MOST_WORDS)
    }
}

impl Budget {
    /// So many words.
    #[must_use]
    pub fn of(words: u64) -> Self {
        Self(words)
    }

    /// Takes words for as many numbers like this one, and one for each.
    pub fn take(&mut self, count: usize, number: &Rational) -> Result<(), Limit> {
        self.take_bits(count, number.bits())
    }

    /// Takes words for a multiple of an inequality.
    pub fn take_multiple(&mut self, atom: &Atom, factor: &Rational) -> Result<(), Limit> {
        let bits = factor.bits();
        self.take_bits(1, atom.bound.bits().saturating_add(bits))?;
        let mut terms = atom.terms.iter();
        terms.try_for_each(|(_, number)| self.take_bits(1, number.bits().saturating_add(bits)))
    }

    /// A long number counts more than its words: to reduce it takes time that grows with their
    /// square.
    fn take_bits(&mut self, count: usize, bits: u64) -> Result<(), Limit> {
        let words = (bits / 64).saturating_add(1);
        let words = words.saturating_mul(words.saturating_add(3)) / 4;
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        self.0 = self.0.checked_sub(words.saturating_mul(count)).ok_or(Limit)?;
        Ok(())
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its terms need more than {MOST_WORDS} words of memory")
    }
}

impl std::error::Error for Limit {}
