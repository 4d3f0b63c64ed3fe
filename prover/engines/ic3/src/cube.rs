//! Sets of states: conjunctions of literals of latches.

use support_model::Lit;

/// Literals of different latches, sorted.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Cube {
    lits: Vec<Lit>,
    /// A bit for each literal, by its number modulo 64.
    mask: u64,
}

impl Cube {
    pub(crate) fn new(mut lits: Vec<Lit>) -> Self {
        lits.sort_unstable();
        lits.dedup();
        let mask = lits.iter().fold(0, |mask, lit| mask | 1_u64 << (lit.0.wrapping_mul(7) % 64));
        Self { lits, mask }
    }

    pub(crate) fn lits(&self) -> &[Lit] {
        &self.lits
    }

    pub(crate) fn len(&self) -> usize {
        self.lits.len()
    }

    pub(crate) fn contains(&self, lit: Lit) -> bool {
        self.lits.binary_search(&lit).is_ok()
    }

    pub(crate) fn without(&self, lit: Lit) -> Self {
        Self::new(self.lits.iter().copied().filter(|&other| other != lit).collect())
    }

    pub(crate) fn filtered(&self, keep: impl Fn(Lit) -> bool) -> Self {
        Self::new(self.lits.iter().copied().filter(|&lit| keep(lit)).collect())
    }

    /// Whether all literals of this cube are in the other, whose states are then among ours.
    pub(crate) fn subsumes(&self, other: &Self) -> bool {
        if self.mask & !other.mask != 0 || self.lits.len() > other.lits.len() {
            return false;
        }
        let mut rest = other.lits.iter();
        self.lits.iter().all(|lit| rest.by_ref().find(|&other| other >= lit) == Some(lit))
    }

    /// The clause that excludes these states.
    pub(crate) fn clause(&self) -> Vec<Lit> {
        self.lits.iter().map(|&lit| !lit).collect()
    }
}
