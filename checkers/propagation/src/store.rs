//! Live clauses by id, in memory that follows their number and never the size of an id.

use format_hash::Multiplier;
use format_input::index;
use format_lit::Lit;
use std::collections::HashMap;

/// The id of a clause.
pub type Id = i64;

/// Clauses by id.
#[derive(Default)]
pub struct Store {
    /// The literals of live clauses and, until the next compaction, of some deleted ones.
    literals: Vec<Lit>,
    /// How many of `literals` belong to deleted clauses.
    garbage: usize,
    /// Where the literals of each live clause stand.
    spans: HashMap<Id, Span, Multiplier>,
}

#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

impl Store {
    /// The literals of a live clause.
    #[inline]
    #[must_use]
    pub fn get(&self, id: Id) -> Option<&[Lit]> {
        self.spans.get(&id).and_then(|&span| self.clause(span))
    }

    /// Adds a clause under an id that is not live; false if memory offsets are used up.
    #[must_use]
    pub fn insert(&mut self, id: Id, clause: &[Lit]) -> bool {
        let (start, length) = (u32::try_from(self.literals.len()), u32::try_from(clause.len()));
        let (Ok(start), Ok(length)) = (start, length) else { return false };
        self.literals.extend_from_slice(clause);
        self.spans.insert(id, Span { start, length });
        true
    }

    /// Removes a live clause; false if there is none with this id.
    #[must_use]
    pub fn remove(&mut self, id: Id) -> bool {
        let Some(span) = self.spans.remove(&id) else { return false };
        self.garbage = self.garbage.saturating_add(index(span.length));
        // Each literal and each clause that is moved is paid for by one that went.
        if self.garbage > self.literals.len() / 2 && self.garbage > self.spans.len().max(1024) {
            self.compact();
        }
        true
    }

    /// The literals that are kept, some of deleted clauses among them.
    #[must_use]
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// All live clauses, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &[Lit])> {
        self.spans.iter().filter_map(|(&id, &span)| Some((id, self.clause(span)?)))
    }

    #[inline]
    fn clause(&self, span: Span) -> Option<&[Lit]> {
        let start = index(span.start);
        self.literals.get(start..start.saturating_add(index(span.length)))
    }

    /// Moves the literals of live clauses together, in their order.
    fn compact(&mut self) {
        let mut spans: Vec<&mut Span> = self.spans.values_mut().collect();
        spans.sort_unstable_by_key(|span| span.start);
        let mut end = 0_usize;
        for span in spans {
            let (start, length) = (index(span.start), index(span.length));
            self.literals.copy_within(start..start.saturating_add(length), end);
            // It only gets smaller.
            span.start = u32::try_from(end).unwrap_or(span.start);
            end = end.saturating_add(length);
        }
        self.literals.truncate(end);
        self.garbage = 0;
    }
}
