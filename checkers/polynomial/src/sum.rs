//! Adds up products of terms, and says whether everything cancels.
//!
//! The coefficients are exact: a sum is kept in so many words that it cannot leave them, which
//! follows from the sizes of what is added and from how many products there are.

use crate::monomials::Monomial;
use crate::{Cause, Polynomial};
use format_input::index;

/// A bound on the coefficients that a sum of products can have.
#[derive(Clone, Copy, Default)]
pub(crate) struct Bound {
    bits: u64,
    products: u64,
}

impl Bound {
    /// Makes room for the product of two polynomials of so many bits and terms.
    pub(crate) fn add(&mut self, first: (u64, usize), second: (u64, usize)) {
        let count = |terms: usize| u64::try_from(terms).unwrap_or(u64::MAX);
        let products = count(first.1).saturating_mul(count(second.1));
        self.products = self.products.saturating_add(products);
        self.bits = self.bits.max(first.0.saturating_add(second.0));
    }

    /// Each product is below 2^bits, and there are fewer than 2^(bits of `products`) of them; one
    /// more bit is the sign. A step of 2^64 products is never finished.
    fn words(self) -> usize {
        let more = u64::from(u64::BITS.saturating_sub(self.products.leading_zeros()));
        let bits = self.bits.saturating_add(more).saturating_add(1);
        usize::try_from(bits.div_ceil(64)).unwrap_or(usize::MAX)
    }
}

/// A polynomial that grows, as a table over all monomials.
#[derive(Default)]
pub(crate) struct Sum {
    /// Words per coefficient.
    width: usize,
    /// How many words there may be.
    pub(crate) room: usize,
    /// For each monomial, 1 more than its place among those with a coefficient, or 0.
    places: Vec<u32>,
    used: Vec<Monomial>,
    /// The coefficients in two's complement, the lowest word first.
    words: Vec<u64>,
    /// Scratch: a product without its sign.
    product: Vec<u64>,
}

impl Sum {
    /// Begins with 0.
    pub(crate) fn start(&mut self, bound: Bound) {
        self.width = bound.words();
    }

    /// Adds a polynomial, or subtracts it.
    pub(crate) fn add(&mut self, polynomial: &Polynomial, negative: bool) -> Result<(), Cause> {
        polynomial.terms().try_for_each(|(monomial, is_negative, magnitude)| {
            self.add_product(monomial, is_negative != negative, magnitude, &[1])
        })
    }

    /// Adds the product of two numbers, with this sign, at a monomial.
    #[inline]
    pub(crate) fn add_product(
        &mut self,
        monomial: Monomial,
        negative: bool,
        first: &[u64],
        second: &[u64],
    ) -> Result<(), Cause> {
        let start = self.start_of(monomial)?;
        if self.width == 1 {
            let low = |words: &[u64]| words.first().copied().unwrap_or(0);
            let product = low(first).wrapping_mul(low(second));
            if let Some(word) = self.words.get_mut(start) {
                *word =
                    if negative { word.wrapping_sub(product) } else { word.wrapping_add(product) };
            }
            return Ok(());
        }
        multiply(first, second, &mut self.product);
        let words = self.words.get_mut(start..).unwrap_or_default().iter_mut().take(self.width);
        let mut carry = false;
        for (word, product) in words.zip(self.product.iter().copied().chain(std::iter::repeat(0))) {
            (*word, carry) = if negative {
                word.borrowing_sub(product, carry)
            } else {
                word.carrying_add(product, carry)
            };
        }
        Ok(())
    }

    /// Where the words of a monomial begin.
    #[inline]
    fn start_of(&mut self, monomial: Monomial) -> Result<usize, Cause> {
        let place = self.places.get(index(monomial.0)).copied().unwrap_or(0);
        match index(place).checked_sub(1) {
            Some(place) => Ok(place.wrapping_mul(self.width)),
            None => self.make_place(monomial),
        }
    }

    fn make_place(&mut self, monomial: Monomial) -> Result<usize, Cause> {
        let start = self.words.len();
        let end = start.saturating_add(self.width);
        if end > self.room {
            return Err(Cause::Full);
        }
        self.words.resize(end, 0);
        self.used.push(monomial);
        let position = index(monomial.0);
        if position >= self.places.len() {
            let length = position.saturating_add(1);
            self.places.resize(length.next_power_of_two(), 0);
        }
        if let Some(place) = self.places.get_mut(position) {
            *place = u32::try_from(self.used.len()).map_err(|_| Cause::Full)?;
        }
        Ok(start)
    }

    /// What was added: monomials, whether their coefficients are negative, and the magnitudes.
    pub(crate) fn terms(&self) -> impl Iterator<Item = (Monomial, bool, Vec<u64>)> {
        self.used.iter().zip(self.words.chunks_exact(self.width.max(1))).map(
            |(&monomial, words)| {
                let negative = words.last().is_some_and(|word| word.leading_zeros() == 0);
                let mut magnitude = words.to_vec();
                let mut carry = negative;
                for word in magnitude.iter_mut().filter(|_| negative) {
                    (*word, carry) = (!*word).overflowing_add(carry.into());
                }
                while magnitude.pop_if(|word| *word == 0).is_some() {}
                (monomial, negative, magnitude)
            },
        )
    }

    /// Whether all coefficients are 0; then the sum is 0.
    pub(crate) fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Forgets what was added.
    pub(crate) fn clear(&mut self) {
        for monomial in self.used.drain(..) {
            if let Some(place) = self.places.get_mut(index(monomial.0)) {
                *place = 0;
            }
        }
        self.words.clear();
    }
}

/// The product of two numbers without signs.
fn multiply(first: &[u64], second: &[u64], product: &mut Vec<u64>) {
    product.clear();
    product.resize(first.len().saturating_add(second.len()), 0);
    for (at, factor) in first.iter().enumerate() {
        let mut carry = 0;
        let row = product.get_mut(at..).unwrap_or_default();
        let mut row = row.iter_mut();
        for (other, word) in second.iter().zip(row.by_ref()) {
            (*word, carry) = factor.carrying_mul_add(*other, *word, carry);
        }
        if let Some(word) = row.next() {
            *word = carry;
        }
    }
}
