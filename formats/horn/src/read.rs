//! Reads certificates, line by line.

use crate::{Atom, Header, Id, Line};
use format_input::{Cause, Found, Place, ReadError, Source};
use format_lit::{Lit, read_lit};
use format_number::Rational;
use format_sha256::Digest;
use format_smtlib::{MOST_DIGITS, Value};
use std::io::Read;

/// The largest number of something in a file.
const MOST: u64 = 0xffff_ffff;

/// Reads the lines of a certificate.
pub struct Reader<R> {
    source: Source<R>,
    place: Place,
    token: String,
    text: Vec<u8>,
    clause: Vec<Lit>,
    ids: Vec<Id>,
    sums: Vec<Vec<(u32, Rational)>>,
    premises: Vec<u64>,
    values: Vec<Value>,
}

/// Reads the header, and gives the reader of the lines.
pub fn read<R: Read>(reader: R) -> Result<(Header, Reader<R>), ReadError> {
    let mut source = Source::text(reader);
    source.expect_word(b"horn ", "the header 'horn 1'")?;
    source.expect(b'1', "version 1, which this program reads")?;
    source.end_line()?;
    let digest = digest(&mut source)?;
    let is_safe = source.peek()? == Some(b's');
    let word: &[u8] = if is_safe { b"safe" } else { b"unsafe" };
    source.expect_word(word, "'safe' or 'unsafe'")?;
    source.end_line()?;
    let place = source.place();
    let (token, text, clause, ids) = (String::new(), Vec::new(), Vec::new(), Vec::new());
    let (sums, premises, values) = (Vec::new(), Vec::new(), Vec::new());
    let reader = Reader { source, place, token, text, clause, ids, sums, premises, values };
    Ok((Header { digest, is_safe }, reader))
}

