//! Literals, as formulas, proofs and models share them.

use std::fmt;
use std::ops::Not;

/// The largest variable, so that a literal fits into 32 bits.
pub const MAX_VARIABLE: u32 = u32::MAX >> 1;

/// A variable (from 1) or its negation, kept as `2 * variable + negative`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The literal of a variable from 1 to [`MAX_VARIABLE`].
    #[inline]
    #[must_use]
    pub fn new(variable: u32, negative: bool) -> Option<Self> {
        let in_range = variable.wrapping_sub(1) < MAX_VARIABLE;
        in_range.then_some(Self(variable << 1 | u32::from(negative)))
    }

    /// The literal with this code, as [`Lit::code`] gives it; codes 0 and 1 have none.
    #[inline]
    #[must_use]
    pub fn from_code(code: u32) -> Option<Self> {
        (code > 1).then_some(Self(code))
    }

    /// `2 * variable + negative`: an index for tables by literal.
    #[inline]
    #[must_use]
    pub fn code(self) -> u32 {
        self.0
    }

    /// Its variable.
    #[inline]
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the negation of its variable.
    #[inline]
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{}", self.variable())
    }
}
