//! Live clauses by id, in memory that follows their number and never the size of an id.

use format_dimacs::Lit;
use format_input::index;
use format_lrat::Id;
use std::hash::{BuildHasher, RandomState};

/// Clauses by id.
pub struct Store {
    /// The literals of live clauses and, until the next compaction, of some deleted ones.
    literals: Vec<Lit>,
    /// How many of `literals` belong to deleted clauses.
    garbage: usize,
    /// An open hash table; its size is a power of two, and at least half of it is unused.
    slots: Vec<Slot>,
    /// Slots that are not `UNUSED`.
    used: usize,
    /// The live clauses.
    live: usize,
    /// An odd random number: with multiply-shift hashing no file can choose colliding ids.
    multiplier: u64,
    /// 64 less the binary logarithm of the table's size, which is at least 16.
    shift: u32,
}

#[derive(Clone, Copy)]
struct Slot {
    /// A positive id, or `UNUSED` or `DELETED`.
    id: Id,
    start: u32,
    length: u32,
}

const UNUSED: Id = 0;
const DELETED: Id = -1;
const EMPTY_SLOT: Slot = Slot { id: UNUSED, start: 0, length: 0 };

impl Default for Store {
    fn default() -> Self {
        let multiplier = RandomState::new().hash_one(0_u64) | 1;
        let slots = vec![EMPTY_SLOT; 16];
        Self { literals: Vec::new(), garbage: 0, slots, used: 0, live: 0, multiplier, shift: 60 }
    }
}

impl Store {
    /// The literals of a live clause.
    #[inline]
    #[must_use]
    pub fn get(&self, id: Id) -> Option<&[Lit]> {
        self.find(id).and_then(|(_, slot)| self.clause(slot))
    }

    /// Adds a clause under a positive id that is not live; false if memory offsets are used up.
    #[must_use]
    pub fn insert(&mut self, id: Id, clause: &[Lit]) -> bool {
        if self.used.saturating_mul(2) >= self.slots.len() {
            self.rehash();
        }
        let (Ok(start), Ok(length)) =
            (u32::try_from(self.literals.len()), u32::try_from(clause.len()))
        else {
            return false;
        };
        self.literals.extend_from_slice(clause);
        self.place(Slot { id, start, length });
        self.live = self.live.saturating_add(1);
        true
    }

    /// Removes a live clause; false if there is none with this id.
    #[must_use]
    pub fn remove(&mut self, id: Id) -> bool {
        let at = self.find(id).map(|(at, _)| at);
        let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) else {
            return false;
        };
        slot.id = DELETED;
        self.live = self.live.saturating_sub(1);
        self.garbage = self.garbage.saturating_add(index(slot.length));
        if self.garbage > self.literals.len() / 2 && self.garbage > 1024 {
            self.compact();
        }
        true
    }

    /// All live clauses, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Id, &[Lit])> {
        let live = self.slots.iter().filter(|slot| slot.id > 0);
        live.filter_map(|slot| Some((slot.id, self.clause(slot)?)))
    }

    #[inline]
    fn clause(&self, slot: &Slot) -> Option<&[Lit]> {
        let start = index(slot.start);
        self.literals.get(start..start.saturating_add(index(slot.length)))
    }

    /// The slot where the search for an id begins: the upper, random bits of the product.
    #[inline]
    fn home(&self, id: Id) -> usize {
        let hash = id.unsigned_abs().wrapping_mul(self.multiplier);
        usize::try_from(hash >> self.shift).unwrap_or(0)
    }

    /// The slot of a live clause, and where it is.
    #[inline]
    fn find(&self, id: Id) -> Option<(usize, &Slot)> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = self.home(id);
        loop {
            let slot = self.slots.get(at & mask)?;
            match slot.id {
                found if found == id && id > 0 => return Some((at & mask, slot)),
                UNUSED => return None,
                _ => at = at.wrapping_add(1),
            }
        }
    }

    /// Puts an entry into the first unused slot from its home on.
    fn place(&mut self, entry: Slot) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = self.home(entry.id);
        while let Some(slot) = self.slots.get_mut(at & mask) {
            if slot.id == UNUSED {
                *slot = entry;
                self.used = self.used.saturating_add(1);
                return;
            }
            at = at.wrapping_add(1);
        }
    }

    /// Makes the table fit the live clauses, without the slots of deleted ones.
    fn rehash(&mut self) {
        let size = self.live.saturating_add(8).saturating_mul(3).next_power_of_two();
        self.shift = u64::BITS.saturating_sub(size.trailing_zeros());
        let old = std::mem::replace(&mut self.slots, vec![EMPTY_SLOT; size]);
        self.used = 0;
        old.into_iter().filter(|slot| slot.id > 0).for_each(|slot| self.place(slot));
    }

    /// Moves the literals of live clauses together, in their order.
    fn compact(&mut self) {
        let mut live: Vec<&mut Slot> = self.slots.iter_mut().filter(|slot| slot.id > 0).collect();
        live.sort_unstable_by_key(|slot| slot.start);
        let mut end = 0_usize;
        for slot in live {
            let (start, length) = (index(slot.start), index(slot.length));
            self.literals.copy_within(start..start.saturating_add(length), end);
            // It only gets smaller.
            slot.start = u32::try_from(end).unwrap_or(slot.start);
            end = end.saturating_add(length);
        }
        self.literals.truncate(end);
        self.garbage = 0;
    }
}
