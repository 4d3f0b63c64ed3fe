//! Polynomials over variables that are 0 or 1.

use super::Error;
use std::collections::BTreeMap;

/// A product of different variables, in increasing order. A variable is the code of a literal:
/// even codes are the variables of the circuit, odd ones stand for their negations.
pub(crate) type Monomial = Vec<u32>;

/// A sum of products, none of them with the coefficient 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Polynomial(BTreeMap<Monomial, i128>);

impl Polynomial {
    pub(crate) fn constant(number: i128) -> Self {
        Self::monomial(Vec::new(), number)
    }

    pub(crate) fn monomial(monomial: Monomial, coefficient: i128) -> Self {
        let terms = (coefficient != 0).then_some((monomial, coefficient));
        Self(terms.into_iter().collect())
    }

    /// A literal as x or 1 - x; the codes 0 and 1 are false and true.
    pub(crate) fn literal(code: u32) -> Self {
        match code {
            0 | 1 => Self::constant(i128::from(code)),
            _ if code & 1 == 0 => Self::monomial(vec![code], 1),
            _ => Self([(vec![], 1), (vec![code ^ 1], -1)].into_iter().collect()),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of terms.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn terms(&self) -> impl Iterator<Item = (&Monomial, i128)> {
        self.0.iter().map(|(monomial, coefficient)| (monomial, *coefficient))
    }

    pub(crate) fn add_term(&mut self, monomial: Monomial, number: i128) -> Result<(), Error> {
        let entry = self.0.entry(monomial);
        match entry {
            std::collections::btree_map::Entry::Vacant(entry) => {
                if number != 0 {
                    entry.insert(number);
                }
            }
            std::collections::btree_map::Entry::Occupied(mut entry) => {
                let sum = entry.get().checked_add(number).ok_or(Error::TooLarge)?;
                if sum == 0 {
                    entry.remove();
                } else {
                    *entry.get_mut() = sum;
                }
            }
        }
        Ok(())
    }

    /// Adds a multiple of a product.
    pub(crate) fn add_product(
        &mut self,
        first: &Self,
        second: &Self,
        number: i128,
    ) -> Result<(), Error> {
        for (monomial, coefficient) in first.terms() {
            for (other, factor) in second.terms() {
                let product = coefficient.checked_mul(factor).and_then(|c| c.checked_mul(number));
                self.add_term(union(monomial, other), product.ok_or(Error::TooLarge)?)?;
            }
        }
        Ok(())
    }

    /// Adds a multiple.
    pub(crate) fn add(&mut self, other: &Self, number: i128) -> Result<(), Error> {
        for (monomial, coefficient) in other.terms() {
            let product = coefficient.checked_mul(number).ok_or(Error::TooLarge)?;
            self.add_term(monomial.clone(), product)?;
        }
        Ok(())
    }

    pub(crate) fn times(&self, other: &Self) -> Result<Self, Error> {
        let mut product = Self::default();
        product.add_product(self, other, 1)?;
        Ok(product)
    }

    /// Takes out the terms with a variable, and gives what it was multiplied with.
    pub(crate) fn split(&mut self, variable: u32) -> Self {
        let taken = self.0.extract_if(.., |monomial, _| monomial.contains(&variable));
        let without = taken.map(|(mut monomial, coefficient)| {
            monomial.retain(|other| *other != variable);
            (monomial, coefficient)
        });
        Self(without.collect())
    }
}

/// The product of two monomials.
pub(crate) fn union(first: &[u32], second: &[u32]) -> Monomial {
    let mut product: Monomial = first.iter().chain(second).copied().collect();
    if !first.is_empty() && !second.is_empty() {
        product.sort_unstable();
        product.dedup();
    }
    product
}
