//! How much may be computed from little text.

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
        // A long number counts more than its words: to reduce it takes time that grows with their
        // square.
        let words = (number.bits() / 64).saturating_add(1);
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
