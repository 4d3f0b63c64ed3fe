//! A polynomial with exact coefficients, of which only the value modulo 2^m matters.

use crate::Cause;
use format_input::index;
use std::collections::{BTreeMap, HashMap};

/// A product of variables: 0 is the empty one, up to the largest variable a variable alone, then
/// those of two or more in the order in which they came.
pub(crate) type Id = u32;

/// What stands before a product: `value * 2^column`, and what `spilled` has.
#[derive(Clone, Copy, Default)]
struct Entry {
    column: u32,
    value: i64,
}

#[derive(Default)]
pub(crate) struct Sum {
    modulus: u32,
    /// By product.
    entries: Vec<Entry>,
    /// By product and column: what does not fit into the entry.
    spilled: BTreeMap<(Id, u32), i64>,
    /// The product of a product and a variable that is larger than its own.
    products: HashMap<(Id, u32), Id>,
    /// How many products and spilled values there may be.
    most: usize,
}

impl Sum {
    /// 0, over variables up to this one.
    pub(crate) fn new(modulus: u32, variables: u32) -> Self {
        let mut sum = Self { modulus, most: 1 << 20, ..Self::default() };
        sum.entries.resize(index(variables).saturating_add(1), Entry::default());
        sum.allow(index(variables));
        sum
    }

    /// Memory follows what was read: it may grow by this many times 32 entries.
    pub(crate) fn allow(&mut self, count: usize) {
        self.most = self.most.saturating_add(count.saturating_mul(32));
    }

    /// Adds `value * 2^column` times the product of different variables, sorted.
    pub(crate) fn add(&mut self, product: &[u32], column: u32, value: i64) -> Result<(), Cause> {
        if value == 0 || column >= self.modulus {
            return Ok(());
        }
        let id = match *product {
            [] => 0,
            [variable] => variable,
            [first, ref rest @ ..] => {
                rest.iter().try_fold(first, |id, &variable| self.product(id, variable))?
            }
        };
        let Some(entry) = self.entries.get_mut(index(id)) else { return Err(Cause::Full) };
        if entry.value == 0 {
            *entry = Entry { column, value };
            return Ok(());
        }
        let new = Entry { column, value };
        let (low, high) = if entry.column < column { (*entry, new) } else { (new, *entry) };
        let gap = high.column.wrapping_sub(low.column);
        let factor = 1_i64.checked_shl(gap).filter(|factor| *factor > 0);
        let high = factor.and_then(|factor| high.value.checked_mul(factor));
        if let Some(value) = high.and_then(|high| low.value.checked_add(high)) {
            *entry = Entry { column: low.column, value };
            return Ok(());
        }
        let spilled = self.spilled.entry((id, column)).or_default();
        *spilled = spilled.checked_add(value).ok_or(Cause::Overflow)?;
        self.fits()
    }

    /// The product of a product and a larger variable.
    fn product(&mut self, id: Id, variable: u32) -> Result<Id, Cause> {
        if let Some(&known) = self.products.get(&(id, variable)) {
            return Ok(known);
        }
        let new = u32::try_from(self.entries.len()).map_err(|_| Cause::Full)?;
        self.products.insert((id, variable), new);
        self.entries.push(Entry::default());
        self.fits().map(|()| new)
    }

    fn fits(&self) -> Result<(), Cause> {
        let used = self.products.len().saturating_add(self.spilled.len());
        if used > self.most { Err(Cause::Full) } else { Ok(()) }
    }

    /// All products that may have a coefficient other than 0, in order.
    pub(crate) fn used(&self) -> Vec<Id> {
        let entries = (0..).zip(&self.entries).filter(|(_, entry)| entry.value != 0);
        let mut used: Vec<Id> = entries.map(|(id, _)| id).collect();
        used.extend(self.spilled.keys().map(|&(id, _)| id));
        used.sort_unstable();
        used.dedup();
        used
    }

    /// The coefficient of a product: columns in increasing order and values.
    pub(crate) fn coefficient(&self, id: Id) -> Vec<(u32, i64)> {
        let spilled = self.spilled.range((id, 0)..=(id, u32::MAX));
        let mut all: Vec<(u32, i64)> =
            spilled.map(|(&(_, column), &value)| (column, value)).collect();
        all.extend(self.entries.get(index(id)).map(|entry| (entry.column, entry.value)));
        all.sort_unstable();
        all
    }

    /// The lowest bit of a coefficient modulo 2^m, after exact carrying; `None` if it is 0.
    pub(crate) fn lowest_bit(&self, id: Id) -> Option<u32> {
        // Below 2^63 in magnitude for each value added, and there are fewer than 2^60.
        let (mut at, mut carry) = (0_u32, 0_i128);
        for (column, value) in self.coefficient(id).into_iter().chain([(self.modulus, 0)]) {
            let gap = column.wrapping_sub(at);
            let zeros = carry.trailing_zeros();
            if carry != 0 && zeros < gap {
                return at.checked_add(zeros);
            }
            carry = carry.checked_shr(gap).unwrap_or(0).wrapping_add(value.into());
            at = column;
        }
        None
    }

    /// The variables of a product, in increasing order.
    pub(crate) fn variables(&self, mut id: Id) -> Vec<u32> {
        let mut variables = Vec::new();
        while let Some(((part, variable), _)) = self.products.iter().find(|(_, made)| **made == id)
        {
            variables.insert(0, *variable);
            id = *part;
        }
        variables.splice(..0, (id > 0).then_some(id));
        variables
    }
}
