//! Fractions of integers of any size.

use crate::Integer;
use crate::integer::gcd;
use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

/// A fraction in lowest terms with a positive denominator.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Form);

/// Each fraction has one form: integers of any size only if 64 bits are too few for one of them.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Form {
    Small(i64, i64),
    Big(Box<(Integer, Integer)>),
}

impl Rational {
    /// Zero.
    pub const ZERO: Self = Self(Form::Small(0, 1));
    /// One.
    pub const ONE: Self = Self(Form::Small(1, 1));

    /// The fraction, if the denominator is not 0.
    #[must_use]
    pub fn new(numerator: impl Borrow<Integer>, denominator: impl Borrow<Integer>) -> Option<Self> {
        let (numerator, denominator) = (numerator.borrow(), denominator.borrow());
        let divisor = numerator.gcd(denominator);
        let divisor = if denominator.signum() < 0 { -divisor } else { divisor };
        // Both divide without rest.
        let denominator = denominator.div_euclid(&divisor).filter(|number| !number.is_zero())?;
        Some(Self::lowest(numerator.div_euclid(&divisor)?, denominator))
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
        is_lowest.then(|| Self::lowest(above, below))
    }

    /// The number above the bar.
    #[must_use]
    pub fn numerator(&self) -> Integer {
        match &self.0 {
            Form::Small(above, _) => Integer::from(*above),
            Form::Big(parts) => parts.0.clone(),
        }
    }

    /// The number below the bar, which is positive.
    #[must_use]
    pub fn denominator(&self) -> Integer {
        match &self.0 {
            Form::Small(_, below) => Integer::from(*below),
            Form::Big(parts) => parts.1.clone(),
        }
    }

    /// Whether the denominator is 1.
    #[inline]
    #[must_use]
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Form::Small(_, below) => *below == 1,
            Form::Big(parts) => parts.1 == Integer::ONE,
        }
    }

    /// The number, if it is an integer.
    #[must_use]
    pub fn to_integer(&self) -> Option<Integer> {
        self.is_integer().then(|| self.numerator())
    }

    /// The largest integer that is not larger.
    #[must_use]
    pub fn floor(&self) -> Integer {
        // The denominator is not 0.
        self.numerator().div_euclid(&self.denominator()).unwrap_or_default()
    }

    /// The smallest integer that is not smaller.
    #[must_use]
    pub fn ceil(&self) -> Integer {
        -(-self).floor()
    }

    /// -1, 0 or 1.
    #[inline]
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Form::Small(above, _) => Integer::from(*above).signum(),
            Form::Big(parts) => parts.0.signum(),
        }
    }

    /// Whether it is 0.
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == Form::Small(0, 1)
    }

    /// The bits of both numbers together; 0 if each fits into a word.
    #[must_use]
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Form::Small(..) => 0,
            Form::Big(parts) => parts.0.bits().saturating_add(parts.1.bits()),
        }
    }

    /// Its distance from 0.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// The quotient, if the divisor is not 0.
    #[must_use]
    pub fn div(&self, divisor: &Self) -> Option<Self> {
        divisor.recip().map(|inverse| self * inverse)
    }

    /// One divided by it, if it is not 0.
    #[must_use]
    pub fn recip(&self) -> Option<Self> {
        match &self.0 {
            Form::Small(above @ 1.., below) => Some(Self(Form::Small(*below, *above))),
            _ => Self::new(self.denominator(), self.numerator()),
        }
    }

    /// The fraction of integers without common divisor, the second of which is positive.
    fn lowest(above: Integer, below: Integer) -> Self {
        match (above.to_i64(), below.to_i64()) {
            (Some(above), Some(below)) => Self(Form::Small(above, below)),
            _ => Self(Form::Big(Box::new((above, below)))),
        }
    }

    /// As [`Rational::lowest`].
    #[inline]
    fn lowest_wide(above: i128, below: i128) -> Self {
        match (i64::try_from(above), i64::try_from(below)) {
            (Ok(above), Ok(below)) => Self(Form::Small(above, below)),
            _ => Self::lowest(Integer::from_wide(above), Integer::from_wide(below)),
        }
    }

    fn sum_of_parts(&self, other: &Self) -> Self {
        let (below, other_below) = (self.denominator(), other.denominator());
        let above = self.numerator() * &other_below + other.numerator() * &below;
        // Denominators are not 0.
        Self::new(above, below * other_below).unwrap_or_default()
    }
}

