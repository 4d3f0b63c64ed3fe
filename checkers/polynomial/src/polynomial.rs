//! Polynomials as they are kept.

use crate::Cause;
use crate::monomials::{Monomial, Monomials};
use format_lpac::{Term, Terms};
use std::ops::Range;

/// A constant polynomial other than 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// This power of 2, or minus that.
    Power(u64),
    /// Another number.
    Other,
}

/// A sum of terms. A monomial may stand in several of them.
#[derive(Default)]
pub(crate) struct Polynomial {
    heads: Box<[Head]>,
    /// The coefficients without signs, one after the other, the lowest word first.
    words: Box<[u64]>,
    bits: u64,
    fingerprint: u64,
}

struct Head {
    monomial: Monomial,
    negative: bool,
    /// How many words the coefficient has.
    length: u16,
}

impl Polynomial {
    /// The polynomial that was read.
    pub(crate) fn new(
        terms: &Terms,
        range: Range<usize>,
        monomials: &mut Monomials,
    ) -> Result<Self, Cause> {
        let mut heads = Vec::with_capacity(range.len());
        let mut words = Vec::with_capacity(range.len());
        let (mut bits, mut fingerprint) = (0, 0_u64);
        for Term { negative, magnitude, variables } in terms.range(range) {
            let monomial = monomials.product(variables)?;
            let length = u16::try_from(magnitude.len()).map_err(|_| Cause::Full)?;
            heads.push(Head { monomial, negative, length });
            words.extend_from_slice(magnitude);
            bits = bits.max(bit_length(magnitude));
            let low = magnitude.first().copied().unwrap_or(0);
            let low = if negative { low.wrapping_neg() } else { low };
            fingerprint = fingerprint.wrapping_add(low.wrapping_mul(weight(monomial)));
        }
        Ok(Self { heads: heads.into(), words: words.into(), bits, fingerprint })
    }

    /// Subtracts a monomial that does not occur in it.
    pub(crate) fn subtract(&mut self, monomial: Monomial) {
        let head = Head { monomial, negative: true, length: 1 };
        self.heads = std::mem::take(&mut self.heads).into_iter().chain([head]).collect();
        self.words = std::mem::take(&mut self.words).into_iter().chain([1]).collect();
        self.bits = self.bits.max(1);
        self.fingerprint = self.fingerprint.wrapping_sub(weight(monomial));
    }

    /// Its terms: the monomial, whether the coefficient is negative, and its magnitude.
    #[inline]
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Monomial, bool, &[u64])> {
        let mut rest: &[u64] = &self.words;
        self.heads.iter().map(move |head| {
            let (magnitude, after) = rest.split_at_checked(head.length.into()).unwrap_or_default();
            rest = after;
            (head.monomial, head.negative, magnitude)
        })
    }

    /// The most bits of a coefficient, and the number of terms.
    pub(crate) fn size(&self) -> (u64, usize) {
        (self.bits, self.heads.len())
    }

    /// A number that equal polynomials share, however their terms are written.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// What it is if it is a constant other than 0.
    pub(crate) fn constant(&self) -> Option<Constant> {
        let [head] = &*self.heads else { return None };
        let last = self.words.last()?;
        if head.monomial != crate::monomials::ONE {
            return None;
        }
        let ones: u32 = self.words.iter().map(|word| word.count_ones()).sum();
        Some(match (ones, last) {
            (1, 1..) => Constant::Power(self.bits.saturating_sub(1)),
            _ => Constant::Other,
        })
    }
}

/// The most bits of a coefficient that was read, and the number of terms.
pub(crate) fn size(terms: &Terms, range: Range<usize>) -> (u64, usize) {
    let count = range.len();
    let bits = terms.range(range).map(|term| bit_length(term.magnitude));
    (bits.max().unwrap_or(0), count)
}

/// What a monomial adds to a fingerprint, once for each in its coefficient.
fn weight(monomial: Monomial) -> u64 {
    let spread = u64::from(monomial.0).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    spread ^ spread >> 29
}

/// How many bits a number has, of which the last word is not 0.
fn bit_length(magnitude: &[u64]) -> u64 {
    let words = u64::try_from(magnitude.len()).unwrap_or(u64::MAX);
    let unused = magnitude.last().map_or(0, |word| word.leading_zeros());
    words.saturating_mul(64).saturating_sub(unused.into())
}
