//! Integral values: divisibility, cutting planes, and cases.

use crate::arithmetic::{Arithmetic, Bound, Column};
use crate::solver::Solver;
use crate::{Combination, Integer, Lemma, Lit, Premise, Proof, Rational, Relation, Var};
use std::collections::BTreeMap;

/// What became of values that should be integral.
pub(crate) enum Verdict {
    /// They are.
    Integral,
    /// A case to decide.
    Branch(Lit),
    /// A lemma was added.
    Lemma,
    /// A lemma was added, and now there is no model.
    Refuted,
    /// Too many cases.
    GiveUp,
}

/// So many cases are tried in one call.
const CASES: u64 = 3000;

/// After so many cases all equalities are solved together.
const LATTICE: u64 = 5;

/// Sums with no more values are given one before cases of variables without bounds: quotients can
/// often be seen not to exist when residues are known, and have no end of cases otherwise.
const FEW: i64 = 16;

/// Coefficients of cuts have no more bits.
const BITS: u64 = 32;

impl Solver {
    /// Looks at values that are within bounds but may not be integral.
    pub(crate) fn check_integers(&mut self, branches: &mut u64) -> Verdict {
        if self.arithmetic.fractional().is_none() {
            return Verdict::Integral;
        }
        self.arithmetic.patch();
        let Some(variable) = self.arithmetic.fractional() else { return Verdict::Integral };
        *branches += 1;
        if *branches > CASES {
            return Verdict::GiveUp;
        }
        if let Some(lemma) = self.arithmetic.indivisible() {
            return if self.add_lemma(lemma) { Verdict::Lemma } else { Verdict::Refuted };
        }
        let column = &self.arithmetic.columns[variable as usize];
        let is_endless = column.lower.is_none() || column.upper.is_none();
        if (is_endless || branches.is_multiple_of(LATTICE))
            && let Some(lemma) = self.round_on_lattice()
        {
            self.statistics.cuts += 1;
            return if self.add_lemma(lemma) { Verdict::Lemma } else { Verdict::Refuted };
        }
        if is_endless && let Some(lit) = self.split() {
            self.statistics.branches += 1;
            return Verdict::Branch(lit);
        }
        if branches.is_multiple_of(4)
            && let Some(lemma) = self.cut()
        {
            self.statistics.cuts += 1;
            return if self.add_lemma(lemma) { Verdict::Lemma } else { Verdict::Refuted };
        }
        self.statistics.branches += 1;
        let value = &self.arithmetic.columns[variable as usize].value;
        let floor = value.floor();
        let is_low = (&value.real - Rational::from(floor.clone()))
            < Rational::new(Integer::ONE, Integer::from(2)).unwrap_or_default();
        let lit = self.atom_of_sum(&[(variable, Integer::ONE)], floor.into(), false);
        Verdict::Branch(if is_low { lit } else { !lit })
    }

    /// A case of the sum with the fewest values left.
    fn split(&mut self) -> Option<Lit> {
        let columns = self.arithmetic.columns.iter().enumerate();
        let open = columns.filter(|(_, column)| {
            column.is_int && column.is_live && column.sum.is_some() && column.is_integral()
        });
        let ranges = open.filter_map(|(variable, column)| {
            let (lower, upper) = (column.lower.as_ref()?, column.upper.as_ref()?);
            let range = &upper.value.real - &lower.value.real;
            (range.signum() > 0 && range <= Rational::from(FEW)).then_some((range, variable))
        });
        let (_, variable) = ranges.min()?;
        let column = &self.arithmetic.columns[variable];
        let value = column.value.floor();
        let is_most = column.upper.as_ref().is_some_and(|bound| bound.value == column.value);
        let bound = if is_most { &value - &Integer::ONE } else { value };
        let lit = self.atom_of_sum(&[(variable as u32, Integer::ONE)], bound.into(), false);
        (self.val(lit) == 0).then_some(if is_most { !lit } else { lit })
    }

    /// A cutting plane that the present values violate (Gomory's, rounded: only integers).
    fn cut(&mut self) -> Option<Lemma> {
        let arithmetic = &self.arithmetic;
        let mut best: Option<Vec<(Lit, Rational)>> = None;
        for variable in arithmetic.fractionals() {
            if let Some(parts) = arithmetic.cut_parts(variable)
                && best.as_ref().is_none_or(|best| parts.len() < best.len())
            {
                best = Some(parts);
            }
        }
        let parts = best?;
        let (sum, bound) = arithmetic.add_up(&parts)?;
        if sum.is_empty() {
            return None;
        }
        let cut = self.atom(&sum, Relation::LessEqual, &bound);
        if self.val(cut) > 0 {
            return None;
        }
        let mut literals: Vec<Lit> = parts.iter().map(|(lit, _)| !*lit).collect();
        let weights = parts.into_iter().map(|(_, weight)| weight);
        let sum = weights.enumerate().map(|(place, weight)| (Premise::Literal(place), weight));
        let rounded = (Premise::Combination(0), Rational::ONE);
        let negated = (Premise::Literal(literals.len()), Rational::ONE);
        literals.push(cut);
        let combinations = vec![
            Combination { parts: sum.collect() },
            Combination { parts: vec![rounded, negated] },
        ];
        Some(Lemma { literals, proof: Proof::Rounded(combinations) })
    }
}

impl Column {
    /// Both bounds, if they are the same.
    pub(crate) fn fixed(&self) -> Option<(&Bound, &Bound)> {
        let (lower, upper) = (self.lower.as_ref()?, self.upper.as_ref()?);
        (lower.value == upper.value).then_some((lower, upper))
    }
}

