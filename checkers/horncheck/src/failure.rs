//! Why nothing is proved.

use crate::Claim;
use claim_horn::{Id, Limit};
use format_input::Place;
use format_lit::Lit;
use format_smtlib::{Cause, Error};
use std::fmt;

/// Why nothing is proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The system could not be read.
    System(Error),
    /// The certificate's bytes could not be read.
    Unreadable(String),
    /// The certificate is malformed.
    Certificate(Error),
    /// The certificate is about another system.
    OtherSystem,
    /// The certificate is about this claim, and another was asked for.
    OtherClaim(Claim),
    /// The invariant of this predicate is not the next line.
    NoInvariant(u32),
    /// The block of this clause does not come next.
    NoBlock(usize),
    /// The terms of this clause are too large.
    Limit(usize, Limit),
    /// All lines of this clause's block are right, and derive no empty clause.
    NotRefuted(usize),
    /// All instances are right, and the last one is not false.
    NotFalse,
    /// A line is wrong.
    Line(Place, Fault),
}

/// What is wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Another kind of line should stand there.
    Kind,
    /// A new atom has another variable than this, the next.
    NotNext(u32),
    /// A new atom is not in normal form, or not new.
    Atom,
    /// Its id is not larger than this one, the last.
    NotAfter(Id),
    /// It deletes a clause that is not derived, or deleted already.
    NotLive(Id),
    /// This hint names no clause that may be used.
    NoSuchHint(Id),
    /// This hint's clause has a true literal.
    HintTrue(Id),
    /// This hint's clause has two literals that are not false.
    HintOpen(Id),
    /// This hint stands behind the conflict.
    HintAfterConflict(Id),
    /// The hints end without a conflict.
    NoConflict,
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
    /// There is no such clause.
    NoClause(u32),
    /// There are not as many values as the clause has variables, which are so many.
    Values(usize),
    /// The value with this number, from 0, is of another sort.
    Sort(usize),
    /// There are not as many premises as the body has predicates, which are so many.
    Premises(usize),
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
            | Self::Unreadable(_)
            | Self::Limit(..)
            | Self::Line(_, Fault::Limit(_)) => true,
            Self::Certificate(error) => error.cause == Cause::Limit,
            _ => false,
        }
    }
}

impl From<Limit> for Fault {
    fn from(limit: Limit) -> Self {
        Self::Limit(limit)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = "does not stand where it should";
        match self {
            Self::System(error) | Self::Certificate(error) => error.fmt(f),
            Self::Unreadable(why) => write!(f, " cannot read on: {why}"),
            Self::OtherSystem => f.write_str(" the certificate is about another system"),
            Self::OtherClaim(Claim::Safe) => {
                f.write_str(" the certificate is one for --claim safe")
            }
            Self::OtherClaim(_) => f.write_str(" the certificate is one for --claim unsafe"),
            Self::NoInvariant(number) => write!(f, " the invariant of predicate {number} {order}"),
            Self::NoBlock(number) => write!(f, " the block of clause {number} {order}"),
            Self::Limit(number, limit) => write!(f, " clause {number}: {limit}"),
            Self::NotRefuted(n) => write!(f, " the block of clause {n} derives no empty clause"),
            Self::NotFalse => f.write_str(" the last instance is not false"),
            Self::Line(place, fault) => write!(f, "{place}: {fault}"),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kind => f.write_str("a line of this kind has no place here"),
            Self::NotNext(next) => write!(f, "expected {next}, the next variable, for a new atom"),
            Self::Atom => f.write_str("the atom is not new, or not in normal form"),
            Self::NotAfter(last) => write!(f, "expected an id larger than {last}, the last one"),
            Self::NotLive(id) => write!(f, "clause {id} is not derived, or deleted already"),
            Self::NoSuchHint(hint) => write!(f, "hint {hint} names no clause, or a tautology"),
            Self::HintTrue(hint) => write!(f, "hint {hint} has a true literal"),
            Self::HintOpen(hint) => write!(f, "hint {hint} has two literals that are not false"),
            Self::HintAfterConflict(hint) => write!(f, "hint {hint} stands behind the conflict"),
            Self::NoConflict => f.write_str("the hints end without a conflict"),
            Self::NoAtom(literal) => write!(f, "literal {literal} stands for no inequality"),
            Self::NoInequality(number) => write!(f, "there is no inequality {number} before"),
            Self::Negative(n) => write!(f, "the multiplier of inequality {n} is negative"),
            Self::Variable(variable) => write!(f, "the last sum keeps numeric variable {variable}"),
            Self::NoContradiction => f.write_str("the last sum is no contradiction"),
            Self::NoClause(number) => write!(f, "the system has no clause {number}"),
            Self::Values(count) => write!(f, "expected a value for each of {count} variables"),
            Self::Sort(number) => write!(f, "value {number} is of another sort than its variable"),
            Self::Premises(count) => write!(f, "expected a premise for each of {count} predicates"),
            Self::Constraint => f.write_str("the constraint of the clause is false"),
            Self::NotEarlier(number) => write!(f, "fact {number} is not before this one"),
            Self::OtherFact(number) => write!(f, "fact {number} is not what the body needs"),
            Self::Limit(limit) => limit.fmt(f),
        }
    }
}
