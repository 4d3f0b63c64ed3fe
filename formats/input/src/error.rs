//! What can be wrong with a file's bytes, and where.

use std::fmt;

/// What stood where something else was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// This byte.
    Byte(u8),
    /// A line feed in text.
    Line,
    /// Nothing: the file ends there.
    End,
}

/// Why bytes could not be read as what they should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The system could not read on; nothing is known of the file's rest.
    Unreadable(String),
    /// Something else should stand there.
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does.
        found: Found,
    },
    /// A number exceeds what the format allows at that place.
    TooLarge {
        /// What the number stands for.
        what: &'static str,
        /// The largest number allowed.
        limit: u64,
    },
    /// A number is written with more digits than it needs, such as `07`.
    LeadingZero,
    /// A varint is written with more bytes than it needs, such as `80 00`.
    OverlongVarint,
    /// A zero with a sign.
    NegativeZero,
}

/// A cause and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Where.
    pub place: crate::Place,
    /// Why.
    pub cause: Cause,
}

impl ReadError {
    /// Whether the file itself could not be read, so that nothing is known of its contents.
    #[must_use]
    pub fn is_unreadable(&self) -> bool {
        matches!(self.cause, Cause::Unreadable(_))
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Found::End => f.write_str("the end of the file"),
            Found::Line => f.write_str("the end of the line"),
            Found::Byte(byte @ b' '..=b'~') => write!(f, "'{}'", char::from(byte)),
            Found::Byte(byte) => write!(f, "byte 0x{byte:02x}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        match &self.cause {
            Cause::Unreadable(why) => write!(f, "cannot read on: {why}"),
            Cause::Unexpected { expected, found } => {
                write!(f, "expected {expected}, found {found}")
            }
            Cause::TooLarge { what, limit } => {
                write!(f, "expected {what} up to {limit}, found a larger number")
            }
            Cause::LeadingZero => f.write_str("a number has a leading zero"),
            Cause::OverlongVarint => f.write_str("a binary number has more bytes than it needs"),
            Cause::NegativeZero => f.write_str("a zero has a sign"),
        }
    }
}

impl std::error::Error for ReadError {}
