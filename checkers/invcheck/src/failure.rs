//! Why nothing is proved.

use checker_derivation::{Cause, Rejection};
use claim_invariant::{Refusal, Section};
use format_input::{Place, ReadError};
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The model could not be read.
    Model(format_aiger::Error),
    /// There is nothing to judge.
    Question(claim_invariant::Error),
    /// The model has no property of this number.
    NoSuchProperty(u32),
    /// The certificate is malformed or could not be read.
    Certificate(ReadError),
    /// The certificate is about another model.
    OtherModel,
    /// The certificate does not extend the model.
    Extension(Refusal),
    /// A line derives a goal that the section does not have.
    NoSuchGoal(Place, Section, u32),
    /// A line is wrong.
    Step(Place, Section, Rejection),
    /// A line derives the empty clause from what latches and gates compute: a bug of ours.
    EmptyClause(Place),
    /// The clause of the invariant with this number is not derived in this section.
    Invariant(usize, Section),
}

impl Failure {
    /// Whether the failure is the model's.
    #[must_use]
    pub fn is_of_model(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Question(_) | Self::NoSuchProperty(_))
    }

    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Certificate(error) => error.is_unreadable(),
            Self::Step(_, _, rejection) => rejection.cause == Cause::Full,
            _ => self.is_of_model() || matches!(self, Self::EmptyClause(_)),
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Certificate(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Question(error) => write!(f, " {error}"),
            Self::NoSuchProperty(asked) => write!(f, " the model has no property {asked}"),
            Self::Certificate(error) => error.fmt(f),
            Self::OtherModel => f.write_str(" the certificate is about another model"),
            Self::Extension(refusal) => write!(f, " {refusal}"),
            Self::NoSuchGoal(at, section, n) => {
                write!(f, "{at}: section '{section}' has no goal {n}")
            }
            Self::Step(at, section, why) => write!(f, "{at}: section '{section}': {why}"),
            Self::EmptyClause(at) => write!(f, "{at}: our own error: the empty clause from gates"),
            Self::Invariant(n, section) => {
                write!(f, " clause {n} of the invariant is not derived in section '{section}'")
            }
        }
    }
}
