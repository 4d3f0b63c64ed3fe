//! Why a file is no certificate of an invariant.

use crate::{Section, VERSION};
use format_input::{Place, ReadError};
use std::fmt;

/// Why a file is no such certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are not what the format wants.
    Read(ReadError),
    /// It has another version.
    Version {
        /// Where it says so.
        place: Place,
        /// The version.
        found: u64,
    },
    /// The properties of k-induction are not in increasing order.
    Order {
        /// The first that is too small.
        place: Place,
    },
    /// A section stands behind a later one, or a stage of the base behind another than the last.
    Section {
        /// Where it begins.
        place: Place,
        /// The section.
        section: Section,
    },
    /// A line stands before the first section.
    NoSection {
        /// The line.
        place: Place,
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
            Self::Version { place, found } => write!(
                f,
                "{place}: the certificate has version {found}, this program reads {VERSION}"
            ),
            Self::Order { place } => {
                write!(f, "{place}: expected properties in increasing order")
            }
            Self::Section { place, section } => {
                write!(f, "{place}: section '{section}' cannot stand here")
            }
            Self::NoSection { place } => {
                write!(f, "{place}: expected the first section, found a line")
            }
        }
    }
}

impl std::error::Error for Error {}
