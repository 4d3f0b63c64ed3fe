//! Why there is no certificate.

use std::fmt;
use std::io;

/// Why there is no certificate.
#[derive(Debug)]
pub enum Error {
    /// The model cannot be judged.
    Question(claim_invariant::Error),
    /// The certificate does not extend the model.
    Extension(claim_invariant::Refusal),
    /// CaDiCaL gave up.
    Solver(support_sat::Error),
    /// It cannot be written.
    Write(io::Error),
    /// A clause of the invariant does not hold at time 0, by its number.
    NotInitial(u32),
    /// A clause of the invariant does not hold one step later, by its number.
    NotInductive(u32),
    /// A property does not follow.
    NotImplied(u32),
    /// A proof has no last line: our bug.
    Proof,
    /// A limit was exceeded.
    Stopped,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Question(error) => error.fmt(f),
            Self::Extension(refusal) => refusal.fmt(f),
            Self::Solver(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
            Self::NotInitial(number) => {
                write!(f, "clause {number} of the invariant does not hold at time 0")
            }
            Self::NotInductive(number) => {
                write!(f, "clause {number} of the invariant does not hold one step later")
            }
            Self::NotImplied(number) => {
                write!(f, "property {number} does not follow from the invariant")
            }
            Self::Proof => f.write_str("a step of our own proof is missing"),
            Self::Stopped => f.write_str("a limit was exceeded"),
        }
    }
}

impl std::error::Error for Error {}

impl From<support_sat::Error> for Error {
    fn from(error: support_sat::Error) -> Self {
        Self::Solver(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<claim_invariant::Error> for Error {
    fn from(error: claim_invariant::Error) -> Self {
        Self::Question(error)
    }
}

impl From<claim_invariant::Refusal> for Error {
    fn from(refusal: claim_invariant::Refusal) -> Self {
        Self::Extension(refusal)
    }
}
