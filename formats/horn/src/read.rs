//! Reads certificates, line by line.

use crate::{Atom, Id, Line};
use format_input::Place;
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_smtlib::{Cause, Error, MOST_DIGITS};
use std::str::FromStr;

/// Reads the lines of a certificate.
pub struct Reader<'a> {
    /// The lines that are not begun.
    text: &'a str,
    /// The rest of the line at hand.
    pub(crate) rest: &'a str,
    line: u64,
    length: usize,
}

/// Reads the header, and gives the digest of the system, whether the clauses are said to be
/// satisfiable, and the reader of the lines.
pub fn read(bytes: &[u8]) -> Result<(&str, bool, Reader<'_>), Error> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let place = Place::Byte(u64::try_from(error.valid_up_to()).unwrap_or(u64::MAX));
        Error { place, cause: Cause::Unexpected { expected: "UTF-8", found: "other bytes".into() } }
    })?;
    let mut reader = Reader { text, rest: "", line: 0, length: 0 };
    reader.expect_line()?;
    reader.word("horn", "the header 'horn 1'")?;
    reader.word("1", "version 1, which this program reads")?;
    reader.end()?;
    reader.expect_line()?;
    reader.word("system", "a line 'system' with a SHA-256 digest")?;
    let digest = reader.token("a SHA-256 digest")?;
    reader.end()?;
    reader.expect_line()?;
    let is_safe = reader.rest == "safe";
    reader.word(if is_safe { "safe" } else { "unsafe" }, "'safe' or 'unsafe'")?;
    reader.end()?;
    Ok((digest, is_safe, reader))
}

