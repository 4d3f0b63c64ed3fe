//! Proof files, written while the solver runs.

use crate::load::Numbering;
use format_dimacs::Lit;
use format_drat::{Action, write_step};
use format_input::Encoding;
use format_lrat::{Id, Writer};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use support_sat::Tracer;

/// A tracer that writes a file.
pub(crate) trait ProofFile: Tracer {
    /// Writes what is still in memory.
    fn finish(self) -> io::Result<()>;
}

/// A proof with hints.
pub(crate) struct Lrat {
    writer: Writer<BufWriter<File>>,
    numbering: Numbering,
    /// The id of the last clause, for deletions in text.
    last: Id,
    /// Deletions are collected until the next clause comes: one step instead of many, and none
    /// at the end of the proof.
    deleted: Vec<Id>,
    /// Nothing is written behind the empty clause.
    is_complete: bool,
    clause: Vec<Lit>,
}

impl Lrat {
    pub(crate) fn new(out: BufWriter<File>, encoding: Encoding, numbering: Numbering) -> Self {
        let writer = Writer::new(out, encoding);
        let (deleted, clause) = (Vec::new(), Vec::new());
        Self { writer, numbering, last: 0, deleted, is_complete: false, clause }
    }
}

impl Tracer for Lrat {
    const HINTS: bool = true;

    fn derive(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        if self.is_complete {
            return Ok(());
        }
        if !self.deleted.is_empty() {
            self.writer.delete(self.last, &self.deleted)?;
            self.deleted.clear();
        }
        self.last = id;
        self.is_complete = clause.is_empty();
        self.writer.add(id, self.numbering.original(clause, &mut self.clause), hints)
    }

    fn delete(&mut self, id: Id, _clause: &[Lit]) -> io::Result<()> {
        // An id that was not derived belongs to the formula and precedes all that are.
        self.last = self.last.max(id);
        self.deleted.push(id);
        Ok(())
    }
}

impl ProofFile for Lrat {
    fn finish(self) -> io::Result<()> {
        self.writer.finish().map(drop)
    }
}

/// A proof without hints.
pub(crate) struct Drat {
    out: BufWriter<File>,
    encoding: Encoding,
    numbering: Numbering,
    is_complete: bool,
    clause: Vec<Lit>,
}

impl Drat {
    pub(crate) fn new(out: BufWriter<File>, encoding: Encoding, numbering: Numbering) -> Self {
        Self { out, encoding, numbering, is_complete: false, clause: Vec::new() }
    }

    fn step(&mut self, action: Action, clause: &[Lit]) -> io::Result<()> {
        if self.is_complete {
            return Ok(());
        }
        let original = self.numbering.original(clause, &mut self.clause);
        write_step(&mut self.out, self.encoding, action, original)
    }
}

impl Tracer for Drat {
    const HINTS: bool = false;

    fn derive(&mut self, _id: Id, clause: &[Lit], _hints: &[Id]) -> io::Result<()> {
        self.step(Action::Add, clause)?;
        self.is_complete |= clause.is_empty();
        Ok(())
    }

    fn delete(&mut self, _id: Id, clause: &[Lit]) -> io::Result<()> {
        self.step(Action::Delete, clause)
    }
}

impl ProofFile for Drat {
    fn finish(mut self) -> io::Result<()> {
        self.out.flush()
    }
}
