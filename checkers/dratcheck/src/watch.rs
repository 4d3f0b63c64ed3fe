//! The lists of clauses that watch a literal, and visits to them.

use crate::clauses::Number;
use format_dimacs::Lit;

/// The clause is needed.
pub const CORE: u8 = 2;

/// A clause in the list of a literal that it watches.
#[derive(Clone, Copy)]
pub struct Watch {
    /// Another literal of the clause; if it is true, there is nothing to do.
    pub blocker: Lit,
    /// The clause's number, doubled, and whether it has just two literals.
    tagged: u32,
}

impl Watch {
    pub fn new(blocker: Lit, number: Number, length: usize) -> Self {
        Self { blocker, tagged: number << 1 | u32::from(length == 2) }
    }

    #[inline]
    pub fn number(self) -> Number {
        self.tagged >> 1
    }

    #[inline]
    pub fn is_binary(self) -> bool {
        self.tagged & 1 == 1
    }
}

/// The two kinds of lists.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Those of needed clauses.
    Core,
    /// Those of the others.
    Other,
}

impl Kind {
    /// The lists for a clause with these flags.
    pub fn of(flags: u8) -> Self {
        if flags & CORE == 0 { Self::Other } else { Self::Core }
    }
}

/// What becomes of a watch that was met.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It stays where it is.
    Stays,
    /// It stays, and its clause forced a literal.
    Forces,
    /// It leaves the list, and its clause forced a literal.
    ForcesAndMoves,
    /// It leaves the list.
    Moves,
    /// It stays, and its clause is false.
    Conflict,
}

/// How far a visit to a list came: what it kept stands before `write`, what it has still to meet
/// from `read` on.
#[derive(Clone, Copy, Default)]
pub struct Progress {
    /// The next one to meet.
    pub read: usize,
    /// Where the next one kept goes.
    pub write: usize,
}

impl Progress {
    /// Keeps a watch that was just met.
    #[inline]
    pub fn keep(&mut self, watches: &mut [Watch], watch: Watch) {
        if let Some(slot) = watches.get_mut(self.write) {
            *slot = watch;
        }
        self.write = self.write.saturating_add(1);
    }

    /// Ends the visit: closes the gap.
    pub fn close(self, watches: &mut Vec<Watch>) {
        if self.write < self.read {
            watches.drain(self.write..self.read.min(watches.len()));
        }
    }
}

/// What a visit to the clauses that watch a literal came to.
pub enum Visit {
    /// All were met.
    Done,
    /// One forced a literal; so far the visit came.
    Forced(Progress),
    /// This one is false.
    Conflict(Number),
}
