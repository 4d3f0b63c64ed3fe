//! The words for the parts of a multiplier.

use std::fmt;
use std::str::FromStr;

/// How partial products are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ppg {
    /// A conjunction for each pair of bits.
    Simple,
    /// Booth's recoding, radix 2.
    Booth2,
    /// Booth's recoding, radix 4.
    Booth4,
    /// Booth's recoding, radix 8.
    Booth8,
    /// Booth's recoding, radix 16.
    Booth16,
}

/// How rows are reduced to two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tree {
    /// One row after the other, carries saved for the next row.
    Array,
    /// One row after the other, carries rippling through each row.
    RippleRows,
    /// One column after the other, partial products and carries in pairs.
    ArrayColumns,
    /// As many adders in each stage as possible, column by column.
    Wallace,
    /// Three rows become two in each stage, group by group.
    WallaceRows,
    /// As few adders in each stage as possible.
    Dadda,
    /// Compressors of four bits and a carry.
    Compressor42,
    /// Counters of seven bits.
    Counter73,
    /// Always the bits that are there first.
    Balanced,
}

/// How two rows are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AdderKind {
    /// Carries ripple from bit to bit.
    Ripple,
    /// Carry look-ahead over groups of four.
    Lookahead,
    /// The prefix network of Kogge and Stone.
    KoggeStone,
    /// The prefix network of Brent and Kung.
    BrentKung,
    /// The prefix network of Ladner and Fischer.
    LadnerFischer,
    /// The prefix network of Han and Carlson.
    HanCarlson,
    /// Blocks that a carry may skip.
    CarrySkip,
    /// Blocks computed for both carries.
    CarrySelect,
    /// Halves computed for both carries.
    ConditionalSum,
}

/// A kind with a word for each of its values.
pub trait Named: Copy + PartialEq + 'static {
    /// All values with their words.
    const ALL: &'static [(Self, &'static str)];
}

impl Named for Ppg {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Simple, "simple"),
        (Self::Booth2, "booth2"),
        (Self::Booth4, "booth4"),
        (Self::Booth8, "booth8"),
        (Self::Booth16, "booth16"),
    ];
}

impl Named for Tree {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Array, "array"),
        (Self::RippleRows, "ripple-rows"),
        (Self::ArrayColumns, "array-columns"),
        (Self::Wallace, "wallace"),
        (Self::WallaceRows, "wallace-rows"),
        (Self::Dadda, "dadda"),
        (Self::Compressor42, "compressor42"),
        (Self::Counter73, "counter73"),
        (Self::Balanced, "balanced"),
    ];
}

impl Named for AdderKind {
    const ALL: &'static [(Self, &'static str)] = &[
        (Self::Ripple, "ripple"),
        (Self::Lookahead, "lookahead"),
        (Self::KoggeStone, "kogge-stone"),
        (Self::BrentKung, "brent-kung"),
        (Self::LadnerFischer, "ladner-fischer"),
        (Self::HanCarlson, "han-carlson"),
        (Self::CarrySkip, "carry-skip"),
        (Self::CarrySelect, "carry-select"),
        (Self::ConditionalSum, "conditional-sum"),
    ];
}

fn word<T: Named>(value: T) -> &'static str {
    T::ALL.iter().find(|(other, _)| *other == value).map_or("", |(_, word)| word)
}

fn parse<T: Named>(word: &str) -> Result<T, String> {
    let words = || T::ALL.iter().map(|(_, word)| *word).collect::<Vec<_>>().join(", ");
    let found = T::ALL.iter().find(|(_, other)| *other == word);
    found.map(|&(value, _)| value).ok_or_else(|| format!("expected one of {}", words()))
}

impl fmt::Display for Ppg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(*self))
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(*self))
    }
}

impl fmt::Display for AdderKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(*self))
    }
}

impl FromStr for Ppg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse(text)
    }
}

impl FromStr for Tree {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse(text)
    }
}

impl FromStr for AdderKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        parse(text)
    }
}
