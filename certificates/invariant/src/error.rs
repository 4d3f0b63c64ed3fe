//! Why a model cannot be judged, and why a certificate does not extend it.

use format_aiger::Lit as Signal;
use std::fmt;

/// Why there is no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The model has so many justice properties, and so many fairness constraints.
    Justice(usize, usize),
    /// The model has neither bad state properties nor outputs.
    NoProperties,
    /// The model has so many inputs, and may have only so many.
    Inputs(usize, usize),
    /// The initial values of latches depend on each other in a circle.
    Resets(format_aiger::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Justice(justice, fairness) => write!(
                f,
                "only bad state properties are judged: the model has {justice} justice properties \
                 and {fairness} fairness constraints, remove them first"
            ),
            Self::NoProperties => f.write_str("there are no bad state properties, nor outputs"),
            Self::Inputs(inputs, most) => {
                write!(f, "{inputs} inputs, most of them unused: at most {most} are taken")
            }
            Self::Resets(error) => error.fmt(f),
        }
    }
}

/// Why a certificate does not extend the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The auxiliary gate with this number reads this signal, which is not below its own.
    Gate(usize, Signal),
    /// The auxiliary latch with this number reads this signal, which there is not.
    Latch(usize, Signal),
    /// This signal depends on itself at time 0.
    Resets(Signal),
    /// There is no property of this number.
    NoSuchProperty(u32),
    /// Simple paths, and the initial value of the latch with this number depends on an input.
    SimplePath(usize),
    /// All frames together have more variables or clauses than can be numbered.
    TooLarge,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gate(n, lit) => write!(f, "auxiliary gate {n} reads {lit}, not defined before"),
            Self::Latch(n, lit) => write!(f, "auxiliary latch {n} reads {lit}, not defined"),
            Self::Resets(lit) => write!(f, "with auxiliary latches, {lit} at time 0 needs itself"),
            Self::NoSuchProperty(n) => write!(f, "induction over property {n}, which is not there"),
            Self::SimplePath(n) => {
                write!(f, "simple paths, but the reset of latch {n} reads inputs")
            }
            Self::TooLarge => f.write_str("too many variables or clauses to number"),
        }
    }
}
