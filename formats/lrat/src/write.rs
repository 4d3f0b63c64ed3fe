//! Writes LRAT.

use crate::Id;
use format_dimacs::Lit;
use format_input::{Encoding, write_varint};
use std::io::{self, Write};

/// Writes a proof step by step.
pub struct Writer<W> {
    out: W,
    encoding: Encoding,
}

impl<W: Write> Writer<W> {
    /// A proof that goes to `out`, which should be buffered.
    pub fn new(out: W, encoding: Encoding) -> Self {
        Self { out, encoding }
    }

    /// Adds a clause.
    pub fn add(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => {
                write!(self.out, "{id} ")?;
                clause.iter().try_for_each(|lit| write!(self.out, "{lit} "))?;
                self.out.write_all(b"0 ")?;
            }
            Encoding::Binary => {
                self.out.write_all(b"a")?;
                write_varint(&mut self.out, id.unsigned_abs() << 1)?;
                let mut lits = clause.iter();
                lits.try_for_each(|lit| write_varint(&mut self.out, u64::from(lit.code())))?;
                self.out.write_all(&[0])?;
            }
        }
        self.hints(hints)
    }

    /// Deletes clauses; `after` is the id of the last clause added.
    pub fn delete(&mut self, after: Id, ids: &[Id]) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => write!(self.out, "{after} d ")?,
            Encoding::Binary => self.out.write_all(b"d")?,
        }
        self.hints(ids)
    }

    fn hints(&mut self, hints: &[Id]) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => {
                hints.iter().try_for_each(|hint| write!(self.out, "{hint} "))?;
                self.out.write_all(b"0\n")
            }
            Encoding::Binary => {
                for hint in hints {
                    let code = hint.unsigned_abs() << 1 | u64::from(*hint < 0);
                    write_varint(&mut self.out, code)?;
                }
                self.out.write_all(&[0])
            }
        }
    }

    /// Flushes and gives back where it wrote to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}
