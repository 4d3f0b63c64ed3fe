//! What a witness can miss.

use crate::{Properties, Target};
use format_trace::{Property, Status};
use std::fmt;

/// A latch or input by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A latch, at time 0.
    Latch(usize),
    /// An input.
    Input {
        /// Its number.
        number: usize,
        /// The time.
        time: u64,
    },
}

/// Why a witness does not show what was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rejection {
    /// The trace does not claim that a property fails.
    Status(Status),
    /// The trace is about a justice property.
    Justice(Property),
    /// The trace is about a difference of two circuits, and there is one.
    OneCircuit(Property),
    /// The trace is not about a difference of one output, and there are two circuits.
    TwoCircuits,
    /// The trace is about a wrong product, and a property was asked for.
    NotAProduct(Property),
    /// The trace is not about one wrong bit of a product, and a product was asked for.
    AProduct,
    /// The trace is about an output that does not exist.
    NoSuchOutput {
        /// What it names.
        property: Property,
        /// How many there are.
        outputs: usize,
    },
    /// The output that should be wrong is right.
    NotWrong {
        /// Its number.
        number: u32,
        /// The value.
        value: bool,
    },
    /// The output that should differ has the same value in both circuits.
    NoDifference {
        /// Its number.
        number: u32,
        /// The value.
        value: bool,
    },
    /// There is a second line of inputs, and circuits without latches have no second time.
    SecondTime,
    /// The trace is about a property that the model does not have.
    NoSuchProperty {
        /// The number it names.
        number: u32,
        /// What the model has.
        properties: Properties,
    },
    /// The trace names a property a second time.
    NamedTwice {
        /// The property's number.
        number: u32,
    },
    /// The trace is about another property than the one asked for.
    NotAsked {
        /// The one asked for.
        asked: u32,
        /// The first one that the trace names.
        named: u32,
    },
    /// A line has not one value for each latch or input.
    Width {
        /// What the line has values of, in the plural.
        what: &'static str,
        /// The number in the model.
        expected: usize,
        /// The number on the line.
        found: usize,
    },
    /// A value is `x`. That all runs it stands for reach a bad state is not checked.
    Unknown(Object),
    /// A latch does not start with its reset value.
    Reset {
        /// The latch's number.
        latch: usize,
        /// The reset value, at the inputs of time 0.
        reset: bool,
    },
    /// A constraint is false.
    Constraint {
        /// Its number.
        number: usize,
        /// When.
        time: u64,
    },
    /// A property that the trace names is not true at the end.
    NotBad {
        /// The property.
        target: Target,
        /// The last time.
        time: u64,
    },
    /// A model gives a variable a second value, or the same again.
    SecondValue {
        /// The variable.
        variable: u32,
    },
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Latch(number) => write!(f, "latch l{number}"),
            Self::Input { number, time } => write!(f, "input i{number} at time {time}"),
        }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(Status::Holds) => {
                f.write_str("status 0 claims that the properties hold, which no trace can show")
            }
            Self::Status(_) => f.write_str("expected status 1, for status 2 claims nothing"),
            Self::Justice(property) => {
                write!(f, "{property} is a justice property, and those are not judged")
            }
            Self::OneCircuit(property) => {
                write!(f, "{property} is about two circuits that differ, and one is given")
            }
            Self::TwoCircuits => f.write_str("expected one output that differs, such as o0"),
            Self::NotAProduct(property) => {
                write!(f, "{property} is about a product, and no option (--order) asks for one")
            }
            Self::AProduct => f.write_str("expected a wrong product, such as p0 (see --property)"),
            Self::NoSuchOutput { property, outputs } => {
                write!(f, "{property} does not exist: there are {outputs} outputs")
            }
            Self::NotWrong { number, value } => {
                write!(f, "output p{number} is {}, as the product has it", u8::from(*value))
            }
            Self::NoDifference { number, value } => {
                write!(f, "output o{number} is {} in both circuits", u8::from(*value))
            }
            Self::SecondTime => {
                f.write_str("expected a line '.', for circuits without latches have no second time")
            }
            Self::NoSuchProperty { number, properties } => {
                write!(f, "b{number} does not exist: the model has {properties}")
            }
            Self::NamedTwice { number } => write!(f, "b{number} is named a second time"),
            Self::NotAsked { asked, named } => write!(
                f,
                "the trace is about b{named}, not about b{asked}: --property {named} asks for it"
            ),
            Self::Width { what, expected, found } => {
                write!(f, "expected the values of {expected} {what}, found {found}")
            }
            Self::Unknown(object) => {
                write!(f, "{object} is 'x', but only traces of '0' and '1' are checked")
            }
            Self::Reset { latch, reset } => write!(
                f,
                "latch l{latch} starts with {}, but its reset is {}",
                u8::from(!reset),
                u8::from(*reset)
            ),
            Self::Constraint { number, time } => {
                write!(f, "constraint c{number} is false at time {time}")
            }
            Self::NotBad { target, time } => {
                write!(f, "{target} is false at the last time, {time}")
            }
            Self::SecondValue { variable } => {
                write!(f, "variable {variable} has a value already")
            }
        }
    }
}
