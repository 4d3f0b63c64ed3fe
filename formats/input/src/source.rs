//! A buffered byte stream that knows where it is.

use crate::{Cause, Found, Place, ReadError};
use std::io::{self, Read};

/// How much is read from the system at once.
const CHUNK: u64 = 1 << 16;

/// Whether a proof is written in text or in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Decimal numbers, spaces, lines.
    Text,
    /// Tags and varints.
    Binary,
}

/// A byte stream with one byte of lookahead.
pub struct Source<R> {
    reader: R,
    /// The bytes read from the system and not yet passed by.
    pub(crate) buffer: Vec<u8>,
    /// The next byte in `buffer`.
    pub(crate) next: usize,
    /// The number of bytes before `buffer`.
    before: u64,
    /// Complete lines so far; counted by the text lexer only.
    lines: u64,
    /// The number of the byte after the last line break.
    line_start: u64,
    encoding: Encoding,
}

impl<R: Read> Source<R> {
    /// A source of text; its places are lines and columns.
    pub fn text(reader: R) -> Self {
        let buffer = Vec::new();
        Self {
            reader,
            buffer,
            next: 0,
            before: 0,
            lines: 0,
            line_start: 0,
            encoding: Encoding::Text,
        }
    }

    /// From here on places are byte numbers (binary AIGER has text before its binary part).
    pub fn become_binary(&mut self) {
        self.encoding = Encoding::Binary;
    }

    /// How the places of this source are counted.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The number of bytes taken so far.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.before.saturating_add(u64::try_from(self.next).unwrap_or(u64::MAX))
    }

    /// Where the next byte stands.
    #[must_use]
    pub fn place(&self) -> Place {
        match self.encoding {
            Encoding::Binary => Place::Byte(self.offset()),
            Encoding::Text => Place::Text {
                line: self.lines.saturating_add(1),
                column: self.offset().saturating_sub(self.line_start).saturating_add(1),
            },
        }
    }

    /// Whether the next byte is the first of its line.
    pub(crate) fn is_line_start(&self) -> bool {
        self.offset() == self.line_start
    }

    /// The next byte, not taken.
    #[inline]
    pub fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        match self.buffer.get(self.next) {
            Some(&byte) => Ok(Some(byte)),
            None => self.refill(),
        }
    }

    /// Takes the next byte of binary data, or of a text line that does not end with it.
    #[inline]
    pub fn take(&mut self) -> Result<Option<u8>, ReadError> {
        let byte = self.peek()?;
        if byte.is_some() {
            self.skip();
        }
        Ok(byte)
    }

    /// Passes the byte that was just peeked.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.next = self.next.saturating_add(1);
    }

    /// Passes the line break that was just peeked.
    #[inline]
    pub(crate) fn skip_newline(&mut self) {
        self.skip();
        self.lines = self.lines.saturating_add(1);
        self.line_start = self.offset();
    }

    /// The error that something else was expected where the next byte stands.
    #[cold]
    pub fn unexpected(&mut self, expected: &'static str) -> ReadError {
        let place = self.place();
        match self.peek() {
            Ok(byte) => {
                let found = match byte {
                    None => Found::End,
                    Some(b'\n') if self.encoding == Encoding::Text => Found::Line,
                    Some(byte) => Found::Byte(byte),
                };
                ReadError { place, cause: Cause::Unexpected { expected, found } }
            }
            Err(error) => error,
        }
    }

    /// Replaces what was passed by what one read gives: nothing only at the end of the file.
    #[cold]
    fn refill(&mut self) -> Result<Option<u8>, ReadError> {
        self.before = self.offset();
        self.next = 0;
        self.buffer.clear();
        let read = self.reader.by_ref().take(CHUNK).read_to_end(&mut self.buffer);
        let cause = |error: io::Error| Cause::Unreadable(error.to_string());
        read.map_err(|error| ReadError { place: self.place(), cause: cause(error) })?;
        Ok(self.buffer.first().copied())
    }
}
