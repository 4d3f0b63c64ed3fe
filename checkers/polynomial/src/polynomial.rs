//! Polynomials as they are kept.

use crate::Cause;
use crate::monomials::{Monomial, Monomials};
use crate::sum::{Bound, Sum};
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

/// A sum of terms with different monomials, no coefficient being 0.
#[derive(Default)]
pub(crate) struct Polynomial {
    heads: Vec<Head>,
    /// The coefficients without signs, one after the other, the lowest word first.
    words: Vec<u64>,
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
    /// The polynomial that was read, every monomial once.
    pub(crate) fn new(
        terms: &Terms,
        range: Range<usize>,
        monomials: &mut Monomials,
        sum: &mut Sum,
    ) -> Result<Self, Cause> {
        let mut polynomial = Self::with_capacity(range.len());
        for Term { negative, magnitude, variables } in terms.range(range) {
            polynomial.push(monomials.product(variables)?, negative, magnitude)?;
        }
        if polynomial.is_plain() {
            polynomial.words.shrink_to_fit();
            return Ok(polynomial);
        }
        let mut bound = Bound::default();
        bound.add(polynomial.size(), (1, 1));
        sum.start(bound);
        sum.add(&polynomial, false)?;
        let mut polynomial = Self::default();
        for (monomial, negative, magnitude) in sum.terms().filter(|term| !term.2.is_empty()) {
            polynomial.push(monomial, negative, &magnitude)?;
        }
        sum.clear();
        Ok(polynomial)
    }

    fn with_capacity(terms: usize) -> Self {
        let (heads, words) = (Vec::with_capacity(terms), Vec::with_capacity(terms));
        Self { heads, words, ..Self::default() }
    }

    /// Whether all monomials are different, and no coefficient is 0.
    fn is_plain(&self) -> bool {
        if self.heads.iter().any(|head| head.length == 0) {
            return false;
        }
        let mut numbers: Vec<u32> = self.heads.iter().map(|head| head.monomial.0).collect();
        numbers.sort_unstable();
        numbers.is_sorted_by(|one, next| one < next)
    }

    /// Adds a term with a monomial that does not occur.
    pub(crate) fn push(
        &mut self,
        monomial: Monomial,
        negative: bool,
        magnitude: &[u64],
    ) -> Result<(), Cause> {
        let length = u16::try_from(magnitude.len()).map_err(|_| Cause::Full)?;
        self.heads.push(Head { monomial, negative, length });
        self.words.extend_from_slice(magnitude);
        self.bits = self.bits.max(bit_length(magnitude));
        let low = magnitude.first().copied().unwrap_or(0);
        let low = if negative { low.wrapping_neg() } else { low };
        self.fingerprint = self.fingerprint.wrapping_add(low.wrapping_mul(weight(monomial)));
        Ok(())
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
        let [head] = self.heads.as_slice() else { return None };
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
