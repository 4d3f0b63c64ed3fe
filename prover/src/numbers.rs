//! Numbers of any size as bits, the lowest first.

/// A limb of nine decimal digits.
const LIMB: u64 = 1_000_000_000;

/// The sign and the bits of a number in decimal, or in hexadecimal after `0x`. The bits end with
/// a one; zero has none.
pub(crate) fn parse(text: &str) -> Option<(bool, Vec<bool>)> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (base, digits) = digits.strip_prefix("0x").map_or((10, digits), |digits| (16, digits));
    if digits.is_empty() {
        return None;
    }
    // Limbs of 32 bits, the lowest first.
    let mut limbs: Vec<u64> = Vec::new();
    for digit in digits.chars() {
        let mut carry = u64::from(digit.to_digit(base)?);
        for limb in &mut limbs {
            let value = limb.saturating_mul(base.into()).saturating_add(carry);
            *limb = value & u64::from(u32::MAX);
            carry = value >> 32;
        }
        limbs.extend(Some(carry).filter(|&carry| carry > 0));
    }
    let mut bits: Vec<bool> =
        limbs.iter().flat_map(|limb| (0..32).map(move |place| limb >> place & 1 == 1)).collect();
    while bits.last() == Some(&false) {
        bits.pop();
    }
    Some((is_negative, bits))
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

    fn bits(value: i64, width: u32) -> Vec<bool> {
        (0..width).map(|place| value >> place & 1 == 1).collect()
    }

    #[test]
    fn numbers_are_read_and_written() {
        for value in [0, 1, 9, 255, 1_000_000_000, 999_999_999_999_999_999, i64::MAX] {
            let (sign, found) = parse(&value.to_string()).unwrap();
            assert_eq!((sign, decimal(&found, false)), (false, value.to_string()));
            assert_eq!(parse(&format!("-{value:#x}")), Some((true, found)));
            assert_eq!(decimal(&bits(value, 64), true), value.to_string());
            assert_eq!(decimal(&bits(-value, 64), true), (-value).to_string());
            assert_eq!(negate(&bits(value, 64)), bits(-value, 64));
        }
        let huge = "123456789012345678901234567890123456789";
        assert_eq!(decimal(&parse(huge).unwrap().1, false), huge);
        assert_eq!(hexadecimal(&bits(0x1_23ff, 17)), "0x123ff");
        assert_eq!(hexadecimal(&bits(5, 9)), "0x005");
        assert!(["", "-", "0x", "1a", "+1", "1 "].iter().all(|text| parse(text).is_none()));
    }
}
