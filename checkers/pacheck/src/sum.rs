//! A polynomial with exact coefficients, of which only the value modulo 2^m matters.

use crate::Cause;
use format_input::index;
use std::collections::HashMap;

/// A part of a coefficient: column and value.
pub(crate) type Part = (u32, i64);

/// The keys of products of more than four variables begin here.
const LONG: u128 = 1 << 127;

#[derive(Default)]
pub(crate) struct Sum {
    modulus: u32,
    /// By variable, 0 being the empty product: the coefficient, but for what is in `parts`.
    singles: Vec<Part>,
    /// Parts of coefficients by the key of the product: 32 bits for each variable, or a number
    /// from `LONG` on. 4x on a Booth multiplier of 512 bits, compared with a map.
    parts: Vec<(u128, Part)>,
    /// How many of them were left when they were last put together.
    settled: usize,
    /// The keys of products of more than four variables.
    long: HashMap<Vec<u32>, u128>,
    /// How many entries there may be.
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
        if let [] | [_] = product
            && let Some(part) = self.singles.get_mut(product.first().map_or(0, |one| index(*one)))
            && let Some(both) = join(*part, (column, value))
        {
            *part = both;
            return Ok(());
        }
        let mut key = product.iter().fold(0, |key, one| key << 32 | u128::from(*one));
        if product.len() > 4 {
            let next = (LONG..).nth(self.long.len()).unwrap_or(LONG);
            key = *self.long.entry(product.to_vec()).or_insert(next);
        }
        self.parts.push((key, (column, value)));
        // There are at most twice as many parts as need be, so sorting them is rare.
        let is_due = self.parts.len() / 2 > self.settled.max(1 << 16);
        if is_due || self.long.len() > self.most { self.settle() } else { Ok(()) }
    }

    /// Sorts the parts by product and column, and puts those together that fit; an error if there
    /// are too many then.
    pub(crate) fn settle(&mut self) -> Result<(), Cause> {
        self.parts.sort_by_key(|&(key, (column, _))| (key, column));
        self.parts.dedup_by(|&mut (key, part), (before, parts)| {
            let both = join(*parts, part).filter(|_| key == *before);
            *parts = both.unwrap_or(*parts);
            both.is_some()
        });
        self.parts.retain(|(_, part)| part.1 != 0);
        self.settled = self.parts.len();
        if self.settled.max(self.long.len()) > self.most { Err(Cause::Full) } else { Ok(()) }
    }

    /// The keys of all products whose coefficients are not 0 modulo 2^m, those of less variables
    /// first: the parts of the coefficient, and its lowest bit.
    pub(crate) fn remainder(&mut self) -> impl Iterator<Item = (u128, Vec<Part>, u32)> {
        let singles = (0_u128..).zip(&mut self.singles).filter(|(_, part)| part.1 != 0);
        self.parts.extend(singles.map(|(key, part)| (key, std::mem::take(part))));
        // Too many are no harm any more.
        let _ = self.settle();
        self.parts.chunk_by(|one, other| one.0 == other.0).filter_map(|group| {
            let parts: Vec<Part> = group.iter().map(|(_, part)| *part).collect();
            lowest_bit(&parts, self.modulus)
                .zip(group.first())
                .map(|(low, one)| (one.0, parts, low))
        })
    }

    /// The product that has a key.
    pub(crate) fn product(&self, key: u128) -> Vec<u32> {
        let long = self.long.iter().find(|(_, known)| **known == key);
        let short = [96, 64, 32, 0].map(|at| u32::try_from(key >> at & 0xffff_ffff).unwrap_or(0));
        long.map_or(short.as_slice(), |(product, _)| product)
            .iter()
            .copied()
            .filter(|variable| *variable > 0)
            .collect()
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
