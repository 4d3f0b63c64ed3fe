//! Certificates about systems of Horn clauses: invariants with proofs, or derivations of false.
//!
//! The page of the format is `docs/formats/horn.md`.

mod read;
#[cfg(test)]
mod tests;
mod write;

pub use read::{Reader, read};
pub use write::Writer;

use format_lit::Lit;
use format_number::{Integer, Rational};
use format_sha256::Digest;
use format_smtlib::Value;

/// The id of a clause within a block.
pub type Id = i64;

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The digest of the system's file.
    pub digest: Digest,
    /// Whether the clauses are said to be satisfiable, not that false is derivable.
    pub is_safe: bool,
}

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
pub enum Line<'a> {
    /// The invariant of a predicate, as text.
    Invariant {
        /// The number of the predicate.
        predicate: u32,
        /// The formula.
        text: &'a [u8],
    },
    /// The proof of a clause begins.
    Clause(u32),
    /// A new Boolean variable stands for an atom.
    Atom {
        /// The variable.
        variable: u32,
        /// The atom.
        atom: Atom,
    },
    /// A clause that follows by propagation.
    Propagation {
        /// Its id.
        id: Id,
        /// Its literals.
        clause: &'a [Lit],
        /// The clauses to propagate with.
        hints: &'a [Id],
    },
    /// A clause of atoms whose negations lead to a contradiction.
    Theory {
        /// Its id.
        id: Id,
        /// Its literals.
        clause: &'a [Lit],
        /// Sums of multiples: of the negated literals, numbered from 1, and of sums before.
        sums: &'a [Vec<(u32, Rational)>],
    },
    /// Clauses that are not needed any more.
    Delete(&'a [Id]),
    /// An instance of a clause.
    Fact {
        /// The number of the clause.
        clause: u32,
        /// The facts that its body stands for, numbered from 1.
        premises: &'a [u64],
        /// The values of its variables.
        values: &'a [Value],
    },
}
