//! Certificates about systems of Horn clauses: invariants with proofs, or derivations of false.
//!
//! The page of the format is `docs/formats/horn.md`.

mod facts;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{Reader, read};
pub use write::{Header, Writer};

use format_input::Place;
use format_lit::Lit;
use format_number::{Integer, Rational};
use format_smtlib::Value;

/// The id of a clause within a block.
pub type Id = i64;

/// An inequality `a1 x1 + a2 x2 + ... <= bound`, or `<`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Atom {
    /// Numeric variables and their coefficients.
    pub terms: Vec<(u32, Integer)>,
    /// What the sum is compared with.
    pub bound: Rational,
    /// Whether it is `<`.
    pub is_strict: bool,
}

/// A line of a certificate.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    /// The invariant of a predicate: its number, the formula's text, and where that begins.
    Invariant(u32, String, Place),
    /// The proof of the clause with this number begins.
    Clause(u32),
    /// A new Boolean variable stands for an atom.
    Atom(u32, Atom),
    /// An id, a clause that follows by propagation, and the clauses to propagate with.
    Propagation(Id, Vec<Lit>, Vec<Id>),
    /// An id, and a clause of atoms whose negations lead to a contradiction: by sums of multiples
    /// of the negated literals, numbered from 1, and of sums before.
    Theory(Id, Vec<Lit>, Vec<Vec<(u32, Rational)>>),
    /// Clauses that are not needed any more.
    Delete(Vec<Id>),
    /// The number of a clause, the facts that its body stands for, numbered from 1, and the
    /// values of its variables.
    Fact(u32, Vec<u64>, Vec<Value>),
}
