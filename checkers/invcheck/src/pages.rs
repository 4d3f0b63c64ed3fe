//! Numbers variables by pages in the order of their first use, so that tables by variable are as
//! large as what was read, not as all frames together.

use format_dimacs::Lit;
use format_input::index;

/// A page has 2^8 variables.
const BITS: u32 = 8;

/// The pages that were met.
#[derive(Default)]
pub(crate) struct Pages {
    /// By page: its new number, or 0.
    numbers: Vec<u32>,
    /// How many have a number.
    used: u32,
}

impl Pages {
    /// The literal of the renumbered variable, of the same sign.
    #[inline]
    pub(crate) fn renumber(&mut self, lit: Lit) -> Lit {
        let page = lit.variable() >> BITS;
        let number = match self.numbers.get(index(page)) {
            Some(&number) if number != 0 => number,
            _ => self.look_up(page),
        };
        // Variables are at most 2^30, so that the new ones fit.
        let low = lit.variable() & !(u32::MAX << BITS);
        Lit::new(number << BITS | low, lit.is_negative()).unwrap_or(lit)
    }

    #[cold]
    fn look_up(&mut self, page: u32) -> u32 {
        let size = index(page).saturating_add(1).max(self.numbers.len());
        self.numbers.resize(size, 0);
        self.used = self.used.saturating_add(1);
        if let Some(entry) = self.numbers.get_mut(index(page)) {
            *entry = self.used;
        }
        self.used
    }
}
