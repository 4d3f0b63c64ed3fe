//! Integral solutions of the equalities that hold now: all of them are given by free parameters,
//! so that a sum takes only every so-many-th value. Bounds between these values are rounded.
//!
//! Equalities are solved one after the other: after a unimodular change of the parameters one of
//! them is a combination of the equalities so far, and has a fixed value. A sum minus multiples of
//! the fixed parameters has coefficients with the common divisor of those of the free ones.

use crate::arithmetic::{Arithmetic, Bound};
use crate::solver::Solver;
use crate::{Combination, Integer, Lemma, Lit, Premise, Proof, Rational, Relation, Var};
use std::collections::BTreeMap;

/// More variables or equalities are not looked at.
const MOST: usize = 60;

/// Parameters with more bits are not looked at.
const BITS: u64 = 64;

/// An equality that holds now: the bounds of a sum meet.
struct Equality {
    lower: Lit,
    upper: Lit,
}

/// A parameter that is fixed: its value, and the multiples of equalities that say so.
struct Fixed {
    value: Rational,
    weights: BTreeMap<usize, Rational>,
}

#[derive(Default)]
struct Lattice {
    equalities: Vec<Equality>,
    /// For each variable, its coefficients of the parameters.
    rows: BTreeMap<u32, Vec<Integer>>,
    fixed: BTreeMap<usize, Fixed>,
}

/// A sum in parameters: the multiples of equalities that make it a multiple of a divisor, and what
/// the fixed part is.
struct Reduced {
    weights: BTreeMap<usize, Rational>,
    fixed: Rational,
    divisor: Integer,
}

/// A bound that is tighter than the one that a literal sets.
struct Tighter {
    variable: u32,
    /// 1 for upper bounds, -1 for lower ones, of the opposite then.
    sign: i64,
    reason: Lit,
    bound: Rational,
    reduced: Reduced,
}

impl Solver {
    /// A bound between two values that its sum takes, rounded, if present values violate it; or
    /// the proof that equalities have no integral solution.
    pub(crate) fn round_on_lattice(&mut self) -> Option<Lemma> {
        let lattice = match self.arithmetic.lattice()? {
            Ok(lattice) => lattice,
            Err(lemma) => return Some(lemma),
        };
        let columns = 0..self.arithmetic.columns.len() as u32;
        let tighter = columns
            .flat_map(|variable| [(variable, 1), (variable, -1)])
            .find_map(|(variable, sign)| self.arithmetic.tighter(&lattice, variable, sign))?;
        self.rounded(&lattice, &tighter)
    }

    /// A bound of a sum implies a tighter one.
    fn rounded(&mut self, lattice: &Lattice, tighter: &Tighter) -> Option<Lemma> {
        let Tighter { variable, sign, reason, bound, reduced } = tighter;
        let relation = if *sign > 0 { Relation::LessEqual } else { Relation::GreaterEqual };
        let sum = self.arithmetic.sum_of(*variable);
        let sum: Vec<(Var, Rational)> =
            sum.into_iter().map(|(name, factor)| (Var(name), factor.into())).collect();
        let tighter = self.atom(&sum, relation, &(bound * &Rational::from(*sign)));
        if self.val(tighter) > 0 {
            return None;
        }
        let mut lemma = Premises::default();
        let mut down = Combination::default();
        let mut back = Combination::default();
        down.parts.push((lemma.premise(*reason), Rational::ONE));
        for (number, weight) in &reduced.weights {
            let Equality { lower, upper } = lattice.equalities[*number];
            let (forth, other) = if weight.signum() > 0 { (upper, lower) } else { (lower, upper) };
            down.parts.push((lemma.premise(forth), weight.abs()));
            back.parts.push((lemma.premise(other), weight.abs()));
        }
        back.parts.push((Premise::Combination(0), Rational::from(reduced.divisor.clone())));
        back.parts.push((lemma.premise(!tighter), Rational::ONE));
        let literals = lemma.literals;
        Some(Lemma { literals, proof: Proof::Rounded(vec![down, back]) })
    }
}

/// True literals that a lemma rests on, each once; the lemma has their negations.
#[derive(Default)]
struct Premises {
    literals: Vec<Lit>,
}

impl Premises {
    fn premise(&mut self, lit: Lit) -> Premise {
        let place = self.literals.iter().position(|own| *own == !lit);
        Premise::Literal(place.unwrap_or_else(|| {
            self.literals.push(!lit);
            self.literals.len() - 1
        }))
    }
}

impl Arithmetic {
    /// The sum that a variable names, or itself.
    fn sum_of(&self, variable: u32) -> Vec<(u32, Integer)> {
        match &self.columns[variable as usize].sum {
            Some(sum) => sum.to_vec(),
            None => vec![(variable, Integer::ONE)],
        }
    }

    /// The bound of a variable or of its opposite, rounded, if the present value violates it.
    fn tighter(&self, lattice: &Lattice, variable: u32, sign: i64) -> Option<Tighter> {
        let column = &self.columns[variable as usize];
        if !column.is_int || !column.is_live || column.fixed().is_some() {
            return None;
        }
        let own = if sign > 0 { &column.upper } else { &column.lower }.as_ref()?;
        let factor = Rational::from(sign);
        let reduced = lattice.reduce(&self.sum_of(variable), sign)?;
        let divisor = Rational::from(reduced.divisor.clone());
        let steps = (&(&own.value.real * &factor) - &reduced.fixed).div(&divisor)?.floor();
        let bound = &(&Rational::from(steps) * &divisor) + &reduced.fixed;
        let is_violated = bound < &column.value.real * &factor;
        let reason = own.reason;
        is_violated.then_some(Tighter { variable, sign, reason, bound, reduced })
    }

