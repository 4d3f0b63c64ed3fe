//! Integers of any size.

use crate::magnitude;
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// An integer of any size.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Integer(pub(crate) Form);

/// Each number has one form: words only if 64 bits are too few.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Small(i64),
    Big(Box<Big>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Big {
    pub(crate) negative: bool,
    pub(crate) words: Vec<u64>,
}

impl Integer {
    /// Zero.
    pub const ZERO: Self = Self(Form::Small(0));
    /// One.
    pub const ONE: Self = Self(Form::Small(1));

    /// The number that these decimal digits, with `-` before them or not, stand for. There is one
    /// way to write a number: no leading zeros, no minus zero.
    #[must_use]
    pub fn parse_decimal(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
        let negative = digits.len() < text.len();
        let is_one_way = match digits {
            [] => false,
            b"0" => !negative,
            [first, ..] => *first != b'0' && digits.iter().all(u8::is_ascii_digit),
        };
        is_one_way.then(|| Self::from_words(negative, magnitude::from_decimal(digits)))
    }

    /// -1, 0 or 1.
    #[inline]
    #[must_use]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Form::Small(0) => 0,
            Form::Small(number) => {
                if *number < 0 {
                    -1
                } else {
                    1
                }
            }
            Form::Big(big) => {
                if big.negative {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// Whether it is 0.
    #[inline]
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.0 == Form::Small(0)
    }

    /// Its distance from 0.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// The bits of its distance from 0.
    #[must_use]
    pub fn bits(&self) -> u64 {
        let (_, words) = self.words();
        let top = words.last().map_or(0, |top| u64::BITS.wrapping_sub(top.leading_zeros()));
        let below = u64::try_from(words.len().saturating_sub(1)).unwrap_or(u64::MAX);
        below.saturating_mul(64).saturating_add(top.into())
    }

    /// The greatest common divisor, which is not negative; of 0 and 0 it is 0.
    #[must_use]
    pub fn gcd(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.abs(), other.abs());
        loop {
            if let (Form::Small(a), Form::Small(b)) = (&a.0, &b.0) {
                return Self::from_words(false, vec![gcd(a.unsigned_abs(), b.unsigned_abs())]);
            }
            let Some(rest) = a.rem_euclid(&b) else { return a };
            (a, b) = (b, rest);
        }
    }

    /// The quotient `q` with `q * divisor <= self < q * divisor + |divisor|`, if the divisor is
    /// not 0.
    #[must_use]
    pub fn div_euclid(&self, divisor: &Self) -> Option<Self> {
        self.divide(divisor).map(|(quotient, _)| quotient)
    }

    /// The remainder `r` of [`Integer::div_euclid`]: `0 <= r < |divisor|`.
    #[must_use]
    pub fn rem_euclid(&self, divisor: &Self) -> Option<Self> {
        self.divide(divisor).map(|(_, remainder)| remainder)
    }

    fn divide(&self, divisor: &Self) -> Option<(Self, Self)> {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &divisor.0)
            && let (Some(quotient), Some(rest)) =
                (a.checked_div_euclid(*b), a.checked_rem_euclid(*b))
        {
            return Some((Self::from(quotient), Self::from(rest)));
        }
        if divisor.is_zero() {
            return None;
        }
        let (quotient, rest) = magnitude::divide(&self.words().1, &divisor.words().1);
        let (quotient, rest) = (Self::from_words(false, quotient), Self::from_words(false, rest));
        // With |self| = q |divisor| + r: a negative number is -q |divisor| - r.
        let (quotient, rest) = match (self.signum() < 0, rest.is_zero()) {
            (false, _) => (quotient, rest),
            (true, true) => (-&quotient, rest),
            (true, false) => (-&(&quotient + &Self::ONE), &divisor.abs() - &rest),
        };
        Some((if divisor.signum() < 0 { -&quotient } else { quotient }, rest))
    }

    fn from_words(negative: bool, words: Vec<u64>) -> Self {
        let small = match *words {
            [] | [0] => Some(0),
            [word] if negative => 0_i64.checked_sub_unsigned(word),
            [word] => i64::try_from(word).ok(),
            _ => None,
        };
        match small {
            Some(number) => Self(Form::Small(number)),
            None => Self(Form::Big(Box::new(Big { negative, words }))),
        }
    }

    /// Whether it is negative, and the words of its distance from 0.
    fn words(&self) -> (bool, Vec<u64>) {
        match &self.0 {
            Form::Small(0) => (false, Vec::new()),
            Form::Small(number) => (*number < 0, vec![number.unsigned_abs()]),
            Form::Big(big) => (big.negative, big.words.clone()),
        }
    }

    /// The sum, the second number's sign turned if `turn`.
    fn sum_of_words(&self, other: &Self, turn: bool) -> Self {
        let ((is_negative, a), (other_negative, b)) = (self.words(), other.words());
        let other_negative = other_negative != turn;
        if is_negative == other_negative {
            return Self::from_words(is_negative, magnitude::add(&a, &b));
        }
        match magnitude::compare(&a, &b) {
            Ordering::Less => Self::from_words(other_negative, magnitude::subtract(&b, &a)),
            _ => Self::from_words(is_negative, magnitude::subtract(&a, &b)),
        }
    }
}

/// The greatest common divisor; of 0 and 0 it is 0.
fn gcd(mut a: u64, mut b: u64) -> u64 {
    while let Some(rest) = a.checked_rem(b) {
        (a, b) = (b, rest);
    }
    a
}

impl Default for Integer {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<i64> for Integer {
    #[inline]
    fn from(number: i64) -> Self {
        Self(Form::Small(number))
    }
}

impl Add for &Integer {
    type Output = Integer;

    #[inline]
    fn add(self, other: Self) -> Integer {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(sum) = a.checked_add(*b)
        {
            return Integer(Form::Small(sum));
        }
        self.sum_of_words(other, false)
    }
}

impl Sub for &Integer {
    type Output = Integer;

    #[inline]
    fn sub(self, other: Self) -> Integer {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(difference) = a.checked_sub(*b)
        {
            return Integer(Form::Small(difference));
        }
        self.sum_of_words(other, true)
    }
}

impl Mul for &Integer {
    type Output = Integer;

    #[inline]
    fn mul(self, other: Self) -> Integer {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0)
            && let Some(product) = a.checked_mul(*b)
        {
            return Integer(Form::Small(product));
        }
        let ((is_negative, a), (other_negative, b)) = (self.words(), other.words());
        Integer::from_words(is_negative != other_negative, magnitude::multiply(&a, &b))
    }
}

impl Neg for &Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        &Integer::ZERO - self
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Form::Small(a), Form::Small(b)) = (&self.0, &other.0) {
            return a.cmp(b);
        }
        let by_sign = self.signum().cmp(&other.signum());
        by_sign.then_with(|| {
            let order = magnitude::compare(&self.words().1, &other.words().1);
            if self.signum() < 0 { order.reverse() } else { order }
        })
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
