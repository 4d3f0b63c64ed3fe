//! Why nothing is proved.

use checker_command::Verdict;
use format_input::{Place, ReadError};
use format_lit::Lit;
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
    Certificate(ReadError),
    /// No circuit is given, and none is inside.
    NoCircuit,
    /// The certificate is about another circuit than the one given, or the one inside.
    OtherCircuit,
    /// The certificate has the first claim, asked is the second; both as canonical options.
    OtherClaim(String, String),
    /// A step is wrong.
    Step(Place, Cause),
    /// A gate is left in the sum and cannot be expanded; or, for 0, the claim is too large.
    Gate(u32, Cause),
    /// All steps are right, and the coefficient of this product is not 0 from this column on.
    Remainder(Vec<u32>, u32),
}

/// What is wrong with a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A definition behind another step, which would change ids.
    LateDefinition,
    /// No clause has this id, or it is a tautology.
    NoClause(Id),
    /// The clause of this hint has a true literal, or two that are not false.
    Hint(Id),
    /// The hints end without a conflict, or go on behind it.
    NoConflict,
    /// The empty clause follows from what gates compute: a bug of ours.
    EmptyClause,
    /// A cut or a factor has so many variables.
    Variables(usize),
    /// A cut has this leaf twice.
    LeafTwice(u32),
    /// This input is reached, and is no leaf.
    NotLeaf(u32),
    /// This gate is one too many above a cut.
    LargeCone(u32),
    /// The terms of a linear step are not 0 but this number for these values of the leaves.
    Row(i64, Vec<Lit>),
    /// This literal of a given clause is not computed from the cut.
    Given(Lit),
    /// The given clauses of a step have too many literals.
    ManyGiven,
    /// A coefficient has more than 63 bits.
    Overflow,
    /// There are more variables or products than can be kept.
    Full,
}

/// What a rule answers.
pub(crate) type Done = Result<(), Cause>;

impl Failure {
    /// The verdict on files with these names; undecided if the failure is none of the certificate's.
    #[must_use]
    pub fn verdict(&self, circuit: Option<&str>, certificate: &str) -> Verdict {
        let words = match (self, circuit) {
            (Self::Question(_), name) => format!("{}: {self}", name.unwrap_or(certificate)),
            (Self::Circuit(_), Some(name)) => format!("{name}:{self}"),
            (Self::Circuit(_), None) => format!("{certificate}: the circuit inside, {self}"),
            _ => format!("{certificate}:{self}"),
        };
        let is_undecided = match self {
            Self::Certificate(error) => error.is_unreadable(),
            Self::Step(_, cause) => matches!(cause, Cause::EmptyClause | Cause::Full),
            _ => matches!(self, Self::Circuit(_) | Self::Question(_) | Self::Gate(_, Cause::Full)),
        };
        if is_undecided { Verdict::undecided(words) } else { Verdict::refused(words) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Circuit(error) => error.fmt(f),
            Self::Question(error) => error.fmt(f),
            Self::Certificate(error) => error.fmt(f),
            Self::NoCircuit => f.write_str(" no circuit is inside: name its file first"),
            Self::OtherCircuit => f.write_str(" the digest in it is of another circuit"),
            Self::OtherClaim(found, asked) => write!(f, " this is about {found:?}, asked: {asked}"),
            Self::Step(place, cause) => write!(f, "{place}: {cause}"),
            Self::Gate(0, cause) => write!(f, " the claim is too large: {cause}"),
            Self::Gate(gate, cause) => write!(f, " gate {gate} cannot be expanded: {cause}"),
            Self::Remainder(product, column) => {
                write!(f, " the steps do not show the claim: left is an odd number * 2^{column}")?;
                product.iter().try_for_each(|variable| write!(f, " * x{variable}"))
            }
        }
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LateDefinition => f.write_str("a definition stands behind another step"),
            Self::NoClause(id) => write!(f, "id {id} names no clause, or a tautology"),
            Self::Hint(id) => write!(f, "hint {id} has a true literal, or two that are not false"),
            Self::NoConflict => f.write_str("expected a conflict at the last hint, and only there"),
            Self::EmptyClause => f.write_str("our own error: the empty clause from gates"),
            Self::Variables(count) => write!(f, "expected at most 12 variables, found {count}"),
            Self::LeafTwice(leaf) => write!(f, "leaf {leaf} stands twice"),
            Self::NotLeaf(input) => write!(f, "input {input} is reached and is no leaf"),
            Self::LargeCone(gate) => write!(f, "more than 4096 gates up to {gate}"),
            Self::Row(sum, row) => {
                write!(f, "the terms add up to {sum}, not 0, where these are true:")?;
                row.iter().try_for_each(|lit| write!(f, " {lit}"))
            }
            Self::Given(lit) => write!(f, "{lit} of a given clause is not made of the leaves"),
            Self::ManyGiven => f.write_str("the given clauses have more than 256 literals"),
            Self::Overflow => f.write_str("a coefficient has more than 63 bits"),
            Self::Full => f.write_str("there are more variables or products than can be kept"),
        }
    }
}
