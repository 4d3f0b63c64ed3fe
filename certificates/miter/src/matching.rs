//! Which input and output of one circuit is which of the other.

use crate::Error;
use format_aiger::{Model, SymbolKind};
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;

/// How inputs and outputs of two circuits are matched: the user says, not the certificate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Matching {
    /// The first with the first, and so on.
    #[default]
    Position,
    /// Those with the same name; all have one, and no two the same.
    Names,
}

impl FromStr for Matching {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "position" => Ok(Self::Position),
            "names" => Ok(Self::Names),
            _ => Err(format!("--match: expected position or names, found {word:?}")),
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Position => "position",
            Self::Names => "names",
        })
    }
}

/// By input, and by output, of the second circuit: the number of its partner in the first.
pub(crate) fn maps(
    matching: Matching,
    first: &Model,
    second: &Model,
) -> Result<(Vec<u32>, Vec<u32>), Error> {
    let map = |kind| {
        let counts = [count(first, kind)?, count(second, kind)?];
        let [expected, found] = counts;
        if expected != found {
            return Err(Error::Counts { kind, counts });
        }
        match matching {
            Matching::Position => Ok((0..expected).collect()),
            Matching::Names => by_name(first, second, kind),
        }
    };
    Ok((map(SymbolKind::Input)?, map(SymbolKind::Output)?))
}

fn count(circuit: &Model, kind: SymbolKind) -> Result<u32, Error> {
    let count = match kind {
        SymbolKind::Input => circuit.inputs.len(),
        _ => circuit.outputs.len(),
    };
    u32::try_from(count).map_err(|_| Error::TooLarge)
}

fn by_name(first: &Model, second: &Model, kind: SymbolKind) -> Result<Vec<u32>, Error> {
    let names = names(first, kind, 1)?;
    let numbers: HashMap<&[u8], u32> = names.into_iter().zip(0..).collect();
    let others = self::names(second, kind, 2)?;
    let partner = |name: &[u8]| {
        let unmatched = || Error::Unmatched { kind, name: printable(name) };
        numbers.get(name).copied().ok_or_else(unmatched)
    };
    others.into_iter().map(partner).collect()
}

/// The names of all inputs or outputs in order: every one has a name, and no other has the same.
fn names(circuit: &Model, kind: SymbolKind, number: u32) -> Result<Vec<&[u8]>, Error> {
    let of_kind = circuit.symbols.iter().filter(|symbol| symbol.kind == kind);
    let by_index: HashMap<u32, &[u8]> =
        of_kind.map(|symbol| (symbol.index, symbol.name.as_slice())).collect();
    let mut seen = HashMap::new();
    let mut names = Vec::new();
    for at in 0..count(circuit, kind)? {
        let name = *by_index.get(&at).ok_or(Error::Unnamed { number, kind, at })?;
        if seen.insert(name, at).is_some() {
            return Err(Error::NamedTwice { number, kind, name: printable(name) });
        }
        names.push(name);
    }
    Ok(names)
}

/// A name from a file, safe to print.
fn printable(name: &[u8]) -> String {
    name.escape_ascii().to_string()
}
