//! Which clauses contain a literal; built at the first RAT step.

use crate::clauses::{Clauses, Number};
use format_dimacs::Lit;
use format_input::index;

/// Clause numbers by literal, in increasing order.
pub struct Occurrences {
    numbers: Vec<Number>,
    /// By literal code: where its numbers end; the next literal's begin there.
    ends: Vec<usize>,
}

impl Occurrences {
    /// Goes through all clauses twice: to count, and to enter them.
    pub fn new(clauses: &Clauses) -> Self {
        let all = || (1..=clauses.last()).flat_map(|n| clauses.get(n).iter().map(move |l| (n, l)));
        let mut ends: Vec<usize> = Vec::new();
        for (_, lit) in all() {
            let at = index(lit.code());
            if ends.len() <= at {
                ends.resize(at.saturating_add(1), 0);
            }
            if let Some(count) = ends.get_mut(at) {
                *count = count.saturating_add(1);
            }
        }
        // From counts to where each literal's numbers begin; entering moves that to their end.
        let mut total = 0_usize;
        for entry in &mut ends {
            let count = std::mem::replace(entry, total);
            total = total.saturating_add(count);
        }
        let mut numbers = vec![0; total];
        for (number, lit) in all() {
            if let Some(next) = ends.get_mut(index(lit.code())) {
                if let Some(slot) = numbers.get_mut(*next) {
                    *slot = number;
                }
                *next = next.saturating_add(1);
            }
        }
        Self { numbers, ends }
    }

    /// The clauses that contain a literal.
    pub fn of(&self, lit: Lit) -> &[Number] {
        let at = index(lit.code());
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied();
        let end = self.ends.get(at).copied().unwrap_or(0);
        self.numbers.get(start.unwrap_or(0)..end).unwrap_or_default()
    }
}
