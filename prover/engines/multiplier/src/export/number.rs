//! Large numbers: exact sums of shifted small ones, and their decimal digits.

/// A number in two's complement, the lowest word first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number(Vec<u64>);

impl Number {
    /// Zero, with room for so many bits.
    pub(crate) fn zero(bits: u32) -> Self {
        Self(vec![0; bits as usize / 64 + 3])
    }

    /// `coefficient * 2^shift`.
    pub(crate) fn shifted(coefficient: i128, shift: u32) -> Self {
        let mut number = Self::zero(shift + 128);
        number.add(coefficient, shift);
        number
    }

    /// Adds `coefficient * 2^shift`; what leaves the room is lost.
    pub(crate) fn add(&mut self, coefficient: i128, shift: u32) {
        let (first, bits) = (shift as usize / 64, shift % 64);
        let sign = if coefficient < 0 { u64::MAX } else { 0 };
        let low = coefficient as u64;
        let high = (coefficient >> 64) as u64;
        let carried = |word: u64| if bits == 0 { 0 } else { word >> (64 - bits) };
        let words = [low << bits, high << bits | carried(low), sign << bits | carried(high)];
        let mut carry = false;
        for (at, word) in self.0.iter_mut().enumerate().skip(first) {
            let other = words.get(at - first).copied().unwrap_or(sign);
            (*word, carry) = word.carrying_add(other, carry);
        }
    }

    /// Adds a multiple of a number; nothing if the factor is too large. What leaves the room is
    /// lost.
    pub(crate) fn add_multiple(&mut self, number: &Self, factor: i128) -> Option<()> {
        let size = u64::try_from(factor.unsigned_abs()).ok()?;
        let number = if factor < 0 { &number.negated() } else { number };
        let mut carry = 0;
        for (word, other) in self.0.iter_mut().zip(&number.0) {
            (*word, carry) = size.carrying_mul_add(*other, *word, carry);
        }
        Some(())
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.0.last().is_some_and(|word| word >> 63 == 1)
    }

    /// Whether it is a multiple of `2^shift`.
    pub(crate) fn is_multiple(&self, shift: u32) -> bool {
        let (whole, bits) = (shift as usize / 64, shift % 64);
        let low = self.0.get(whole).copied().unwrap_or(0) & ((1 << bits) - 1);
        self.0.iter().take(whole).all(|word| *word == 0) && low == 0
    }

    /// The number divided by `2^shift`, of which it is a multiple.
    pub(crate) fn divided(&self, shift: u32) -> Self {
        let (whole, bits) = (shift as usize / 64, shift % 64);
        let sign = if self.is_negative() { u64::MAX } else { 0 };
        let word = |at: usize| self.0.get(at).copied().unwrap_or(sign);
        let words = (whole..self.0.len()).map(|at| {
            let high = if bits == 0 { 0 } else { word(at + 1) << (64 - bits) };
            word(at) >> bits | high
        });
        Self(words.collect())
    }

    pub(crate) fn negated(&self) -> Self {
        let mut carry = true;
        let words = self.0.iter().map(|word| {
            let (sum, next) = (!word).carrying_add(0, carry);
            carry = next;
            sum
        });
        Self(words.collect())
    }

    /// The digits of a number that is not negative.
    pub(crate) fn digits(&self) -> String {
        const PART: u64 = 10_u64.pow(18);
        let mut words = self.0.clone();
        let mut parts = Vec::new();
        while let Some(last) = words.pop() {
            if last == 0 {
                continue;
            }
            words.push(last);
            let mut rest = 0_u64;
            for word in words.iter_mut().rev() {
                let value = u128::from(rest) << 64 | u128::from(*word);
                *word = (value / u128::from(PART)) as u64;
                rest = (value % u128::from(PART)) as u64;
            }
            parts.push(rest);
        }
        let first = parts.pop().unwrap_or(0).to_string();
        parts.iter().rev().fold(first, |text, part| format!("{text}{part:018}"))
    }
}
