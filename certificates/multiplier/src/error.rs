//! Why there is no question.

use format_aiger::SymbolKind;
use std::fmt;

/// Why options and circuit make no claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The circuit does not only compute outputs from inputs.
    Circuit(claim_gates::Error),
    /// Two options exclude each other.
    Exclusive([&'static str; 2]),
    /// The constant is below 0 and the operands are unsigned.
    Negative,
    /// The inputs cannot be divided in the usual way.
    Widths {
        /// How many there are.
        inputs: u32,
    },
    /// The shape does not use up the inputs.
    Shape {
        /// How many there are.
        inputs: u32,
        /// What is asked for.
        shape: (u32, u32),
    },
    /// The operands are not equally long.
    Interleaved {
        /// Their bits.
        shape: (u32, u32),
    },
    /// The circuit has another number of outputs than asked for.
    Outputs {
        /// How many there are.
        found: usize,
        /// How many should be.
        asked: u32,
    },
    /// An input or output has no name that ends with the number of a bit.
    Unnamed {
        /// Input or output.
        kind: SymbolKind,
        /// Which one, from 0.
        at: usize,
    },
    /// The names are those of more or fewer operands than the claim has.
    Names {
        /// Of inputs or outputs.
        kind: SymbolKind,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The bits with a name are not numbered 0, 1, 2 and so on, each once.
    Bits {
        /// Of inputs or outputs.
        kind: SymbolKind,
        /// The name, escaped.
        name: String,
    },
}

impl From<claim_gates::Error> for Error {
    fn from(error: claim_gates::Error) -> Self {
        Self::Circuit(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) => write!(f, "the circuit {error}"),
            Self::Exclusive([one, other]) => write!(f, "{one} and {other} exclude each other"),
            Self::Negative => f.write_str("a constant below 0 needs --signed"),
            Self::Widths { inputs } => write!(
                f,
                "the circuit has {inputs} inputs: say with --shape NxK how many bits the operands \
                 have"
            ),
            Self::Shape { inputs, shape: (n, k) } => {
                write!(f, "the circuit has {inputs} inputs, which do not make the shape {n}x{k}")
            }
            Self::Interleaved { shape: (n, k) } => {
                write!(f, "operands of {n} and {k} bits cannot be interleaved")
            }
            Self::Outputs { found, asked } => {
                write!(f, "the circuit has {found} outputs, expected {asked}")
            }
            Self::Unnamed { kind, at } => {
                write!(f, "{kind} {at} has no name that ends with the number of a bit")
            }
            Self::Names { kind, expected, found } => {
                write!(f, "the {kind}s have {found} different names, expected {expected}")
            }
            Self::Bits { kind, name } => write!(
                f,
                "the {kind}s named '{name}' are not numbered from 0 without gaps, each once"
            ),
        }
    }
}

impl std::error::Error for Error {}
