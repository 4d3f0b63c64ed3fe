//! The rules of LRAT: when a clause may join the clauses that are already there.
//!
//! If the clauses have a model, they still have one after every step. So an empty clause among
//! them means that the formula had no model.

use crate::rejection::{Cause, Rejection};
use checker_propagation::{Effect, Propagation, Store};
use format_dimacs::Lit;
use format_lrat::Id;
use std::collections::HashMap;

/// The clauses of a formula and those derived from them. Tables grow with the largest variable:
/// number the variables from 1 without gaps.
#[derive(Default)]
pub struct Kernel {
    store: Store,
    propagation: Propagation,
    /// The literals of the clause at hand, each once.
    clause: Vec<Lit>,
    /// The largest id so far.
    last: Id,
    refuted: bool,
    /// Which clauses contain a literal; kept from the first RAT step on.
    occurrences: Option<Occurrences>,
}

impl Kernel {
    /// Takes the next clause of the formula; its id is one more than the last.
    pub fn axiom(&mut self, clause: &[Lit]) -> Result<(), Rejection> {
        self.last = self.last.saturating_add(1);
        self.assume_negation(clause);
        self.insert(self.last)
    }

    /// Takes a derived clause.
    ///
    /// RUP: the negation of the clause and the hinted clauses, each of which has at most one
    /// literal that is not false and that one free, lead to a clause with all literals false.
    /// RAT: otherwise, and if the clause is not empty, see `check_rat`.
    pub fn add(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> Result<(), Rejection> {
        if id <= self.last {
            return Err(Rejection { id, cause: Cause::NotAfter(self.last) });
        }
        let mut conflict = !self.assume_negation(clause);
        let first_candidate = hints.iter().position(|&hint| hint < 0).unwrap_or(hints.len());
        let (units, candidates) = hints.split_at_checked(first_candidate).unwrap_or((hints, &[]));
        self.propagate(id, units, &mut conflict)?;
        match (conflict, clause.first(), candidates.first()) {
            (true, _, None) => {}
            (true, _, Some(&hint)) => {
                return Err(Rejection { id, cause: Cause::HintAfterConflict(hint) });
            }
            (false, None, _) => return Err(Rejection { id, cause: Cause::NoConflict }),
            (false, Some(&pivot), _) => self.check_rat(id, pivot, candidates)?,
        }
        self.last = id;
        self.insert(id)
    }

    /// Removes a live clause.
    pub fn delete(&mut self, id: Id) -> Result<(), Rejection> {
        let removed = self.store.remove(id);
        if removed { Ok(()) } else { Err(Rejection { id, cause: Cause::NotLive }) }
    }

    /// Whether the empty clause is or was among the clauses.
    #[must_use]
    pub fn is_refuted(&self) -> bool {
        self.refuted
    }

    /// Makes the literals of the clause false and all others free; false for a tautology.
    fn assume_negation(&mut self, clause: &[Lit]) -> bool {
        self.propagation.undo(0);
        self.clause.clear();
        let doubled = self.propagation.deny(clause.iter().copied(), |lit| self.clause.push(lit));
        if let Some(lit) = doubled {
            // Of a tautology x and not x are kept: under every assignment a hint of it is
            // satisfied or has two free literals, and it is no RAT candidate.
            self.clause.clear();
            self.clause.extend([lit, !lit]);
        }
        doubled.is_none()
    }

    fn insert(&mut self, id: Id) -> Result<(), Rejection> {
        self.refuted |= self.clause.is_empty();
        if let Some(occurrences) = &mut self.occurrences {
            occurrences.note(id, &self.clause);
        }
        let inserted = self.store.insert(id, &self.clause);
        if inserted { Ok(()) } else { Err(Rejection { id, cause: Cause::Full }) }
    }

    /// Applies the hinted clauses in turn. The one that is false ends it; none may follow.
    #[inline]
    fn propagate(&mut self, id: Id, hints: &[Id], conflict: &mut bool) -> Result<(), Rejection> {
        for &hint in hints {
            if *conflict {
                return Err(Rejection { id, cause: Cause::HintAfterConflict(hint) });
            }
            let clause =
                self.store.get(hint).ok_or(Rejection { id, cause: Cause::HintNotLive(hint) })?;
            match self.propagation.apply(clause) {
                Effect::Unit => {}
                Effect::Conflict => *conflict = true,
                Effect::Satisfied => {
                    return Err(Rejection { id, cause: Cause::HintSatisfied(hint) });
                }
                Effect::Open => return Err(Rejection { id, cause: Cause::HintOpen(hint) }),
            }
        }
        Ok(())
    }

    /// RAT: for every live clause D with the negated pivot, the negation of the clause, the
    /// negation of D without the negated pivot, and the hinted clauses lead to a conflict.
    /// A negative hint names D, the hints behind it are for D. D needs no hints and may be left
    /// out if its other literals are not all compatible with the negation of the clause.
    fn check_rat(&mut self, id: Id, pivot: Lit, hints: &[Id]) -> Result<(), Rejection> {
        let mark = self.propagation.mark();
        let mut listed = Vec::new();
        for group in hints.chunk_by(|_, &next| next > 0) {
            let Some((&name, hints)) = group.split_first() else { continue };
            let candidate = name.saturating_neg();
            let clause = self.store.get(candidate);
            let clause = clause.ok_or(Rejection { id, cause: Cause::HintNotLive(candidate) })?;
            if !clause.contains(&!pivot) || is_tautology(clause) {
                return Err(Rejection { id, cause: Cause::NotACandidate(candidate) });
            }
            let others = clause.iter().copied().filter(|&lit| lit != !pivot);
            let mut conflict = self.propagation.deny(others, |_| {}).is_some();
            self.propagate(id, hints, &mut conflict)?;
            if !conflict {
                return Err(Rejection { id, cause: Cause::CandidateNoConflict(candidate) });
            }
            self.propagation.undo(mark);
            listed.push(candidate);
        }
        listed.sort_unstable();
        if let Some([candidate, _]) = listed.windows(2).find(|pair| pair.first() == pair.last()) {
            return Err(Rejection { id, cause: Cause::CandidateTwice(*candidate) });
        }
        self.check_all_listed(id, pivot, &listed)
    }

    /// Every live clause with the negated pivot is listed or has a true literal beside it.
    fn check_all_listed(&mut self, id: Id, pivot: Lit, listed: &[Id]) -> Result<(), Rejection> {
        let occurrences = self.occurrences.take().filter(|lists| !lists.is_stale(&self.store));
        let mut occurrences = occurrences.unwrap_or_else(|| Occurrences::new(&self.store));
        let mut missing = None;
        occurrences.of(!pivot).retain(|&other| {
            let Some(clause) = self.store.get(other) else { return false };
            let others = clause.iter().copied().filter(|&lit| lit != !pivot);
            let covered = listed.binary_search(&other).is_ok()
                || is_tautology(clause)
                || self.propagation.satisfies(others);
            if !covered {
                missing = missing.map_or(Some(other), |least: Id| Some(least.min(other)));
            }
            true
        });
        self.occurrences = Some(occurrences);
        match missing {
            None => Ok(()),
            Some(candidate) => Err(Rejection { id, cause: Cause::CandidateMissing(candidate) }),
        }
    }
}

/// Tautologies are stored as `x` and `not x`.
fn is_tautology(clause: &[Lit]) -> bool {
    matches!(*clause, [first, second] if first == !second)
}

/// Clauses by literal; some of them deleted.
#[derive(Default)]
struct Occurrences {
    lists: HashMap<Lit, Vec<Id>>,
    /// How many clauses there are in all lists.
    entries: usize,
}

impl Occurrences {
    fn new(store: &Store) -> Self {
        let mut occurrences = Self::default();
        store.iter().for_each(|(id, clause)| occurrences.note(id, clause));
        occurrences
    }

    /// Whether most entries are of deleted clauses, so that memory would not follow live ones.
    fn is_stale(&self, store: &Store) -> bool {
        self.entries / 4 > store.literals().saturating_add(1 << 16)
    }

    fn note(&mut self, id: Id, clause: &[Lit]) {
        for &lit in clause {
            self.of(lit).push(id);
        }
        self.entries = self.entries.saturating_add(clause.len());
    }

    fn of(&mut self, lit: Lit) -> &mut Vec<Id> {
        self.lists.entry(lit).or_default()
    }
}
