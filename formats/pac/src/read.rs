//! Reads steps. Both encodings are the same numbers in the same order; in binary, literals,
//! columns and hints are differences.

use crate::{Id, Step, TAGS, Weight};
use format_dimacs::{Lit, read_lit};
use format_input::{Cause, Encoding, Found, Place, ReadError, Source};
use std::io::Read;

/// Reads a certificate step by step.
pub struct Reader<R> {
    source: Source<R>,
    place: Place,
    /// The largest variable so far.
    variables: u32,
    /// The id of the next derived clause.
    next: Id,
    /// What binary differences refer to: a column, the code of a literal, a gate's clause.
    column: u32,
    code: u32,
    axiom: Id,
    clause: Vec<Lit>,
    factor: Vec<u32>,
    leaves: Vec<u32>,
    terms: Vec<(i64, Lit)>,
    ids: Vec<Id>,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(mut source: Source<R>, encoding: Encoding) -> Self {
        if encoding == Encoding::Binary {
            source.become_binary();
        }
        Self {
            place: source.place(),
            source,
            variables: 0,
            next: 1,
            column: 0,
            code: 2,
            axiom: 0,
            clause: Vec::new(),
            factor: Vec::new(),
            leaves: Vec::new(),
            terms: Vec::new(),
            ids: Vec::new(),
        }
    }

    /// Says how many variables the circuit has, and how many clauses its gates have.
    pub fn begin(&mut self, variables: u32, axioms: Id) {
        self.variables = variables;
        self.next = axioms.saturating_add(1);
    }

