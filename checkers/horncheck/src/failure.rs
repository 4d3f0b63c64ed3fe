//! Why nothing is proved.

use crate::Claim;
use checker_derivation::{Cause, Rejection};
use claim_horn::Limit;
use format_horn::Id;
use format_input::{Place, ReadError};
use format_lit::Lit;
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The system could not be read.
    System(format_smtlib::Error),
    /// The certificate is malformed or could not be read.
    Certificate(ReadError),
    /// The certificate is about another system.
    OtherSystem,
    /// The certificate is about this claim, and another was asked for.
    OtherClaim(Claim),
    /// The invariant of this predicate is not the next line.
    NoInvariant(u32),
    /// An invariant is no formula over its parameters.
    Invariant(format_smtlib::Error),
    /// The block of this clause does not come next.
    NoBlock(usize),
    /// A line of another kind should stand there.
    Line(Place),
    /// The terms of this clause are too large.
    Limit(usize, Limit),
    /// A new atom has another variable than this, the next.
    NotNext(Place, u32),
    /// A new atom is not in normal form, or not new.
    Atom(Place),
    /// A step is wrong.
    Step(Place, Rejection),
    /// A theory lemma is wrong.
    Theory(Place, Id, TheoryFault),
    /// All lines of this clause's block are right, and derive no empty clause.
    NotRefuted(usize),
    /// An instance is wrong.
    Fact(Place, FactFault),
    /// All instances are right, and the last one is not false.
    NotFalse,
}

/// Why the literals of a clause may all be false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheoryFault {
    /// This literal is no inequality.
    NoAtom(Lit),
    /// There is no inequality with this number.
    NoInequality(u32),
    /// The multiplier of the inequality with this number is negative.
    Negative(u32),
    /// This variable is left in the last sum.
    Variable(u32),
    /// The last sum has solutions.
    NoContradiction,
    /// Numbers grow too large.
    Limit(Limit),
}

/// What is wrong with an instance of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactFault {
    /// There is no such clause.
    NoClause(u32),
    /// There are not as many values as variables.
    Values {
        /// The variables.
        expected: usize,
        /// The values.
        found: usize,
    },
    /// The value with this number, from 0, is of another sort.
    Sort(usize),
    /// There are not as many premises as predicates in the body.
    Premises {
        /// The predicates.
        expected: usize,
        /// The premises.
        found: usize,
    },
    /// The constraint is false.
    Constraint,
    /// There is no fact with this number before.
    NotEarlier(u64),
    /// The fact with this number is not what the body needs.
    OtherFact(u64),
    /// Numbers grow too large.
    Limit(Limit),
}

impl Failure {
    /// Whether the failure is none of the certificate's.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        match self {
            Self::System(_)
            | Self::Limit(..)
            | Self::Theory(_, _, TheoryFault::Limit(_))
            | Self::Fact(_, FactFault::Limit(_)) => true,
            Self::Certificate(error) => error.is_unreadable(),
            Self::Invariant(error) => error.cause == format_smtlib::Cause::Limit,
            Self::Step(_, rejection) => rejection.cause == Cause::Full,
            _ => false,
        }
    }
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Self {
        Self::Certificate(error)
    }
}

impl From<Limit> for TheoryFault {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl From<Limit> for FactFault {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::System(error) | Self::Invariant(error) => error.fmt(f),
            Self::Certificate(error) => error.fmt(f),
            Self::OtherSystem => f.write_str(" the certificate is about another system"),
            Self::OtherClaim(Claim::Safe) => {
                f.write_str(" the certificate is about satisfiable clauses: ask with --claim safe")
            }
            Self::OtherClaim(Claim::Unsafe) => {
                f.write_str(" the certificate derives false: ask with --claim unsafe")
            }
            Self::NoInvariant(number) => {
                write!(f, " the invariant of predicate {number} does not stand where it should")
            }
            Self::NoBlock(number) => {
                write!(f, " the block of clause {number} does not stand where it should")
            }
            Self::Line(place) => write!(f, "{place}: a line of this kind has no place here"),
            Self::Limit(number, limit) => write!(f, " clause {number}: {limit}"),
            Self::NotNext(place, variable) => {
                write!(f, "{place}: expected {variable}, the next variable, for a new atom")
            }
            Self::Atom(place) => write!(f, "{place}: the atom is not new, or not in normal form"),
            Self::Step(place, rejection) => write!(f, "{place}: {rejection}"),
            Self::Theory(place, id, fault) => write!(f, "{place}: step {id}: {fault}"),
            Self::NotRefuted(number) => {
                write!(f, " the block of clause {number} derives no empty clause")
            }
            Self::Fact(place, fault) => write!(f, "{place}: {fault}"),
            Self::NotFalse => f.write_str(" the last instance is not false"),
        }
    }
}

impl fmt::Display for TheoryFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAtom(literal) => write!(f, "literal {literal} stands for no inequality"),
            Self::NoInequality(number) => write!(f, "there is no inequality {number} before"),
            Self::Negative(number) => {
                write!(f, "the multiplier of inequality {number} is negative")
            }
            Self::Variable(variable) => write!(f, "the last sum keeps numeric variable {variable}"),
            Self::NoContradiction => f.write_str("the last sum is no contradiction"),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}

impl fmt::Display for FactFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoClause(number) => write!(f, "the system has no clause {number}"),
            Self::Values { expected, found } => {
                write!(f, "expected values for {expected} variables, found {found}")
            }
            Self::Sort(number) => write!(f, "value {number} is of another sort than its variable"),
            Self::Premises { expected, found } => {
                write!(f, "expected {expected} premises, one for each predicate, found {found}")
            }
            Self::Constraint => f.write_str("the constraint of the clause is false"),
            Self::NotEarlier(number) => write!(f, "fact {number} is not before this one"),
            Self::OtherFact(number) => write!(f, "fact {number} is not what the body needs"),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}
