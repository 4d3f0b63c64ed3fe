//! Why a text is no system of Horn clauses, and where.

use format_input::Place;
use std::fmt;

/// A cause and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub place: Place,
    /// Why.
    pub cause: Cause,
}

/// Why a text is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something else should stand there.
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Cause::Unexpected { expected, found } = &self.cause;
        write!(f, "{}: expected {expected}, found {found}", self.place)
    }
}

impl std::error::Error for Error {}
