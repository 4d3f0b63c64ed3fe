//! Polynomials by number: each number is given once, also if its polynomial is deleted.

use crate::Cause;
use crate::polynomial::Polynomial;
use format_lpac::{Id, WordMap};
use std::collections::BTreeMap;

/// The polynomials that are live, and the numbers of all that were.
#[derive(Default)]
pub(crate) struct Store {
    /// Boxed, for the map grows in steps: 0.8x memory on proofs that delete little.
    live: WordMap<Box<Polynomial>>,
    /// Ranges of numbers, the last one by the first: all in a range were given, and the next one
    /// behind it was not. Most proofs have one range; whatever the order is, a number adds at most
    /// one, of up to 48 bytes, and takes the time of some searches.
    pub(crate) given: BTreeMap<Id, Id>,
}

impl Store {
    /// A live polynomial.
    pub(crate) fn get(&self, id: Id) -> Result<&Polynomial, Cause> {
        self.live.get(&id).map(|polynomial| &**polynomial).ok_or_else(|| self.absence(id))
    }

    /// Deletes a live polynomial.
    pub(crate) fn delete(&mut self, id: Id) -> Result<(), Cause> {
        self.live.remove(&id).map(drop).ok_or_else(|| self.absence(id))
    }

    /// Keeps a polynomial under a number that none has had.
    pub(crate) fn insert(&mut self, id: Id, polynomial: Polynomial) -> Result<(), Cause> {
        if self.is_given(id) {
            return Err(Cause::Taken);
        }
        self.live.insert(id, Box::new(polynomial));
        // The range that begins behind the number is joined to it, and both to the one before.
        let behind = id.checked_add(1).and_then(|next| self.given.remove(&next));
        let end = behind.unwrap_or(id);
        match self.given.range_mut(..id).next_back() {
            Some((_, last)) if last.checked_add(1) == Some(id) => *last = end,
            _ => drop(self.given.insert(id, end)),
        }
        Ok(())
    }

    pub(crate) fn is_given(&self, id: Id) -> bool {
        self.given.range(..=id).next_back().is_some_and(|(_, last)| id <= *last)
    }

    /// Why there is no such polynomial.
    fn absence(&self, id: Id) -> Cause {
        if self.is_given(id) { Cause::Deleted(id) } else { Cause::Unknown(id) }
    }
}
