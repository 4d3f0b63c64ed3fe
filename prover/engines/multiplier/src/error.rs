//! Why there is no answer.

use std::fmt;
use std::io;

/// Why there is not even an unknown answer.
#[derive(Debug)]
pub enum Error {
    /// The circuit is malformed.
    Circuit(format_aiger::Error),
    /// The claim makes no sense for the circuit.
    Claim(claim_multiplier::Error),
    /// The evidence cannot go where it should.
    Destination(io::Error),
    /// The evidence cannot be written.
    Spool(io::Error),
    /// The sweep failed.
    Sweep(support_sweep::Error),
    /// A step has no proof: our bug.
    Proof,
    /// The proof holds, and is not written for other checkers.
    Export(crate::export::Error),
    /// The checker refuses the evidence, for this reason.
    Refused(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) => error.fmt(f),
            Self::Claim(error) => error.fmt(f),
            Self::Destination(error) | Self::Spool(error) => error.fmt(f),
            Self::Sweep(error) => error.fmt(f),
            Self::Export(error) => error.fmt(f),
            Self::Proof => f.write_str("a step of our own proof is missing"),
            Self::Refused(reason) => write!(f, "our own certificate is refused: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<support_sweep::Error> for Error {
    fn from(error: support_sweep::Error) -> Self {
        Self::Sweep(error)
    }
}

impl From<crate::export::Error> for Error {
    fn from(error: crate::export::Error) -> Self {
        Self::Export(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Spool(error)
    }
}
