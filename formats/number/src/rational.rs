//! Fractions of integers of any size.

use crate::Integer;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// A fraction in lowest terms with a positive denominator, so that each has one form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rational {
    above: Integer,
    below: Integer,
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self { above: Integer::ZERO, below: Integer::ONE };
    /// One.
    pub const ONE: Self = Self { above: Integer::ONE, below: Integer::ONE };

    /// The fraction, if the denominator is not 0.
    #[must_use]
    pub fn fraction(numerator: &Integer, denominator: &Integer) -> Option<Self> {
        let divisor = numerator.gcd(denominator);
        let divisor = if denominator.signum() < 0 { -&divisor } else { divisor };
        // Both divide without rest; both are 0 if the divisor is.
        let below = denominator.div_euclid(&divisor).filter(|below| !below.is_zero())?;
        Some(Self { above: numerator.div_euclid(&divisor)?, below })
    }

    /// The number that is written `p`, `-p`, `p/q` or `-p/q`. There is one way to write a number:
    /// in lowest terms, and with `q` only if it is not 1.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let Some((above, below)) = text.split_once('/') else {
            return Integer::parse_decimal(text).map(Self::from);
        };
        let (above, below) = (Integer::parse_decimal(above)?, Integer::parse_decimal(below)?);
        let is_lowest = below > Integer::ONE && above.gcd(&below) == Integer::ONE;
        is_lowest.then_some(Self { above, below })
    }

    /// The number above the bar.
    #[must_use]
    pub fn numerator(&self) -> Integer {
        self.above.clone()
    }

    /// The number below the bar, which is positive.
    #[must_use]
    pub fn denominator(&self) -> Integer {
        self.below.clone()
    }

    /// Whether the denominator is 1.
    #[inline]
    #[must_use]
    pub fn is_integer(&self) -> bool {
        self.below == Integer::ONE
    }

    /// The number, if it is an integer.
    #[must_use]
    pub fn to_integer(&self) -> Option<Integer> {
        self.is_integer().then(|| self.above.clone())
    }

    /// The largest integer that is not larger.
    #[must_use]
    pub fn floor(&self) -> Integer {
        // The denominator is not 0.
        self.above.div_euclid(&self.below).unwrap_or_default()
    }

    /// The smallest integer that is not smaller.
    #[must_use]
    pub fn ceil(&self) -> Integer {
        -&(-self).floor()
    }

    /// -1, 0 or 1.
    #[inline]
    #[must_use]
    pub fn signum(&self) -> i32 {
        self.above.signum()
    }

    /// Whether it is 0.
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.above.is_zero()
    }

    /// The bits of both numbers together.
    #[must_use]
    pub fn bits(&self) -> u64 {
        self.above.bits().saturating_add(self.below.bits())
    }

    /// One divided by it, if it is not 0.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        Self::fraction(&self.below, &self.above)
    }

    /// A fraction with a positive denominator.
    fn reduced(above: &Integer, below: &Integer) -> Self {
        Self::fraction(above, below).unwrap_or_default()
    }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<Integer> for Rational {
    #[inline]
    fn from(above: Integer) -> Self {
        Self { above, below: Integer::ONE }
    }
}

impl Add for &Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: Self) -> Rational {
        // Nearly all numbers are integers.
        if self.is_integer() && other.is_integer() {
            return Rational::from(&self.above + &other.above);
        }
        let above = &(&self.above * &other.below) + &(&other.above * &self.below);
        Rational::reduced(&above, &(&self.below * &other.below))
    }
}

impl Sub for &Rational {
    type Output = Rational;

    #[inline]
    fn sub(self, other: Self) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: Self) -> Rational {
        let above = &self.above * &other.above;
        if self.is_integer() && other.is_integer() {
            return Rational::from(above);
        }
        Rational::reduced(&above, &(&self.below * &other.below))
    }
}

impl Neg for &Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        Rational { above: -&self.above, below: self.below.clone() }
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if self.below == other.below {
            return self.above.cmp(&other.above);
        }
        (&self.above * &other.below).cmp(&(&other.above * &self.below))
    }
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
