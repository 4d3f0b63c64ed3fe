//! Clausal proofs without hints: DRAT, text and binary, read and written step by step.
//!
//! The page of the format is `docs/formats/drat.md`.

mod write;

pub use write::write_step;

use format_dimacs::{Lit, read_lit};
use format_input::{Cause, Encoding, Place, ReadError, Source};
use std::fmt;
use std::io::{Chain, Cursor, Read};

/// What a step does with its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It joins the others.
    Add,
    /// It leaves them.
    Delete,
}

/// How many bytes may decide whether a proof is text.
const AHEAD: u64 = 1 << 16;

/// Why a file is not a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are not what the format wants.
    Read(ReadError),
    /// It may be text or binary.
    Ambiguous,
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Read(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Ambiguous => f.write_str(
                " the proof may be text or binary: ask for one of them with --text or --binary",
            ),
        }
    }
}

impl std::error::Error for Error {}

/// Reads a proof step by step.
pub struct Reader<R> {
    source: Source<Chain<Cursor<Vec<u8>>, R>>,
    variables: u32,
    place: Place,
}

impl<R: Read> Reader<R> {
    /// A proof in this encoding (detected if `None`) whose literals have at most these variables.
    pub fn new(mut reader: R, encoding: Option<Encoding>, variables: u32) -> Result<Self, Error> {
        let mut start = Vec::new();
        let read = reader.by_ref().take(AHEAD).read_to_end(&mut start);
        read.map_err(|error| ReadError {
            place: Place::Byte(0),
            cause: Cause::Unreadable(error.to_string()),
        })?;
        let encoding = encoding.or_else(|| detect(&start)).ok_or(Error::Ambiguous)?;
        let mut source = Source::text(Cursor::new(start).chain(reader));
        if encoding == Encoding::Binary {
            source.become_binary();
        }
        let place = source.place();
        Ok(Self { source, variables, place })
    }

    /// Where the last step read begins.
    #[must_use]
    pub fn place(&self) -> Place {
        self.place
    }

    /// How the proof is written.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.source.encoding()
    }

    /// Reads the next step and its clause as written; `None` at the end of the file.
    pub fn next_step(&mut self, clause: &mut Vec<Lit>) -> Result<Option<Action>, ReadError> {
        clause.clear();
        let source = &mut self.source;
        let is_text = source.encoding() == Encoding::Text;
        if is_text {
            source.skip_white_and_comments()?;
        }
        self.place = source.place();
        let action = match source.peek()? {
            None => return Ok(None),
            Some(b'd') => Action::Delete,
            Some(_) => Action::Add,
        };
        match (is_text, action) {
            (true, Action::Add) => {}
            (true, Action::Delete) => {
                source.expect(b'd', "'d'")?;
                source.expect_blanks()?;
            }
            (false, Action::Add) => source.expect(b'a', "'a' or 'd' at the start of a step")?,
            (false, Action::Delete) => source.expect(b'd', "'d'")?,
        }
        loop {
            if is_text {
                source.skip_white_and_comments()?;
            }
            match read_lit(source, self.variables)? {
                Some(lit) => clause.push(lit),
                None => return Ok(Some(action)),
            }
        }
    }
}

/// Finds out how a proof is written from its first bytes.
///
/// No binary proof begins as a text proof does, except with `d`; and a binary step ends with a
/// zero byte, which no text has.
fn detect(start: &[u8]) -> Option<Encoding> {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    let binary = start.iter().any(|byte| !is_text(byte));
    match start {
        [b'a', ..] | [b'd', _, ..] if binary => Some(Encoding::Binary),
        [b'a', ..] | [b'd'] => None,
        [b'd', second, ..] if !matches!(second, b' ' | b'\t') => None,
        _ => Some(Encoding::Text),
    }
}
