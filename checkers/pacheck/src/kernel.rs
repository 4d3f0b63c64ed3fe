//! The rules of the steps, and the sum that has to vanish.

use crate::clauses::Clauses;
use crate::cone::{Cone, MOST_LEAVES};
use crate::failure::Done;
use crate::sum::{Part, Sum};
use crate::{Cause, Failure};
use claim_multiplier::Claim;
use format_lit::Lit;
use format_pac::{Id, Step, Weight};

/// The most literals of all given clauses of a step.
const MOST_GIVEN: usize = 256;

/// A coefficient and a literal.
type Term = (i64, Lit);

/// What is known so far. The sum is, for all inputs, the outputs minus what they have to be, plus
/// multiples of expressions that are 0.
pub(crate) struct Kernel<'a> {
    claim: &'a Claim,
    clauses: Clauses,
    cone: Cone,
    sum: Sum,
    /// The product at hand.
    product: Vec<u32>,
}

impl<'a> Kernel<'a> {
    /// Begins with the outputs minus what they have to be. All definitions are in the claim.
    pub(crate) fn new(claim: &'a Claim) -> Result<Self, Cause> {
        let variables = claim.variables();
        let (clauses, cone) = (Clauses::new(variables), Cone::new(variables));
        let mut sum = Sum::new(claim.modulus(), variables);
        // Not the inputs: a binary file only counts them.
        sum.allow(claim.gates().len().saturating_add(claim.outputs().len()));
        let mut kernel = Self { claim, clauses, cone, sum, product: Vec::new() };
        for (column, output) in (0..).zip(claim.outputs()) {
            match Lit::from_code(output.0) {
                Some(lit) => kernel.add(Weight { column, coefficient: 1 }, &[], &[(1, lit)])?,
                None => kernel.sum.add(&[], column, output.is_negative().into())?,
            }
        }
        for product in claim.specification() {
            kernel.product = product.factors.to_vec();
            let weight = Weight { column: product.column, coefficient: -1 };
            kernel.add_product(weight, product.coefficient)?;
        }
        kernel.sum.settle()?;
        Ok(kernel)
    }

    /// Applies a step that is no definition.
    pub(crate) fn apply(&mut self, step: Step<'_>) -> Done {
        self.sum.allow(1);
        match step {
            Step::Define { .. } => Err(Cause::LateDefinition),
            Step::Clause { clause, hints } => self.clauses.derive(self.claim, clause, hints),
            Step::Linear { weight, factor, leaves, terms, constant, given } => {
                let factor = &set(factor)?;
                self.check_rows(leaves, terms, constant, given)?;
                self.add(weight, factor, terms)?;
                self.sum.add(factor, weight.column, times(weight.coefficient, constant)?)
            }
            Step::Expand { weight, factor, literal, leaves } => {
                self.expand(weight, &set(factor)?, literal, leaves)
            }
        }
    }

    /// Rule L: `sum of coefficient * literal` plus a number is 0 on every row of the cut, but those
    /// on which a clause that is known to be true is false.
    fn check_rows(&mut self, leaves: &[u32], terms: &[Term], plus: i64, given: &[Id]) -> Done {
        self.cone.cut(leaves)?;
        terms.iter().try_for_each(|(_, lit)| self.cone.enter(self.claim, lit.variable()))?;
        // No sum of a row is larger, so adding cannot overflow.
        let magnitudes = terms.iter().map(|(coefficient, _)| coefficient).chain([&plus]);
        let mut most = magnitudes.map(|number| number.checked_abs());
        let most = most.try_fold(0_i64, |all, one| all.checked_add(one?));
        most.ok_or(Cause::Overflow)?;
        let mut possible = vec![u64::MAX; if given.is_empty() { 0 } else { self.cone.words }];
        let (mut clause, mut left) = (Vec::new(), MOST_GIVEN);
        for &id in given {
            self.clauses.find(self.claim, id, &mut clause)?;
            left = left.checked_sub(clause.len()).ok_or(Cause::ManyGiven)?;
            for (number, word) in possible.iter_mut().enumerate() {
                let mut or = 0;
                for &lit in &clause {
                    or |= self.cone.word(lit.code(), number).ok_or(Cause::Given(lit))?;
                }
                *word &= or;
            }
        }
        for row in 0..self.cone.rows {
            let is_one = |word: u64| word >> (row % 64) & 1 == 1;
            let values = terms.iter().map(|&(coefficient, lit)| {
                let word = self.cone.word(lit.code(), row / 64).unwrap_or(0);
                if is_one(word) { coefficient } else { 0 }
            });
            let sum = values.fold(plus, i64::wrapping_add);
            if sum != 0 && possible.get(row / 64).is_none_or(|&word| is_one(word)) {
                let lits = (0..).zip(leaves).map(|(at, &leaf)| Lit::new(leaf, row >> at & 1 == 0));
                return Err(Cause::Row(sum, lits.flatten().collect()));
            }
        }
        Ok(())
    }

