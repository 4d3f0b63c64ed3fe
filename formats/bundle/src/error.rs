//! Why a bundle's own two files are refused.

use crate::{MANIFEST, Path, SUMS, VERSION};
use format_input::{Place, ReadError};
use std::fmt;

/// Why a bundle's own two files are refused: which of them, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// [`MANIFEST`] or [`SUMS`].
    pub file: &'static str,
    /// Why.
    pub kind: Kind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The manifest's JSON is malformed or has another structure.
    Json(format_json::Error),
    /// A byte of the list of digests is wrong.
    Read(ReadError),
    /// The manifest has another version.
    Version {
        /// Where.
        place: Place,
        /// The version.
        found: u64,
    },
    /// A path has an empty or unusual part.
    Path {
        /// Where.
        place: Place,
    },
    /// Two paths are equal, or differ only in upper and lower case.
    Twice {
        /// Where.
        place: Place,
        /// The second of them.
        path: Path,
    },
    /// The paths are not in increasing order.
    Order {
        /// Where.
        place: Place,
        /// The path that should stand earlier.
        path: Path,
    },
    /// A digest has not 64 digits from 0 to 9 and a to f.
    Digest {
        /// Where.
        place: Place,
    },
    /// A string is none of those that may stand there.
    Word {
        /// Where.
        place: Place,
        /// What may.
        expected: &'static str,
    },
    /// A claim names a file that is not in the list of files.
    NoSuchFile {
        /// Where.
        place: Place,
    },
    /// A claim names no problem.
    NoProblem {
        /// Where.
        place: Place,
    },
    /// A certificate is named by its digest only.
    NotKept {
        /// Where.
        place: Place,
    },
    /// No claim names a file.
    Unused {
        /// The file.
        path: Path,
    },
    /// There is no claim.
    NoClaims,
    /// The list of digests lacks a file of the manifest.
    Unlisted {
        /// The file.
        path: Path,
    },
    /// The list of digests has a file that the manifest does not have.
    Unknown {
        /// The file.
        path: Path,
    },
    /// The list of digests and the manifest disagree about a digest.
    Differs {
        /// The file.
        path: Path,
    },
}

impl Error {
    pub(crate) fn manifest(kind: Kind) -> Self {
        Self { file: MANIFEST, kind }
    }

    pub(crate) fn sums(kind: Kind) -> Self {
        Self { file: SUMS, kind }
    }
}

impl From<format_json::Error> for Error {
    fn from(error: format_json::Error) -> Self {
        Self::manifest(Kind::Json(error))
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::sums(Kind::Read(error))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.file)?;
        match &self.kind {
            Kind::Json(error) => error.fmt(f),
            Kind::Read(error) => error.fmt(f),
            Kind::Version { place, found } => {
                write!(f, "{place}: the bundle has version {found}, this program reads {VERSION}")
            }
            Kind::Path { place } => write!(
                f,
                "{place}: expected a path of letters, digits, '.', '_', '-' and '/' whose parts \
                 neither begin nor end with '.'"
            ),
            Kind::Twice { place, path } => {
                write!(f, "{place}: {path} stands twice, upper and lower case taken as equal")
            }
            Kind::Order { place, path } => {
                write!(f, "{place}: {path} stands behind a path that is larger")
            }
            Kind::Digest { place } => {
                write!(f, "{place}: expected a digest of 64 digits from 0 to 9 and a to f")
            }
            Kind::Word { place, expected } => write!(f, "{place}: expected {expected}"),
            Kind::NoSuchFile { place } => write!(f, "{place}: no such path is among the files"),
            Kind::NoProblem { place } => write!(f, "{place}: the claim names no problem"),
            Kind::NotKept { place } => write!(f, "{place}: a certificate has to be in the bundle"),
            Kind::Unused { path } => write!(f, " no claim names {path}"),
            Kind::NoClaims => f.write_str(" nothing is claimed"),
            Kind::Unlisted { path } => write!(f, " {path} is in {MANIFEST} and not in this list"),
            Kind::Unknown { path } => write!(f, " {path} is in this list and not in {MANIFEST}"),
            Kind::Differs { path } => write!(f, " {path} has another digest in {MANIFEST}"),
        }
    }
}

impl std::error::Error for Error {}
