//! Reads the sections of a certificate, line by line.

use crate::{Id, Section, Step};
use format_input::{Cause, Found, Place, ReadError, Source};
use format_lit::Lit;
use std::io::Read;

/// Reads the lines.
pub struct Reader<R> {
    pub(crate) source: Source<R>,
    /// The depth of the induction, or 0.
    pub(crate) depth: u32,
    section: Option<Section>,
    /// The largest id of an axiom.
    axioms: Id,
    /// The largest id of a line, or of an axiom.
    last: Id,
    pub(crate) clause: Vec<Lit>,
    ids: Vec<Id>,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(source: Source<R>) -> Self {
        let (clause, ids) = (Vec::new(), Vec::new());
        Self { source, depth: 0, section: None, axioms: 0, last: 0, clause, ids }
    }

    /// Says how many axioms there are: lines have the ids after them.
    pub fn number_from(&mut self, axioms: Id) {
        (self.axioms, self.last) = (axioms, axioms);
    }

    /// Reads the next step, whose literals have at most these variables, and gives the place where
    /// it begins; `None` at the end.
    ///
    /// It begins with a letter. In text, the rest of a section's name follows it.
    pub fn next_step(&mut self, variables: u32) -> Result<Option<(Place, Step<'_>)>, ReadError> {
        if self.is_text() {
            self.source.skip_white_and_comments()?;
        }
        let place = self.source.place();
        let Some(letter) = self.source.peek()? else { return Ok(None) };
        let step = if let b'a' | b'g' | b'd' = letter {
            if self.section.is_none() {
                return Err(self.source.unexpected("the first section"));
            }
            self.source.take()?;
            if self.is_text() {
                self.source.expect_blanks()?;
            }
            self.line(letter, variables)?
        } else {
            Step::Section(self.section(place, letter)?)
        };
        Ok(Some((place, step)))
    }

    fn line(&mut self, letter: u8, variables: u32) -> Result<Step<'_>, ReadError> {
        let mut goal = 0;
        match letter {
            b'a' => self.read_clause(variables)?,
            b'g' => goal = self.number(u32::MAX, "the number of a goal")?,
            _ => {}
        }
        self.read_ids()?;
        if letter == b'd' {
            return Ok(Step::Delete(&self.ids));
        }
        self.last = self.last.saturating_add(1);
        Ok(match letter {
            b'a' => Step::Derive(self.last, &self.clause, &self.ids),
            _ => Step::Goal(self.last, goal, &self.ids),
        })
    }

    /// The section that begins with this letter: not behind a later one, stages one by one.
    fn section(&mut self, place: Place, letter: u8) -> Result<Section, ReadError> {
        let (mut section, word): (_, &[u8]) = match letter {
            b'i' => (Section::Init, b"init"),
            b's' => (Section::Step, b"step"),
            b'p' => (Section::Property, b"property"),
            b'b' => (Section::Base(0), b"base"),
            b'k' => (Section::Induction, b"k-step"),
            _ => return Err(self.source.unexpected("a section, 'a', 'g' or 'd'")),
        };
        let word = if self.is_text() { word } else { word.get(..1).unwrap_or(word) };
        self.source.expect_word(word, "the name of a section")?;
        if let Section::Base(stage) = &mut section {
            if self.is_text() {
                self.source.expect_blanks()?;
            }
            *stage = self.number(u32::MAX, "the number of a stage")?;
        }
        self.end()?;
        let next =
            if let Some(Section::Base(last)) = self.section { last.wrapping_add(1) } else { 0 };
        let fits = match section {
            Section::Base(stage) => stage == next && stage < self.depth,
            Section::Induction => self.depth > 0,
            Section::Init | Section::Step | Section::Property => true,
        };
        let fits = fits && self.section < Some(section);
        if !fits {
            let expected = "a section that may follow the last one";
            let cause = Cause::Unexpected { expected, found: Found::Byte(letter) };
            return Err(ReadError { place, cause });
        }
        self.section = Some(section);
        if !matches!(section, Section::Base(1..)) {
            self.last = self.axioms;
        }
        Ok(section)
    }

    /// Reads ids up to 0, and the end of the line.
    ///
    /// In binary data an even number is twice the distance back from the next line's id to that
    /// of an earlier one; an odd number is twice the id of an axiom, plus 1.
    fn read_ids(&mut self) -> Result<(), ReadError> {
        self.ids.clear();
        let is_text = self.is_text();
        loop {
            let place = self.source.place();
            let (is_odd, number) = self.source.signed(Id::MAX.unsigned_abs(), "an id or 0")?;
            let id = Id::try_from(number).unwrap_or(Id::MAX);
            let derived = self.last.saturating_sub(self.axioms);
            let (what, limit) = if is_odd {
                ("the id of an axiom", self.axioms)
            } else {
                ("the distance to a derived clause", derived)
            };
            self.ids.push(match (is_text, is_odd) {
                _ if id == 0 => return self.end(),
                (true, false) => id,
                // A sign in text.
                (true, true) => id.saturating_neg(),
                _ if id > limit => {
                    let cause = Cause::TooLarge { what, limit: limit.unsigned_abs() };
                    return Err(ReadError { place, cause });
                }
                (false, true) => id,
                (false, false) => self.last.saturating_add(1).saturating_sub(id),
            });
        }
    }
}
