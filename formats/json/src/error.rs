//! Why bytes are not the JSON that they should be.

use format_input::{Place, ReadError};
use std::fmt;

/// Why bytes are not the JSON that they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A byte is wrong.
    Read(ReadError),
    /// A key stands twice in an object.
    Twice {
        /// Where its second value begins.
        place: Place,
        /// The key.
        key: String,
    },
    /// Arrays and objects stand too deep in each other.
    Deep {
        /// Where.
        place: Place,
    },
    /// The bytes of a string are not UTF-8, or its escapes no letters.
    NotText {
        /// Where it begins.
        place: Place,
    },
    /// A value of another kind should stand there.
    Other {
        /// Where.
        place: Place,
        /// What should.
        expected: &'static str,
        /// What does.
        found: &'static str,
    },
    /// An object lacks a key.
    Missing {
        /// Where it begins.
        place: Place,
        /// The key.
        key: &'static str,
    },
    /// An object has a key that means nothing.
    Unknown {
        /// Where its value begins.
        place: Place,
        /// The key.
        key: String,
    },
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
            Self::Twice { place, key } => write!(f, "{place}: the key {key:?} stands twice"),
            Self::Deep { place } => {
                write!(f, "{place}: more than {} arrays and objects in each other", crate::DEPTH)
            }
            Self::NotText { place } => write!(f, "{place}: the string is no Unicode text"),
            Self::Other { place, expected, found } => {
                write!(f, "{place}: expected {expected}, found {found}")
            }
            Self::Missing { place, key } => write!(f, "{place}: the object lacks the key {key:?}"),
            Self::Unknown { place, key } => write!(f, "{place}: the key {key:?} is not known here"),
        }
    }
}

impl std::error::Error for Error {}
