//! Derived clauses, and hinted unit propagation.

use crate::Fault;
use claim_horn::{Cnf, Id};
use format_input::index;
use format_lit::Lit;
use std::collections::HashMap;

/// The clauses of a block that are derived and not deleted.
pub(crate) struct Clauses {
    derived: HashMap<Id, Vec<Lit>>,
    /// The largest id so far.
    last: Id,
    /// By literal code: whether it is true now.
    truth: Vec<bool>,
    trail: Vec<Lit>,
}

impl Clauses {
    /// None yet; the ids up to this one are those of the obligation.
    pub(crate) fn new(last: Id) -> Self {
        Self { derived: HashMap::new(), last, truth: Vec::new(), trail: Vec::new() }
    }

    /// The negation of the clause and the hinted clauses, each of which has at most one literal
    /// that is not false and that one unassigned, lead to a clause with all literals false; no
    /// hint follows. Or the clause contains x and not x, and has no hints.
    pub(crate) fn check(&mut self, cnf: &Cnf, clause: &[Lit], hints: &[Id]) -> Result<(), Fault> {
        for literal in self.trail.drain(..) {
            self.truth.get_mut(index(literal.code())).map(std::mem::take);
        }
        let mut conflict = false;
        for &literal in clause {
            conflict |= self.is_true(literal);
            self.set(!literal);
        }
        for &hint in hints {
            let wrong = |what| Err(format!("hint {hint} {what}").into());
            let Some(used) = cnf.axiom(hint).or_else(|| self.derived.get(&hint)) else {
                return wrong("names no clause, or a tautology");
            };
            let mut open = used.iter().filter(|literal| !self.is_true(!**literal));
            let first = open.next().copied();
            match first {
                _ if conflict => return wrong("stands behind the conflict"),
                _ if open.next().is_some() => return wrong("has two literals that are not false"),
                None => conflict = true,
                Some(literal) if self.is_true(literal) => return wrong("has a true literal"),
                Some(literal) => self.set(literal),
            }
        }
        if conflict { Ok(()) } else { Err("the hints end without a conflict".to_owned().into()) }
    }

    /// Keeps a clause, each literal once, under a new id.
    pub(crate) fn keep(&mut self, id: Id, mut clause: Vec<Lit>) -> Result<(), Fault> {
        if id <= self.last {
            return Err(format!("expected an id larger than {}, the last one", self.last).into());
        }
        self.last = id;
        clause.sort_unstable();
        clause.dedup();
        self.derived.insert(id, clause);
        Ok(())
    }

    pub(crate) fn delete(&mut self, id: Id) -> Result<(), Fault> {
        let removed = self.derived.remove(&id).map(drop);
        removed.ok_or_else(|| format!("clause {id} is not derived, or deleted already").into())
    }

    fn is_true(&self, literal: Lit) -> bool {
        self.truth.get(index(literal.code())) == Some(&true)
    }

    fn set(&mut self, literal: Lit) {
        let place = index(literal.code());
        self.truth.resize(place.saturating_add(1).max(self.truth.len()), false);
        self.truth.get_mut(place).map(|truth| std::mem::replace(truth, true));
        self.trail.push(literal);
    }
}
