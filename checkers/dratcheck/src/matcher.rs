//! Finds the clause that a deletion means, which names its literals in any order.

use crate::clauses::{Clauses, Number};
use format_dimacs::Lit;
use format_input::index;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

/// The clauses that can be deleted, by their literals.
pub struct Matcher {
    /// By hash of the literals: the newest clause.
    newest: HashMap<u64, Number>,
    /// The next older clause with the same hash, which nearly always is a copy.
    older: HashMap<Number, Number>,
    /// Random, so that no file can choose colliding clauses.
    keys: [u64; 2],
    /// By literal code: the last search that looked for it.
    wanted: Vec<u64>,
    searches: u64,
}

impl Default for Matcher {
    fn default() -> Self {
        let state = RandomState::new();
        let keys = [state.hash_one(0_u64) | 1, state.hash_one(1_u64) | 1];
        let (newest, older) = (HashMap::new(), HashMap::new());
        Self { newest, older, keys, wanted: Vec::new(), searches: 0 }
    }
}

impl Matcher {
    /// One for which all clauses have the same hash.
    #[cfg(test)]
    pub fn colliding() -> Self {
        Self { keys: [0, 0], ..Self::default() }
    }

    /// Makes a clause known, whose number is larger than those before.
    pub fn insert(&mut self, number: Number, clause: &[Lit]) {
        if let Some(older) = self.newest.insert(self.hash(clause), number) {
            self.older.insert(number, older);
        }
    }

    /// Forgets the newest of the known clauses with these literals, each of which stands once.
    pub fn remove(&mut self, clauses: &Clauses, clause: &[Lit]) -> Option<Number> {
        self.look_for(clause);
        let hash = self.hash(clause);
        let mut newer = None;
        let mut number = *self.newest.get(&hash)?;
        loop {
            let other = clauses.get(number);
            if other.len() == clause.len() && other.iter().all(|&lit| self.is_wanted(lit)) {
                break;
            }
            newer = Some(number);
            number = *self.older.get(&number)?;
        }
        match (newer, self.older.remove(&number)) {
            (None, None) => self.newest.remove(&hash),
            (None, Some(older)) => self.newest.insert(hash, older),
            (Some(newer), None) => self.older.remove(&newer),
            (Some(newer), Some(older)) => self.older.insert(newer, older),
        };
        Some(number)
    }

    fn look_for(&mut self, clause: &[Lit]) {
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
    }

    fn is_wanted(&self, lit: Lit) -> bool {
        self.wanted.get(index(lit.code())) == Some(&self.searches)
    }

    /// Depends on the literals, not on their order.
    fn hash(&self, clause: &[Lit]) -> u64 {
        let [first, second] = self.keys;
        let mix = |lit: &Lit| {
            let product = u64::from(lit.code()).wrapping_mul(first);
            (product ^ product >> 29).wrapping_mul(second)
        };
        clause.iter().map(mix).fold(0, u64::wrapping_add)
    }
}
