//! The lines before the steps.

use crate::Reader;
use format_input::{ReadError, Source};
use format_sha256::Digest;
use std::io::Read;

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

/// Reads the header; [`Reader::begin`] must be told the circuit's size before the steps.
pub fn read<R: Read>(reader: R) -> Result<(Header, Reader<R>), ReadError> {
    let mut source = Source::text(reader);
    source.expect_word(b"pac 1", "the header 'pac 1'")?;
    source.end_line()?;
    source.expect_word(b"circuit ", "a line 'circuit' with a SHA-256 digest")?;
    let mut digest = Digest([0; 32]);
    for byte in &mut digest.0 {
        *byte = hexadecimal(&mut source)?;
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
    let is_binary = source.peek()? == Some(b'b');
    let word: &[u8] = if is_binary { b"binary" } else { b"text" };
    source.expect_word(word, "'text' or 'binary'")?;
    source.end_line()?;
    if is_binary {
        source.become_binary();
    }
    Ok((Header { digest, claim, circuit }, Reader::new(source)))
}

/// `aiger`, the number of bytes, and the bytes in lines of 32.
fn circuit<R: Read>(source: &mut Source<R>) -> Result<Vec<u8>, ReadError> {
    source.expect_word(b"aiger ", "a line 'aiger' with the circuit's bytes")?;
    let count = source.unsigned(u64::MAX, "the number of bytes")?;
    source.end_line()?;
    let mut bytes = Vec::new();
    for left in (0..count).rev() {
        bytes.push(hexadecimal(source)?);
        if left == 0 || bytes.len() % 32 == 0 {
            source.end_line()?;
        }
    }
    Ok(bytes)
}

/// A byte of two digits.
fn hexadecimal<R: Read>(source: &mut Source<R>) -> Result<u8, ReadError> {
    let mut byte = 0_u8;
    for _ in 0..2 {
        let digit = source.peek()?.filter(|digit| !digit.is_ascii_uppercase());
        let digit = digit.and_then(|digit| char::from(digit).to_digit(16));
        let digit = digit.and_then(|digit| u8::try_from(digit).ok());
        byte =
            byte << 4 | digit.ok_or_else(|| source.unexpected("a digit from 0 to 9 or a to f"))?;
        source.take()?;
    }
    Ok(byte)
}
