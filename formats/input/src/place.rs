//! Where something stands in a file.

use std::fmt;

/// A place in a file: line and column of text, or the number of a byte in binary data.
/// Lines and columns count from 1, bytes from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Line and column (in bytes) of a text file.
    Text {
        /// The line, from 1.
        line: u64,
        /// The column in bytes, from 1.
        column: u64,
    },
    /// The number of a byte, from 0.
    Byte(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
