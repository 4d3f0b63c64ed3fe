//! Why a circuit does not only compute outputs from inputs.

use std::fmt;

/// What is wrong with the circuit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// It has so many latches.
    Latches(usize),
    /// It has properties or constraints, which a claim about outputs would ignore.
    Properties,
    /// It has so many inputs, more than the second number, which its gates and outputs can read.
    Inputs(usize, usize),
    /// It has no outputs, so nothing would be claimed.
    NoOutputs,
    /// There are more variables than can be numbered.
    TooLarge,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Latches(latches) => {
                write!(f, "has {latches} latches: only combinational circuits can be judged")
            }
            Self::Properties => f.write_str(
                "has constraints or properties, which a claim about outputs would ignore: \
                 remove them first",
            ),
            Self::Inputs(inputs, most) => {
                write!(f, "has {inputs} inputs, of which most are unused: at most {most} are taken")
            }
            Self::NoOutputs => f.write_str("has no outputs: there is nothing to judge"),
            Self::TooLarge => f.write_str("has more than 2^31 variables"),
        }
    }
}

impl std::error::Error for Error {}
