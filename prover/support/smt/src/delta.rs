//! Numbers with an infinitely small part, for strict bounds.

use crate::{Integer, Rational};

/// `real + delta * d` for a positive `d` smaller than anything that it is compared with.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Delta {
    pub(crate) real: Rational,
    pub(crate) delta: Rational,
}

impl Delta {
    pub(crate) fn new(real: Rational, delta: i64) -> Self {
        Self { real, delta: Rational::from(delta) }
    }

    /// Adds a multiple.
    #[inline]
    pub(crate) fn add_multiple(&mut self, factor: &Rational, other: &Self) {
        if !other.real.is_zero() {
            self.real = &self.real + factor * &other.real;
        }
        if !other.delta.is_zero() {
            self.delta = &self.delta + factor * &other.delta;
        }
    }

    /// The difference.
    #[inline]
    pub(crate) fn minus(&self, other: &Self) -> Self {
        let delta =
            if other.delta.is_zero() { self.delta.clone() } else { &self.delta - &other.delta };
        Self { real: &self.real - &other.real, delta }
    }

    /// The product.
    #[inline]
    pub(crate) fn times(&self, factor: &Rational) -> Self {
        let delta = if self.delta.is_zero() { Rational::ZERO } else { &self.delta * factor };
        Self { real: &self.real * factor, delta }
    }

    /// The largest integer that is not larger.
    pub(crate) fn floor(&self) -> Integer {
        let floor = self.real.floor();
        let is_below = self.real.is_integer() && self.delta.signum() < 0;
        if is_below { floor - Integer::ONE } else { floor }
    }
}
