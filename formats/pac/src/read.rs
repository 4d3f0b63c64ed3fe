//! Reads steps. Both encodings have the same numbers in the same order; in binary, columns,
//! literals and hints are differences.

use crate::{Id, Step, TAGS, Weight};
use format_input::{Cause, Encoding, Found, Place, ReadError, Source};
use format_lit::{Lit, read_lit};
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
    axiom: u64,
    step: Lists,
}

/// The lists of a step.
#[derive(Default)]
struct Lists {
    literals: Vec<Lit>,
    factor: Vec<u32>,
    leaves: Vec<u32>,
    terms: Vec<(i64, Lit)>,
    ids: Vec<Id>,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(source: Source<R>) -> Self {
        let (place, step) = (source.place(), Lists::default());
        Self { source, place, variables: 0, next: 1, column: 0, code: 0, axiom: 0, step }
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
        let mut step = Lists::default();
        let mut weight = Weight { column: self.column, coefficient: 1 };
        let mut constant = 0;
        if matches!(tag, b'l' | b'e' | b'p') {
            weight.coefficient = self.number("a coefficient")?;
            step.factor = self.variables()?;
        }
        let count = [(b'd', 2), (b'e', 2), (b'p', 1), (b'f', 5), (b'h', 4)];
        for _ in 0..count.iter().find(|(known, _)| *known == tag).map_or(0, |(_, count)| *count) {
            step.literals.push(self.literal()?);
        }
        match tag {
            b'r' => {
                while let Some(literal) = self.literal_or_end()? {
                    step.literals.push(literal);
                }
                step.ids = self.ids()?;
            }
            b'e' => step.ids.extend([self.id()?, self.id()?]),
            b'p' => step.leaves = self.variables()?,
            b'l' => {
                step.leaves = self.variables()?;
                while let coefficient @ (..=-1 | 1..) = self.number("a coefficient or 0")? {
                    step.terms.push((coefficient, self.literal()?));
                }
                constant = self.number("the constant")?;
                step.ids = self.ids()?;
            }
            _ => {}
        }
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        Ok(Some(self.step(tag, step, weight, constant)))
    }

