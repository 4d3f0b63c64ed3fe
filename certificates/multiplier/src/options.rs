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
            let sides = word.split_once('x').and_then(|(n, k)| width(n).zip(width(k)));
            sides.ok_or_else(|| format!("--shape: expected NxK, such as 8x8, found {word:?}"))
        });
        let truncate = value("--truncate").map(|word| {
            width(word).ok_or_else(|| format!("--truncate: expected 1 or more, found {word:?}"))
        });
        Ok(Self {
            signed: value("--signed").is_some(),
            shape: shape.transpose()?,
            truncate: truncate.transpose()?,
            accumulate: value("--accumulate").is_some(),
            square: value("--square").is_some(),
            constant: value("--constant").map(str::parse).transpose()?,
            order: value("--order").map_or(Ok(Order::default()), str::parse)?,
        })
    }
}

/// A number of bits: at least 1, in decimal digits.
fn width(word: &str) -> Option<u32> {
    word.parse().ok().filter(|_| word.starts_with(|letter| matches!(letter, '1'..='9')))
}

/// The options in canonical words; read back they are the same.
impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.signed.then(|| "--signed ".into()),
            self.accumulate.then(|| "--accumulate ".into()),
            self.square.then(|| "--square ".into()),
            self.constant.as_ref().map(|constant| format!("--constant {constant} ")),
            self.shape.map(|(n, k)| format!("--shape {n}x{k} ")),
            self.truncate.map(|bits| format!("--truncate {bits} ")),
        ];
        words.iter().flatten().try_for_each(|word: &String| f.write_str(word))?;
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
        let expected = "--order: expected separate, interleaved or names";
        order.ok_or_else(|| format!("{expected}, found {word:?}"))
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
        if !(1..=10_000).contains(&letters.len()) || !letters.chars().all(|c| c.is_digit(radix)) {
            return Err(format!("--constant: expected up to 10000 digits or 0x, not {word:?}"));
        }
        for mut carry in letters.chars().filter_map(|letter| letter.to_digit(radix)) {
            for digit in &mut digits {
                (*digit, carry) = digit.carrying_mul(radix, carry);
            }
            digits.extend((carry > 0).then_some(carry));
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
