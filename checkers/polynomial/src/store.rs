//! Polynomials by number: each number is given once, also if its polynomial is deleted.

use crate::Cause;
use crate::polynomial::Polynomial;
use format_lpac::{Id, WordMap};

/// All polynomials that were given or concluded; nothing in place of those that were deleted.
#[derive(Default)]
pub(crate) struct Store {
    /// Those numbered 1, 2, 3 and so on without a gap: most proofs have no others.
    first: Vec<Option<Polynomial>>,
    /// All others. What stands here never stands in `first`.
    others: WordMap<Option<Polynomial>>,
}

impl Store {
    /// A live polynomial.
    pub(crate) fn get(&self, id: Id) -> Result<&Polynomial, Cause> {
        let slot = self.first.get(position(id)).or_else(|| self.others.get(&id));
        slot.ok_or(Cause::Unknown(id))?.as_ref().ok_or(Cause::Deleted(id))
    }

    /// Deletes a live polynomial.
    pub(crate) fn delete(&mut self, id: Id) -> Result<(), Cause> {
        let slot = match self.first.get_mut(position(id)) {
            None => self.others.get_mut(&id),
            slot => slot,
        };
        let polynomial = slot.ok_or(Cause::Unknown(id))?.take();
        polynomial.map(drop).ok_or(Cause::Deleted(id))
    }

    /// Keeps a polynomial under a number that none has had.
    pub(crate) fn insert(&mut self, id: Id, polynomial: Polynomial) -> Result<(), Cause> {
        let position = position(id);
        if position < self.first.len() || self.others.contains_key(&id) {
            return Err(Cause::Taken);
        }
        if position == self.first.len() {
            self.first.push(Some(polynomial));
        } else {
            self.others.insert(id, Some(polynomial));
        }
        Ok(())
    }
}

/// Where a number would stand among those without a gap; numbers begin with 1.
fn position(id: Id) -> usize {
    usize::try_from(id.wrapping_sub(1)).unwrap_or(usize::MAX)
}
