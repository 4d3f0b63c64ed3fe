//! Why two circuits cannot be compared.

use format_aiger::SymbolKind;
use std::fmt;

/// Why there is no question. Circuits are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A circuit does not only compute outputs from inputs.
    Circuit {
        /// Which circuit.
        number: u32,
        /// What is wrong with it.
        error: claim_gates::Error,
    },
    /// The circuits have different numbers of inputs or outputs.
    Counts {
        /// Inputs or outputs.
        kind: SymbolKind,
        /// How many the first has, and the second.
        counts: [u32; 2],
    },
    /// An input or output has no name.
    Unnamed {
        /// Which circuit.
        number: u32,
        /// Input or output.
        kind: SymbolKind,
        /// Which one, from 0.
        at: u32,
    },
    /// Two inputs or two outputs of a circuit have the same name.
    NamedTwice {
        /// Which circuit.
        number: u32,
        /// Inputs or outputs.
        kind: SymbolKind,
        /// The name, escaped.
        name: String,
    },
    /// An input or output of the second circuit has no partner in the first.
    Unmatched {
        /// Input or output.
        kind: SymbolKind,
        /// Its name, escaped.
        name: String,
    },
    /// There are more variables than can be numbered.
    TooLarge,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit { number, error: error @ claim_gates::Error::Latches(_) } => write!(
                f,
                "circuit {number} {error}; build the product of both and prove its safety \
                 (certify safety)"
            ),
            Self::Circuit { number, error } => write!(f, "circuit {number} {error}"),
            Self::Counts { kind, counts: [first, second] } => {
                write!(f, "the circuits have different numbers of {kind}s: {first} and {second}")
            }
            Self::Unnamed { number, kind, at } => {
                write!(f, "circuit {number}: {kind} {at} has no name to match by")
            }
            Self::NamedTwice { number, kind, name } => {
                write!(f, "circuit {number}: two {kind}s have the name '{name}'")
            }
            Self::Unmatched { kind, name } => {
                write!(f, "{kind} '{name}' of circuit 2 has no partner in circuit 1")
            }
            Self::TooLarge => f.write_str("the circuits have more than 2^31 variables"),
        }
    }
}

impl std::error::Error for Error {}
