//! Why a sweep failed.

use std::fmt;

/// Why there is no result, not even a partial one.
#[derive(Debug)]
pub enum Error {
    /// There are too many gates.
    TooLarge,
    /// CaDiCaL failed.
    Solver(support_sat::Error),
    /// A step has no proof: our bug.
    Proof,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => f.write_str("the circuits have more than 700 million gates"),
            Self::Solver(error) => error.fmt(f),
            Self::Proof => f.write_str("a step of our own proof is missing"),
        }
    }
}

impl std::error::Error for Error {}

impl From<support_sat::Error> for Error {
    fn from(error: support_sat::Error) -> Self {
        Self::Solver(error)
    }
}
