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
    /// Where clause n ends and clause n + 1 begins.
    ends: Vec<u32>,
}

impl Default for Clauses {
    fn default() -> Self {
        Self { literals: Vec::new(), ends: vec![0] }
    }
}

impl Clauses {
    /// Adds a clause and gives its number; `None` if there are too many.
    pub fn push(&mut self, clause: &[Lit]) -> Option<Number> {
        let number = u32::try_from(self.ends.len()).ok().filter(|&number| number < 1 << 30)?;
        self.literals.extend_from_slice(clause);
        self.ends.push(u32::try_from(self.literals.len()).ok()?);
        Some(number)
    }

    /// The largest number.
    pub fn last(&self) -> Number {
        u32::try_from(self.ends.len().saturating_sub(1)).unwrap_or(NONE)
    }

    /// The literals of a clause.
    #[inline]
    pub fn get(&self, number: Number) -> &[Lit] {
        self.range(number).and_then(|range| self.literals.get(range)).unwrap_or_default()
    }

    /// The literals of a clause, to put others first.
    #[inline]
    pub fn get_mut(&mut self, number: Number) -> &mut [Lit] {
        self.range(number).and_then(|range| self.literals.get_mut(range)).unwrap_or_default()
    }

    #[inline]
    fn range(&self, number: Number) -> Option<std::ops::Range<usize>> {
        let end = index(number);
        match self.ends.get(end.wrapping_sub(1)..end.saturating_add(1))? {
            &[start, end] => Some(index(start)..index(end)),
            _ => None,
        }
    }
}
