//! Polynomials as they are written: a sum of terms, in the order of the file.

use crate::input::Cursor;
use crate::{DIGITS, Error, Names};
use format_input::{Cause, ReadError};
use std::ops::Range;

/// Terms of one or more polynomials, one after the other.
#[derive(Default)]
pub struct Terms {
    ends: Vec<End>,
    words: Vec<u64>,
    variables: Vec<u32>,
}

/// The sign of a term, and where its words and variables end.
struct End {
    negative: bool,
    word: usize,
    variable: usize,
}

/// A coefficient times a product of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term<'a> {
    /// Whether the coefficient is below 0.
    pub negative: bool,
    /// The coefficient without its sign, the lowest word first; the last one is not 0.
    pub magnitude: &'a [u64],
    /// The variables as written: in any order, some perhaps more than once.
    pub variables: &'a [u32],
}

impl Terms {
    /// The terms with these numbers.
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = Term<'_>> {
        let (mut word, mut variable) = match range.start.checked_sub(1) {
            None => (0, 0),
            Some(last) => self.ends.get(last).map_or((0, 0), |end| (end.word, end.variable)),
        };
        self.ends.get(range).unwrap_or_default().iter().map(move |end| {
            let magnitude = self.words.get(word..end.word).unwrap_or_default();
            let variables = self.variables.get(variable..end.variable).unwrap_or_default();
            (word, variable) = (end.word, end.variable);
            Term { negative: end.negative, magnitude, variables }
        })
    }

    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.words.clear();
        self.variables.clear();
    }

    /// Reads terms with signs between them, up to whatever follows.
    pub(crate) fn polynomial(
        &mut self,
        cursor: &mut Cursor<'_>,
        names: &mut Names,
    ) -> Result<Range<usize>, Error> {
        let start = self.ends.len();
        let mut sign = cursor.token().filter(|byte| *byte == b'-');
        loop {
            if sign.is_some() {
                cursor.skip();
            }
            self.term(cursor, names, sign == Some(b'-'))?;
            sign = cursor.token().filter(|byte| matches!(byte, b'+' | b'-'));
            if sign.is_none() {
                return Ok(start..self.ends.len());
            }
        }
    }

    /// A coefficient, variables, or both, with `*` between them.
    fn term(
        &mut self,
        cursor: &mut Cursor<'_>,
        names: &mut Names,
        negative: bool,
    ) -> Result<(), Error> {
        let mut is_last = false;
        match cursor.token() {
            Some(b'0'..=b'9') => {
                self.magnitude(cursor, negative)?;
                is_last = !cursor.passes(b'*');
            }
            Some(b'A'..=b'Z' | b'a'..=b'z') => self.words.push(1),
            _ => return Err(cursor.unexpected("a coefficient or a variable").into()),
        }
        while !is_last {
            let variable = variable(cursor, names)?;
            self.variables.push(variable);
            is_last = !cursor.passes(b'*');
        }
        self.ends.push(End { negative, word: self.words.len(), variable: self.variables.len() });
        Ok(())
    }

    /// A number of any size without leading zeros, 19 digits at a time.
    fn magnitude(&mut self, cursor: &mut Cursor<'_>, negative: bool) -> Result<(), Error> {
        let start = cursor.position();
        let first_word = self.words.len();
        let (mut part, mut scale, mut digits) = (0_u64, 1_u64, 0_usize);
        while let Some(digit @ b'0'..=b'9') = cursor.peek() {
            cursor.skip();
            digits = digits.wrapping_add(1);
            if scale == 10_u64.pow(19) {
                self.grow(first_word, scale, part);
                (part, scale) = (0, 1);
            }
            part = part.wrapping_mul(10).wrapping_add(u64::from(digit.wrapping_sub(b'0')));
            scale = scale.wrapping_mul(10);
            if digits > DIGITS {
                return Err(Error::TooLong { place: cursor.place(start) });
            }
        }
        self.grow(first_word, scale, part);
        let is_zero = self.words.len() == first_word;
        let has_leading_zero = digits > 1 && cursor.since(start).first() == Some(&b'0');
        if has_leading_zero || is_zero && negative {
            let cause = if has_leading_zero { Cause::LeadingZero } else { Cause::NegativeZero };
            return Err(ReadError { place: cursor.place(start), cause }.into());
        }
        Ok(())
    }

    /// The number in the words from `first` on times `scale` plus `part`.
    fn grow(&mut self, first: usize, scale: u64, part: u64) {
        let mut carry = part;
        for word in self.words.get_mut(first..).unwrap_or_default() {
            (*word, carry) = word.carrying_mul(scale, carry);
        }
        if carry > 0 {
            self.words.push(carry);
        }
    }
}

/// A letter, then letters, digits and `_`; perhaps an exponent, which says nothing: x*x = x.
#[inline]
pub(crate) fn variable(cursor: &mut Cursor<'_>, names: &mut Names) -> Result<u32, Error> {
    if !cursor.token().is_some_and(|byte| byte.is_ascii_alphabetic()) {
        return Err(cursor.unexpected("a variable").into());
    }
    let start = cursor.position();
    let mut word = 0_u64;
    while let Some(byte) = cursor.peek() {
        if !byte.is_ascii_alphanumeric() && byte != b'_' {
            break;
        }
        word = word << 8 | u64::from(byte);
        cursor.skip();
    }
    let number = names.number(cursor.since(start), word);
    let number = number.ok_or_else(|| Error::TooManyVariables { place: cursor.place(start) })?;
    if cursor.passes(b'^') {
        if !matches!(cursor.token(), Some(b'1'..=b'9')) {
            return Err(cursor.unexpected("an exponent from 1 on").into());
        }
        while let Some(b'0'..=b'9') = cursor.peek() {
            cursor.skip();
        }
    }
    Ok(number)
}
