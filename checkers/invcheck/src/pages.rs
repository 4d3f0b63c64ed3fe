//! Numbers variables by pages in the order of their first use, so that tables by variable are as
//! large as what was read, not as all frames together.

use format_input::index;
use format_lit::Lit;

/// A page has 2^8 variables.
const BITS: u32 = 8;

/// The pages that were met: by page its new number, or 0.
#[derive(Default)]
pub(crate) struct Pages {
    numbers: Vec<u32>,
    used: u32,
}

impl Pages {
    /// Renumbers the variables of a clause.
    #[inline]
    pub(crate) fn renumber(&mut self, clause: &mut [Lit]) {
        for lit in clause {
            let page = index(lit.variable() >> BITS);
            if page >= self.numbers.len() {
                self.numbers.resize(page.saturating_add(1), 0);
            }
            let Some(number) = self.numbers.get_mut(page) else { continue };
            if *number == 0 {
                self.used = self.used.saturating_add(1);
                *number = self.used;
            }
            // Variables are at most 2^30, so that the new ones fit.
            let low = lit.variable() & !(u32::MAX << BITS);
            *lit = Lit::new(*number << BITS | low, lit.is_negative()).unwrap_or(*lit);
        }
    }
}
