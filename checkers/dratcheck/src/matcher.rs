//! Finds the clause that a deletion means, which names its literals in any order.

use crate::clauses::{Clauses, NONE, Number};
use format_dimacs::Lit;
use format_input::index;
use std::hash::{BuildHasher, RandomState};

/// The clauses that can be deleted, by their literals.
pub struct Matcher {
    /// An open hash table; its size is a power of two, and at least half of it is unused.
    slots: Vec<Slot>,
    /// Slots that are not unused.
    used: usize,
    live: usize,
    /// Random, so that no file can choose colliding clauses.
    keys: [u64; 2],
    /// By literal code: the last search that looked for it.
    wanted: Vec<u64>,
    searches: u64,
}

#[derive(Clone, Copy)]
struct Slot {
    hash: u32,
    /// `NONE` if unused.
    number: Number,
}

const UNUSED: Slot = Slot { hash: 0, number: NONE };
const DELETED: Number = Number::MAX;

impl Default for Matcher {
    fn default() -> Self {
        let state = RandomState::new();
        let keys = [state.hash_one(0_u64) | 1, state.hash_one(1_u64) | 1];
        let slots = vec![UNUSED; 1 << 10];
        Self { slots, used: 0, live: 0, keys, wanted: Vec::new(), searches: 0 }
    }
}

impl Matcher {
    /// Makes a clause known.
    pub fn insert(&mut self, number: Number, clause: &[Lit]) {
        if self.used.saturating_mul(2) >= self.slots.len() {
            let size = self.live.saturating_add(256).saturating_mul(3).next_power_of_two();
            let old = std::mem::replace(&mut self.slots, vec![UNUSED; size]);
            self.used = 0;
            let live = old.into_iter().filter(|slot| !matches!(slot.number, NONE | DELETED));
            live.for_each(|slot| self.place(slot));
        }
        self.live = self.live.saturating_add(1);
        self.place(Slot { hash: self.hash(clause), number });
    }

    /// Forgets the first of the known clauses with these literals, each of which stands once.
    pub fn remove(&mut self, clauses: &Clauses, clause: &[Lit]) -> Option<Number> {
        self.searches = self.searches.saturating_add(1);
        for lit in clause {
            let at = index(lit.code());
            if self.wanted.len() <= at {
                self.wanted.resize(at.saturating_add(1), 0);
            }
            if let Some(wanted) = self.wanted.get_mut(at) {
                *wanted = self.searches;
            }
        }
        let hash = self.hash(clause);
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = index(hash);
        let mut found: Option<(usize, Number)> = None;
        loop {
            let slot = self.slots.get(at & mask).copied().unwrap_or(UNUSED);
            if slot.number == NONE {
                break;
            }
            let earlier = found.is_none_or(|(_, number)| slot.number < number);
            if slot.hash == hash && slot.number != DELETED && earlier {
                let other = clauses.get(slot.number);
                if other.len() == clause.len() && other.iter().all(|&lit| self.is_wanted(lit)) {
                    found = Some((at & mask, slot.number));
                }
            }
            at = at.wrapping_add(1);
        }
        let (at, number) = found?;
        self.slots.get_mut(at)?.number = DELETED;
        self.live = self.live.saturating_sub(1);
        Some(number)
    }

    fn is_wanted(&self, lit: Lit) -> bool {
        self.wanted.get(index(lit.code())) == Some(&self.searches)
    }

    /// Depends on the literals, not on their order.
    fn hash(&self, clause: &[Lit]) -> u32 {
        let [first, second] = self.keys;
        let mix = |lit: &Lit| {
            let product = u64::from(lit.code()).wrapping_mul(first);
            (product ^ product >> 29).wrapping_mul(second)
        };
        let sum = clause.iter().map(mix).fold(0, u64::wrapping_add);
        u32::try_from(sum >> 32).unwrap_or(0)
    }

    /// Puts an entry into the first unused slot from its home on.
    fn place(&mut self, entry: Slot) {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = index(entry.hash);
        while let Some(slot) = self.slots.get_mut(at & mask) {
            if slot.number == NONE {
                *slot = entry;
                self.used = self.used.saturating_add(1);
                return;
            }
            at = at.wrapping_add(1);
        }
    }
}
