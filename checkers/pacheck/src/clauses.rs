//! Clauses that follow from what gates compute, by hinted unit propagation.

use crate::Cause;
use claim_multiplier::Claim;
use format_input::index;
use format_lit::Lit;
use format_pac::Id;

/// The clauses derived so far; their ids follow those of the gates' clauses.
#[derive(Default)]
pub(crate) struct Clauses {
    literals: Vec<Lit>,
    /// By derived clause: where its literals end.
    ends: Vec<usize>,
    /// By code of a literal: whether it is assumed or forced.
    truths: Vec<bool>,
    /// The literals that are.
    trail: Vec<Lit>,
    /// The hinted clause at hand.
    clause: Vec<Lit>,
}

impl Clauses {
    /// Nothing is derived yet, over variables up to this one.
    pub(crate) fn new(variables: u32) -> Self {
        let truths = vec![false; index(variables).saturating_add(1).saturating_mul(2)];
        Self { truths, ..Self::default() }
    }

    /// Puts a derived clause, or one of a gate that is no tautology, into `clause`.
    pub(crate) fn find(&self, claim: &Claim, id: Id, clause: &mut Vec<Lit>) -> Result<(), Cause> {
        if claim.axiom(id, clause) {
            return Ok(());
        }
        let derived = || {
            let number = usize::try_from(id.checked_sub(claim.axioms())?).ok()?.checked_sub(1)?;
            let start = number.checked_sub(1).map_or(Some(&0), |before| self.ends.get(before))?;
            self.literals.get(*start..*self.ends.get(number)?)
        };
        clause.clear();
        clause.extend_from_slice(derived().ok_or(Cause::NoClause(id))?);
        Ok(())
    }

    /// Rule R: the negation of the clause, and the hinted clauses one after the other, each of
    /// which has at most one literal that is not false and that one free, lead to a clause with
    /// all literals false, which is the last hinted one.
    pub(crate) fn derive(&mut self, claim: &Claim, new: &[Lit], hints: &[Id]) -> Result<(), Cause> {
        for lit in std::mem::take(&mut self.trail) {
            self.set(lit, false);
        }
        new.iter().copied().for_each(|lit| self.assign(!lit));
        let mut hinted = std::mem::take(&mut self.clause);
        let mut conflict = false;
        for &hint in hints {
            self.find(claim, hint, &mut hinted)?;
            let mut open = hinted.iter().copied().filter(|&lit| !self.is_true(!lit));
            match (open.next(), open.next()) {
                _ if conflict => return Err(Cause::NoConflict),
                (None, _) => conflict = true,
                (Some(lit), None) if !self.is_true(lit) => self.assign(lit),
                _ => return Err(Cause::Hint(hint)),
            }
        }
        self.clause = hinted;
        if !conflict {
            return Err(Cause::NoConflict);
        }
        // What the gates compute has a model for every input.
        if new.is_empty() {
            return Err(Cause::EmptyClause);
        }
        let mut clause = new.to_vec();
        clause.sort_unstable();
        clause.dedup();
        self.literals.append(&mut clause);
        self.ends.push(self.literals.len());
        Ok(())
    }

    fn is_true(&self, lit: Lit) -> bool {
        self.truths.get(index(lit.code())).is_some_and(|truth| *truth)
    }

    fn assign(&mut self, lit: Lit) {
        self.set(lit, true);
        self.trail.push(lit);
    }

    fn set(&mut self, lit: Lit, value: bool) {
        if let Some(truth) = self.truths.get_mut(index(lit.code())) {
            *truth = value;
        }
    }
}
