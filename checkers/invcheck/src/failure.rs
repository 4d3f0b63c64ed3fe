//! Why nothing is proved.

use checker_derivation::{Cause, Rejection};
use claim_invariant::{Refusal, Section};
use format_input::Place;
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The model could not be read.
    Model(format_aiger::Error),
    /// There is nothing to judge.
    Question(claim_invariant::Error),
    /// The model has no property of this number.
    NoSuchProperty {
        /// The number.
        asked: u32,
        /// How many there are.
        properties: usize,
    },
    /// The certificate is malformed or could not be read.
    Certificate(format_inv::Error),
    /// The certificate is about another model.
    OtherModel,
    /// The certificate does not extend the model.
    Extension(Refusal),
    /// A section belongs to k-induction that is not announced, or not so deep.
    NotAnnounced {
        /// Where it begins.
        place: Place,
        /// The section.
        section: Section,
    },
    /// A line derives a goal that the section does not have.
    NoSuchGoal {
        /// Where it begins.
        place: Place,
        /// The section.
        section: Section,
        /// The number of the goal.
        number: u32,
    },
    /// A line is wrong.
    Step {
        /// Where it begins.
        place: Place,
        /// Its section.
        section: Section,
        /// What is wrong.
        rejection: Rejection,
    },
    /// A line derives the empty clause from what latches and gates compute: a bug of ours.
    EmptyClause {
        /// Where it begins.
        place: Place,
    },
    /// A clause of the invariant is not derived at time 0.
    NotInitial {
        /// Its number.
        clause: usize,
    },
    /// A clause of the invariant is not derived at time 1.
    NotInductive {
        /// Its number.
        clause: usize,
    },
}

impl Failure {
    /// Whether the failure is the model's.
    #[must_use]
    pub fn is_of_model(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Question(_) | Self::NoSuchProperty { .. })
    }

    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Certificate(format_inv::Error::Read(error)) => error.is_unreadable(),
            Self::Step { rejection, .. } => rejection.cause == Cause::Full,
            _ => self.is_of_model() || matches!(self, Self::EmptyClause { .. }),
        }
    }
}

impl From<format_inv::Error> for Failure {
    fn from(error: format_inv::Error) -> Self {
        Self::Certificate(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Model(error) => error.fmt(f),
            Self::Question(error) => write!(f, " {error}"),
            Self::NoSuchProperty { asked, properties } => {
                write!(f, " there is no property {asked}, the model has {properties} of them")
            }
            Self::Certificate(error) => error.fmt(f),
            Self::OtherModel => f.write_str(" the certificate is about another model"),
            Self::Extension(refusal) => write!(f, " {refusal}"),
            Self::NotAnnounced { place, section } => {
                write!(f, "{place}: section '{section}' is not part of the induction announced")
            }
            Self::NoSuchGoal { place, section, number } => {
                write!(f, "{place}: section '{section}' has no goal {number}, or it is a tautology")
            }
            Self::Step { place, section, rejection } => {
                write!(f, "{place}: section '{section}': {rejection}")
            }
            Self::EmptyClause { place } => {
                write!(f, "{place}: our own error: the empty clause from what gates compute")
            }
            Self::NotInitial { clause } => {
                write!(f, " clause {clause} of the invariant is not derived at time 0")
            }
            Self::NotInductive { clause } => {
                write!(f, " clause {clause} of the invariant is not derived at time 1")
            }
        }
    }
}
