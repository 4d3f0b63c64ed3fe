//! Reads certificates, line by line.

use crate::{Atom, Id, Line};
use format_input::Place;
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_smtlib::{Cause, Error, MOST_DIGITS};
use std::io::{self, BufRead, BufReader, Read};
use std::str::FromStr;

/// What lines begin with.
const LETTERS: [&str; 8] = ["invariant", "clause", "a", "l", "t", "p", "d", "f"];

/// Reads the lines of a certificate, and holds one of them at a time.
pub struct Reader<R> {
    input: BufReader<R>,
    /// The line at hand.
    text: String,
    /// How much of it is passed.
    next: usize,
    line: u64,
    /// How many bytes were read.
    bytes: u64,
}

/// Reads the header, and gives the digest of the system, whether the clauses are said to be
/// satisfiable, and the reader of the lines.
pub fn read<R: Read>(input: R) -> Result<(String, bool, Reader<R>), Error> {
    let (input, text) = (BufReader::new(input), String::new());
    let mut reader = Reader { input, text, next: 0, line: 0, bytes: 0 };
    reader.begin()?;
    reader.word("horn", "the header 'horn 1'")?;
    reader.word("1", "version 1, which this program reads")?;
    reader.end()?;
    reader.begin()?;
    reader.word("system", "a line 'system' with a SHA-256 digest")?;
    let digest = reader.parse("a SHA-256 digest", |token| Some(token.to_owned()))?;
    reader.end()?;
    reader.begin()?;
    let is_safe = reader.has_more() && reader.token() == "safe";
    reader.word(if is_safe { "safe" } else { "unsafe" }, "'safe' or 'unsafe'")?;
    reader.end()?;
    Ok((digest, is_safe, reader))
}

impl<R: Read> Reader<R> {
    /// Where the line began that was read last.
    #[must_use]
    pub fn place(&self) -> Place {
        Place::Text { line: self.line, column: 1 }
    }

    /// The next line, whose literals have at most these variables.
    pub fn next_line(&mut self, variables: u32) -> Result<Option<Line>, Error> {
        self.read_line()?;
        if self.text.is_empty() {
            return Ok(None);
        }
        self.end_line()?;
        let letter = |token: &str| LETTERS.into_iter().find(|letter| *letter == token);
        let line = match self.parse("a line of a certificate", letter)? {
            "invariant" => {
                let predicate = self.number("the number of a predicate")?;
                self.has_more();
                let place = self.here();
                return Ok(Some(Line::Invariant(predicate, self.rest().to_owned(), place)));
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
            _ => self.fact()?,
        };
        self.end()?;
        Ok(Some(line))
    }

    fn atom(&mut self) -> Result<Line, Error> {
        let variable = self.number("the new variable")?;
        let is_strict = self.has_more() && self.token() == "<";
        self.word(if is_strict { "<" } else { "<=" }, "'<' or '<='")?;
        let bound = self.rational()?;
        let mut terms = Vec::new();
        while self.has_more() {
            let what = "an integer, the coefficient of a variable";
            let coefficient = self.parse(what, |token| Integer::parse_decimal(short(token)?))?;
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
        while let id @ (..=-1 | 1..) = self.number("the id of a clause or 0")? {
            ids.push(id);
        }
        Ok(ids)
    }

    /// Begins the next line, which there is.
    fn begin(&mut self) -> Result<(), Error> {
        self.read_line()?;
        self.end_line()
    }

    /// Reads the next line and its end; nothing at the end of the file.
    fn read_line(&mut self) -> Result<(), Error> {
        self.line = self.line.saturating_add(1);
        self.next = 0;
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        let read = self.input.read_until(b'\n', &mut bytes);
        let cause = |error: io::Error| Cause::Unreadable(error.to_string());
        let read = read.map_err(|error| Error { place: self.place(), cause: cause(error) })?;
        self.text = String::from_utf8(bytes).map_err(|error| {
            let byte = self.bytes.saturating_add(count(error.utf8_error().valid_up_to()));
            let cause = Cause::Unexpected { expected: "UTF-8", found: "other bytes".into() };
            Error { place: Place::Byte(byte), cause }
        })?;
        self.bytes = self.bytes.saturating_add(count(read));
        Ok(())
    }

    /// Takes the end off the line, a line feed before which a carriage return may be.
    fn end_line(&mut self) -> Result<(), Error> {
        let Some(line) = self.text.strip_suffix('\n') else {
            return Err(self.unexpected("a line that ends"));
        };
        self.text.truncate(line.strip_suffix('\r').unwrap_or(line).len());
        Ok(())
    }

    /// What is not passed of the line.
    pub(crate) fn rest(&self) -> &str {
        self.text.get(self.next..).unwrap_or_default()
    }

    /// Passes blanks; whether the line goes on behind them.
    pub(crate) fn has_more(&mut self) -> bool {
        let rest = self.rest().trim_start_matches([' ', '\t']).len();
        self.next = self.text.len().saturating_sub(rest);
        rest > 0
    }

    fn end(&mut self) -> Result<(), Error> {
        if self.has_more() { Err(self.unexpected("the end of the line")) } else { Ok(()) }
    }

    /// What stands up to the next blank or the end of the line.
    fn token(&self) -> &str {
        self.rest().split([' ', '\t']).next().unwrap_or_default()
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
        self.parse("a number p or p/q in lowest terms", |token| Rational::parse(short(token)?))
    }

    fn parse<T>(
        &mut self,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Error> {
        let value = if self.has_more() { read(self.token()) } else { None };
        let value = value.ok_or_else(|| self.unexpected(expected))?;
        self.next = self.next.saturating_add(self.token().len());
        Ok(value)
    }

    fn here(&self) -> Place {
        Place::Text { line: self.line, column: count(self.next).saturating_add(1) }
    }

    fn unexpected(&self, expected: &'static str) -> Error {
        let token = self.token();
        let found =
            if token.is_empty() { "the end".to_owned() } else { format_smtlib::quote(token) };
        Error { place: self.here(), cause: Cause::Unexpected { expected, found } }
    }
}

/// The token, unless it is longer than a number may be: the time to read one grows faster.
fn short(token: &str) -> Option<&str> {
    Some(token).filter(|token| token.len() <= MOST_DIGITS)
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}
