//! Why nothing is shown.

use claim_trace::{QuestionError, Rejection};
use format_input::{Place, ReadError};
use std::fmt;

/// Why nothing is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The circuit is malformed.
    Circuit(format_aiger::Error),
    /// The second of two circuits is malformed.
    SecondCircuit(format_aiger::Error),
    /// Two circuits cannot be compared.
    Circuits(claim_miter::Error),
    /// The circuit and the options make no product.
    Claim(claim_multiplier::Error),
    /// The product is a sum of more products of two bits than this.
    Products(usize),
    /// The formula is malformed.
    Formula(format_dimacs::Error),
    /// A property was asked for, and formulas have none.
    NotACircuit,
    /// The question has no answer.
    Question(QuestionError),
    /// The witness is malformed or could not be read.
    Witness(ReadError),
    /// The witness is wrong.
    Rejected {
        /// Where.
        place: Place,
        /// Why.
        rejection: Rejection,
    },
    /// A clause of the formula has no true literal.
    Unsatisfied {
        /// Its number, from 1.
        clause: u64,
    },
}

impl Failure {
    /// Whether the fault is in the problem or in the question.
    #[must_use]
    pub fn is_of_problem(&self) -> bool {
        !matches!(self, Self::Witness(_) | Self::Rejected { .. } | Self::Unsatisfied { .. })
    }

    /// Whether nothing can be said: then the witness may be right.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Witness(error) => error.is_unreadable(),
            _ => self.is_of_problem(),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) | Self::SecondCircuit(error) => error.fmt(f),
            Self::Circuits(error) => error.fmt(f),
            Self::Claim(error) => write!(f, " {error}"),
            Self::Products(limit) => {
                write!(f, " the operands have more than {limit} pairs of bits: nothing is said")
            }
            Self::Formula(error) => error.fmt(f),
            Self::NotACircuit => f.write_str(" --property is for circuits, and this is none"),
            Self::Question(error) => write!(f, " {error}"),
            Self::Witness(error) => error.fmt(f),
            Self::Rejected { place, rejection } => write!(f, "{place}: {rejection}"),
            Self::Unsatisfied { clause } => {
                write!(f, " clause {clause} of the formula has no true literal")
            }
        }
    }
}

impl From<format_dimacs::Error> for Failure {
    fn from(error: format_dimacs::Error) -> Self {
        Self::Formula(error)
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Witness(error)
    }
}
