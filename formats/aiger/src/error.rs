//! Why a file is not a circuit.

use crate::{Lit, SymbolKind};
use format_input::{Place, ReadError};
use std::fmt;

/// What is wrong with a file, and where. Parts that come from no file are placed where the ASCII
/// encoding would have them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are not what the format wants.
    Read(ReadError),
    /// A binary file numbers its variables without gaps, but the header has more: its end, the
    /// largest variable of the header, and inputs, latches and gates together.
    Gap(Place, u32, u32),
    /// A constant or a negated literal stands where a variable is defined.
    NotDefinable(Place, Lit),
    /// A variable, here as a literal, is defined a second time.
    Redefined(Place, Lit),
    /// The variable of a literal is used, here first, and nowhere defined.
    Undefined(Place, Lit),
    /// A gate depends on itself.
    Cyclic(Place, Lit),
    /// The initial value of a latch depends on itself; a latch, or a gate on the way. Reading
    /// permits it; [`crate::Model::reset_order`] does not.
    CyclicReset(Lit),
    /// A symbol names an object, by its number from 0, of which there are only so many.
    NoSuchObject(Place, SymbolKind, u32, u64),
    /// An object, by its number from 0, has a second symbol.
    SecondSymbol(Place, SymbolKind, u32),
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Gap(place, max_variable, defined) => write!(
                f,
                "{place}: the largest variable is {max_variable}, but inputs, latches and gates are \
                 {defined}, and a binary file has no others"
            ),
            Self::NotDefinable(place, lit) => {
                write!(f, "{place}: expected an even literal from 2 on to be defined, found {lit}")
            }
            Self::Redefined(place, lit) => {
                write!(f, "{place}: literal {lit} is defined a second time")
            }
            Self::Undefined(place, lit) => {
                write!(f, "{place}: literal {lit} is used and nowhere defined")
            }
            Self::Cyclic(place, lit) => write!(f, "{place}: gate {lit} depends on itself"),
            Self::CyclicReset(lit) => {
                write!(f, "the initial value of literal {lit} depends on itself")
            }
            Self::NoSuchObject(place, kind, index, count) => {
                write!(f, "{place}: symbol for {kind} {index}, but the circuit has {count} of them")
            }
            Self::SecondSymbol(place, kind, index) => {
                write!(f, "{place}: second symbol for {kind} {index}")
            }
        }
    }
}

impl std::error::Error for Error {}
