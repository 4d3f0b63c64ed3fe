//! The rules of the steps, and the sum that has to vanish.

use crate::cone::{Cone, MOST_LEAVES};
use crate::sum::Sum;
use crate::{Cause, Failure};
use checker_derivation::Derivation;
use claim_multiplier::Claim;
use format_dimacs::Lit;
use format_pac::{Id, Step, Weight};

/// What is known so far. The sum is, for all inputs, the outputs minus what they have to be, plus
/// multiples of expressions that are 0.
pub(crate) struct Kernel {
    claim: Claim,
    derivation: Derivation,
    cone: Cone,
    sum: Sum,
    /// The clause at hand.
    clause: Vec<Lit>,
    /// The product at hand.
    product: Vec<u32>,
}

impl Kernel {
    /// Begins with the outputs minus what they have to be. All definitions are in the claim.
    pub(crate) fn new(claim: Claim) -> Result<Self, Cause> {
        let mut sum = Sum::new(claim.modulus(), claim.variables());
        for (column, output) in (0..).zip(claim.outputs()) {
            let sign = if output.is_negative() { -1 } else { 1 };
            sum.add(&[], column, output.is_negative().into())?;
            if !output.is_constant() {
                sum.add(&[output.variable()], column, sign)?;
            }
        }
        for product in claim.specification() {
            let [first, second] = product.factors;
            let sorted = [first.min(second), first.max(second)];
            let set = if first == second { sorted.get(..1) } else { sorted.get(..) };
            sum.add(set.unwrap_or_default(), product.column, product.coefficient.wrapping_neg())?;
        }
        let derivation = Derivation::new(claim.axioms());
        let cone = Cone::new(claim.variables());
        Ok(Self { claim, derivation, cone, sum, clause: Vec::new(), product: Vec::new() })
    }

    /// Applies a step that is no definition, which needs the id of the next derived clause.
    pub(crate) fn apply(&mut self, step: Step<'_>, next: Id) -> Result<(), Cause> {
        self.sum.expect(1);
        match step {
            Step::Define { .. } => Err(Cause::LateDefinition),
            Step::Clause { clause, hints } => {
                let axiom = |id, clause: &mut Vec<Lit>| self.claim.axiom(id, clause);
                let derived = self.derivation.add(axiom, next, clause, hints);
                // What the gates compute has a model for every input.
                if derived.map_err(Cause::Clause)?.is_empty() {
                    return Err(Cause::EmptyClause);
                }
                Ok(())
            }
            Step::Linear { weight, factor, leaves, terms, constant, given } => {
                self.cone.cut(leaves)?;
                for (_, lit) in terms {
                    self.cone.enter(&self.claim, lit.variable())?;
                }
                self.check_rows(leaves, terms, constant, given)?;
                let factor = &set(factor)?;
                for &(coefficient, lit) in terms {
                    self.add(weight, factor, coefficient, lit)?;
                }
                self.sum.add(factor, weight.column, times(weight.coefficient, constant)?)
            }
            Step::Equal { weight, factor, left, right, clauses: [forth, back] } => {
                self.check_clause(forth, [!left, right])?;
                self.check_clause(back, [left, !right])?;
                let factor = &set(factor)?;
                self.add(weight, factor, 1, left)?;
                self.add(weight, factor, -1, right)
            }
            Step::Expand { weight, factor, literal, leaves } => {
                self.cone.cut(leaves)?;
                let factor = &set(factor)?;
                self.expand(weight, factor, literal, leaves)?;
                self.add(weight, factor, -1, literal)
            }
        }
    }

    /// Rule L: `sum of coefficient * literal + constant` is 0 on every row of the cut, but those
    /// on which a clause that is known to be true is false.
    fn check_rows(
        &mut self,
        leaves: &[u32],
        terms: &[(i64, Lit)],
        constant: i64,
        given: &[Id],
    ) -> Result<(), Cause> {
        // No sum of a row is larger, so adding cannot overflow.
        let magnitudes = terms.iter().map(|(coefficient, _)| coefficient.checked_abs());
        let most = magnitudes.chain([constant.checked_abs()]);
        most.into_iter()
            .try_fold(0_i64, |all, one| all.checked_add(one?))
            .ok_or(Cause::Overflow)?;
        let mut possible = vec![u64::MAX; self.cone.words()];
        for &id in given {
            self.find(id)?;
            if let Some(&lit) = self.clause.iter().find(|&&lit| !self.cone.contains(lit)) {
                return Err(Cause::GivenOutside { id, lit });
            }
            for (number, word) in possible.iter_mut().enumerate() {
                let lits = self.clause.iter().map(|lit| self.cone.word(lit.code(), number));
                *word &= lits.fold(0, |all, lit| all | lit.unwrap_or(u64::MAX));
            }
        }
        for (number, &possible) in possible.iter().enumerate() {
            let first = number.wrapping_mul(64);
            for bit in 0..self.cone.rows().wrapping_sub(first).min(64) {
                let values = terms.iter().map(|&(coefficient, lit)| {
                    let word = self.cone.word(lit.code(), number).unwrap_or(0);
                    if word >> bit & 1 == 1 { coefficient } else { 0 }
                });
                let sum = values.fold(constant, i64::wrapping_add);
                if sum != 0 && possible >> bit & 1 == 1 {
                    let row = first.wrapping_add(bit);
                    let lits = leaves
                        .iter()
                        .enumerate()
                        .filter_map(|(leaf, &variable)| Lit::new(variable, row >> leaf & 1 == 0));
                    return Err(Cause::Row { sum, row: lits.collect() });
                }
            }
        }
        Ok(())
    }