/// The sum of fractions in lowest terms (Knuth, volume 2, 4.5.1). Products of two numbers of 64
/// bits have 126 bits and a sign, so nothing overflows.
#[inline]
fn small_sum((a, b): (i64, i64), (c, d): (i64, i64)) -> Rational {
    if b == 1
        && d == 1
        && let Some(sum) = a.checked_add(c)
    {
        return Rational(Form::Small(sum, 1));
    }
    let [wide_a, wide_b, wide_c, wide_d] = [a, b, c, d].map(i128::from);
    let common = gcd(b.unsigned_abs(), d.unsigned_abs());
    let common_wide = i128::from(common);
    let (part_b, part_d) = (quotient(wide_b, common_wide), quotient(wide_d, common_wide));
    let above = wide_a.wrapping_mul(part_d).wrapping_add(wide_c.wrapping_mul(part_b));
    if common == 1 {
        return Rational::lowest_wide(above, wide_b.wrapping_mul(wide_d));
    }
    let rest = above.checked_rem(common_wide).unwrap_or(0).unsigned_abs();
    let rest = i128::from(gcd(u64::try_from(rest).unwrap_or(0), common));
    let below = part_b.wrapping_mul(quotient(wide_d, rest));
    Rational::lowest_wide(quotient(above, rest), below)
}

/// The product of fractions in lowest terms.
#[inline]
fn small_product((a, b): (i64, i64), (c, d): (i64, i64)) -> Rational {
    if b == 1
        && d == 1
        && let Some(product) = a.checked_mul(c)
    {
        return Rational(Form::Small(product, 1));
    }
    let first = i128::from(gcd(a.unsigned_abs(), d.unsigned_abs()));
    let second = i128::from(gcd(c.unsigned_abs(), b.unsigned_abs()));
    let [a, b, c, d] = [a, b, c, d].map(i128::from);
    Rational::lowest_wide(
        quotient(a, first).wrapping_mul(quotient(c, second)),
        quotient(b, second).wrapping_mul(quotient(d, first)),
    )
}

/// The quotient of a division without rest by a number that is not 0. Most divisors are 1.
#[inline]
fn quotient(number: i128, divisor: i128) -> i128 {
    if divisor == 1 { number } else { number.checked_div(divisor).unwrap_or(0) }
}

impl Default for Rational {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(number: i64) -> Self {
        Self(Form::Small(number, 1))
    }
}

impl From<Integer> for Rational {
    fn from(number: Integer) -> Self {
        Self::lowest(number, Integer::ONE)
    }
}

impl<B: Borrow<Rational>> Add<B> for &Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: B) -> Rational {
        match (&self.0, &other.borrow().0) {
            (Form::Small(a, b), Form::Small(c, d)) => small_sum((*a, *b), (*c, *d)),
            _ => self.sum_of_parts(other.borrow()),
        }
    }
}

impl<B: Borrow<Rational>> Sub<B> for &Rational {
    type Output = Rational;

    #[inline]
    fn sub(self, other: B) -> Rational {
        self + -other.borrow()
    }
}

impl<B: Borrow<Rational>> Mul<B> for &Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: B) -> Rational {
        let other = other.borrow();
        if let (Form::Small(a, b), Form::Small(c, d)) = (&self.0, &other.0) {
            return small_product((*a, *b), (*c, *d));
        }
        let above = self.numerator() * other.numerator();
        // Denominators are not 0.
        Rational::new(above, self.denominator() * other.denominator()).unwrap_or_default()
    }
}

impl Neg for &Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        match &self.0 {
            Form::Small(above, below) if *above != i64::MIN => {
                Rational(Form::Small(above.wrapping_neg(), *below))
            }
            _ => Rational::lowest(-self.numerator(), self.denominator()),
        }
    }
}

impl<B: Borrow<Rational>> Add<B> for Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: B) -> Rational {
        &self + other
    }
}

impl<B: Borrow<Rational>> Sub<B> for Rational {
    type Output = Rational;

    #[inline]
    fn sub(self, other: B) -> Rational {
        &self - other
    }
}

impl<B: Borrow<Rational>> Mul<B> for Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: B) -> Rational {
        &self * other
    }
}

impl Neg for Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        -&self
    }
}

impl Ord for Rational {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) if b == d => a.cmp(c),
            (Form::Small(a, b), Form::Small(c, d)) => {
                let [a, b, c, d] = [*a, *b, *c, *d].map(i128::from);
                a.wrapping_mul(d).cmp(&c.wrapping_mul(b))
            }
            _ => {
                let left = self.numerator() * other.denominator();
                left.cmp(&(other.numerator() * self.denominator()))
            }
        }
    }
}

impl PartialOrd for Rational {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (above, below) = (self.numerator(), self.denominator());
        if below == Integer::ONE { above.fmt(f) } else { write!(f, "{above}/{below}") }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
