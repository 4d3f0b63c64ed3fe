//! Why a target is not shown to follow.

use format_input::Place;
use format_lpac::Id;
use std::fmt;

/// One of the three files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The given polynomials.
    Given,
    /// The proof.
    Proof,
    /// The target.
    Target,
}

/// Why a target is not shown to follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A file is malformed or could not be read.
    Read {
        /// Which one.
        file: File,
        /// Why.
        error: format_lpac::Error,
    },
    /// A statement is wrong.
    Statement {
        /// In which file.
        file: File,
        /// Where it begins.
        place: Place,
        /// Its number.
        id: Id,
        /// What is wrong.
        cause: Cause,
    },
    /// All steps are right, and none concludes the target.
    NotDerived,
}

/// What is wrong with a statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its number was given before, perhaps to a polynomial that was deleted.
    Taken,
    /// It uses a number that no polynomial has had.
    Unknown(Id),
    /// It uses a polynomial that was deleted.
    Deleted(Id),
    /// The operands do not add up to the conclusion.
    Differs,
    /// The variable of an extension occurs before, or in what it stands for.
    NotNew,
    /// What a variable stands for may be other than 0 and 1.
    NotIdempotent,
    /// There is not room enough to check it.
    Full,
}

impl Failure {
    /// The file that it is about.
    #[must_use]
    pub fn file(&self) -> File {
        match self {
            Self::Read { file, .. } | Self::Statement { file, .. } => *file,
            Self::NotDerived => File::Proof,
        }
    }

    /// Whether the failure is none of the proof's: the question is no question, or a file cannot
    /// be read, or there is not room enough.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.file() != File::Proof
            || match self {
                Self::Read { error, .. } => error.is_undecided(),
                Self::Statement { cause, .. } => *cause == Cause::Full,
                Self::NotDerived => false,
            }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { error, .. } => error.fmt(f),
            Self::Statement { place, id, cause, .. } => {
                write!(f, "{place}: polynomial {id}: {cause}")
            }
            Self::NotDerived => f.write_str(" no polynomial of the proof is the target"),
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("its number was given before"),
            Self::Unknown(id) => write!(f, "there is no polynomial {id}"),
            Self::Deleted(id) => write!(f, "{id} was deleted before"),
            Self::Differs => f.write_str("the operands do not add up to the conclusion"),
            Self::NotNew => f.write_str("the variable of the extension is not new"),
            Self::NotIdempotent => {
                f.write_str("the square of what the variable stands for is something else")
            }
            Self::Full => f.write_str(
                "its products need more than 2^20 monomials or words and 16 for every byte read",
            ),
        }
    }
}