    /// Where the last step read begins.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Reads the next step; `None` at the end of the file.
    pub fn next_step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        let Some(tag) = self.tag()? else { return Ok(None) };
        self.clause.clear();
        self.factor.clear();
        self.leaves.clear();
        self.terms.clear();
        self.ids.clear();
        let mut weight = Weight { column: self.column, coefficient: 1 };
        if matches!(tag, b'l' | b'e' | b'p') {
            weight.coefficient = self.number("a coefficient")?;
            self.variables(|reader| &mut reader.factor)?;
        }
        let step = match tag {
            b'd' => {
                let inputs = [self.lit()?, self.lit()?];
                self.variables = self.variables.saturating_add(1);
                self.next = self.next.saturating_add(3);
                self.code = self.variables << 1;
                self.end()?;
                Step::Define { inputs }
            }
            b'r' => {
                while let Some(lit) = self.lit_or_end()? {
                    self.clause.push(lit);
                }
                self.hints()?;
                self.next = self.next.saturating_add(1);
                self.end()?;
                Step::Clause { clause: &self.clause, hints: &self.ids }
            }
            b'e' => {
                let (left, right) = (self.lit()?, self.lit()?);
                let clauses = [self.hint()?, self.hint()?];
                self.end()?;
                Step::Equal { weight, factor: &self.factor, left, right, clauses }
            }
            b'p' => {
                let literal = self.lit()?;
                self.variables(|reader| &mut reader.leaves)?;
                self.end()?;
                Step::Expand { weight, factor: &self.factor, literal, leaves: &self.leaves }
            }
            _ => {
                let constant = if tag == b'l' { self.linear()? } else { self.adder(tag)? };
                self.end()?;
                let (factor, leaves, terms) = (&self.factor, &self.leaves, &self.terms);
                Step::Linear { weight, factor, leaves, terms, constant, given: &self.ids }
            }
        };
        Ok(Some(step))
    }

    /// Takes the tag of a step, and its column if it has one; `None` at the end of the file.
    fn tag(&mut self) -> Result<Option<u8>, ReadError> {
        let is_text = self.source.encoding() == Encoding::Text;
        if is_text {
            self.source.skip_white_and_comments()?;
        }
        self.place = self.source.place();
        let Some(byte) = self.source.peek()? else { return Ok(None) };
        let tag = if is_text { Some(byte) } else { TAGS.get(usize::from(byte & 7)).copied() };
        let Some(tag) = tag.filter(|tag| TAGS.contains(tag)) else {
            return Err(self.source.unexpected("a step: d, r, l, e, p, f or h"));
        };
        let has_column = !matches!(tag, b'd' | b'r');
        if is_text {
            self.source.take()?;
            self.source.expect_blanks()?;
            if has_column {
                self.column = narrow(self.source.unsigned(u32::MAX.into(), "a column")?);
            }
        } else {
            let limit = if has_column { u64::from(u32::MAX) << 4 | 15 } else { 7 };
            let code = self.source.varint(limit, "the head of a step")? >> 3;
            let column = apply(self.column.into(), code & 1 == 1, code >> 1);
            self.column = column.and_then(|column| u32::try_from(column).ok()).ok_or({
                let cause = Cause::TooLarge { what: "a column", limit: u32::MAX.into() };
                ReadError { place: self.place, cause }
            })?;
        }
        Ok(Some(tag))
    }

    /// Takes the cut, the terms, the constant and the clauses of a linear step.
    fn linear(&mut self) -> Result<i64, ReadError> {
        self.variables(|reader| &mut reader.leaves)?;
        loop {
            let coefficient = self.number("a coefficient or 0")?;
            if coefficient == 0 {
                break;
            }
            let lit = self.lit()?;
            self.terms.push((coefficient, lit));
        }
        let constant = self.number("the constant")?;
        self.hints()?;
        Ok(constant)
    }

    /// Takes the literals of an adder: x, y and, if it is full, z; then the carry and the sum.
    fn adder(&mut self, tag: u8) -> Result<i64, ReadError> {
        for _ in 0..if tag == b'f' { 3 } else { 2 } {
            let lit = self.lit()?;
            self.leaves.push(lit.variable());
            self.terms.push((1, lit));
        }
        for coefficient in [-2, -1] {
            let lit = self.lit()?;
            self.terms.push((coefficient, lit));
        }
        Ok(0)
    }

    /// Takes variables up to 0.
    fn variables(&mut self, into: impl Fn(&mut Self) -> &mut Vec<u32>) -> Result<(), ReadError> {
        loop {
            let place = self.source.place();
            match self.lit_or_end()? {
                None => return Ok(()),
                Some(lit) if !lit.is_negative() => into(self).push(lit.variable()),
                Some(_) => {
                    let found = Found::Byte(b'-');
                    let cause = Cause::Unexpected { expected: "a variable or 0", found };
                    return Err(ReadError { place, cause });
                }
            }
        }
    }

    fn lit(&mut self) -> Result<Lit, ReadError> {
        let place = self.source.place();
        let cause = Cause::Unexpected { expected: "a literal", found: Found::Byte(b'0') };
        self.lit_or_end()?.ok_or(ReadError { place, cause })
    }

    /// Takes a literal, or 0 as `None`. In binary the number k > 0 is the literal whose code is
    /// k - 1 above that of the literal before, and -k that whose code is k below.
    #[inline]
    fn lit_or_end(&mut self) -> Result<Option<Lit>, ReadError> {
        if self.source.encoding() == Encoding::Text {
            return read_lit(&mut self.source, self.variables);
        }
        let place = self.source.place();
        let (negative, distance) = self.source.signed(u32::MAX.into(), "a literal or 0")?;
        if distance == 0 {
            return Ok(None);
        }
        let distance = distance.saturating_sub(u64::from(!negative));
        let code = apply(self.code.into(), negative, distance);
        let lit = code.and_then(|code| u32::try_from(code).ok()).and_then(Lit::from_code);
        let cause = Cause::TooLarge { what: "a literal or 0", limit: self.variables.into() };
        let lit = lit.filter(|lit| lit.variable() <= self.variables);
        let lit = lit.ok_or(ReadError { place, cause })?;
        self.code = lit.code();
        Ok(Some(lit))
    }

    /// Takes ids up to 0.
    fn hints(&mut self) -> Result<(), ReadError> {
        loop {
            match self.hint()? {
                0 => return Ok(()),
                id => self.ids.push(id),
            }
        }
    }

    /// Takes an id or 0. In binary 2 d is the id that is d before that of the next derived clause,
    /// and an odd number is a difference, twice the distance plus 1 if down, to the last id of
    /// this kind, from 0.
    fn hint(&mut self) -> Result<Id, ReadError> {
        let limit = Id::MAX.unsigned_abs();
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            let id = self.source.unsigned(limit, "the id of a clause or 0")?;
            return Ok(Id::try_from(id).unwrap_or(Id::MAX));
        }
        let code = self.source.varint(limit, "the id of a clause or 0")?;
        let far = |distance: u64| Id::try_from(distance).unwrap_or(Id::MAX);
        if code == 0 {
            return Ok(0);
        }
        if code & 1 == 0 {
            return Ok(self.next.saturating_sub(far(code >> 1)));
        }
        let distance = far(code >> 2);
        let up = code & 2 == 0;
        let axiom =
            if up { self.axiom.checked_add(distance) } else { self.axiom.checked_sub(distance) };
        self.axiom = axiom.unwrap_or(Id::MAX);
        Ok(self.axiom)
    }

    fn number(&mut self, what: &'static str) -> Result<i64, ReadError> {
        let (negative, value) = self.source.signed(i64::MAX.unsigned_abs(), what)?;
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        Ok(if negative { value.saturating_neg() } else { value })
    }

    /// A step in text ends with its line.
    fn end(&mut self) -> Result<(), ReadError> {
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        Ok(())
    }
}

/// A number that is this far above or below another.
fn apply(from: u64, down: bool, distance: u64) -> Option<u64> {
    if down { from.checked_sub(distance) } else { from.checked_add(distance) }
}

/// A number that was checked to fit.
fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
