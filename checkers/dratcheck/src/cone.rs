//! From a conflict back to the clauses that led to it.

use crate::clauses::{NONE, Number};
use crate::search::Search;
use format_dimacs::Lit;
use format_input::index;

/// Collects the clauses from which a conflict follows, in an order in which each is unit.
#[derive(Default)]
pub struct Cone {
    /// By variable: the last search that met it.
    met: Vec<u64>,
    searches: u64,
    /// The trail positions of the literals that the conflict needs.
    positions: Vec<u32>,
}

impl Cone {
    /// Appends to `hints` the clauses that force the literals that make `conflict` false, then
    /// `conflict` itself. Literals of the variables `assumed` need no reason.
    pub fn collect(
        &mut self,
        search: &Search,
        assumed: impl Iterator<Item = Lit>,
        conflict: Number,
        hints: &mut Vec<Number>,
    ) {
        self.searches = self.searches.saturating_add(1);
        self.positions.clear();
        for lit in assumed {
            self.meet(lit);
        }
        self.expand(search, conflict);
        let mut next = 0_usize;
        while let Some(&position) = self.positions.get(next) {
            next = next.saturating_add(1);
            if let Some(&lit) = search.trail().get(index(position)) {
                self.expand(search, search.reason(lit));
            }
        }
        self.positions.sort_unstable();
        for &position in &self.positions {
            if let Some(&lit) = search.trail().get(index(position)) {
                hints.push(search.reason(lit));
            }
        }
        hints.push(conflict);
    }

    /// Notes the literals of a clause that were not met yet and have a reason.
    fn expand(&mut self, search: &Search, number: Number) {
        for &lit in search.clauses.get(number) {
            if self.meet(lit) && search.reason(lit) != NONE {
                self.positions.push(search.position(lit));
            }
        }
    }

    /// True at the first time in this search.
    #[inline]
    fn meet(&mut self, lit: Lit) -> bool {
        let at = index(lit.variable());
        if self.met.len() <= at {
            self.met.resize(at.saturating_add(1), 0);
        }
        match self.met.get_mut(at) {
            Some(met) if *met != self.searches => {
                *met = self.searches;
                true
            }
            _ => false,
        }
    }
}
