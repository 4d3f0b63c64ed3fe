//! What makes the numbers convenient for provers; no verdict rests on it.

use crate::integer::Form;
use crate::magnitude::{TENS, divide_short};
use crate::{Integer, Rational};
use std::borrow::Borrow;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

impl Integer {
    /// The number, if 64 bits hold it.
    #[inline]
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Form::Small(number) => Some(number),
            Form::Big(_) => None,
        }
    }

    /// The quotient rounded down, if the divisor is not 0.
    #[must_use]
    pub fn div_floor(&self, divisor: &Self) -> Option<Self> {
        if divisor.signum() < 0 { (-self).div_euclid(&-divisor) } else { self.div_euclid(divisor) }
    }
}

impl Rational {
    /// The fraction, if the denominator is not 0.
    #[must_use]
    pub fn new(numerator: impl Borrow<Integer>, denominator: impl Borrow<Integer>) -> Option<Self> {
        Self::fraction(numerator.borrow(), denominator.borrow())
    }

    /// The quotient, if the divisor is not 0.
    #[must_use]
    pub fn div(&self, divisor: &Self) -> Option<Self> {
        divisor.recip().map(|inverse| self * &inverse)
    }

    /// Its distance from 0.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.signum() < 0 { -self } else { self.clone() }
    }
}

impl<B: Borrow<Integer>> Add<B> for Integer {
    type Output = Integer;

    #[inline]
    fn add(self, other: B) -> Integer {
        &self + other.borrow()
    }
}

impl Add<Integer> for &Integer {
    type Output = Integer;

    #[inline]
    fn add(self, other: Integer) -> Integer {
        self + &other
    }
}

impl<B: Borrow<Integer>> Sub<B> for Integer {
    type Output = Integer;

    #[inline]
    fn sub(self, other: B) -> Integer {
        &self - other.borrow()
    }
}

impl Sub<Integer> for &Integer {
    type Output = Integer;

    #[inline]
    fn sub(self, other: Integer) -> Integer {
        self - &other
    }
}

impl<B: Borrow<Integer>> Mul<B> for Integer {
    type Output = Integer;

    #[inline]
    fn mul(self, other: B) -> Integer {
        &self * other.borrow()
    }
}

impl Mul<Integer> for &Integer {
    type Output = Integer;

    #[inline]
    fn mul(self, other: Integer) -> Integer {
        self * &other
    }
}

impl Neg for Integer {
    type Output = Integer;

    #[inline]
    fn neg(self) -> Integer {
        -&self
    }
}

impl<B: Borrow<Rational>> Add<B> for Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: B) -> Rational {
        &self + other.borrow()
    }
}

impl Add<Rational> for &Rational {
    type Output = Rational;

    #[inline]
    fn add(self, other: Rational) -> Rational {
        self + &other
    }
}

impl<B: Borrow<Rational>> Sub<B> for Rational {
    type Output = Rational;

    #[inline]
    fn sub(self, other: B) -> Rational {
        &self - other.borrow()
    }
}

impl Sub<Rational> for &Rational {
    type Output = Rational;

    #[inline]
    fn sub(self, other: Rational) -> Rational {
        self - &other
    }
}

impl<B: Borrow<Rational>> Mul<B> for Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: B) -> Rational {
        &self * other.borrow()
    }
}

impl Mul<Rational> for &Rational {
    type Output = Rational;

    #[inline]
    fn mul(self, other: Rational) -> Rational {
        self * &other
    }
}

impl Neg for Rational {
    type Output = Rational;

    #[inline]
    fn neg(self) -> Rational {
        -&self
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(number: i64) -> Self {
        Self::from(Integer::from(number))
    }
}

impl fmt::Display for Integer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(number) => number.fmt(f),
            Form::Big(big) => f.pad_integral(!big.negative, "", &to_decimal(big.words.clone())),
        }
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numerator().fmt(f)?;
        if self.is_integer() { Ok(()) } else { write!(f, "/{}", self.denominator()) }
    }
}

/// The decimal digits.
fn to_decimal(mut number: Vec<u64>) -> String {
    let mut parts = Vec::new();
    while !number.is_empty() {
        parts.push(divide_short(&mut number, TENS.0));
    }
    let top = parts.pop().unwrap_or(0).to_string();
    let rest = parts.iter().rev().map(|part| format!("{part:0width$}", width = TENS.1));
    std::iter::once(top).chain(rest).collect()
}
