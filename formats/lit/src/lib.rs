//! Literals, as formulas, proofs and models share them.

use format_input::{ReadError, Source};
use std::fmt;
use std::io::Read;

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
        (variable.wrapping_sub(1) < MAX_VARIABLE)
            .then_some(Self(variable << 1 | u32::from(negative)))
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

impl std::ops::Not for Lit {
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

/// Takes a literal of these variables from text or binary data, or 0 as `None`.
#[inline]
pub fn read_lit<R: Read>(source: &mut Source<R>, variables: u32) -> Result<Option<Lit>, ReadError> {
    let (negative, variable) = source.signed(u64::from(variables), "a literal or 0")?;
    Ok(u32::try_from(variable).ok().and_then(|variable| Lit::new(variable, negative)))
}
