//! Why there is no answer.

use std::fmt;

/// Why there is not even an unknown answer.
#[derive(Debug)]
pub enum Error {
    /// The sweep failed.
    Sweep(support_sweep::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sweep(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}
