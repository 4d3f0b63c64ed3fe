//! All clauses of formula and proof, one after another in one piece of memory.

use format_dimacs::Lit;
use format_input::index;

/// The number of a clause: those of the formula from 1 on, then those of the proof.
pub type Number = u32;

/// No clause: the reason of a literal that has none.
pub const NONE: Number = 0;

/// Clauses by number. The first two literals of a clause are those that the search watches.
pub struct Clauses {
    literals: Vec<Lit>,
    headers: Vec<Header>,
}

/// Where a clause stands and what the search says of it, side by side: they are used together.
#[derive(Clone, Copy)]
struct Header {
    start: u32,
    /// The length, and below it eight flags.
    length_and_flags: u32,
}

/// A clause may not be longer.
const MAX_LENGTH: usize = (1 << 24) - 1;

impl Default for Clauses {
    fn default() -> Self {
        Self { literals: Vec::new(), headers: vec![Header { start: 0, length_and_flags: 0 }] }
    }
}

impl Clauses {
    /// Adds a clause and gives its number; `None` if there are too many, or it is too long.
    pub fn push(&mut self, clause: &[Lit]) -> Option<Number> {
        let number = u32::try_from(self.headers.len()).ok().filter(|&number| number < 1 << 30)?;
        let start = u32::try_from(self.literals.len()).ok()?;
        let length = u32::try_from(clause.len().min(MAX_LENGTH)).ok()?;
        self.literals.extend_from_slice(clause);
        self.headers.push(Header { start, length_and_flags: length << 8 });
        (clause.len() <= MAX_LENGTH).then_some(number)
    }

    /// The largest number.
    pub fn last(&self) -> Number {
        u32::try_from(self.headers.len().saturating_sub(1)).unwrap_or(NONE)
    }

    /// The literals of a clause.
    #[inline]
    pub fn get(&self, number: Number) -> &[Lit] {
        let header = self.headers.get(index(number));
        header.and_then(|header| self.literals.get(header.range())).unwrap_or_default()
    }

    /// The flags of a clause, and its literals, to put others first.
    #[inline]
    pub fn get_mut(&mut self, number: Number) -> (u8, &mut [Lit]) {
        let Some(header) = self.headers.get(index(number)) else { return (0, &mut []) };
        (header.flags(), self.literals.get_mut(header.range()).unwrap_or_default())
    }

    /// The flags of a clause.
    #[inline]
    pub fn flags(&self, number: Number) -> u8 {
        self.headers.get(index(number)).map_or(0, |header| header.flags())
    }

    /// Sets some flags of a clause and clears others.
    #[inline]
    pub fn set_flags(&mut self, number: Number, set: u8, clear: u8) {
        if let Some(header) = self.headers.get_mut(index(number)) {
            header.length_and_flags &= !u32::from(clear);
            header.length_and_flags |= u32::from(set);
        }
    }
}

impl Header {
    #[inline]
    fn range(self) -> std::ops::Range<usize> {
        let start = index(self.start);
        start..start.saturating_add(index(self.length_and_flags >> 8))
    }

    #[inline]
    fn flags(self) -> u8 {
        let [flags, ..] = self.length_and_flags.to_le_bytes();
        flags
    }
}