    /// The integral solutions of all equalities, or a lemma that there are none; nothing if that
    /// is too much.
    fn lattice(&self) -> Option<Result<Lattice, Lemma>> {
        let fixed: Vec<(u32, &Bound, &Bound)> = (0..self.columns.len() as u32)
            .filter(|v| self.columns[*v as usize].is_int && self.columns[*v as usize].is_live)
            .filter_map(|v| self.columns[v as usize].fixed().map(|(low, high)| (v, low, high)))
            .collect();
        let is_given = |v: &u32| {
            let column = &self.columns[*v as usize];
            column.sum.is_none() && column.is_int
        };
        let given: Vec<u32> = (0..self.columns.len() as u32).filter(is_given).collect();
        if given.len() > MOST || fixed.len() > MOST {
            return None;
        }
        let mut lattice = Lattice::default();
        for (place, variable) in given.iter().enumerate() {
            let mut row = vec![Integer::ZERO; given.len()];
            row[place] = Integer::ONE;
            lattice.rows.insert(*variable, row);
        }
        for (variable, lower, upper) in fixed {
            let equality = Equality { lower: lower.reason, upper: upper.reason };
            if let Err(lemma) = lattice.add(&self.sum_of(variable), equality, &lower.value.real)? {
                return Some(Err(lemma));
            }
        }
        Some(Ok(lattice))
    }
}

impl Lattice {
    /// A sum in parameters.
    fn coefficients(&self, sum: &[(u32, Integer)]) -> Option<Vec<Integer>> {
        let mut all = vec![Integer::ZERO; self.rows.len()];
        for (variable, factor) in sum {
            for (total, own) in all.iter_mut().zip(self.rows.get(variable)?) {
                *total = &*total + &(factor * own);
            }
        }
        all.iter().all(|factor| factor.bits() <= BITS).then_some(all)
    }

    /// A sum, or its opposite, without the fixed parameters.
    fn reduce(&self, sum: &[(u32, Integer)], sign: i64) -> Option<Reduced> {
        let mut weights: BTreeMap<usize, Rational> = BTreeMap::new();
        let mut constant = Rational::ZERO;
        let mut divisor = Integer::ZERO;
        let sign = Integer::from(sign);
        for (place, factor) in self.coefficients(sum)?.iter().enumerate() {
            let Some(fixed) = self.fixed.get(&place) else {
                divisor = divisor.gcd(factor);
                continue;
            };
            let factor = Rational::from(factor * &sign);
            constant = &constant + &(&factor * &fixed.value);
            for (number, weight) in &fixed.weights {
                let own = weights.entry(*number).or_default();
                *own = &*own - &(&factor * weight);
            }
        }
        weights.retain(|_, weight| !weight.is_zero());
        (!divisor.is_zero()).then_some(Reduced { weights, fixed: constant, divisor })
    }

    /// One more equality; nothing if numbers get too large.
    fn add(
        &mut self,
        sum: &[(u32, Integer)],
        equality: Equality,
        value: &Rational,
    ) -> Option<Result<(), Lemma>> {
        let number = self.equalities.len();
        self.equalities.push(equality);
        let mut factors = self.coefficients(sum)?;
        let free = |factors: &[Integer], fixed: &BTreeMap<usize, Fixed>| -> Vec<usize> {
            let places = (0..factors.len()).filter(|place| !fixed.contains_key(place));
            places.filter(|place| !factors[*place].is_zero()).collect()
        };
        // Euclid's algorithm on the free parameters, until one is left.
        let mut places = free(&factors, &self.fixed);
        while places.len() > 1 {
            let least = places.iter().copied().min_by_key(|place| factors[*place].abs())?;
            for place in places.into_iter().filter(|place| *place != least) {
                let times = factors[place].div_euclid(&factors[least])?;
                factors[place] = &factors[place] - &(&times * &factors[least]);
                for row in self.rows.values_mut() {
                    row[place] = &row[place] - &(&times * &row[least]);
                }
            }
            places = free(&factors, &self.fixed);
        }
        let mut weights: BTreeMap<usize, Rational> = [(number, Rational::ONE)].into();
        let mut rest = value.clone();
        for (place, fixed) in &self.fixed {
            let factor = Rational::from(factors[*place].clone());
            rest = &rest - &(&factor * &fixed.value);
            for (number, weight) in &fixed.weights {
                let own = weights.entry(*number).or_default();
                *own = &*own - &(&factor * weight);
            }
        }
        let [place] = *places else {
            // Nothing is left: the equality follows, or simplex has refuted it.
            return Some(Ok(()));
        };
        let inverse = Rational::from(factors[place].clone()).recip()?;
        for weight in weights.values_mut() {
            *weight = &*weight * &inverse;
        }
        weights.retain(|_, weight| !weight.is_zero());
        let value = &rest * &inverse;
        if !value.is_integer() {
            return Some(Err(self.refuted(&weights)));
        }
        self.fixed.insert(place, Fixed { value, weights });
        Some(Ok(()))
    }

    /// Multiples of equalities have whole coefficients and a value that is not whole.
    fn refuted(&self, weights: &BTreeMap<usize, Rational>) -> Lemma {
        let mut lemma = Premises::default();
        let [mut above, mut below] = [Combination::default(), Combination::default()];
        for (number, weight) in weights {
            let Equality { lower, upper } = self.equalities[*number];
            let (up, down) = if weight.signum() > 0 { (upper, lower) } else { (lower, upper) };
            above.parts.push((lemma.premise(up), weight.abs()));
            below.parts.push((lemma.premise(down), weight.abs()));
        }
        let both = [0, 1].map(|place| (Premise::Combination(place), Rational::ONE));
        let last = Combination { parts: both.to_vec() };
        Lemma { literals: lemma.literals, proof: Proof::Rounded(vec![above, below, last]) }
    }
}
