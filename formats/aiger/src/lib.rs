//! Circuits of and-gates, inverters and latches: AIGER 1.9, ASCII (`aag`) and binary (`aig`).
//!
//! [`read`] takes either encoding and gives a [`Model`], in which every variable is defined once,
//! every used variable is defined, and gates stand after the gates they read.
//! The page of the format is `docs/formats/aiger.md`.

mod error;
mod model;
mod order;
mod read;
#[cfg(test)]
mod tests;
mod variables;
mod write;

pub use error::Error;
pub use model::{Gate, Latch, Model, Parts, Symbol, SymbolKind};
pub use order::Node;
pub use read::read;
pub use variables::Variables;

use std::fmt;
use std::ops::Not;

/// The largest variable, so that a literal fits into 32 bits.
pub const MAX_VARIABLE: u32 = u32::MAX >> 1;

/// A literal as AIGER writes it: twice the variable, plus one if negated. Variable 0 is false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lit(pub u32);

impl Lit {
    /// The constant false.
    pub const FALSE: Self = Self(0);
    /// The constant true.
    pub const TRUE: Self = Self(1);

    /// The literal of a variable up to [`MAX_VARIABLE`], not negated.
    #[must_use]
    pub fn positive(variable: u32) -> Self {
        Self(variable.wrapping_shl(1))
    }

    /// The variable; 0 for constants.
    #[must_use]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the literal is the negation of its variable.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Whether the literal is [`Lit::FALSE`] or [`Lit::TRUE`].
    #[must_use]
    pub fn is_constant(self) -> bool {
        self.0 <= 1
    }
}

impl Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
