//! Bytes with positions: the one lexer and the one varint reader under every format.
//!
//! A [`Source`] reads any byte stream once, from front to back, in little memory.
//! Text readers take tokens from it (`text.rs`), binary readers take varints (`varint.rs`).
//! Whatever they meet, they answer with a value or with a [`ReadError`] that says where.

mod error;
mod source;
mod text;
mod varint;
mod write;

pub use error::{Cause, Found, ReadError};
pub use source::{Encoding, Source};
pub use write::write_varint;

/// An index into memory from a number in a file.
///
/// On machines with 32-bit addresses a number too large becomes the largest index, which no
/// slice has, so that `get` answers `None`.
#[must_use]
pub fn index(number: u32) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

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

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Place::Text { line, column } => write!(f, "{line}:{column}"),
            Place::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}
