//! Why nothing is proved.

use checker_derivation::Rejection;
use format_dimacs::Lit;
use format_input::Place;
use format_pac::Id;
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The circuit could not be read.
    Circuit(format_aiger::Error),
    /// The circuit and the options make no claim.
    Question(claim_multiplier::Error),
    /// The certificate is malformed or could not be read.
    Certificate(format_pac::Error),
    /// No circuit is given, and none is inside.
    NoCircuit,
    /// The certificate is about another circuit.
    OtherCircuit,
    /// The circuit inside is not the one that the certificate is about.
    OtherInside,
    /// The certificate is about another claim.
    OtherClaim {
        /// Its options in canonical words.
        found: String,
        /// Those of what is asked.
        asked: String,
    },
    /// The claim is too large.
    Claim(Cause),
    /// A step is wrong.
    Step {
        /// Where it begins.
        place: Place,
        /// What is wrong.
        cause: Cause,
    },
    /// At the end a gate remains that cannot be expanded.
    Gate {
        /// Its variable.
        variable: u32,
        /// Why.
        cause: Cause,
    },
    /// All steps are right, and a coefficient of the sum is not 0.
    Remainder {
        /// The variables of the product.
        product: Vec<u32>,
        /// The lowest bit of its coefficient.
        column: u32,
    },
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A definition behind another step, which would change ids.
    LateDefinition,
    /// A clause does not follow.
    Clause(Rejection),
    /// The empty clause follows from what gates compute: a bug of ours.
    EmptyClause,
    /// A cut has so many leaves.
    TooManyLeaves(usize),
    /// A cut has this leaf twice.
    LeafTwice(u32),
    /// This input is reached, and is no leaf.
    NotLeaf(u32),
    /// This gate is one too many above a cut.
    LargeCone(u32),
    /// The terms of a linear step are not 0.
    Row {
        /// What they are.
        sum: i64,
        /// The values of the leaves.
        row: Vec<Lit>,
    },
    /// No clause has this id, or it is a tautology.
    NoSuchClause(Id),
    /// A given clause has a literal that is not computed from the cut.
    GivenOutside {
        /// The clause.
        id: Id,
        /// The literal.
        lit: Lit,
    },
    /// A clause of an equality is another one.
    OtherClause {
        /// The clause.
        id: Id,
        /// What it should be.
        wanted: [Lit; 2],
    },
    /// A factor has so many variables.
    LongFactor(usize),
    /// A coefficient has more than 63 bits.
    Overflow,
    /// There are more variables than can be numbered, or more products than what was read may
    /// need.
    Full,
}

impl Failure {
    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::Circuit(_) | Self::Question(_) | Self::Claim(_) => true,
            Self::Certificate(format_pac::Error::Read(error)) => error.is_unreadable(),
            Self::Step { cause, .. } | Self::Gate { cause, .. } => match cause {
                Cause::Full | Cause::EmptyClause => true,
                Cause::Clause(rejection) => rejection.cause == checker_derivation::Cause::Full,
                _ => false,
            },
            _ => false,
        }
    }
}

impl From<format_pac::Error> for Failure {
    fn from(error: format_pac::Error) -> Self {
        Self::Certificate(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) => error.fmt(f),
            Self::Question(error) => error.fmt(f),
            Self::Certificate(error) => error.fmt(f),
            Self::NoCircuit => {
                f.write_str(" no circuit is inside: name its file before the certificate")
            }
            Self::OtherCircuit => f.write_str(" the certificate is about another circuit"),
            Self::OtherInside => {
                f.write_str(" the circuit inside is not the one that the certificate is about")
            }
            Self::OtherClaim { found, asked } => write!(
                f,
                " the certificate is about another claim: it needs the options {found}, asked is \
                 {asked}"
            ),
            Self::Claim(cause) => write!(f, "the claim is too large: {cause}"),
            Self::Step { place, cause } => write!(f, "{place}: {cause}"),
            Self::Gate { variable, cause } => {
                write!(f, " gate {variable} remains in the sum and cannot be expanded: {cause}")
            }
            Self::Remainder { product, column } => {
                let words: Vec<String> = product.iter().map(u32::to_string).collect();
                let product =
                    if words.is_empty() { "1".into() } else { format!("x{}", words.join(" x")) };
                write!(
                    f,
                    " the steps do not show the claim: in the sum, the coefficient of {product} \
                     is not 0, its lowest bit is that of column {column}"
                )
            }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LateDefinition => f.write_str("a definition stands behind another step"),
            Self::Clause(rejection) => rejection.fmt(f),
            Self::EmptyClause => {
                f.write_str("our own error: the empty clause from what gates compute")
            }
            Self::TooManyLeaves(count) => write!(f, "expected at most 12 leaves, found {count}"),
            Self::LeafTwice(leaf) => write!(f, "leaf {leaf} stands twice"),
            Self::NotLeaf(input) => write!(f, "input {input} is reached and is no leaf"),
            Self::LargeCone(gate) => {
                write!(f, "more than 4096 gates above the leaves, {gate} among them")
            }
            Self::Row { sum, row } => {
                write!(f, "the terms add up to {sum}, not 0, where the leaves are")?;
                row.iter().try_for_each(|lit| write!(f, " {lit}"))
            }
            Self::NoSuchClause(id) => write!(f, "id {id} names no clause, or a tautology"),
            Self::GivenOutside { id, lit } => {
                write!(f, "literal {lit} of clause {id} is not computed from the leaves")
            }
            Self::OtherClause { id, wanted: [first, second] } => {
                write!(f, "clause {id} is not the clause {first} {second} that an equality needs")
            }
            Self::LongFactor(count) => {
                write!(f, "expected a factor of at most 12 variables, found {count}")
            }
            Self::Overflow => f.write_str("a coefficient has more than 63 bits"),
            Self::Full => f.write_str("there are more variables or products than can be kept"),
        }
    }
}
