//! Why nothing is proved.

use claim_horn::Limit;
use format_input::Place;
use format_smtlib::{Cause, Error};
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The system could not be read.
    System(Error),
    /// The certificate is malformed or could not be read.
    Certificate(Error),
    /// The certificate is about another system.
    OtherSystem,
    /// The certificate is about the claim with this name, and another was asked for.
    OtherClaim(&'static str),
    /// The invariant of this predicate is not the next line.
    NoInvariant(u32),
    /// The block of this clause does not come next.
    NoBlock(usize),
    /// The terms of this clause are too large.
    Limit(usize, Limit),
    /// All lines of this clause's block are right, and derive no empty clause.
    NotRefuted(usize),
    /// All instances are right, and the last one is not false.
    NotFalse,
    /// A line is wrong.
    Line(Place, Fault),
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// This.
    Wrong(String),
    /// Numbers grow too large.
    Limit(Limit),
}

/// A line of another kind should stand there.
pub(crate) const KIND: &str = "a line of this kind has no place here";

impl Failure {
    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::System(_) | Self::Limit(..) | Self::Line(_, Fault::Limit(_)) => true,
            Self::Certificate(error) => {
                matches!(error.cause, Cause::Limit | Cause::Unreadable(_))
            }
            _ => false,
        }
    }
}

impl From<String> for Fault {
    fn from(what: String) -> Self {
        Self::Wrong(what)
    }
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = "does not stand where it should";
        match self {
            Self::System(error) | Self::Certificate(error) => error.fmt(f),
            Self::OtherSystem => f.write_str(" the certificate is about another system"),
            Self::OtherClaim(word) => write!(f, " the certificate is one for --claim {word}"),
            Self::NoInvariant(number) => write!(f, " the invariant of predicate {number} {order}"),
            Self::NoBlock(number) => write!(f, " the block of clause {number} {order}"),
            Self::Limit(number, limit) => write!(f, " clause {number}: {limit}"),
            Self::NotRefuted(n) => write!(f, " the block of clause {n} derives no empty clause"),
            Self::NotFalse => f.write_str(" the last instance is not false"),
            Self::Line(place, Fault::Wrong(what)) => write!(f, "{place}: {what}"),
            Self::Line(place, Fault::Limit(limit)) => write!(f, "{place}: {limit}"),
        }
    }
}
