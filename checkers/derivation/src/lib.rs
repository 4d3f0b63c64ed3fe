//! Derives clauses from implicit ones by hinted unit propagation.
//!
//! The axioms have the ids 1 to some number and are computed when a hint names them. Every
//! derived clause is true in every model of the axioms. There is no RAT rule: it would need to
//! see all axioms, and its clauses need not be true.

mod rejection;

pub use rejection::{Cause, Rejection};

use checker_propagation::{Effect, Id, Propagation, Store};
use format_lit::Lit;

/// The clauses derived so far. Tables grow with the largest variable: number the variables from 1
/// without gaps.
#[derive(Default)]
pub struct Derivation {
    store: Store,
    propagation: Propagation,
    /// The ids of axioms end here.
    axioms: Id,
    /// The largest id so far.
    last: Id,
    /// The clause at hand, each literal once.
    clause: Vec<Lit>,
    /// The axiom at hand.
    axiom: Vec<Lit>,
}

impl Derivation {
    /// Nothing is derived yet; the axioms have the ids 1 to `axioms`.
    #[must_use]
    pub fn new(axioms: Id) -> Self {
        Self { axioms, last: axioms, ..Self::default() }
    }

    /// Derives a clause, and gives its literals, each once.
    ///
    /// The negation of the clause and the hinted clauses, each of which has at most one literal
    /// that is not false and that one free, lead to a clause with all literals false; no hint
    /// follows. Or the clause contains `x` and `not x`, and has no hints. `axiom` puts an axiom
    /// into a vector, each literal once, and answers whether a proof may use it.
    pub fn add(
        &mut self,
        mut axiom: impl FnMut(Id, &mut Vec<Lit>) -> bool,
        id: Id,
        clause: &[Lit],
        hints: &[Id],
    ) -> Result<&[Lit], Rejection> {
        if id <= self.last {
            return Err(Rejection { id, cause: Cause::NotAfter(self.last) });
        }
        self.propagation.undo(0);
        self.clause.clear();
        let doubled = self.propagation.deny(clause.iter().copied(), |lit| self.clause.push(lit));
        let mut conflict = doubled.is_some();
        for &hint in hints {
            if conflict {
                return Err(Rejection { id, cause: Cause::HintAfterConflict(hint) });
            }
            let clause = if (1..=self.axioms).contains(&hint) {
                axiom(hint, &mut self.axiom).then_some(self.axiom.as_slice())
            } else {
                self.store.get(hint)
            };
            let clause = clause.ok_or(Rejection { id, cause: Cause::NoSuchHint(hint) })?;
            match self.propagation.apply(clause) {
                Effect::Unit => {}
                Effect::Conflict => conflict = true,
                Effect::Satisfied => {
                    return Err(Rejection { id, cause: Cause::HintSatisfied(hint) });
                }
                Effect::Open => return Err(Rejection { id, cause: Cause::HintOpen(hint) }),
            }
        }
        if !conflict {
            return Err(Rejection { id, cause: Cause::NoConflict });
        }
        if let Some(lit) = doubled {
            // Of a tautology x and not x are kept: no hint can use it.
            self.clause.clear();
            self.clause.extend([lit, !lit]);
        }
        self.last = id;
        if !self.store.insert(id, &self.clause) {
            return Err(Rejection { id, cause: Cause::Full });
        }
        Ok(&self.clause)
    }

    /// Forgets a derived clause.
    pub fn delete(&mut self, id: Id) -> Result<(), Rejection> {
        let removed = self.store.remove(id);
        if removed { Ok(()) } else { Err(Rejection { id, cause: Cause::NotLive }) }
    }
}
