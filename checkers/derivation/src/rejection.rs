//! Why a step of a derivation is refused.

use checker_propagation::Id;
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
    /// It deletes a clause that is not derived, or not live.
    NotLive,
    /// This hint names neither a live derived clause nor an axiom that may be used.
    NoSuchHint(Id),
    /// This hint's clause has a true literal.
    HintSatisfied(Id),
    /// This hint's clause has two free literals.
    HintOpen(Id),
    /// This hint stands behind the conflict.
    HintAfterConflict(Id),
    /// The hints end without a conflict.
    NoConflict,
    /// There is no room for the clause.
    Full,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let id = self.id;
        match self.cause {
            Cause::NotAfter(last) => {
                write!(f, "step {id}: expected an id larger than {last}, the last one")
            }
            Cause::NotLive => write!(f, "clause {id} is not derived, or deleted already"),
            Cause::NoSuchHint(hint) if hint < 0 => {
                write!(f, "step {id}: hint {hint} is negative: the RAT rule is not sound here")
            }
            Cause::NoSuchHint(hint) => {
                write!(f, "step {id}: hint {hint} names no clause, or a tautology")
            }
            Cause::HintSatisfied(hint) => write!(f, "step {id}: hint {hint} has a true literal"),
            Cause::HintOpen(hint) => {
                write!(f, "step {id}: hint {hint} has two unassigned literals")
            }
            Cause::HintAfterConflict(hint) => {
                write!(f, "step {id}: hint {hint} stands behind the conflict")
            }
            Cause::NoConflict => write!(f, "step {id}: the hints end without a conflict"),
            Cause::Full => write!(f, "step {id}: the live clauses need more than 2^32 literals"),
        }
    }
}
