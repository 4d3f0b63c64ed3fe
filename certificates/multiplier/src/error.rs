//! Why there is no question.

use format_aiger::SymbolKind;
use std::fmt;

/// Why options and circuit make no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The circuit does not only compute outputs from inputs.
    Circuit(claim_gates::Error),
    /// These options exclude each other.
    Exclusive(&'static str, &'static str),
    /// The constant is below 0 and the operand is unsigned.
    Negative,
    /// So many inputs cannot be divided in the usual way.
    Widths(u32),
    /// So many inputs do not make this shape.
    Shape(u32, (u32, u32)),
    /// Operands of these widths cannot take turns.
    Interleaved(u32, u32),
    /// The circuit has so many outputs, and should have the second number.
    Outputs(usize, u32),
    /// This input or output has no name that ends with the number of a bit.
    Unnamed(SymbolKind, usize),
    /// The inputs or outputs do not have so many different names.
    Names(SymbolKind, usize),
    /// The inputs or outputs with this name, escaped, are not numbered 0, 1, 2 and so on.
    Bits(SymbolKind, String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) => write!(f, "the circuit {error}"),
            Self::Exclusive(one, other) => write!(f, "{one} and {other} exclude each other"),
            Self::Negative => f.write_str("a constant below 0 needs --signed"),
            Self::Widths(inputs) => write!(f, "{inputs} inputs: say with --shape what they are"),
            Self::Shape(all, (n, k)) => write!(f, "{all} inputs in this order are not {n}x{k}"),
            Self::Interleaved(n, k) => write!(f, "{n} and {k} bits cannot be interleaved"),
            Self::Outputs(found, asked) => write!(f, "{found} outputs, asked is for {asked}"),
            Self::Unnamed(kind, at) => write!(f, "{kind} {at} has no name with a number"),
            Self::Names(kind, count) => write!(f, "expected {count} different names of {kind}s"),
            Self::Bits(kind, name) => write!(f, "the {kind}s '{name}' are not numbered 0, 1, 2"),
        }
    }
}

impl std::error::Error for Error {}
