//! Numbers of any size as bits, the lowest first.

/// A limb of nine decimal digits.
const LIMB: u64 = 1_000_000_000;

/// The bits of digits of 32 bits, the lowest first, up to the highest one.
pub(crate) fn bits(digits: &[u32]) -> Vec<bool> {
    let bits = digits.iter().flat_map(|digit| (0..32).map(move |place| digit >> place & 1 == 1));
    let mut bits: Vec<bool> = bits.collect();
    while bits.last() == Some(&false) {
        bits.pop();
    }
    bits
}

/// The number in decimal; in two's complement if it is signed.
pub(crate) fn decimal(bits: &[bool], signed: bool) -> String {
    let is_negative = signed && bits.last() == Some(&true);
    let magnitude = if is_negative { negate(bits) } else { bits.to_vec() };
    let mut limbs: Vec<u64> = vec![0];
    for &bit in magnitude.iter().rev() {
        let mut carry = u64::from(bit);
        for limb in &mut limbs {
            let value = limb.saturating_mul(2).saturating_add(carry);
            (*limb, carry) =
                if value >= LIMB { (value.saturating_sub(LIMB), 1) } else { (value, 0) };
        }
        limbs.extend(Some(carry).filter(|&carry| carry > 0));
    }
    let mut text = if is_negative { "-".to_owned() } else { String::new() };
    let mut limbs = limbs.iter().rev();
    text.extend(limbs.next().map(u64::to_string));
    text.extend(limbs.map(|limb| format!("{limb:09}")));
    text
}

/// The bits in hexadecimal, as many digits as they need.
pub(crate) fn hexadecimal(bits: &[bool]) -> String {
    let digits = bits.chunks(4).rev().map(|four| {
        let value = four.iter().rev().fold(0_u32, |value, &bit| value << 1 | u32::from(bit));
        char::from_digit(value, 16).unwrap_or('0')
    });
    format!("0x{}", digits.collect::<String>())
}

/// The negation in two's complement, modulo 2 to the power of the number of bits.
pub(crate) fn negate(bits: &[bool]) -> Vec<bool> {
    // Bits above the lowest one are inverted.
    let lowest = bits.iter().position(|&bit| bit).unwrap_or(bits.len());
    bits.iter().enumerate().map(|(place, &bit)| bit != (place > lowest)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: i64, width: u32) -> Vec<bool> {
        (0..width).map(|place| value >> place & 1 == 1).collect()
    }

    #[test]
    fn numbers_of_any_size_are_written() {
        for value in [0, 1, 9, 255, 1_000_000_000, 999_999_999_999_999_999, i64::MAX] {
            assert_eq!(decimal(&number(value, 63), false), value.to_string());
            assert_eq!(decimal(&number(value, 64), true), value.to_string());
            assert_eq!(decimal(&number(-value, 64), true), (-value).to_string());
            assert_eq!(negate(&number(value, 64)), number(-value, 64));
        }
        let huge: Vec<bool> = (0..=100).map(|place| place == 100).collect();
        assert_eq!(decimal(&huge, false), "1267650600228229401496703205376");
        assert_eq!(hexadecimal(&number(0x1_23ff, 17)), "0x123ff");
        assert_eq!(hexadecimal(&number(5, 9)), "0x005");
    }
}
