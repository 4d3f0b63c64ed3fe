//! Polynomials and proofs as the community writes them: PAC and LPAC.
//!
//! The page of the format is `docs/formats/lpac.md`.

mod error;
mod input;
mod names;
mod polynomial;

pub use error::Error;
pub use names::{Names, WordMap};
pub use polynomial::{Term, Terms};

use format_input::{Cause, Place, ReadError};
use input::{Cursor, Input};
use std::io::Read;
use std::ops::Range;

/// The most digits of a coefficient.
pub const DIGITS: usize = 10_000;

/// The number of a polynomial.
pub type Id = u64;

/// What a statement of a proof does. Polynomials are ranges of the reader's terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The sum of the reader's operands is the conclusion. `+` and `*` of PAC are such sums.
    Combine {
        /// What is concluded.
        conclusion: Range<usize>,
    },
    /// The variable stands for the polynomial.
    Extend {
        /// The variable.
        variable: u32,
        /// Whether it occurs here for the first time in all files.
        is_new: bool,
        /// What it stands for.
        polynomial: Range<usize>,
    },
    /// The polynomial is not used any more.
    Delete,
}

/// An operand of a sum: a polynomial before, and by what it is multiplied if by anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operand {
    /// The polynomial's number.
    pub id: Id,
    /// Its factor.
    pub factor: Option<Range<usize>>,
}

/// Reads one of the three files, statement by statement.
pub struct Reader<R> {
    input: Input<R>,
    terms: Terms,
    operands: Vec<Operand>,
    /// Where the statement begins, in the input's buffer.
    start: usize,
}

impl<R: Read> Reader<R> {
    /// A reader of any of the three files.
    pub fn new(reader: R) -> Self {
        Self { input: Input::new(reader), terms: Terms::default(), operands: Vec::new(), start: 0 }
    }

    /// The terms of the last statement's polynomials.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// The operands of the last statement.
    pub fn operands(&self) -> &[Operand] {
        &self.operands
    }

    /// Where the last statement begins.
    pub fn place(&self) -> Place {
        self.input.place(self.start)
    }

    /// How many bytes were read so far.
    pub fn bytes(&self) -> usize {
        self.input.count
    }

    /// The next statement `NUMBER POLYNOMIAL ;` of a file of given polynomials.
    pub fn given(&mut self, names: &mut Names) -> Result<Option<(Id, Range<usize>)>, Error> {
        let Some(mut cursor) = self.input.statement()? else { return Ok(None) };
        self.start = cursor.position();
        self.terms.clear();
        let id = id(&mut cursor)?;
        let polynomial = self.terms.polynomial(&mut cursor, names)?;
        cursor.expect(b';', "'+', '-', '*' or ';'")?;
        let next = cursor.position();
        self.input.resume(next);
        Ok(Some((id, polynomial)))
    }

    /// The only statement `POLYNOMIAL ;` of a target's file.
    pub fn target(&mut self, names: &mut Names) -> Result<Range<usize>, Error> {
        let mut cursor = self.input.statement_or_end()?;
        self.terms.clear();
        let polynomial = self.terms.polynomial(&mut cursor, names)?;
        cursor.expect(b';', "'+', '-', '*' or ';'")?;
        let next = cursor.position();
        self.input.resume(next);
        match self.input.statement()? {
            None => Ok(polynomial),
            Some(cursor) => Err(cursor.unexpected("the end of the file").into()),
        }
    }

