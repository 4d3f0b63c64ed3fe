//! A strict reader of a part of JSON: objects, arrays, strings, whole numbers, true and false.
//!
//! No key stands twice, every value knows its place, and a reader of a structure says which keys
//! it knows, so that nothing in a file is passed over. The page of the format is
//! `docs/formats/json.md`.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod text;

pub use error::Error;
pub use read::read;

use format_input::Place;
use std::collections::BTreeMap;

/// How many arrays and objects may stand in each other.
pub const DEPTH: u32 = 16;

/// A value and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Where it begins.
    pub place: Place,
    /// What it is.
    pub value: Value,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Keys and values.
    Object(BTreeMap<String, Node>),
    /// Values in order.
    Array(Vec<Node>),
    /// Any text. Escape it before printing.
    Text(String),
    /// A whole number from 0.
    Number(u64),
    /// `true` or `false`.
    Boolean(bool),
}

/// The keys of an object that were not taken yet.
#[derive(Debug)]
pub struct Members {
    place: Place,
    rest: BTreeMap<String, Node>,
}

impl Node {
    /// The object that this is.
    pub fn object(self) -> Result<Members, Error> {
        match self.value {
            Value::Object(rest) => Ok(Members { place: self.place, rest }),
            _ => Err(self.other("an object")),
        }
    }

    /// The values of the array that this is.
    pub fn array(self) -> Result<Vec<Self>, Error> {
        match self.value {
            Value::Array(nodes) => Ok(nodes),
            _ => Err(self.other("an array")),
        }
    }

    /// The text that this is.
    pub fn text(self) -> Result<String, Error> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.other("a string")),
        }
    }

    /// The number that this is.
    pub fn number(self) -> Result<u64, Error> {
        match self.value {
            Value::Number(number) => Ok(number),
            _ => Err(self.other("a number")),
        }
    }

    /// The truth value that this is.
    pub fn boolean(self) -> Result<bool, Error> {
        match self.value {
            Value::Boolean(value) => Ok(value),
            _ => Err(self.other("true or false")),
        }
    }

    /// The error that something else should stand here.
    #[must_use]
    pub fn other(&self, expected: &'static str) -> Error {
        let found = match self.value {
            Value::Object(_) => "an object",
            Value::Array(_) => "an array",
            Value::Text(_) => "a string",
            Value::Number(_) => "a number",
            Value::Boolean(_) => "true or false",
        };
        Error::Other { place: self.place, expected, found }
    }
}

impl Members {
    /// Takes the value of a key that must be there.
    pub fn take(&mut self, key: &'static str) -> Result<Node, Error> {
        self.rest.remove(key).ok_or(Error::Missing { place: self.place, key })
    }

    /// All keys that are left with their values, in the order of the keys.
    pub fn take_all(&mut self) -> BTreeMap<String, Node> {
        std::mem::take(&mut self.rest)
    }

    /// Ends the object: nothing may be left.
    pub fn finish(self) -> Result<(), Error> {
        match self.rest.into_iter().next() {
            None => Ok(()),
            Some((key, node)) => Err(Error::Unknown { place: node.place, key }),
        }
    }
}
