//! Tokens of text: numbers, words, blanks and line breaks.
//!
//! A line ends with a line feed, before which one carriage return may stand. Numbers are decimal,
//! without plus sign and without leading zeros, and end where a blank, a line or the file ends.

use crate::{Cause, Encoding, ReadError, Source};
use std::io::Read;

impl<R: Read> Source<R> {
    /// Passes spaces and tabs.
    pub fn skip_blanks(&mut self) -> Result<(), ReadError> {
        while let Some(b' ' | b'\t') = self.peek()? {
            self.skip();
        }
        Ok(())
    }

    /// Passes spaces and tabs, of which there is at least one.
    pub fn expect_blanks(&mut self) -> Result<(), ReadError> {
        if !matches!(self.peek()?, Some(b' ' | b'\t')) {
            return Err(self.unexpected("a blank"));
        }
        self.skip_blanks()
    }

    /// Passes spaces, tabs and line breaks; true if only blanks stand between the line's beginning
    /// and the next byte.
    pub fn skip_white(&mut self) -> Result<bool, ReadError> {
        let mut fresh = self.is_line_start();
        loop {
            match self.peek()? {
                Some(b' ' | b'\t') => self.skip(),
                Some(b'\n' | b'\r') => {
                    self.end_line()?;
                    fresh = true;
                }
                _ => return Ok(fresh),
            }
        }
    }

    /// As [`Source::skip_white`], and passes comments: lines whose first letter is `c`.
    /// Blanks may stand before that letter; a blank or the end of the line stands behind it.
    pub fn skip_white_and_comments(&mut self) -> Result<(), ReadError> {
        while self.skip_white()? && self.peek()? == Some(b'c') {
            self.skip();
            if !matches!(self.peek()?, None | Some(b' ' | b'\t' | b'\r' | b'\n')) {
                return Err(self.unexpected("a blank after the 'c' of a comment"));
            }
            self.skip_line()?;
        }
        Ok(())
    }

    /// Passes the rest of the line, whatever it is, and the line's end if there is one.
    pub fn skip_line(&mut self) -> Result<(), ReadError> {
        loop {
            match self.peek()? {
                Some(b'\n') => {
                    self.skip_newline();
                    return Ok(());
                }
                Some(_) => self.skip(),
                None => return Ok(()),
            }
        }
    }

    /// Takes a line break: a line feed, or a carriage return and a line feed.
    pub fn end_line(&mut self) -> Result<(), ReadError> {
        if self.peek()? == Some(b'\r') {
            self.skip();
            if self.peek()? != Some(b'\n') {
                return Err(self.unexpected("a line feed after a carriage return"));
            }
        }
        if self.peek()? != Some(b'\n') {
            return Err(self.unexpected("the end of the line"));
        }
        self.skip_newline();
        Ok(())
    }

    /// Takes exactly this byte, which is not a line break.
    pub fn expect(&mut self, byte: u8, expected: &'static str) -> Result<(), ReadError> {
        if self.peek()? != Some(byte) {
            return Err(self.unexpected(expected));
        }
        self.skip();
        Ok(())
    }

    /// Takes exactly these letters, which contain no line break.
    pub fn expect_word(&mut self, word: &[u8], expected: &'static str) -> Result<(), ReadError> {
        word.iter().try_for_each(|&byte| self.expect(byte, expected))
    }

    /// Takes a number from 0 to `limit`; `what` names it in errors.
    #[inline]
    pub fn unsigned(&mut self, limit: u64, what: &'static str) -> Result<u64, ReadError> {
        let value = self.digits(limit, what)?;
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(value),
            Some(_) => Err(self.unexpected("a digit, a blank or the end of the line")),
        }
    }

    /// As [`Source::unsigned`], but whatever is no digit may follow.
    #[inline]
    pub fn digits(&mut self, limit: u64, what: &'static str) -> Result<u64, ReadError> {
        let place = self.place();
        let Some(first @ b'0'..=b'9') = self.peek()? else {
            return Err(self.unexpected(what));
        };
        let mut value = 0_u64;
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            self.skip();
            if first == b'0' && matches!(self.peek()?, Some(b'0'..=b'9')) {
                return Err(ReadError { place, cause: Cause::LeadingZero });
            }
            let digit = u64::from(digit.wrapping_sub(b'0'));
            value = match value.checked_mul(10).and_then(|tens| tens.checked_add(digit)) {
                Some(value) if value <= limit => value,
                _ => return Err(ReadError { place, cause: Cause::TooLarge { what, limit } }),
            };
        }
        Ok(value)
    }

    /// Takes a number from `-limit` to `limit` from text, after blanks, or from binary data; zero
    /// has no sign. The result is whether it is negative, and its magnitude.
    #[inline]
    pub fn signed(&mut self, limit: u64, what: &'static str) -> Result<(bool, u64), ReadError> {
        if self.encoding() == Encoding::Binary {
            return self.signed_varint(limit, what);
        }
        self.skip_blanks()?;
        let place = self.place();
        let negative = self.peek()? == Some(b'-');
        if negative {
            self.skip();
            if !matches!(self.peek()?, Some(b'1'..=b'9')) {
                return Err(self.unexpected("a digit from 1 to 9 after '-'"));
            }
        }
        let value = self.unsigned(limit, what).map_err(|error| match error.cause {
            Cause::TooLarge { .. } => ReadError { place, ..error },
            _ => error,
        })?;
        Ok((negative, value))
    }
}