    /// Rule P: adds the polynomial over the leaves that a literal is, minus the literal.
    fn expand(&mut self, weight: Weight, factor: &[u32], literal: Lit, leaves: &[u32]) -> Done {
        self.cone.cut(leaves)?;
        self.cone.enter(self.claim, literal.variable())?;
        let values = self.cone.polynomial(literal).into_iter().enumerate();
        for (subset, value) in values.filter(|(_, value)| *value != 0) {
            let chosen = leaves.iter().enumerate().filter(|(at, _)| subset >> at & 1 == 1);
            self.product.clear();
            self.product.extend(chosen.map(|(_, leaf)| leaf).chain(factor));
            self.add_product(weight, value)?;
        }
        self.add(weight, factor, &[(-1, literal)])
    }

    /// Adds `weight * factor * sum of coefficient * literal`; a negative literal is 1 minus its
    /// variable.
    fn add(&mut self, weight: Weight, factor: &[u32], terms: &[Term]) -> Done {
        for &(mut coefficient, lit) in terms {
            if lit.is_negative() {
                self.sum.add(factor, weight.column, times(weight.coefficient, coefficient)?)?;
                coefficient = times(coefficient, -1)?;
            }
            self.product.clear();
            self.product.extend(factor.iter().chain([&lit.variable()]));
            self.add_product(weight, coefficient)?;
        }
        Ok(())
    }

    /// Adds `weight * coefficient` times the product at hand, in which x * x is x.
    fn add_product(&mut self, weight: Weight, coefficient: i64) -> Done {
        self.product.sort_unstable();
        self.product.dedup();
        self.sum.add(&self.product, weight.column, times(weight.coefficient, coefficient)?)
    }

    /// Expands gates that are left alone to their inputs, and gives their number if then every
    /// coefficient is 0 modulo 2^m.
    pub(crate) fn finish(mut self) -> Result<u64, Failure> {
        let mut expanded = 0_u64;
        // Single variables are their own keys.
        let alone =
            self.sum.remainder().map_while(|(key, parts, _)| Some((key.try_into().ok()?, parts)));
        for (gate, parts) in alone.collect::<Vec<(u32, Vec<Part>)>>() {
            if self.claim.gate(gate).is_some() {
                self.expand_to_inputs(gate, &parts).map_err(|cause| Failure::Gate(gate, cause))?;
                expanded = expanded.saturating_add(1);
            }
        }
        let left = self.sum.remainder().next().map(|(key, _, lowest)| (key, lowest));
        let Some((key, lowest)) = left else { return Ok(expanded) };
        Err(Failure::Remainder(self.sum.product(key), lowest))
    }

    fn expand_to_inputs(&mut self, gate: u32, parts: &[Part]) -> Done {
        let inputs = self.cone.inputs(self.claim, gate)?;
        let literal = Lit::new(gate, false).ok_or(Cause::Full)?;
        let mut weights = parts.iter().map(|&(column, coefficient)| Weight { column, coefficient });
        weights.try_for_each(|weight| self.expand(weight, &[], literal, &inputs))
    }
}

/// The variables of a factor, each once.
fn set(factor: &[u32]) -> Result<Vec<u32>, Cause> {
    let mut set = factor.to_vec();
    set.sort_unstable();
    set.dedup();
    if set.len() > MOST_LEAVES { Err(Cause::Variables(set.len())) } else { Ok(set) }
}

fn times(first: i64, second: i64) -> Result<i64, Cause> {
    first.checked_mul(second).ok_or(Cause::Overflow)
}
