//! Reads the header and what the certificate adds to the model.

use crate::{Clauses, Error, Induction, Reader, Signal, VERSION, Witness};
use format_dimacs::{MAX_VARIABLE, read_lit};
use format_input::{Encoding, ReadError, Source};
use format_sha256::Digest;
use std::io::Read;

/// A certificate whose header is read.
pub struct Opening<R> {
    /// The digest of the model that it says it is about.
    pub digest: Digest,
    pub(crate) source: Source<R>,
}

/// Reads the header.
pub fn open<R: Read>(reader: R) -> Result<Opening<R>, Error> {
    let mut source = Source::text(reader);
    source.expect_word(b"inv ", "the header 'inv 1'")?;
    let place = source.place();
    let found = source.unsigned(u64::MAX, "the version")?;
    if found != u64::from(VERSION) {
        return Err(Error::Version { place, found });
    }
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
    Ok(Opening { digest, source })
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
    pub fn witness(mut self, variables: u32) -> Result<(Witness, Reader<R>), Error> {
        let mut witness = Witness::default();
        let limit = MAX_VARIABLE.saturating_sub(variables);
        self.word(b"latches", "a line 'latches' with their number")?;
        let latches = self.number(limit, "the number of auxiliary latches")?;
        self.end()?;
        let limit = limit.saturating_sub(latches);
        // Next states may read the gates that follow, whose number is not known yet.
        for _ in 0..latches {
            witness.latches.push(self.pair("a literal of an auxiliary latch")?);
        }
        self.word(b"gates", "a line 'gates' with their number")?;
        let gates = self.number(limit, "the number of auxiliary gates")?;
        self.end()?;
        for _ in 0..gates {
            witness.gates.push(self.pair("a literal of an auxiliary gate")?);
        }
        let variables = variables.saturating_add(latches).saturating_add(gates);
        witness.invariant = self.invariant(variables)?;
        witness.induction = self.induction()?;
        Ok((witness, Reader::new(self.source)))
    }

    /// Two signals.
    fn pair(&mut self, what: &'static str) -> Result<[Signal; 2], ReadError> {
        self.word(b"", what)?;
        let pair = [self.number(u32::MAX, what)?, self.number(u32::MAX, what)?];
        self.end()?;
        Ok(pair.map(Signal))
    }

    /// The clauses of the invariant, whose literals have the variables of one frame.
    fn invariant(&mut self, variables: u32) -> Result<Clauses, ReadError> {
        self.word(b"invariant", "a line 'invariant' with the number of its clauses")?;
        let count = self.number(u32::MAX, "the number of clauses of the invariant")?;
        self.end()?;
        let mut clauses = Clauses::default();
        let mut clause = Vec::new();
        for _ in 0..count {
            clause.clear();
            self.word(b"", "")?;
            while let Some(lit) = read_lit(&mut self.source, variables)? {
                clause.push(lit);
            }
            self.end()?;
            clauses.push(clause.iter().copied());
        }
        Ok(clauses)
    }

    /// `induction`, the depth, and if that is not 0 whether paths are simple (1) or not (0), the
    /// number of properties, and these.
    fn induction(&mut self) -> Result<Option<Induction>, Error> {
        self.word(b"induction", "a line 'induction' with its depth, or 0")?;
        let depth = self.number(u32::MAX, "the depth of the induction")?;
        if depth == 0 {
            self.end()?;
            return Ok(None);
        }
        let simple = self.number(1, "1 for simple paths, or 0")? == 1;
        let count = self.number(u32::MAX, "the number of properties")?;
        let mut properties = Vec::new();
        for _ in 0..count {
            let place = self.source.place();
            let property = self.number(u32::MAX, "the number of a property")?;
            if properties.last().is_some_and(|&last| last >= property) {
                return Err(Error::Order { place });
            }
            properties.push(property);
        }
        self.end()?;
        Ok(Some(Induction { depth, simple, properties }))
    }

    fn is_text(&self) -> bool {
        self.source.encoding() == Encoding::Text
    }

    /// Begins a line of text with a word; binary data has none.
    fn word(&mut self, word: &[u8], expected: &'static str) -> Result<(), ReadError> {
        if self.is_text() {
            self.source.skip_white_and_comments()?;
            self.source.expect_word(word, expected)?;
        }
        Ok(())
    }

    /// Ends a line of text.
    fn end(&mut self) -> Result<(), ReadError> {
        if self.is_text() {
            self.source.skip_blanks()?;
            self.source.end_line()?;
        }
        Ok(())
    }

    fn number(&mut self, limit: u32, what: &'static str) -> Result<u32, ReadError> {
        number(&mut self.source, limit, what)
    }
}

/// Takes a number from text, after blanks, or from binary data.
pub(crate) fn number<R: Read>(
    source: &mut Source<R>,
    limit: u32,
    what: &'static str,
) -> Result<u32, ReadError> {
    let number = if source.encoding() == Encoding::Text {
        source.skip_blanks()?;
        source.unsigned(limit.into(), what)?
    } else {
        source.varint(limit.into(), what)?
    };
    Ok(u32::try_from(number).unwrap_or(limit))
}