    /// The step that these lists are.
    fn step(&mut self, tag: u8, step: Lists, weight: Weight, constant: i64) -> Step<'_> {
        self.step = step;
        let Lists { literals, factor, leaves, terms, ids } = &mut self.step;
        match (tag, literals.as_slice()) {
            (b'd', &[left, right]) => {
                self.variables = self.variables.saturating_add(1);
                self.next = self.next.saturating_add(3);
                self.code = self.variables << 1;
                return Step::Define { inputs: [left, right] };
            }
            (b'r', clause) => {
                self.next = self.next.saturating_add(1);
                return Step::Clause { clause, hints: ids };
            }
            (b'p', &[literal]) => return Step::Expand { weight, factor, literal, leaves },
            (b'e', &[left, right]) => {
                leaves.extend([left.variable(), right.variable()]);
                terms.extend([(1, left), (-1, right)]);
            }
            (_, [inputs @ .., carry, sum]) => {
                leaves.extend(inputs.iter().map(|literal| literal.variable()));
                terms.extend(inputs.iter().map(|literal| (1, *literal)));
                terms.extend([(-2, *carry), (-1, *sum)]);
            }
            _ => {}
        }
        Step::Linear { weight, factor, leaves, terms, constant, given: ids }
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
        let mut column = self.column.into();
        if is_text {
            self.source.take()?;
            self.source.expect_blanks()?;
            if has_column {
                column = self.source.unsigned(u32::MAX.into(), "a column")?;
            }
        } else {
            let limit = if has_column { u64::from(u32::MAX) << 4 | 15 } else { 7 };
            let code = self.source.varint(limit, "the head of a step")? >> 3;
            column = moved(self.place, column, code)?;
        }
        let cause = Cause::TooLarge { what: "a column", limit: u32::MAX.into() };
        self.column = u32::try_from(column).map_err(|_| ReadError { place: self.place, cause })?;
        Ok(Some(tag))
    }

    /// Takes variables up to 0.
    fn variables(&mut self) -> Result<Vec<u32>, ReadError> {
        let mut variables = Vec::new();
        loop {
            let place = self.source.place();
            let Some(literal) = self.literal_or_end()? else { return Ok(variables) };
            if literal.is_negative() {
                return Err(unexpected(place, "a variable or 0", b'-'));
            }
            variables.push(literal.variable());
        }
    }

    fn literal(&mut self) -> Result<Lit, ReadError> {
        let place = self.source.place();
        self.literal_or_end()?.ok_or_else(|| unexpected(place, "a literal", b'0'))
    }

    /// Takes a literal, or 0 as `None`. In binary the number k > 0 is the literal whose code is
    /// k - 1 above that of the literal before, and -k that whose code is k below.
    fn literal_or_end(&mut self) -> Result<Option<Lit>, ReadError> {
        let variables = self.variables;
        if self.source.encoding() == Encoding::Text {
            return read_lit(&mut self.source, variables);
        }
        let place = self.source.place();
        let (down, distance) = self.source.signed(u32::MAX.into(), "a literal or 0")?;
        if distance == 0 {
            return Ok(None);
        }
        let distance = distance.saturating_sub(u64::from(!down));
        let code = u32::try_from(moved(place, self.code.into(), distance << 1 | u64::from(down))?);
        let literal = code.ok().and_then(Lit::from_code);
        let literal = literal.filter(|literal| literal.variable() <= variables);
        let cause = Cause::TooLarge { what: "a literal or 0", limit: variables.into() };
        self.code = literal.ok_or(ReadError { place, cause })?.code();
        Ok(literal)
    }

    /// Takes ids up to 0.
    fn ids(&mut self) -> Result<Vec<Id>, ReadError> {
        let mut ids = Vec::new();
        while let id @ (..=-1 | 1..) = self.id()? {
            ids.push(id);
        }
        Ok(ids)
    }

    /// Takes an id or 0. In binary 2 d is the id that is d before that of the next derived clause,
    /// and an odd number is 1 plus twice the signed distance to the last id written like this.
    fn id(&mut self) -> Result<Id, ReadError> {
        let (limit, what) = (Id::MAX.unsigned_abs(), "the id of a clause or 0");
        let clamped = |number: u64| Id::try_from(number).unwrap_or(Id::MAX);
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            return self.source.unsigned(limit, what).map(clamped);
        }
        let place = self.source.place();
        let code = self.source.varint(limit, what)?;
        let id = if code & 1 == 1 {
            self.axiom = moved(place, self.axiom, code >> 1)?;
            Id::try_from(self.axiom).unwrap_or(-1)
        } else {
            self.next.saturating_sub(clamped(code >> 1))
        };
        // The number 0 alone ends a list; no clause has an id of 0 or below.
        let other = if id > 0 { id } else { -1 };
        Ok(if code == 0 { 0 } else { other })
    }

    fn number(&mut self, what: &'static str) -> Result<i64, ReadError> {
        let (negative, value) = self.source.signed(i64::MAX.unsigned_abs(), what)?;
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        Ok(if negative { value.saturating_neg() } else { value })
    }
}

/// The number that lies a signed number above another, which may be 0, but not minus 0.
fn moved(place: Place, from: u64, code: u64) -> Result<u64, ReadError> {
    let (distance, cause) = (code >> 1, Cause::NegativeZero);
    let moved = if code & 1 == 1 { from.checked_sub(distance) } else { from.checked_add(distance) };
    if code == 1 { Err(ReadError { place, cause }) } else { Ok(moved.unwrap_or(u64::MAX)) }
}

fn unexpected(place: Place, expected: &'static str, found: u8) -> ReadError {
    ReadError { place, cause: Cause::Unexpected { expected, found: Found::Byte(found) } }
}
