//! Certificates that circuits are equal: a header in text, then LRAT steps.
//!
//! The page of the format is `docs/formats/miter.md`.

mod write;

pub use write::write_header;

use format_input::{Encoding, Place, ReadError, Source};
use format_sha256::Digest;
use std::fmt;
use std::io::Read;

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// What a certificate says that it is about. The reader of it decides what to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// All outputs of the circuit with this digest are 0.
    Constant(Digest),
    /// The circuits with these digests compute the same.
    Equal {
        /// Of the first circuit, and of the second.
        digests: [Digest; 2],
        /// Whether inputs and outputs are matched by name, not by position.
        by_names: bool,
    },
}

/// Why a file is no such certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are not what the format wants.
    Read(ReadError),
    /// It has another version.
    Version {
        /// Where it says so.
        place: Place,
        /// The version.
        found: u64,
    },
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
            Self::Version { place, found } => {
                write!(
                    f,
                    "{place}: the certificate has version {found}, this program reads {VERSION}"
                )
            }
        }
    }
}

/// Reads the header, and gives the reader of the steps, whose literals have at most these
/// variables.
pub fn read<R: Read>(
    reader: R,
    variables: u32,
) -> Result<(Subject, format_lrat::Reader<R>), Error> {
    let mut source = Source::text(reader);
    source.expect_word(b"miter ", "the header 'miter 1'")?;
    let place = source.place();
    let found = source.unsigned(u64::MAX, "the version")?;
    if found != u64::from(VERSION) {
        return Err(Error::Version { place, found });
    }
    source.end_line()?;
    let first = digest(&mut source)?;
    let subject = if source.peek()? == Some(b'c') {
        let second = digest(&mut source)?;
        source.expect_word(b"match ", "a line 'match position' or 'match names'")?;
        let by_names = source.peek()? == Some(b'n');
        let word: &[u8] = if by_names { b"names" } else { b"position" };
        source.expect_word(word, "'position' or 'names'")?;
        source.end_line()?;
        Subject::Equal { digests: [first, second], by_names }
    } else {
        Subject::Constant(first)
    };
    source.expect_word(b"lrat ", "a line 'lrat text' or 'lrat binary'")?;
    let binary = source.peek()? == Some(b'b');
    let (word, encoding): (&[u8], _) =
        if binary { (b"binary", Encoding::Binary) } else { (b"text", Encoding::Text) };
    source.expect_word(word, "'text' or 'binary'")?;
    source.end_line()?;
    Ok((subject, format_lrat::Reader::continuing(source, encoding, variables)))
}

/// `circuit` and 64 hexadecimal digits.
fn digest<R: Read>(source: &mut Source<R>) -> Result<Digest, ReadError> {
    source.expect_word(b"circuit ", "a line 'circuit' with a SHA-256 digest")?;
    let mut digest = [0_u8; 32];
    for byte in &mut digest {
        for _ in 0..2 {
            let digit = match source.peek()? {
                Some(digit @ b'0'..=b'9') => digit.wrapping_sub(b'0'),
                Some(digit @ b'a'..=b'f') => digit.wrapping_sub(b'a').wrapping_add(10),
                _ => return Err(source.unexpected("a digit of 64 from 0 to 9 and a to f")),
            };
            source.take()?;
            *byte = *byte << 4 | digit;
        }
    }
    source.end_line()?;
    Ok(Digest(digest))
}
