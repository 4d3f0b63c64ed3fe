//! The lines that a solver derived, in flat memory.

use format_dimacs::Lit;
use format_input::index;
use format_lrat::Id;
use std::io;
use support_sat::Tracer;

/// Ids up to this one are axioms: their numbers in the order in which they were loaded, from 1.
pub(crate) const RESERVED: Id = 1 << 40;

const NONE: u32 = u32::MAX;

/// Everything a solver derived.
#[derive(Debug, Default)]
pub(crate) struct Log {
    literals: Vec<Lit>,
    hints: Vec<Id>,
    /// Where literals and hints of each line end.
    ends: Vec<(usize, usize)>,
    /// By id beyond the reserved ones: the line.
    lines: Vec<u32>,
}

impl Tracer for Log {
    const HINTS: bool = true;

    fn derive(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        let line = u32::try_from(self.ends.len()).ok().filter(|&line| line != NONE);
        let line = line.ok_or_else(|| io::Error::other("the proof has too many lines"))?;
        let at = usize::try_from(id - RESERVED - 1).map_err(io::Error::other)?;
        self.lines.resize(at, NONE);
        self.lines.push(line);
        self.literals.extend_from_slice(clause);
        self.hints.extend_from_slice(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
        Ok(())
    }

    fn delete(&mut self, _: Id, _: &[Lit]) -> io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn start(&self, line: usize) -> (usize, usize) {
        line.checked_sub(1).map_or((0, 0), |before| self.ends[before])
    }

    pub(crate) fn literals(&self, line: usize) -> &[Lit] {
        &self.literals[self.start(line).0..self.ends[line].0]
    }

    pub(crate) fn hints(&self, line: usize) -> &[Id] {
        &self.hints[self.start(line).1..self.ends[line].1]
    }

    /// The line with this id; none for an axiom.
    pub(crate) fn line(&self, id: Id) -> Option<usize> {
        let at = usize::try_from(id.checked_sub(RESERVED + 1)?).ok()?;
        self.lines.get(at).filter(|&&line| line != NONE).map(|&line| index(line))
    }
}
