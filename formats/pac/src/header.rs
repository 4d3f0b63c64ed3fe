//! The lines before the steps.

use crate::Reader;
use format_input::{Encoding, Place, ReadError, Source};
use format_sha256::Digest;
use std::fmt;
use std::io::Read;

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// What a certificate says that it is about. The reader of it decides what to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The digest of the circuit's file.
    pub digest: Digest,
    /// The claim in canonical words, printable.
    pub claim: String,
    /// The bytes of the circuit's file, if they stand inside.
    pub circuit: Option<Vec<u8>>,
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

/// Reads the header; [`Reader::begin`] must be told the circuit's size before the steps.
pub fn read<R: Read>(reader: R) -> Result<(Header, Reader<R>), Error> {
    let mut source = Source::text(reader);
    source.expect_word(b"pac ", "the header 'pac 1'")?;
    let place = source.place();
    let found = source.unsigned(u64::MAX, "the version")?;
    if found != u64::from(VERSION) {
        return Err(Error::Version { place, found });
    }
    source.end_line()?;
    source.expect_word(b"circuit ", "a line 'circuit' with a SHA-256 digest")?;
    let mut digest = [0_u8; 32];
    for byte in &mut digest {
        *byte = hex_byte(&mut source)?;
    }
    source.end_line()?;
    source.expect_word(b"claim ", "a line 'claim' with options")?;
    let mut claim = String::new();
    while let Some(letter @ b' '..=b'~') = source.peek()? {
        source.take()?;
        claim.push(char::from(letter));
    }
    source.end_line()?;
    let circuit = if source.peek()? == Some(b'a') { Some(circuit(&mut source)?) } else { None };
    source.expect_word(b"steps ", "a line 'steps text' or 'steps binary'")?;
    let binary = source.peek()? == Some(b'b');
    let (word, encoding): (&[u8], _) =
        if binary { (b"binary", Encoding::Binary) } else { (b"text", Encoding::Text) };
    source.expect_word(word, "'text' or 'binary'")?;
    source.end_line()?;
    let header = Header { digest: Digest(digest), claim, circuit };
    Ok((header, Reader::new(source, encoding)))
}

/// `aiger`, the number of bytes, and the bytes in lines of 32.
fn circuit<R: Read>(source: &mut Source<R>) -> Result<Vec<u8>, ReadError> {
    source.expect_word(b"aiger ", "a line 'aiger' with the circuit's bytes")?;
    let count = source.unsigned(u64::MAX, "the number of bytes")?;
    source.end_line()?;
    let mut bytes = Vec::new();
    for left in (0..count).rev() {
        bytes.push(hex_byte(source)?);
        if left == 0 || bytes.len() % 32 == 0 {
            source.end_line()?;
        }
    }
    Ok(bytes)
}

fn hex_byte<R: Read>(source: &mut Source<R>) -> Result<u8, ReadError> {
    let mut byte = 0_u8;
    for _ in 0..2 {
        let digit = match source.peek()? {
            Some(digit @ b'0'..=b'9') => digit.wrapping_sub(b'0'),
            Some(digit @ b'a'..=b'f') => digit.wrapping_sub(b'a').wrapping_add(10),
            _ => return Err(source.unexpected("a digit from 0 to 9 or a to f")),
        };
        source.take()?;
        byte = byte << 4 | digit;
    }
    Ok(byte)
}
