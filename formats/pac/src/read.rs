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
    state: State,
    step: Buffers,
}

/// What numbers mean depends on.
#[derive(Default)]
struct State {
    /// The largest variable so far.
    variables: u32,
    /// The id of the next derived clause.
    next: Id,
    /// What binary differences refer to: a column, the code of a literal, a gate's clause.
    column: u32,
    code: u32,
    axiom: Id,
}

/// The lists of a step.
#[derive(Default)]
struct Buffers {
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
        let place = source.place();
        Self { source, place, state: State::default(), step: Buffers::default() }
    }

    /// Says how many variables the circuit has, and how many clauses its gates have.
    pub fn begin(&mut self, variables: u32, axioms: Id) {
        self.state.variables = variables;
        self.state.next = axioms.saturating_add(1);
    }

    /// Where the last step read begins.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Reads the next step; `None` at the end of the file.
    pub fn next_step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        let Some(tag) = self.tag()? else { return Ok(None) };
        self.step.clause.clear();
        self.step.factor.clear();
        self.step.leaves.clear();
        self.step.terms.clear();
        self.step.ids.clear();
        let mut weight = Weight { column: self.state.column, coefficient: 1 };
        let mut constant = 0;
        if matches!(tag, b'l' | b'e' | b'p') {
            weight.coefficient = self.number("a coefficient")?;
            self.variables(|step| &mut step.factor)?;
        }
        match tag {
            b'd' => self.literals(2)?,
            b'r' => {
                while let Some(lit) = self.literal_or_end()? {
                    self.step.clause.push(lit);
                }
                self.hints()?;
            }
            b'e' => {
                self.literals(2)?;
                let clauses = [self.hint()?, self.hint()?];
                self.step.ids.extend(clauses);
            }
            b'p' => {
                self.literals(1)?;
                self.variables(|step| &mut step.leaves)?;
            }
            b'l' => constant = self.linear()?,
            _ => self.adder(if tag == b'f' { 3 } else { 2 })?,
        }
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        let Buffers { clause, factor, leaves, terms, ids } = &self.step;
        Ok(Some(match (tag, clause.as_slice(), ids.as_slice()) {
            (b'd', &[left, right], _) => {
                self.state.variables = self.state.variables.saturating_add(1);
                self.state.next = self.state.next.saturating_add(3);
                self.state.code = self.state.variables << 1;
                Step::Define { inputs: [left, right] }
            }
            (b'r', clause, hints) => {
                self.state.next = self.state.next.saturating_add(1);
                Step::Clause { clause, hints }
            }
            (b'e', &[left, right], &[forth, back]) => {
                Step::Equal { weight, factor, left, right, clauses: [forth, back] }
            }
            (b'p', &[literal], _) => Step::Expand { weight, factor, literal, leaves },
            (_, _, given) => Step::Linear { weight, factor, leaves, terms, constant, given },
        }))
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
        let mut column = self.state.column.into();
        if is_text {
            self.source.take()?;
            self.source.expect_blanks()?;
            if has_column {
                column = self.source.unsigned(u32::MAX.into(), "a column")?;
            }
        } else {
            let limit = if has_column { u64::from(u32::MAX) << 4 | 15 } else { 7 };
            let code = self.source.varint(limit, "the head of a step")? >> 3;
            column = moved(column, code & 1 == 1, code >> 1);
        }
        let cause = Cause::TooLarge { what: "a column", limit: u32::MAX.into() };
        self.state.column =
            u32::try_from(column).map_err(|_| ReadError { place: self.place, cause })?;
        Ok(Some(tag))
    }

    /// Takes the cut, the terms and the clauses of a linear step, and gives its constant.
    fn linear(&mut self) -> Result<i64, ReadError> {
        self.variables(|step| &mut step.leaves)?;
        loop {
            match self.number("a coefficient or 0")? {
                0 => break,
                coefficient => {
                    let literal = self.literal()?;
                    self.step.terms.push((coefficient, literal));
                }
            }
        }
        let constant = self.number("the constant")?;
        self.hints()?;
        Ok(constant)
    }

    /// Takes the literals of an adder: two or three inputs, the carry, the sum.
    fn adder(&mut self, inputs: usize) -> Result<(), ReadError> {
        for coefficient in [1, 1, 1].iter().take(inputs).chain(&[-2, -1]) {
            let literal = self.literal()?;
            self.step.terms.push((*coefficient, literal));
        }
        let inputs = self.step.terms.iter().take(inputs);
        self.step.leaves.extend(inputs.map(|(_, literal)| literal.variable()));
        Ok(())
    }

    /// Takes variables up to 0.
    fn variables(&mut self, into: fn(&mut Buffers) -> &mut Vec<u32>) -> Result<(), ReadError> {
        loop {
            let place = self.source.place();
            let Some(literal) = self.literal_or_end()? else { return Ok(()) };
            if literal.is_negative() {
                return Err(unexpected(place, "a variable or 0", b'-'));
            }
            into(&mut self.step).push(literal.variable());
        }
    }

    /// Takes so many literals.
    fn literals(&mut self, count: usize) -> Result<(), ReadError> {
        for _ in 0..count {
            let literal = self.literal()?;
            self.step.clause.push(literal);
        }
        Ok(())
    }

    fn literal(&mut self) -> Result<Lit, ReadError> {
        let place = self.source.place();
        self.literal_or_end()?.ok_or_else(|| unexpected(place, "a literal", b'0'))
    }

    /// Takes a literal, or 0 as `None`. In binary the number k > 0 is the literal whose code is
    /// k - 1 above that of the literal before, and -k that whose code is k below.
    fn literal_or_end(&mut self) -> Result<Option<Lit>, ReadError> {
        let variables = self.state.variables;
        if self.source.encoding() == Encoding::Text {
            return read_lit(&mut self.source, variables);
        }
        let place = self.source.place();
        let (down, distance) = self.source.signed(u32::MAX.into(), "a literal or 0")?;
        if distance == 0 {
            return Ok(None);
        }
        let distance = distance.saturating_sub(u64::from(!down));
        let code = u32::try_from(moved(self.state.code.into(), down, distance));
        let literal = code.ok().and_then(Lit::from_code);
        let literal = literal.filter(|literal| literal.variable() <= variables);
        let cause = Cause::TooLarge { what: "a literal or 0", limit: variables.into() };
        self.state.code = literal.ok_or(ReadError { place, cause })?.code();
        Ok(literal)
    }

    /// Takes ids up to 0.
    fn hints(&mut self) -> Result<(), ReadError> {
        loop {
            match self.hint()? {
                0 => return Ok(()),
                id => self.step.ids.push(id),
            }
        }
    }

    /// Takes an id or 0. In binary 2 d is the id that is d before that of the next derived clause,
    /// and an odd number is 1 plus twice the signed distance to the last id written like this.
    fn hint(&mut self) -> Result<Id, ReadError> {
        let (limit, what) = (Id::MAX.unsigned_abs(), "the id of a clause or 0");
        let clamped = |number: u64| Id::try_from(number).unwrap_or(Id::MAX);
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            return self.source.unsigned(limit, what).map(clamped);
        }
        let code = self.source.varint(limit, what)?;
        if code & 1 == 1 {
            let distance = clamped(code >> 2);
            let distance = if code & 2 == 2 { distance.saturating_neg() } else { distance };
            self.state.axiom = self.state.axiom.saturating_add(distance);
            return Ok(self.state.axiom);
        }
        Ok(if code == 0 { 0 } else { self.state.next.saturating_sub(clamped(code >> 1)) })
    }

    fn number(&mut self, what: &'static str) -> Result<i64, ReadError> {
        let (negative, value) = self.source.signed(i64::MAX.unsigned_abs(), what)?;
        let value = i64::try_from(value).unwrap_or(i64::MAX);
        Ok(if negative { value.saturating_neg() } else { value })
    }
}

/// A number this far below or above another; too large if there is none.
fn moved(from: u64, down: bool, distance: u64) -> u64 {
    let number = if down { from.checked_sub(distance) } else { from.checked_add(distance) };
    number.unwrap_or(u64::MAX)
}

fn unexpected(place: Place, expected: &'static str, found: u8) -> ReadError {
    ReadError { place, cause: Cause::Unexpected { expected, found: Found::Byte(found) } }
}
