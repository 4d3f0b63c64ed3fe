//! Certificates about Horn clauses, from models and derivations.
//!
//! [`certify_model`] refutes, clause by clause, that a model fails, and writes the refutations
//! down; or it says which clause the model violates, and with what values.
//! [`certify_derivation`] writes a derivation of false. [`import`] reads the models of other
//! solvers, [`export`] writes models for them. A [`Cone`] leaves out clauses that do not matter.

mod cone;
mod derivation;
mod eliminate;
mod expressions;
mod model;
mod obligation;
mod quantifiers;
mod violation;

#[cfg(test)]
mod tests;

pub use cone::Cone;
pub use derivation::certify_derivation;
pub use format_smtlib::Value;
pub use model::{export, import};
pub use obligation::{Size, Verdict, certify_model};
pub use violation::Violation;

use claim_horn::Limit;
use std::{fmt, io};

/// Why there is no certificate.
#[derive(Debug)]
pub enum Error {
    /// It cannot be written.
    Write(io::Error),
    /// The obligation of a clause is too large for the checker.
    Limit(usize, Limit),
    /// The text of a formula is beyond what the checker reads.
    Text(format_smtlib::Error),
    /// The solver and the checker see different things.
    Internal(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => write!(f, "cannot write the certificate: {error}"),
            Self::Limit(clause, limit) => write!(f, "clause {clause}: {limit}"),
            Self::Text(error) => write!(f, "a formula is no text for the checker: {error}"),
            Self::Internal(what) => write!(f, "our own error: {what}"),
        }
    }
}

impl std::error::Error for Error {}