impl Arithmetic {
    /// Given variables that should be integral and are not.
    pub(crate) fn fractionals(&self) -> impl Iterator<Item = u32> {
        let columns = self.columns.iter().enumerate();
        columns
            .filter(|(_, column)| column.is_int && column.sum.is_none() && !column.is_integral())
            .map(|(variable, _)| variable as u32)
    }

    /// Sums that are alive count, too.
    fn all_fractionals(&self) -> impl Iterator<Item = u32> {
        let columns = self.columns.iter().enumerate();
        columns
            .filter(|(_, column)| column.is_int && column.is_live && !column.is_integral())
            .map(|(variable, _)| variable as u32)
    }

    /// The one with the smallest range to look at; a sum only if it has one: without it, cases
    /// of `0 <= x - 2y <= 1` have no end if `x` and `y` have none.
    fn fractional(&self) -> Option<u32> {
        self.fractionals().next()?;
        self.all_fractionals().min_by_key(|&variable| {
            let column = &self.columns[variable as usize];
            let range = match (&column.lower, &column.upper) {
                (Some(lower), Some(upper)) => Some(&upper.value.real - &lower.value.real),
                _ => None,
            };
            (range.is_none(), range, column.sum.is_some(), variable)
        })
    }

    /// A row that has no integral solution: its fixed part is not divisible as the rest is.
    fn indivisible(&self) -> Option<Lemma> {
        self.all_fractionals().find_map(|variable| self.indivisible_row(variable))
    }

    fn indivisible_row(&self, basic: u32) -> Option<Lemma> {
        let row = &self.tableau.rows[self.tableau.row_of(basic)?];
        let entries = row.entries.iter();
        if !entries.clone().all(|entry| self.columns[entry.variable as usize].is_int) {
            return None;
        }
        let multiple = entries.clone().fold(Integer::ONE, |multiple, entry| {
            let below = entry.factor.denominator();
            let common = multiple.gcd(&below);
            multiple * below.div_euclid(&common).unwrap_or_default()
        });
        let scale = Rational::from(multiple.clone());
        let own = std::iter::once((basic, -multiple));
        let terms = entries.map(|entry| (entry.variable, (&entry.factor * &scale).numerator()));
        let mut divisor = Integer::ZERO;
        let mut constant = Integer::ZERO;
        let mut fixed = Vec::new();
        for (variable, factor) in terms.chain(own) {
            match self.columns[variable as usize].fixed() {
                Some((lower, upper)) => {
                    constant = constant + &factor * lower.value.real.numerator();
                    fixed.push((factor, lower.reason, upper.reason));
                }
                None => divisor = divisor.gcd(&factor),
            }
        }
        if constant.rem_euclid(&divisor)?.is_zero() {
            return None;
        }
        let mut literals = Vec::new();
        let [mut above, mut below] = [Combination::default(), Combination::default()];
        for (factor, lower, upper) in fixed {
            let weight = Rational::from(factor.abs());
            let [low, high] =
                [Premise::Literal(literals.len()), Premise::Literal(literals.len() + 1)];
            literals.extend([!lower, !upper]);
            let (up, down) = if factor.signum() > 0 { (high, low) } else { (low, high) };
            above.parts.push((up, weight.clone()));
            below.parts.push((down, weight));
        }
        let both = [0, 1].map(|place| (Premise::Combination(place), Rational::ONE));
        let last = Combination { parts: both.to_vec() };
        Some(Lemma { literals, proof: Proof::Rounded(vec![above, below, last]) })
    }

    /// Bounds and multipliers whose sum, rounded, cuts off the present value of the variable.
    fn cut_parts(&self, basic: u32) -> Option<Vec<(Lit, Rational)>> {
        let row = &self.tableau.rows[self.tableau.row_of(basic)?];
        let mut parts = Vec::new();
        for entry in &row.entries {
            let column = &self.columns[entry.variable as usize];
            let at = |bound: &Option<Bound>| {
                bound.as_ref().filter(|bound| bound.value == column.value).map(|bound| bound.reason)
            };
            if !column.is_int {
                return None;
            }
            let (reason, minus) = match (at(&column.lower), at(&column.upper)) {
                (Some(reason), _) => (reason, -&entry.factor),
                (_, Some(reason)) => (reason, entry.factor.clone()),
                _ => return None,
            };
            let weight = &minus - Rational::from(minus.floor());
            if !weight.is_zero() {
                parts.push((reason, weight));
            }
        }
        (!parts.is_empty()).then_some(parts)
    }

    /// The sum of true literals with multipliers, in given variables.
    fn add_up(&self, parts: &[(Lit, Rational)]) -> Option<(Vec<(Var, Rational)>, Rational)> {
        let mut sum: BTreeMap<u32, Rational> = BTreeMap::new();
        let mut bound = Rational::ZERO;
        for (lit, weight) in parts {
            let record = self.atom_of(lit.variable())?;
            let (limit, weight) = if lit.is_negative() {
                (&record.lower.real, -weight)
            } else {
                (&record.upper.real, weight.clone())
            };
            bound = bound + &weight * limit;
            let mut add = |variable: u32, factor: Rational| {
                let entry = sum.entry(variable).or_default();
                *entry = &*entry + &weight * factor;
            };
            match &self.columns[record.variable as usize].sum {
                Some(terms) => {
                    for (variable, factor) in terms {
                        add(*variable, factor.clone().into());
                    }
                }
                None => add(record.variable, Rational::ONE),
            }
        }
        sum.retain(|_, factor| !factor.is_zero());
        let is_fine = |factor: &Rational| factor.is_integer() && factor.numerator().bits() <= BITS;
        let sum: Vec<_> = sum.into_iter().map(|(name, factor)| (Var(name), factor)).collect();
        sum.iter().all(|(_, factor)| is_fine(factor)).then_some((sum, bound))
    }
}
