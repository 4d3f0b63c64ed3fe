//! Why a model cannot be judged, and why a certificate does not extend it.

use format_aiger::Lit as Signal;
use std::fmt;

/// Why there is no question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The model has justice properties or fairness constraints.
    Justice {
        /// How many justice properties.
        justice: usize,
        /// How many fairness constraints.
        fairness: usize,
    },
    /// The model has neither bad state properties nor outputs.
    NoProperties,
    /// The model has far more inputs than anything can read.
    Inputs {
        /// How many.
        inputs: usize,
        /// The most it may have.
        most: usize,
    },
    /// The initial values of latches depend on each other in a circle.
    Resets(format_aiger::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Justice { justice, fairness } => write!(
                f,
                "the model has {justice} justice properties and {fairness} fairness constraints: \
                 only bad state properties are judged, remove the others first"
            ),
            Self::NoProperties => {
                f.write_str("the model has neither bad state properties nor outputs")
            }
            Self::Inputs { inputs, most } => write!(
                f,
                "the model has {inputs} inputs, of which most are unused: at most {most} are taken"
            ),
            Self::Resets(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

/// Why a certificate does not extend the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// An auxiliary gate reads itself or a later one.
    Gate {
        /// Its number, from 0.
        number: usize,
        /// What it reads.
        signal: Signal,
        /// Its own signal.
        own: Signal,
    },
    /// An auxiliary latch reads a variable that there is not.
    Latch {
        /// Its number, from 0.
        number: usize,
        /// What it reads.
        signal: Signal,
        /// The largest variable.
        variables: u32,
    },
    /// The initial value of an auxiliary latch depends on itself.
    Resets {
        /// A signal that depends on itself.
        signal: Signal,
    },
    /// A property of k-induction is none of the model's.
    NoSuchProperty {
        /// Its number.
        number: u32,
        /// How many the model has.
        properties: usize,
    },
    /// Simple paths, and the initial value of a latch depends on an input.
    SimplePath {
        /// The latch's number in the model, from 0.
        latch: usize,
    },
    /// All frames together have more variables or clauses than can be numbered.
    TooManyFrames {
        /// The depth of k-induction.
        depth: u32,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Gate { number, signal, own } => write!(
                f,
                "auxiliary gate {number}: expected a literal below its own {own}, found {signal}"
            ),
            Self::Latch { number, signal, variables } => write!(
                f,
                "auxiliary latch {number}: expected a literal of variables up to {variables}, \
                 found {signal}"
            ),
            Self::Resets { signal } => write!(
                f,
                "the initial value of literal {signal} depends on itself, by auxiliary latches"
            ),
            Self::NoSuchProperty { number, properties } => write!(
                f,
                "k-induction: there is no property {number}, the model has {properties} of them"
            ),
            Self::SimplePath { latch } => write!(
                f,
                "k-induction over simple paths is not sound here: the initial value of latch \
                 {latch} depends on an input"
            ),
            Self::TooManyFrames { depth } => {
                write!(f, "k-induction of depth {depth}: too many variables or clauses to number")
            }
        }
    }
}

impl std::error::Error for Refusal {}
