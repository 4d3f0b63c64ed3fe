//! Why nothing is proved.

use checker_derivation::{Cause, Rejection};
use format_input::Place;
use format_miter::Subject;
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A circuit could not be read.
    Circuit {
        /// Which one, from 1.
        number: u32,
        /// Why.
        error: format_aiger::Error,
    },
    /// The circuits cannot be compared.
    Question(claim_miter::Error),
    /// The certificate is malformed or could not be read.
    Certificate(format_miter::Error),
    /// The certificate is about other circuits than those given, or about another claim.
    OtherSubject(&'static str),
    /// A step is wrong.
    Step {
        /// Where it begins.
        place: Place,
        /// What is wrong.
        rejection: Rejection,
    },
    /// A step derives the empty clause from what gates compute: a bug of ours.
    EmptyClause {
        /// Where it begins.
        place: Place,
    },
    /// All steps are right, and not all that is to be shown was derived.
    NotDerived {
        /// The lowest output it lacks.
        output: usize,
    },
}

impl Failure {
    /// How the subject of a certificate differs from what was asked.
    pub(crate) fn other_subject(found: &Subject, asked: &Subject) -> Self {
        Self::OtherSubject(match (found, asked) {
            (Subject::Constant(_), Subject::Constant(_)) => "another circuit",
            (Subject::Constant(_), Subject::Equal { .. }) => {
                "one circuit that is constant 0, not two that are equal"
            }
            (Subject::Equal { .. }, Subject::Constant(_)) => {
                "two circuits that are equal, not one that is constant 0"
            }
            (Subject::Equal { digests, by_names }, Subject::Equal { digests: asked, .. }) => {
                let [first, second] = asked;
                match (digests == asked, *digests == [*second, *first], by_names) {
                    (true, _, true) => "matching by names: ask for it with --match names",
                    (true, _, false) => "matching by position: ask for it with --match position",
                    (false, true, _) => "the same circuits in the other order",
                    (false, false, _) => "other circuits",
                }
            }
        })
    }

    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Circuit { .. } | Self::Question(_) | Self::EmptyClause { .. } => true,
            Self::Certificate(format_miter::Error::Read(error)) => error.is_unreadable(),
            Self::Step { rejection, .. } => rejection.cause == Cause::Full,
            Self::Certificate(_) | Self::OtherSubject(_) | Self::NotDerived { .. } => false,
        }
    }
}

impl From<format_miter::Error> for Failure {
    fn from(error: format_miter::Error) -> Self {
        Self::Certificate(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit { error, .. } => error.fmt(f),
            Self::Question(error) => error.fmt(f),
            Self::Certificate(error) => error.fmt(f),
            Self::OtherSubject(what) => write!(f, " the certificate is about {what}"),
            Self::Step { place, rejection } => write!(f, "{place}: {rejection}"),
            Self::EmptyClause { place } => {
                write!(f, "{place}: our own error: the empty clause from what gates compute")
            }
            Self::NotDerived { output } => {
                write!(f, " the certificate does not derive all that output {output} needs")
            }
        }
    }
}
