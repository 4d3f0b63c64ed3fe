//! Reads the sections of a certificate, line by line.

use crate::read::number;
use crate::{Error, Id, Section, Step};
use format_dimacs::{Lit, read_lit};
use format_input::{Encoding, Place, ReadError, Source};
use std::io::Read;

/// Reads the lines.
pub struct Reader<R> {
    source: Source<R>,
    section: Option<Section>,
    /// The largest id of an axiom.
    axioms: Id,
    /// The id of the next line.
    next: Id,
    clause: Vec<Lit>,
    ids: Vec<Id>,
}

impl<R: Read> Reader<R> {
    pub(crate) fn new(source: Source<R>) -> Self {
        let (clause, ids) = (Vec::new(), Vec::new());
        Self { source, section: None, axioms: 0, next: 1, clause, ids }
    }

    /// Says how many axioms there are: lines have the ids after them.
    pub fn number_from(&mut self, axioms: Id) {
        self.axioms = axioms;
        self.next = axioms.saturating_add(1);
    }

    /// Reads the next step, whose literals have at most these variables, and gives the place where
    /// it begins; `None` at the end.
    ///
    /// A line begins with a letter. In text, the rest of a section's name follows it.
    pub fn next_step(&mut self, variables: u32) -> Result<Option<(Place, Step<'_>)>, Error> {
        self.clause.clear();
        self.ids.clear();
        let is_text = self.source.encoding() == Encoding::Text;
        if is_text {
            self.source.skip_white_and_comments()?;
        }
        let place = self.source.place();
        let Some(letter) = self.source.peek()? else { return Ok(None) };
        if !b"ispbkagd".contains(&letter) {
            return Err(self.source.unexpected("a section, 'a', 'g' or 'd'").into());
        }
        self.source.take()?;
        let is_line = matches!(letter, b'a' | b'g' | b'd');
        if is_line && self.section.is_none() {
            return Err(Error::NoSection { place });
        }
        if is_line && is_text {
            self.source.expect_blanks()?;
        }
        let step = match letter {
            b'a' => {
                while let Some(lit) = read_lit(&mut self.source, variables)? {
                    self.clause.push(lit);
                }
                self.hints("a hint or 0")?;
                let id = self.take_id();
                Step::Derive { id, clause: &self.clause, hints: &self.ids }
            }
            b'g' => {
                let number = number(&mut self.source, u32::MAX, "the number of a goal")?;
                self.hints("a hint or 0")?;
                let id = self.take_id();
                Step::Goal { id, number, hints: &self.ids }
            }
            b'd' => {
                self.hints("the id of a clause or 0")?;
                Step::Delete { ids: &self.ids }
            }
            _ => Step::Section(self.section(letter, place)?),
        };
        Ok(Some((place, step)))
    }

    /// The section that begins with this letter: not behind a later one, stages one by one.
    fn section(&mut self, letter: u8, place: Place) -> Result<Section, Error> {
        let (section, rest): (_, &[u8]) = match letter {
            b'i' => (Section::Init, b"nit"),
            b's' => (Section::Step, b"tep"),
            b'p' => (Section::Property, b"roperty"),
            b'b' => (Section::Base(0), b"ase"),
            _ => (Section::Induction, b"-step"),
        };
        if self.source.encoding() == Encoding::Text {
            self.source.expect_word(rest, "the name of a section")?;
        }
        let mut section = section;
        if let Section::Base(stage) = &mut section {
            *stage = number(&mut self.source, u32::MAX, "the number of a stage")?;
        }
        self.end_line()?;
        let fits = match (section, self.section) {
            (Section::Base(0), last) => last < Some(section),
            (Section::Base(stage), last) => last == stage.checked_sub(1).map(Section::Base),
            (_, last) => last < Some(section),
        };
        if !fits {
            return Err(Error::Section { place, section });
        }
        self.section = Some(section);
        if !matches!(section, Section::Base(1..)) {
            self.next = self.axioms.saturating_add(1);
        }
        Ok(section)
    }

    fn take_id(&mut self) -> Id {
        let id = self.next;
        self.next = id.saturating_add(1);
        id
    }

    /// Reads ids up to 0, and the end of the line.
    ///
    /// In binary data an even number is twice the distance from the next line's id back to that
    /// of an earlier line; an odd number is twice the id of an axiom, plus 1.
    fn hints(&mut self, what: &'static str) -> Result<(), ReadError> {
        if self.source.encoding() == Encoding::Text {
            loop {
                let (negative, id) = self.source.signed(Id::MAX.unsigned_abs(), what)?;
                let id = Id::try_from(id).unwrap_or(Id::MAX);
                match if negative { id.saturating_neg() } else { id } {
                    0 => return self.end_line(),
                    id => self.ids.push(id),
                }
            }
        }
        loop {
            let code = self.source.varint(u64::MAX, what)?;
            let half = Id::try_from(code >> 1).unwrap_or(Id::MAX);
            match (half, code & 1) {
                (0, 0) => return Ok(()),
                (back, 0) => self.ids.push(self.next.saturating_sub(back).max(0)),
                (axiom, _) => self.ids.push(axiom),
            }
        }
    }

    /// Ends a line of text.
    fn end_line(&mut self) -> Result<(), ReadError> {
        if self.source.encoding() == Encoding::Text {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        Ok(())
    }
}