/// `system` and 64 hexadecimal digits.
fn digest<R: Read>(source: &mut Source<R>) -> Result<Digest, ReadError> {
    source.expect_word(b"system ", "a line 'system' with a SHA-256 digest")?;
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

impl<R: Read> Reader<R> {
    /// Where the last line began; behind the last one, the end of the file.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// The next line, whose literals have at most these variables.
    pub fn next_line(&mut self, variables: u32) -> Result<Option<Line<'_>>, ReadError> {
        self.place = self.source.place();
        let Some(letter) = self.source.peek()? else { return Ok(None) };
        match letter {
            b'i' => self.read_invariant().map(Some),
            b'c' => {
                self.word(b"clause", "a line 'clause' with its number")?;
                let clause = self.number("the number of a clause")?;
                self.source.end_line()?;
                Ok(Some(Line::Clause(clause)))
            }
            b'a' => self.read_atom().map(Some),
            b'l' => {
                let id = self.read_clause(b"l", variables)?;
                self.read_ids()?;
                Ok(Some(Line::Propagation { id, clause: &self.clause, hints: &self.ids }))
            }
            b't' | b'p' => {
                let id = self.read_clause(&[letter], variables)?;
                self.sums.clear();
                if letter == b't' { self.read_multipliers() } else { self.read_sums() }?;
                Ok(Some(Line::Theory { id, clause: &self.clause, sums: &self.sums }))
            }
            b'd' => {
                self.word(b"d", "'d'")?;
                self.read_ids()?;
                Ok(Some(Line::Delete(&self.ids)))
            }
            b'f' => self.read_fact().map(Some),
            _ => Err(self.source.unexpected("a line of a certificate")),
        }
    }

    /// Takes a word and the blank behind it.
    fn word(&mut self, word: &[u8], expected: &'static str) -> Result<(), ReadError> {
        self.source.expect_word(word, expected)?;
        self.source.expect_blanks()
    }

    fn number(&mut self, what: &'static str) -> Result<u32, ReadError> {
        let number = self.source.unsigned(MOST, what)?;
        self.source.skip_blanks()?;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// A token ends where a blank or the end of the line follows.
    fn end_token(&mut self) -> Result<(), ReadError> {
        match self.source.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(()),
            Some(_) => Err(self.source.unexpected("a blank or the end of the line")),
        }
    }

    /// Whether the line goes on.
    fn has_more(&mut self) -> Result<bool, ReadError> {
        self.source.skip_blanks()?;
        Ok(!matches!(self.source.peek()?, None | Some(b'\r' | b'\n')))
    }

    fn read_invariant(&mut self) -> Result<Line<'_>, ReadError> {
        self.word(b"invariant", "a line 'invariant' with a predicate and a formula")?;
        let predicate = self.number("the number of a predicate")?;
        self.place = self.source.place();
        self.text.clear();
        while let Some(byte) = self.source.peek()?.filter(|byte| !b"\r\n".contains(byte)) {
            self.text.push(byte);
            self.source.take()?;
        }
        self.source.end_line()?;
        Ok(Line::Invariant { predicate, text: &self.text })
    }

    fn read_atom(&mut self) -> Result<Line<'_>, ReadError> {
        self.word(b"a", "'a'")?;
        let variable = self.number("the new variable")?;
        self.source.expect(b'<', "'<' or '<='")?;
        let is_strict = self.source.peek()? != Some(b'=');
        if !is_strict {
            self.source.take()?;
        }
        self.source.expect_blanks()?;
        let bound = self.rational()?;
        let mut terms = Vec::new();
        while self.has_more()? {
            let place = self.source.place();
            let coefficient = self.rational()?;
            let expected = "an integer, the coefficient of a variable";
            let Some(coefficient) = coefficient.to_integer() else {
                return Err(self.wrong(place, expected));
            };
            self.source.expect_blanks()?;
            terms.push((self.number("a numeric variable")?, coefficient));
        }
        self.source.end_line()?;
        Ok(Line::Atom { variable, atom: Atom { terms, bound, is_strict } })
    }

    /// The id and the literals of a clause, and the zero behind them.
    fn read_clause(&mut self, letter: &[u8], variables: u32) -> Result<Id, ReadError> {
        self.word(letter, "a letter and a blank")?;
        let id = self.id("the id of the clause")?;
        self.clause.clear();
        while let Some(lit) = read_lit(&mut self.source, variables)? {
            self.clause.push(lit);
        }
        Ok(id)
    }

    fn id(&mut self, what: &'static str) -> Result<Id, ReadError> {
        let (negative, id) = self.source.signed(Id::MAX.unsigned_abs(), what)?;
        let id = Id::try_from(id).unwrap_or(Id::MAX);
        Ok(if negative { id.saturating_neg() } else { id })
    }

    /// Ids up to a zero, which ends the line.
    fn read_ids(&mut self) -> Result<(), ReadError> {
        self.ids.clear();
        loop {
            match self.id("the id of a clause or 0")? {
                0 => return self.end(),
                id => self.ids.push(id),
            }
        }
    }

    fn end(&mut self) -> Result<(), ReadError> {
        self.source.skip_blanks()?;
        self.source.end_line()
    }

    /// One sum: a multiplier for each literal.
    fn read_multipliers(&mut self) -> Result<(), ReadError> {
        let mut sum = Vec::new();
        for (number, _) in (1_u32..).zip(0..self.clause.len()) {
            self.source.skip_blanks()?;
            sum.push((number, self.rational()?));
        }
        self.sums.push(sum);
        self.end()
    }

    /// Sums: numbers of what is added and multipliers, each sum up to a zero.
    fn read_sums(&mut self) -> Result<(), ReadError> {
        while self.has_more()? {
            let mut sum = Vec::new();
            loop {
                self.source.skip_blanks()?;
                match self.number("the number of an inequality or 0")? {
                    0 => break,
                    number => sum.push((number, self.rational()?)),
                }
            }
            self.sums.push(sum);
        }
        self.source.end_line()
    }

    fn read_fact(&mut self) -> Result<Line<'_>, ReadError> {
        self.word(b"f", "'f'")?;
        let clause = self.number("the number of a clause")?;
        self.premises.clear();
        self.values.clear();
        loop {
            self.source.skip_blanks()?;
            match self.source.unsigned(u64::MAX, "the number of a fact or 0")? {
                0 => break,
                premise => self.premises.push(premise),
            }
        }
        while self.has_more()? {
            let value = match self.source.peek()? {
                Some(b't') => {
                    self.source.expect_word(b"true", "'true'")?;
                    Value::Bool(true)
                }
                Some(b'f') => {
                    self.source.expect_word(b"false", "'false'")?;
                    Value::Bool(false)
                }
                _ => Value::Number(self.rational()?),
            };
            self.end_token()?;
            self.values.push(value);
        }
        self.source.end_line()?;
        Ok(Line::Fact { clause, premises: &self.premises, values: &self.values })
    }

    /// A number `p` or `p/q` in lowest terms.
    fn rational(&mut self) -> Result<Rational, ReadError> {
        let place = self.source.place();
        self.token.clear();
        while let Some(byte @ (b'0'..=b'9' | b'-' | b'/')) = self.source.peek()? {
            if self.token.len() >= MOST_DIGITS {
                let cause = Cause::TooLarge { what: "the letters of a number", limit: 10_000 };
                return Err(ReadError { place, cause });
            }
            self.token.push(char::from(byte));
            self.source.take()?;
        }
        let number = Rational::parse(&self.token);
        let number =
            number.ok_or_else(|| self.wrong(place, "a number p or p/q in lowest terms"))?;
        self.end_token().map(|()| number)
    }

    /// The error that something else was expected where the last token began.
    fn wrong(&mut self, place: Place, expected: &'static str) -> ReadError {
        match self.token.bytes().next() {
            None => self.source.unexpected(expected),
            Some(byte) => {
                let found = Found::Byte(byte);
                ReadError { place, cause: Cause::Unexpected { expected, found } }
            }
        }
    }
}