    /// The next statement `NUMBER RULE ;` of a proof.
    pub fn step(&mut self, names: &mut Names) -> Result<Option<(Id, Rule)>, Error> {
        let Some(mut cursor) = self.input.statement()? else { return Ok(None) };
        let cursor = &mut cursor;
        self.start = cursor.position();
        self.terms.clear();
        self.operands.clear();
        let (terms, operands) = (&mut self.terms, &mut self.operands);
        let id = id(cursor)?;
        let operator = cursor.token();
        if matches!(operator, Some(b'%' | b'+' | b'*' | b'=' | b'd')) {
            cursor.skip();
        }
        let rule = match operator {
            Some(b'%') => combination(cursor, names, terms, operands)?,
            Some(b'+') => sum(cursor, names, terms, operands)?,
            Some(b'*') => product(cursor, names, terms, operands)?,
            Some(b'=') => extension(cursor, names, terms)?,
            Some(b'd') => Rule::Delete,
            _ => return Err(cursor.unexpected("'%', '+', '*', '=' or 'd'").into()),
        };
        let expected = if rule == Rule::Delete { "';'" } else { "'+', '-', '*' or ';'" };
        cursor.expect(b';', expected)?;
        let next = cursor.position();
        self.input.resume(next);
        Ok(Some((id, rule)))
    }
}

/// A number from 1 on.
fn id(cursor: &mut Cursor<'_>) -> Result<Id, ReadError> {
    const WHAT: &str = "the number of a polynomial";
    if !matches!(cursor.token(), Some(b'1'..=b'9')) {
        return Err(cursor.unexpected("the number of a polynomial, from 1 on"));
    }
    let start = cursor.position();
    let mut id = 0_u64;
    while let Some(digit @ b'0'..=b'9') = cursor.peek() {
        let digit = u64::from(digit.wrapping_sub(b'0'));
        let Some(next) = id.checked_mul(10).and_then(|tens| tens.checked_add(digit)) else {
            let cause = Cause::TooLarge { what: WHAT, limit: u64::MAX };
            return Err(ReadError { place: cursor.place(start), cause });
        };
        id = next;
        cursor.skip();
    }
    Ok(id)
}

/// `% NUMBER [* (POLYNOMIAL)] + ... , POLYNOMIAL`, from behind the `%`.
fn combination(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    terms: &mut Terms,
    operands: &mut Vec<Operand>,
) -> Result<Rule, Error> {
    loop {
        let mut operand = Operand { id: id(cursor)?, factor: None };
        if cursor.passes(b'*') {
            cursor.expect(b'(', "'('")?;
            operand.factor = Some(terms.polynomial(cursor, names)?);
            cursor.expect(b')', "'+', '-', '*' or ')'")?;
        }
        operands.push(operand);
        if !cursor.passes(b'+') {
            break;
        }
    }
    cursor.expect(b',', "'*', '+' or ','")?;
    Ok(Rule::Combine { conclusion: terms.polynomial(cursor, names)? })
}

/// `+ NUMBER, NUMBER, POLYNOMIAL`, from behind the `+`.
fn sum(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    terms: &mut Terms,
    operands: &mut Vec<Operand>,
) -> Result<Rule, Error> {
    for _ in 0..2 {
        operands.push(Operand { id: id(cursor)?, factor: None });
        cursor.expect(b',', "','")?;
    }
    Ok(Rule::Combine { conclusion: terms.polynomial(cursor, names)? })
}

/// `* NUMBER, POLYNOMIAL, POLYNOMIAL`, from behind the `*`.
fn product(
    cursor: &mut Cursor<'_>,
    names: &mut Names,
    terms: &mut Terms,
    operands: &mut Vec<Operand>,
) -> Result<Rule, Error> {
    let id = id(cursor)?;
    cursor.expect(b',', "','")?;
    operands.push(Operand { id, factor: Some(terms.polynomial(cursor, names)?) });
    cursor.expect(b',', "'+', '-', '*' or ','")?;
    Ok(Rule::Combine { conclusion: terms.polynomial(cursor, names)? })
}

/// `= VARIABLE, POLYNOMIAL`, from behind the `=`.
fn extension(cursor: &mut Cursor<'_>, names: &mut Names, terms: &mut Terms) -> Result<Rule, Error> {
    let known = names.count();
    let variable = polynomial::variable(cursor, names)?;
    cursor.expect(b',', "','")?;
    let polynomial = terms.polynomial(cursor, names)?;
    Ok(Rule::Extend { variable, is_new: variable >= known, polynomial })
}