impl<'a> Reader<'a> {
    /// Where the line began that was read last.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::Text { line: self.line, column: 1 }
    }

    /// The next line, whose literals have at most these variables.
    pub fn next_line(&mut self, variables: u32) -> Result<Option<Line<'a>>, Error> {
        if self.text.is_empty() {
            return Ok(None);
        }
        self.expect_line()?;
        let before = self.rest;
        let line = match self.token("a line of a certificate")? {
            "invariant" => {
                let predicate = self.number("the number of a predicate")?;
                self.skip_blanks();
                let place = self.here();
                return Ok(Some(Line::Invariant(predicate, std::mem::take(&mut self.rest), place)));
            }
            "clause" => Line::Clause(self.number("the number of a clause")?),
            "a" => self.atom()?,
            "l" => {
                let (id, clause) = self.clause(variables)?;
                Line::Propagation(id, clause, self.ids()?)
            }
            "t" => {
                let (id, clause) = self.clause(variables)?;
                let sum = (1_u32..).zip(&clause).map(|(number, _)| Ok((number, self.rational()?)));
                let sum = sum.collect::<Result<_, Error>>()?;
                Line::Theory(id, clause, vec![sum])
            }
            "p" => {
                let (id, clause) = self.clause(variables)?;
                let mut sums = Vec::new();
                while self.has_more() {
                    let mut sum = Vec::new();
                    while let number @ 1.. = self.number("the number of an inequality or 0")? {
                        sum.push((number, self.rational()?));
                    }
                    sums.push(sum);
                }
                Line::Theory(id, clause, sums)
            }
            "d" => Line::Delete(self.ids()?),
            "f" => self.fact()?,
            _ => {
                self.rest = before;
                return Err(self.unexpected("a line of a certificate"));
            }
        };
        self.end()?;
        Ok(Some(line))
    }

    fn atom(&mut self) -> Result<Line<'a>, Error> {
        let variable = self.number("the new variable")?;
        let is_strict = self.has_more() && self.rest.starts_with("< ");
        self.word(if is_strict { "<" } else { "<=" }, "'<' or '<='")?;
        let bound = self.rational()?;
        let mut terms = Vec::new();
        while self.has_more() {
            let what = "an integer, the coefficient of a variable";
            let coefficient = self.parse(what, Integer::parse_decimal)?;
            terms.push((self.number("a numeric variable")?, coefficient));
        }
        Ok(Line::Atom(variable, Atom { terms, bound, is_strict }))
    }

    /// The id and the literals of a clause, and the zero behind them.
    fn clause(&mut self, variables: u32) -> Result<(Id, Vec<Lit>), Error> {
        let id = self.number("the id of the clause")?;
        let mut clause = Vec::new();
        let read = |token: &str| {
            let number = token.parse::<i64>().ok().filter(|number| number.to_string() == token)?;
            let variable = u32::try_from(number.unsigned_abs()).ok().filter(|v| *v <= variables)?;
            Some(Lit::new(variable, number < 0))
        };
        while let Some(literal) = self.parse("a literal of the variables so far or 0", read)? {
            clause.push(literal);
        }
        Ok((id, clause))
    }

    /// Ids up to a zero.
    fn ids(&mut self) -> Result<Vec<Id>, Error> {
        let mut ids = Vec::new();
        loop {
            match self.number("the id of a clause or 0")? {
                0 => return Ok(ids),
                id => ids.push(id),
            }
        }
    }

    /// Begins the next line, which ends with a line feed, before which a carriage return may be.
    fn expect_line(&mut self) -> Result<(), Error> {
        self.line = self.line.saturating_add(1);
        (self.rest, self.length) = (self.text, self.text.len());
        let Some((line, text)) = self.text.split_once('\n') else {
            return Err(self.unexpected("a line that ends"));
        };
        self.rest = line.strip_suffix('\r').unwrap_or(line);
        (self.text, self.length) = (text, self.rest.len());
        Ok(())
    }

    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t']);
    }

    /// Whether the line goes on.
    pub(crate) fn has_more(&mut self) -> bool {
        self.skip_blanks();
        !self.rest.is_empty()
    }

    fn end(&mut self) -> Result<(), Error> {
        if self.has_more() { Err(self.unexpected("the end of the line")) } else { Ok(()) }
    }

    /// What stands up to the next blank or the end of the line.
    fn token(&mut self, expected: &'static str) -> Result<&'a str, Error> {
        if !self.has_more() {
            return Err(self.unexpected(expected));
        }
        let end = self.rest.find([' ', '\t']).unwrap_or(self.rest.len());
        let (token, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        Ok(token)
    }

    pub(crate) fn word(&mut self, word: &str, expected: &'static str) -> Result<(), Error> {
        self.parse(expected, |token| (token == word).then_some(()))
    }

    /// An integer in its shortest form.
    pub(crate) fn number<T: FromStr + ToString>(
        &mut self,
        expected: &'static str,
    ) -> Result<T, Error> {
        self.parse(expected, |token| {
            token.parse().ok().filter(|number: &T| number.to_string() == token)
        })
    }

    pub(crate) fn rational(&mut self) -> Result<Rational, Error> {
        self.parse("a number p or p/q in lowest terms", Rational::parse)
    }

    fn parse<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        self.skip_blanks();
        let before = self.rest;
        // Long tokens are not even read: the time that numbers take grows faster.
        let value = Some(self.token(expected)?).filter(|token| token.len() <= MOST_DIGITS);
        let value = value.and_then(read);
        value.ok_or_else(|| {
            self.rest = before;
            self.unexpected(expected)
        })
    }

    fn here(&self) -> Place {
        let column = self.length.saturating_sub(self.rest.len()).saturating_add(1);
        Place::Text { line: self.line, column: u64::try_from(column).unwrap_or(u64::MAX) }
    }

    fn unexpected(&self, expected: &'static str) -> Error {
        let token = self.rest.split([' ', '\t']).next().unwrap_or_default();
        let found =
            if token.is_empty() { "the end".to_owned() } else { format_smtlib::quote(token) };
        Error { place: self.here(), cause: Cause::Unexpected { expected, found } }
    }
}
