//! Natural numbers as words of 64 bits, the lowest first, without zeros at the top.

use std::cmp::Ordering;

/// The largest power of ten in a word, and its digits.
pub(crate) const TENS: (u64, usize) = (10_000_000_000_000_000_000, 19);

/// Takes zeros from the top.
pub(crate) fn trim(words: &mut Vec<u64>) {
    while words.last() == Some(&0) {
        words.pop();
    }
}

/// Compares numbers without zeros at the top.
pub(crate) fn compare(a: &[u64], b: &[u64]) -> Ordering {
    a.len().cmp(&b.len()).then_with(|| a.iter().rev().cmp(b.iter().rev()))
}

pub(crate) fn add(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut carry = false;
    let short = short.iter().chain(std::iter::repeat(&0));
    let sum = long.iter().zip(short).map(|(long, &short)| {
        let (sum, over) = long.carrying_add(short, carry);
        carry = over;
        sum
    });
    let mut sum: Vec<u64> = sum.collect();
    if carry {
        sum.push(1);
    }
    sum
}

/// `a - b`, where `a` is not less.
pub(crate) fn subtract(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut difference = a.to_vec();
    subtract_product(&mut difference, b, 1);
    trim(&mut difference);
    difference
}

pub(crate) fn multiply(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len().saturating_add(b.len())];
    for (shift, &factor) in a.iter().enumerate() {
        let mut carry = 0;
        let places = product.iter_mut().skip(shift);
        for (place, &word) in places.zip(b.iter().chain(std::iter::once(&0))) {
            (*place, carry) = word.carrying_mul_add(factor, *place, carry);
        }
    }
    trim(&mut product);
    product
}

/// Quotient and remainder; the divisor is not 0.
pub(crate) fn divide(dividend: &[u64], divisor: &[u64]) -> (Vec<u64>, Vec<u64>) {
    if let &[divisor] = divisor {
        let mut quotient = dividend.to_vec();
        let mut remainder = vec![divide_short(&mut quotient, divisor)];
        trim(&mut remainder);
        return (quotient, remainder);
    }
    // Knuth, volume 2, algorithm D: multiplied so that the divisor's top bit is set, the quotient
    // of the top words is at most 2 above the digit of the quotient.
    let shift = divisor.last().map_or(0, |top| top.leading_zeros());
    let factor = 1_u64 << shift;
    let (mut rest, divisor) = (multiply(dividend, &[factor]), multiply(divisor, &[factor]));
    rest.resize(dividend.len().saturating_add(1), 0);
    let top = divisor.last().copied().unwrap_or(u64::MAX);
    let length = divisor.len();
    let mut quotient = vec![0; rest.len().saturating_sub(length)];
    for (place, digit) in quotient.iter_mut().enumerate().rev() {
        let Some(window) = rest.get_mut(place..=place.saturating_add(length)) else { continue };
        let &mut [.., second, first] = window else { continue };
        let guess = wide(first, second).checked_div(u128::from(top)).unwrap_or(0);
        *digit = u64::try_from(guess).unwrap_or(u64::MAX);
        let mut is_less = subtract_product(window, &divisor, *digit);
        while is_less {
            *digit = digit.wrapping_sub(1);
            is_less = !add_back(window, &divisor);
        }
    }
    trim(&mut quotient);
    divide_short(&mut rest, factor);
    (quotient, rest)
}

/// Divides by one word, and gives the remainder.
pub(crate) fn divide_short(dividend: &mut Vec<u64>, divisor: u64) -> u64 {
    let mut remainder = 0;
    for word in dividend.iter_mut().rev() {
        let part = wide(remainder, *word);
        let low = |number: Option<u128>| number.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        // The remainder is less than the divisor, so the quotient is a word.
        *word = low(part.checked_div(divisor.into()));
        remainder = low(part.checked_rem(divisor.into()));
    }
    trim(dividend);
    remainder
}

/// The number with these digits, which are decimal.
pub(crate) fn from_decimal(digits: &[u8]) -> Vec<u64> {
    let mut number = Vec::new();
    let (head, chunks) = digits.as_rchunks::<{ TENS.1 }>();
    for chunk in std::iter::once(head).chain(chunks.iter().map(<[u8; TENS.1]>::as_slice)) {
        let mut carry = chunk.iter().fold(0_u64, |value, digit| {
            value.wrapping_mul(10).wrapping_add(digit.wrapping_sub(b'0').into())
        });
        for word in &mut number {
            (*word, carry) = TENS.0.carrying_mul(*word, carry);
        }
        if carry > 0 {
            number.push(carry);
        }
    }
    number
}

fn wide(high: u64, low: u64) -> u128 {
    u128::from(high) << 64 | u128::from(low)
}

/// `a -= b * factor` within the words of `a`; whether the difference is negative.
fn subtract_product(a: &mut [u64], b: &[u64], factor: u64) -> bool {
    let (mut carry, mut borrow) = (0, false);
    for (place, &word) in a.iter_mut().zip(b.iter().chain(std::iter::repeat(&0))) {
        let (low, high) = word.carrying_mul(factor, carry);
        carry = high;
        (*place, borrow) = place.borrowing_sub(low, borrow);
    }
    borrow
}

/// `a += b` within the words of `a`; whether the sum has more.
fn add_back(a: &mut [u64], b: &[u64]) -> bool {
    let mut carry = false;
    for (place, &word) in a.iter_mut().zip(b.iter().chain(std::iter::repeat(&0))) {
        (*place, carry) = place.carrying_add(word, carry);
    }
    carry
}
