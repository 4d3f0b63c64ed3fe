//! CNF formulas in DIMACS: `p cnf VARIABLES CLAUSES`, then clauses that end with 0.
//!
//! The page of the format is `docs/formats/dimacs.md`.

mod write;

pub use format_lit::{Lit, MAX_VARIABLE, read_lit};
pub use write::{write_clause, write_header};

use format_input::{Place, ReadError, Source};
use std::fmt;
use std::io::Read;

/// What the line `p cnf` promises. The reader keeps both promises or refuses the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// No literal has a larger variable.
    pub variables: u32,
    /// Exactly so many clauses follow.
    pub clauses: u64,
}

/// Why a file is not a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Its bytes are not what the format wants.
    Read(ReadError),
    /// It ends too early.
    MissingClauses {
        /// The end of the file.
        place: Place,
        /// What the header promises.
        announced: u64,
        /// What there is.
        found: u64,
    },
    /// It goes on after its last clause.
    ExtraClause {
        /// Where it goes on.
        place: Place,
        /// What the header promises.
        announced: u64,
    },
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
            Self::MissingClauses { place, announced, found } => {
                write!(f, "{place}: the header announces {announced} clauses, the file has {found}")
            }
            Self::ExtraClause { place, announced } => {
                write!(f, "{place}: expected the end of the file after {announced} clauses")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Reads a formula clause by clause.
pub struct Reader<R> {
    source: Source<R>,
    header: Header,
    found: u64,
}

impl<R: Read> Reader<R> {
    /// Reads the header.
    pub fn new(reader: R) -> Result<Self, Error> {
        let mut source = Source::text(reader);
        source.skip_white_and_comments()?;
        for word in [&b"p"[..], b"cnf"] {
            source.expect_word(word, "the header 'p cnf VARIABLES CLAUSES'")?;
            source.expect_blanks()?;
        }
        let limit = u64::from(MAX_VARIABLE);
        let variables = source.unsigned(limit, "the number of variables")?;
        source.skip_blanks()?;
        let clauses = source.unsigned(u64::MAX >> 1, "the number of clauses")?;
        source.skip_blanks()?;
        if source.peek()?.is_some() {
            source.end_line()?;
        }
        let variables = u32::try_from(variables).unwrap_or(MAX_VARIABLE);
        Ok(Self { source, header: Header { variables, clauses }, found: 0 })
    }

    /// What the first line promises.
    #[must_use]
    pub fn header(&self) -> Header {
        self.header
    }

    /// Reads the next clause, as written, into `clause`; false after the last.
    pub fn next_clause(&mut self, clause: &mut Vec<Lit>) -> Result<bool, Error> {
        clause.clear();
        self.source.skip_white_and_comments()?;
        let place = self.source.place();
        let announced = self.header.clauses;
        if self.source.peek()?.is_none() {
            return if self.found == announced {
                Ok(false)
            } else {
                Err(Error::MissingClauses { place, announced, found: self.found })
            };
        }
        if self.found == announced {
            return Err(Error::ExtraClause { place, announced });
        }
        self.found = self.found.saturating_add(1);
        while let Some(lit) = read_lit(&mut self.source, self.header.variables)? {
            clause.push(lit);
            self.source.skip_white_and_comments()?;
        }
        Ok(true)
    }
}
