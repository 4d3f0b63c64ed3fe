//! Bytes with positions: the one lexer and the one varint reader under every format.
//!
//! A [`Source`] reads any byte stream once, from front to back, in little memory.
//! Text readers take tokens from it (`text.rs`), binary readers take varints (`varint.rs`).
//! Whatever they meet, they answer with a value or with a [`ReadError`] that says where.

mod error;
mod place;
mod source;
mod text;
mod varint;
mod write;

pub use error::{Cause, Found, ReadError};
pub use place::Place;
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
