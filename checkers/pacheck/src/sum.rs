//! A polynomial with exact coefficients, of which only the value modulo 2^m matters.

use crate::Cause;
use format_input::index;
use std::collections::HashMap;

/// A part of a coefficient: column and value.
pub(crate) type Part = (u32, i64);

#[derive(Default)]
pub(crate) struct Sum {
    modulus: u32,
    /// By variable, 0 being the empty product: the coefficient, but for what is in `rest`.
    singles: Vec<Part>,
    /// By product of two variables: the same: 1.25x on a multiplier of 1024 bits.
    pairs: HashMap<[u32; 2], Part>,
    /// By product and column: values of larger products, and those that do not fit elsewhere.
    rest: HashMap<(Vec<u32>, u32), i64>,
    /// How many entries `pairs` and `rest` may have.
    most: usize,
}

impl Sum {
    /// 0, over variables up to this one.
    pub(crate) fn new(modulus: u32, variables: u32) -> Self {
        let singles = vec![Part::default(); index(variables).saturating_add(1)];
        Self { modulus, singles, most: 1 << 20, ..Self::default() }
    }

    /// Memory follows what was read: there may be 32 more entries for each of so many things.
    pub(crate) fn allow(&mut self, count: usize) {
        self.most = self.most.saturating_add(count.saturating_mul(32));
    }

    /// Adds `value * 2^column` times the product of different variables, sorted.
    pub(crate) fn add(&mut self, product: &[u32], column: u32, value: i64) -> Result<(), Cause> {
        if value == 0 || column >= self.modulus {
            return Ok(());
        }
        if self.pairs.len().saturating_add(self.rest.len()) > self.most {
            return Err(Cause::Full);
        }
        let part = match *product {
            [] => self.singles.first_mut(),
            [variable] => self.singles.get_mut(index(variable)),
            [first, second] => Some(self.pairs.entry([first, second]).or_default()),
            _ => None,
        };
        if let Some(part) = part
            && let Some(both) = join(*part, (column, value))
        {
            *part = both;
            return Ok(());
        }
        let part = self.rest.entry((product.to_vec(), column)).or_default();
        *part = part.checked_add(value).ok_or(Cause::Overflow)?;
        Ok(())
    }

    /// All products, in order, whose coefficients are not 0 modulo 2^m: their parts, and the
    /// lowest bit.
    pub(crate) fn remainder(&self) -> Vec<(Vec<u32>, Vec<Part>, u32)> {
        let singles = (0..).zip(&self.singles).filter(|(_, part)| part.1 != 0);
        let singles = singles.map(|(variable, &part)| match variable {
            0 => (Vec::new(), part),
            _ => (vec![variable], part),
        });
        let pairs = self.pairs.iter().filter(|(_, part)| part.1 != 0);
        let pairs = pairs.map(|(pair, &part)| (pair.to_vec(), part));
        let rest = self.rest.iter().filter(|(_, value)| **value != 0);
        let rest = rest.map(|((product, column), &value)| (product.clone(), (*column, value)));
        let mut all: Vec<(Vec<u32>, Part)> = singles.chain(pairs).chain(rest).collect();
        all.sort_unstable();
        let groups = all.chunk_by_mut(|(one, _), (other, _)| one == other);
        let left = groups.filter_map(|group| {
            let parts: Vec<Part> = group.iter().map(|(_, part)| *part).collect();
            let lowest = lowest_bit(&parts, self.modulus)?;
            Some((std::mem::take(&mut group.first_mut()?.0), parts, lowest))
        });
        left.collect()
    }
}

/// The sum of two parts as one, if it fits.
fn join(one: Part, other: Part) -> Option<Part> {
    if one.1 == 0 {
        return Some(other);
    }
    let (low, high) = if one.0 < other.0 { (one, other) } else { (other, one) };
    let factor = 1_i64.checked_shl(high.0.checked_sub(low.0)?).filter(|factor| *factor > 0)?;
    Some((low.0, low.1.checked_add(high.1.checked_mul(factor)?)?))
}

/// The lowest bit below column m of a sum of parts, whose columns do not decrease, after exact
/// carrying.
fn lowest_bit(parts: &[Part], modulus: u32) -> Option<u32> {
    // Below 2^63 in magnitude for each value added, and there are fewer than 2^60.
    let (mut at, mut carry) = (0_u32, 0_i128);
    for &(column, value) in parts.iter().chain([&(modulus, 0)]) {
        let gap = column.checked_sub(at)?;
        let zeros = carry.trailing_zeros();
        if carry != 0 && zeros < gap {
            return at.checked_add(zeros);
        }
        carry = carry.checked_shr(gap).unwrap_or(0).wrapping_add(value.into());
        at = column;
    }
    None
}
