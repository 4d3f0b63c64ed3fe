//! Why a text is no system of Horn clauses, and where.

use crate::Sort;
use format_input::Place;
use std::fmt;

/// The most terms that definitions and chains may stand for in a file.
pub const MOST_TERMS: usize = 2_000_000;

/// The most digits of a number.
pub const MOST_DIGITS: usize = 10_000;

/// A cause and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where.
    pub place: Place,
    /// Why.
    pub cause: Cause,
}

/// Why a text is not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something else should stand there.
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: String,
    },
    /// A name that nothing declares.
    Unknown(String),
    /// A name that is declared or bound already, or that SMT-LIB has a meaning for.
    Taken(String),
    /// An operator, a predicate or a definition has other operands than it takes.
    Operands {
        /// Its name.
        name: String,
        /// The sorts of the operands.
        found: Vec<Sort>,
    },
    /// A product of two variables, or a division by one or by 0.
    NotLinear,
    /// A predicate stands neither in the conjunction of a body nor as a head.
    NotHorn,
    /// A quantifier stands below the top of a clause.
    Quantifier,
    /// A command that is not understood, or not there.
    Command(String),
    /// More than [`MOST_TERMS`] terms.
    Limit,
    /// The bytes cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.cause {
            Cause::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            Cause::Unknown(name) => write!(f, "'{name}' is not declared"),
            Cause::Taken(name) => write!(f, "'{name}' has a meaning already"),
            Cause::Operands { name, found } => {
                write!(f, "'{name}' does not take these operands:")?;
                found.iter().try_for_each(|sort| write!(f, " {sort:?}"))
            }
            Cause::NotLinear => f.write_str("one factor may vary, and divisors are numbers but 0"),
            Cause::NotHorn => {
                f.write_str("a predicate stands in the conjunction of a body, or alone as the head")
            }
            Cause::Quantifier => f.write_str("a quantifier stands at the top of a clause only"),
            Cause::Command(name) => write!(f, "the command '{name}' may not stand here"),
            Cause::Limit => write!(f, "the text stands for more than {MOST_TERMS} terms"),
            Cause::Unreadable(why) => write!(f, "cannot read on: {why}"),
        }
    }
}
