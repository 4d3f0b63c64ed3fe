//! What the user asks for: the same options, with the same defaults, in every program.

use std::fmt;
use std::str::FromStr;

/// The options of the claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// `--signed`: all operands and the addend are in two's complement.
    pub signed: bool,
    /// `--shape NxK`: the bits of the operands.
    pub shape: Option<(u32, u32)>,
    /// `--truncate M`: the circuit has exactly so many outputs.
    pub truncate: Option<u32>,
    /// `--accumulate`: the inputs that remain are an addend.
    pub accumulate: bool,
    /// `--square`: all inputs are one operand, which is multiplied with itself.
    pub square: bool,
    /// `--constant V`: all inputs are one operand, which is multiplied with this number.
    pub constant: Option<Constant>,
    /// `--order`: which input is which bit.
    pub order: Order,
}

impl Options {
    /// Reads the options of a command line; `value` gives the value of an option that was given,
    /// which is empty for those that have none.
    pub fn read<'a>(value: impl Fn(&'static str) -> Option<&'a str>) -> Result<Self, String> {
        let shape = value("--shape").map(|word| {
            let sides = word.split_once('x').and_then(|(n, k)| Some((width(n)?, width(k)?)));
            sides.ok_or_else(|| format!("--shape: expected NxK, such as 8x8, found '{word}'"))
        });
        let truncate = value("--truncate").map(|word| {
            let bits = width(word);
            bits.ok_or_else(|| format!("--truncate: expected a number of bits, found '{word}'"))
        });
        Ok(Self {
            signed: value("--signed").is_some(),
            shape: shape.transpose()?,
            truncate: truncate.transpose()?,
            accumulate: value("--accumulate").is_some(),
            square: value("--square").is_some(),
            constant: value("--constant").map(str::parse).transpose()?,
            order: value("--order").map(str::parse).transpose()?.unwrap_or_default(),
        })
    }
}

/// A number of bits: at least 1, in decimal digits.
fn width(word: &str) -> Option<u32> {
    let plain = word.starts_with(|letter: char| ('1'..='9').contains(&letter));
    word.parse().ok().filter(|_| plain)
}

/// The options in canonical words; read back they are the same.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let switches = [
            ("--signed ", self.signed),
            ("--accumulate ", self.accumulate),
            ("--square ", self.square),
        ];
        switches.iter().filter(|(_, on)| *on).try_for_each(|(name, _)| f.write_str(name))?;
        if let Some(constant) = &self.constant {
            write!(f, "--constant {constant} ")?;
        }
        if let Some((n, k)) = self.shape {
            write!(f, "--shape {n}x{k} ")?;
        }
        if let Some(bits) = self.truncate {
            write!(f, "--truncate {bits} ")?;
        }
        write!(f, "--order {}", self.order)
    }
}

/// Which input is which bit of which operand: the user says, not the certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// All of the first operand, then all of the second, then the addend; lowest bits first.
    #[default]
    Separate,
    /// First, second, first, second operand, and so on; then the addend.
    Interleaved,
    /// As the names say: `a[3]`, `a_3` or `a3`; operands in the order of their first appearance.
    Names,
}

impl FromStr for Order {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = [Self::Separate, Self::Interleaved, Self::Names];
        let order = known.into_iter().find(|order| order.to_string() == word);
        order.ok_or_else(|| {
            format!("--order: expected separate, interleaved or names, found '{word}'")
        })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Separate => "separate",
            Self::Interleaved => "interleaved",
            Self::Names => "names",
        })
    }
}

/// An integer of any size.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Constant {
    /// Whether it is below 0.
    pub negative: bool,
    /// Its magnitude in digits of 32 bits, the lowest first, without zeros at the end.
    pub digits: Vec<u32>,
}

impl FromStr for Constant {
    type Err = String;

    /// Decimal, or hexadecimal after `0x`; a minus may stand before.
    fn from_str(word: &str) -> Result<Self, String> {
        let magnitude = word.strip_prefix('-').unwrap_or(word);
        let (letters, radix) =
            magnitude.strip_prefix("0x").map_or((magnitude, 10), |hex| (hex, 16));
        let mut digits: Vec<u32> = Vec::new();
        let valid = !letters.is_empty() && letters.chars().all(|letter| letter.is_digit(radix));
        if !valid {
            return Err(format!("--constant: expected a decimal or 0x number, found '{word}'"));
        }
        for letter in letters.chars() {
            let mut carry = u64::from(letter.to_digit(radix).unwrap_or(0));
            for digit in &mut digits {
                // At most (2^32 - 1) * 16 + 2^32 - 1.
                carry = u64::from(*digit).wrapping_mul(radix.into()).wrapping_add(carry);
                *digit = u32::try_from(carry & u64::from(u32::MAX)).unwrap_or(0);
                carry >>= 32;
            }
            if carry > 0 {
                digits.push(u32::try_from(carry).unwrap_or(0));
            }
        }
        Ok(Self { negative: word.starts_with('-') && !digits.is_empty(), digits })
    }
}

impl fmt::Display for Constant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (highest, rest) = self.digits.split_last().unwrap_or((&0, &[]));
        write!(f, "{}0x{highest:x}", if self.negative { "-" } else { "" })?;
        rest.iter().rev().try_for_each(|digit| write!(f, "{digit:08x}"))
    }
}