    /// Rule E: a clause consists of exactly these literals.
    fn check_clause(&mut self, id: Id, wanted: [Lit; 2]) -> Result<(), Cause> {
        self.find(id)?;
        let all = wanted.iter().all(|lit| self.clause.contains(lit));
        let only = self.clause.iter().all(|lit| wanted.contains(lit));
        if all && only { Ok(()) } else { Err(Cause::OtherClause { id, wanted }) }
    }

    /// Puts a derived clause, or one of a gate that is no tautology, into `clause`.
    fn find(&mut self, id: Id) -> Result<(), Cause> {
        if let Some(clause) = self.derivation.get(id) {
            self.clause.clear();
            self.clause.extend_from_slice(clause);
        } else if !self.claim.axiom(id, &mut self.clause) {
            return Err(Cause::NoSuchClause(id));
        }
        Ok(())
    }

    /// Rule P: adds the polynomial over the leaves of the cut that a literal is.
    fn expand(
        &mut self,
        weight: Weight,
        factor: &[u32],
        literal: Lit,
        leaves: &[u32],
    ) -> Result<(), Cause> {
        self.cone.enter(&self.claim, literal.variable())?;
        for (subset, value) in self.cone.polynomial(literal).into_iter().enumerate() {
            if value != 0 {
                let chosen = leaves.iter().enumerate();
                let chosen =
                    chosen.filter(|(leaf, _)| subset >> leaf & 1 == 1).map(|(_, leaf)| leaf);
                self.product.clear();
                self.product.extend(chosen.chain(factor));
                self.add_product(weight, value)?;
            }
        }
        Ok(())
    }

    /// Adds `weight * coefficient * factor * literal`; a negative literal is 1 minus its variable.
    fn add(
        &mut self,
        weight: Weight,
        factor: &[u32],
        mut coefficient: i64,
        lit: Lit,
    ) -> Result<(), Cause> {
        if lit.is_negative() {
            self.sum.add(factor, weight.column, times(weight.coefficient, coefficient)?)?;
            coefficient = times(coefficient, -1)?;
        }
        self.product.clear();
        self.product.extend(factor.iter().chain([&lit.variable()]));
        self.add_product(weight, coefficient)
    }

    /// Adds `weight * coefficient` times the product at hand, in which x * x is x.
    fn add_product(&mut self, weight: Weight, coefficient: i64) -> Result<(), Cause> {
        self.product.sort_unstable();
        self.product.dedup();
        let value = times(weight.coefficient, coefficient)?;
        self.sum.add(&self.product, weight.column, value)
    }

    /// Expands gates that remain alone to their inputs, and gives their number if then every
    /// coefficient is 0 modulo 2^m.
    pub(crate) fn finish(mut self) -> Result<u64, Failure> {
        let mut expanded = 0_u64;
        for variable in self.sum.used() {
            let is_gate = self.claim.gate(variable).is_some();
            if is_gate && self.sum.lowest_bit(variable).is_some() {
                let result = self.expand_to_inputs(variable);
                result.map_err(|cause| Failure::Gate { variable, cause })?;
                expanded = expanded.saturating_add(1);
            }
        }
        let used = self.sum.used().into_iter();
        let mut rest = used.filter_map(|id| Some((id, self.sum.lowest_bit(id)?)));
        match rest.next() {
            None => Ok(expanded),
            Some((id, column)) => {
                Err(Failure::Remainder { product: self.sum.variables(id), column })
            }
        }
    }

    fn expand_to_inputs(&mut self, variable: u32) -> Result<(), Cause> {
        let inputs = self.cone.support(&self.claim, variable)?;
        self.cone.cut(&inputs)?;
        let literal = Lit::new(variable, false).ok_or(Cause::Full)?;
        for (column, coefficient) in self.sum.take(variable) {
            self.expand(Weight { column, coefficient }, &[], literal, &inputs)?;
        }
        Ok(())
    }
}

/// The variables of a factor, each once.
fn set(factor: &[u32]) -> Result<Vec<u32>, Cause> {
    let mut set = factor.to_vec();
    set.sort_unstable();
    set.dedup();
    if set.len() > MOST_LEAVES { Err(Cause::LongFactor(set.len())) } else { Ok(set) }
}

fn times(first: i64, second: i64) -> Result<i64, Cause> {
    first.checked_mul(second).ok_or(Cause::Overflow)
}
