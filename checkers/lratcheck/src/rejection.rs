//! Why a step is refused.

use format_lrat::Id;
use std::fmt;

/// Why the step `id` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The clause to be added or deleted.
    pub id: Id,
    /// What is wrong with it.
    pub cause: Cause,
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Its id is not larger than this one, the last.
    NotAfter(Id),
    /// It deletes a clause that is not live.
    NotLive,
    /// This hint names no live clause.
    HintNotLive(Id),
    /// This hint's clause has a true literal.
    HintSatisfied(Id),
    /// This hint's clause has two free literals.
    HintOpen(Id),
    /// This hint stands behind the conflict.
    HintAfterConflict(Id),
    /// It adds the empty clause, and its hints end without a conflict.
    NoConflict,
    /// This clause is named as a candidate and is a tautology or lacks the negated pivot.
    NotACandidate(Id),
    /// This candidate is named twice.
    CandidateTwice(Id),
    /// The hints of this candidate end without a conflict.
    CandidateNoConflict(Id),
    /// The hints end without a conflict, and this clause with the negated pivot has none.
    CandidateMissing(Id),
    /// There is no room for the clause.
    Full,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id;
        match self.cause {
            Cause::NotLive => return write!(f, "clause {id} is not live and cannot be deleted"),
            _ => write!(f, "step {id}: ")?,
        }
        match self.cause {
            Cause::NotAfter(last) => write!(f, "expected an id larger than {last}, the last one"),
            Cause::HintNotLive(hint) if hint == id => write!(f, "hint {hint} is the step itself"),
            Cause::HintNotLive(hint) if hint > id => write!(f, "hint {hint} is a later id"),
            Cause::HintNotLive(hint) => write!(f, "hint {hint} was deleted or never added"),
            Cause::HintSatisfied(hint) => write!(f, "hint {hint} has a true literal"),
            Cause::HintOpen(hint) => write!(f, "hint {hint} has two unassigned literals"),
            Cause::HintAfterConflict(hint) => write!(f, "hint {hint} stands behind the conflict"),
            Cause::NoConflict | Cause::NotLive => f.write_str("the hints end without a conflict"),
            Cause::NotACandidate(other) => write!(
                f,
                "clause {other} is a tautology or lacks the negation of the first literal"
            ),
            Cause::CandidateTwice(other) => write!(f, "clause {other} is named twice"),
            Cause::CandidateNoConflict(other) => {
                write!(f, "the hints for clause {other} end without a conflict")
            }
            Cause::CandidateMissing(other) => write!(
                f,
                "the hints end without a conflict, and clause {other}, \
                 which contains the negation of the first literal, has no hints"
            ),
            Cause::Full => f.write_str("the live clauses need more than 2^32 literals"),
        }
    }
}

impl std::error::Error for Rejection {}
