//! The bytes of a file, some whole statements at a time.
//!
//! Polynomial proofs are long and their tokens short, so the readers work on slices: 2x over
//! asking a source for every byte.

use format_input::{Cause, Found, Place, ReadError};
use std::io::Read;

/// How much is read at once, unless a statement is longer.
const CHUNK: u64 = 1 << 18;

/// A byte stream of which the buffer holds whole statements, but for the file's last one.
pub(crate) struct Input<R> {
    reader: R,
    buffer: Vec<u8>,
    /// How much of the buffer is whole statements, or everything at the end of the file.
    whole: usize,
    /// The next byte in the buffer.
    next: usize,
    /// Complete lines before the buffer, and bytes of the line that it begins in.
    before: (u64, u64),
    /// How many bytes were read.
    pub(crate) count: usize,
}

impl<R: Read> Input<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, buffer: Vec::new(), whole: 0, next: 0, before: (0, 0), count: 0 }
    }

    /// A cursor at the next byte that is no white space, or nothing at the end of the file.
    pub(crate) fn statement(&mut self) -> Result<Option<Cursor<'_>>, ReadError> {
        loop {
            let ahead = self.buffer.get(self.next..self.whole).unwrap_or_default();
            let white = ahead.iter().position(|byte| !is_white(*byte));
            if let Some(white) = white {
                self.next = self.next.saturating_add(white);
                break;
            }
            self.next = self.whole;
            if !self.refill()? {
                return Ok(None);
            }
        }
        Ok(Some(self.cursor()))
    }

    /// As [`Input::statement`]; at the end of the file a cursor with nothing before it.
    pub(crate) fn statement_or_end(&mut self) -> Result<Cursor<'_>, ReadError> {
        self.statement()?;
        Ok(self.cursor())
    }

    fn cursor(&self) -> Cursor<'_> {
        let bytes = self.buffer.get(..self.whole).unwrap_or_default();
        Cursor { bytes, next: self.next, before: self.before }
    }

    /// Line and column of a position that a cursor has had, in the buffer as it is.
    pub(crate) fn place(&self, position: usize) -> Place {
        self.cursor().place(position)
    }

    /// Goes on where a cursor stopped.
    pub(crate) fn resume(&mut self, next: usize) {
        self.next = next;
    }

    /// Drops what was passed and reads until a statement ends; false at the end of the file.
    fn refill(&mut self) -> Result<bool, ReadError> {
        let passed = self.buffer.get(..self.next).unwrap_or_default();
        self.before = advance(self.before, passed);
        self.buffer.drain(..self.next);
        self.next = 0;
        self.whole = 0;
        loop {
            let start = self.buffer.len();
            let ask = CHUNK.max(u64::try_from(start).unwrap_or(CHUNK));
            let read = self.reader.by_ref().take(ask).read_to_end(&mut self.buffer);
            if let Err(error) = read {
                let place = text_place(advance(self.before, &self.buffer));
                return Err(ReadError { place, cause: Cause::Unreadable(error.to_string()) });
            }
            let fresh = self.buffer.get(start..).unwrap_or_default();
            self.count = self.count.saturating_add(fresh.len());
            if fresh.is_empty() {
                self.whole = self.buffer.len();
                return Ok(self.whole > 0);
            }
            if let Some(last) = fresh.iter().rposition(|byte| *byte == b';') {
                self.whole = start.saturating_add(last).saturating_add(1);
                return Ok(true);
            }
        }
    }
}

/// A place in the statements at hand.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    next: usize,
    before: (u64, u64),
}

impl Cursor<'_> {
    #[inline]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.next).copied()
    }

    /// Passes the byte that was just peeked.
    #[inline]
    pub(crate) fn skip(&mut self) {
        self.next = self.next.wrapping_add(1);
    }

    /// Passes white space; the byte that follows.
    #[inline]
    pub(crate) fn token(&mut self) -> Option<u8> {
        while let Some(byte) = self.peek() {
            if !is_white(byte) {
                return Some(byte);
            }
            self.skip();
        }
        None
    }

    /// Passes white space, and this byte if it follows.
    #[inline]
    pub(crate) fn passes(&mut self, byte: u8) -> bool {
        let follows = self.token() == Some(byte);
        if follows {
            self.skip();
        }
        follows
    }

    /// Passes white space and this byte.
    pub(crate) fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ReadError> {
        if self.passes(byte) { Ok(()) } else { Err(self.unexpected(expected)) }
    }

    pub(crate) fn position(&self) -> usize {
        self.next
    }

    /// The bytes from a position up to here.
    pub(crate) fn since(&self, start: usize) -> &[u8] {
        self.bytes.get(start..self.next).unwrap_or_default()
    }

    /// The error that something else was expected where the next byte stands.
    #[cold]
    pub(crate) fn unexpected(&self, expected: &'static str) -> ReadError {
        let found = match self.peek() {
            None => Found::End,
            Some(b'\n') => Found::Line,
            Some(byte) => Found::Byte(byte),
        };
        ReadError { place: self.place(self.next), cause: Cause::Unexpected { expected, found } }
    }

    /// Line and column of a position.
    #[cold]
    pub(crate) fn place(&self, position: usize) -> Place {
        text_place(advance(self.before, self.bytes.get(..position).unwrap_or(self.bytes)))
    }
}

#[inline]
fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Complete lines, and bytes of the last one, after these bytes too.
fn advance((lines, rest): (u64, u64), bytes: &[u8]) -> (u64, u64) {
    let count = |length: usize| u64::try_from(length).unwrap_or(u64::MAX);
    let mut parts = bytes.split(|byte| *byte == b'\n');
    let first = parts.next().map_or(0, |part| count(part.len()));
    let start = (lines, rest.saturating_add(first));
    parts.fold(start, |(lines, _), part| (lines.saturating_add(1), count(part.len())))
}

fn text_place((lines, rest): (u64, u64)) -> Place {
    Place::Text { line: lines.saturating_add(1), column: rest.saturating_add(1) }
}
