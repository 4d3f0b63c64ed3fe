//! Reads the header and what the certificate adds to the model.

use crate::{Clauses, Induction, Pair, Reader, Signal, Witness};
use format_input::{Encoding, ReadError, Source};
use format_lit::{MAX_VARIABLE, read_lit};
use format_sha256::Digest;
use std::io::Read;

/// A certificate whose header is read.
pub struct Opening<R> {
    /// The digest of the model that it says it is about.
    pub digest: Digest,
    reader: Reader<R>,
}

/// Reads the header.
pub fn open<R: Read>(reader: R) -> Result<Opening<R>, ReadError> {
    let mut source = Source::text(reader);
    source.expect_word(b"inv ", "the header 'inv 1'")?;
    source.expect(b'1', "version 1, which this program reads")?;
    source.end_line()?;
    let digest = digest(&mut source)?;
    source.expect_word(b"sections ", "a line 'sections text' or 'sections binary'")?;
    let binary = source.peek()? == Some(b'b');
    let word: &[u8] = if binary { b"binary" } else { b"text" };
    source.expect_word(word, "'text' or 'binary'")?;
    source.end_line()?;
    if binary {
        source.become_binary();
    }
    Ok(Opening { digest, reader: Reader::new(source) })
}

/// `model` and 64 hexadecimal digits.
fn digest<R: Read>(source: &mut Source<R>) -> Result<Digest, ReadError> {
    source.expect_word(b"model ", "a line 'model' with a SHA-256 digest")?;
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

impl<R: Read> Opening<R> {
    /// Reads what the certificate adds to a model with these variables, inputs, latches and
    /// gates together, and gives the reader of its lines.
    pub fn witness(self, variables: u32) -> Result<(Witness, Reader<R>), ReadError> {
        let mut reader = self.reader;
        let latches = reader.pairs(b"latches", "a line 'latches' with their number")?;
        let gates = reader.pairs(b"gates", "a line 'gates' with their number")?;
        let more = u32::try_from(latches.len().saturating_add(gates.len())).unwrap_or(u32::MAX);
        let last = variables.saturating_add(more).min(MAX_VARIABLE);
        let mut invariant = Clauses::default();
        let expected = "a line 'invariant' with the number of its clauses";
        for _ in 0..reader.count(b"invariant", expected)? {
            reader.begin(b"", expected)?;
            reader.read_clause(last)?;
            reader.end()?;
            invariant.push(reader.clause.iter().copied());
        }
        let induction = reader.read_induction()?;
        Ok((Witness { latches, gates, invariant, induction }, reader))
    }
}

impl<R: Read> Reader<R> {
    /// The number of pairs, and as many pairs of signals.
    fn pairs(&mut self, word: &[u8], expected: &'static str) -> Result<Vec<Pair>, ReadError> {
        let mut pairs = Vec::new();
        for _ in 0..self.count(word, expected)? {
            self.begin(b"", expected)?;
            let mut signal = || self.number(u32::MAX, "an auxiliary signal").map(Signal);
            pairs.push([signal()?, signal()?]);
            self.end()?;
        }
        Ok(pairs)
    }

    /// The depth; if it is not 0, whether paths are simple (1) or not (0), the number of
    /// properties, and these.
    fn read_induction(&mut self) -> Result<Option<Induction>, ReadError> {
        let mut properties = Vec::new();
        let mut simple = false;
        self.begin(b"induction", "a line 'induction' with its depth, or 0")?;
        self.depth = self.number(u32::MAX, "the depth of the induction")?;
        if self.depth > 0 {
            simple = self.number(1, "1 for simple paths, or 0")? == 1;
            for _ in 0..self.number(u32::MAX, "the number of properties")? {
                properties.push(self.number(u32::MAX, "the number of a property")?);
            }
        }
        self.end()?;
        let depth = self.depth;
        Ok((depth > 0).then_some(Induction { depth, simple, properties }))
    }

    /// A line of text with a word and a number.
    fn count(&mut self, word: &[u8], expected: &'static str) -> Result<u32, ReadError> {
        self.begin(word, expected)?;
        let count = self.number(u32::MAX, "their number")?;
        self.end()?;
        Ok(count)
    }

    /// Begins a line of text with a word; binary data has none.
    fn begin(&mut self, word: &[u8], expected: &'static str) -> Result<(), ReadError> {
        if self.is_text() {
            self.source.skip_white_and_comments()?;
            self.source.expect_word(word, expected)?;
            if !word.is_empty() {
                self.source.expect_blanks()?;
            }
        }
        Ok(())
    }

    /// Ends a line of text, be it by the end of the file.
    pub(crate) fn end(&mut self) -> Result<(), ReadError> {
        if self.is_text() {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        Ok(())
    }

    /// Takes a number from text, after blanks, or from binary data.
    pub(crate) fn number(&mut self, limit: u32, what: &'static str) -> Result<u32, ReadError> {
        let number = if self.is_text() {
            self.source.skip_blanks()?;
            self.source.unsigned(limit.into(), what)?
        } else {
            self.source.varint(limit.into(), what)?
        };
        Ok(u32::try_from(number).unwrap_or(limit))
    }

    /// Takes literals of these variables up to 0.
    pub(crate) fn read_clause(&mut self, last: u32) -> Result<(), ReadError> {
        self.clause.clear();
        while let Some(lit) = read_lit(&mut self.source, last)? {
            self.clause.push(lit);
        }
        Ok(())
    }

    pub(crate) fn is_text(&self) -> bool {
        self.source.encoding() == Encoding::Text
    }
}
