//! Clausal proofs with hints: LRAT, text and binary, read and written step by step.
//!
//! The page of the format is `docs/formats/lrat.md`.

mod write;

pub use write::Writer;

use format_dimacs::{Lit, read_lit};
use format_input::{Encoding, Place, ReadError, Source};
use std::io::Read;

/// The id of a clause, up to 2^63 - 1. A negative hint names a clause to resolve with; elsewhere
/// a negative id names no clause.
pub type Id = i64;

/// One step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A clause and why it may be added.
    Add {
        /// Its id.
        id: Id,
        /// Its literals as written; the first is the pivot.
        clause: &'a [Lit],
        /// Its hints as written.
        hints: &'a [Id],
    },
    /// Clauses that no later step names.
    Delete {
        /// Their ids.
        ids: &'a [Id],
    },
}

/// Reads a proof step by step.
pub struct Reader<R> {
    source: Source<R>,
    variables: u32,
    place: Place,
    clause: Vec<Lit>,
    ids: Vec<Id>,
}

impl<R: Read> Reader<R> {
    /// A proof in this encoding (detected if `None`) whose literals have at most these variables.
    pub fn new(reader: R, encoding: Option<Encoding>, variables: u32) -> Result<Self, ReadError> {
        let mut source = Source::text(reader);
        // Every binary step begins with a letter, no text line does.
        let detected = match source.peek()? {
            Some(b'a' | b'd') => Encoding::Binary,
            _ => Encoding::Text,
        };
        Ok(Self::continuing(source, encoding.unwrap_or(detected), variables))
    }

    /// A proof that is part of another file and begins here.
    #[must_use]
    pub fn continuing(mut source: Source<R>, encoding: Encoding, variables: u32) -> Self {
        if encoding == Encoding::Binary {
            source.become_binary();
        }
        let place = source.place();
        Self { source, variables, place, clause: Vec::new(), ids: Vec::new() }
    }

    /// Where the last step read begins.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// Reads the next step; `None` at the end of the file.
    ///
    /// Text: `ID LITERAL... 0 HINT... 0` or `ID d ID... 0`, each on a line.
    /// Binary: `a ID LITERAL... 0 HINT... 0` or `d ID... 0`, a letter and then varints.
    pub fn next_step(&mut self) -> Result<Option<Step<'_>>, ReadError> {
        self.clause.clear();
        self.ids.clear();
        let is_text = self.source.encoding() == Encoding::Text;
        if is_text {
            self.source.skip_white_and_comments()?;
        }
        self.place = self.source.place();
        if self.source.peek()?.is_none() {
            return Ok(None);
        }
        let mut id = 0;
        if is_text {
            let number = self.source.unsigned(Id::MAX.unsigned_abs(), "a clause id")?;
            id = Id::try_from(number).unwrap_or(Id::MAX);
            self.source.skip_blanks()?;
        }
        let deletes = self.source.peek()? == Some(b'd');
        if deletes {
            self.source.expect(b'd', "'d'")?;
            if is_text {
                self.source.expect_blanks()?;
            }
        } else {
            if !is_text {
                self.source.expect(b'a', "'a' or 'd' at the start of a step")?;
                id = self.id("a clause id")?;
            }
            while let Some(lit) = read_lit(&mut self.source, self.variables)? {
                self.clause.push(lit);
            }
        }
        let what = if deletes { "the id of a clause or 0" } else { "a hint or 0" };
        loop {
            match self.id(what)? {
                0 => break,
                hint => self.ids.push(hint),
            }
        }
        if is_text {
            self.source.skip_blanks()?;
            if self.source.peek()?.is_some() {
                self.source.end_line()?;
            }
        }
        Ok(Some(if deletes {
            Step::Delete { ids: &self.ids }
        } else {
            Step::Add { id, clause: &self.clause, hints: &self.ids }
        }))
    }

    #[inline]
    fn id(&mut self, what: &'static str) -> Result<Id, ReadError> {
        let (negative, id) = self.source.signed(Id::MAX.unsigned_abs(), what)?;
        let id = Id::try_from(id).unwrap_or(Id::MAX);
        Ok(if negative { id.saturating_neg() } else { id })
    }
}
