//! Why bytes are no polynomials.

use format_input::{Place, ReadError};
use std::fmt;

/// Why bytes are no polynomials or no proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The bytes are not what the format wants.
    Read(ReadError),
    /// A coefficient has more than [`crate::DIGITS`] digits.
    TooLong {
        /// Where it begins.
        place: Place,
    },
    /// The files name more than 2^32 variables.
    TooManyVariables {
        /// Where the first one too many stands.
        place: Place,
    },
}

impl Error {
    /// Whether the file itself could not be read, or is beyond what this program holds.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Read(error) => error.is_unreadable(),
            Self::TooLong { .. } | Self::TooManyVariables { .. } => true,
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::TooLong { place } => {
                write!(f, "{place}: a coefficient has more than {} digits", crate::DIGITS)
            }
            Self::TooManyVariables { place } => {
                write!(f, "{place}: the files name more than 2^32 variables")
            }
        }
    }
}
