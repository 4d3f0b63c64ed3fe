//! Linear expressions, and inequalities in lowest terms.

use crate::{Atom, Budget, Limit};
use format_input::index;
use format_number::{Integer, Rational};
use format_smtlib::Sort;

/// A sum of multiples of numeric variables, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[must_use]
pub struct Linear {
    /// Variables, ascending, and their coefficients, which are not 0.
    pub terms: Vec<(u32, Rational)>,
    /// The constant.
    pub constant: Rational,
}

impl Linear {
    /// A variable.
    pub fn variable(variable: u32) -> Self {
        Self { terms: vec![(variable, Rational::ONE)], constant: Rational::ZERO }
    }

    /// A multiple of an inequality, as what is compared with 0.
    pub fn scaled(atom: &Atom, factor: &Rational) -> Self {
        let times = |number: &Integer| factor * &Rational::from(number.clone());
        let terms = atom.terms.iter().map(|(variable, number)| (*variable, times(number)));
        Self { terms: terms.collect(), constant: -&(factor * &atom.bound) }
    }

    /// The sum of multiples of expressions, whose own terms may stand in any order.
    pub fn sum(parts: &[(&Rational, &Self)], budget: &mut Budget) -> Result<Self, Limit> {
        let mut constant = Rational::ZERO;
        let mut all: Vec<(u32, Rational)> = Vec::new();
        for (factor, part) in parts {
            constant = &constant + &(*factor * &part.constant);
            budget.take(1, &constant)?;
            for (variable, coefficient) in &part.terms {
                let product = *factor * coefficient;
                budget.take(1, &product)?;
                all.push((*variable, product));
            }
        }
        all.sort_by_key(|(variable, _)| *variable);
        let mut terms: Vec<(u32, Rational)> = Vec::new();
        for (variable, coefficient) in all {
            match terms.last_mut() {
                Some((last, sum)) if *last == variable => {
                    *sum = &*sum + &coefficient;
                    budget.take(1, sum)?;
                }
                _ => terms.push((variable, coefficient)),
            }
        }
        terms.retain(|(_, coefficient)| !coefficient.is_zero());
        Ok(Self { terms, constant })
    }
}

/// The inequality `linear <= 0`, or `< 0`, as `a1 x1 + ... <= c` with integers without common
/// divisor. If all variables are Int, the sum is an integer, so the bound is rounded down, and
/// `< c` is `<= ceil(c) - 1`. Both have the same solutions.
pub fn tighten(
    linear: &Linear,
    is_strict: bool,
    sorts: &[Sort],
    budget: &mut Budget,
) -> Result<Atom, Limit> {
    // The coefficients times `multiple / divisor` are the integers.
    let (mut multiple, mut divisor) = (Integer::ONE, Integer::ZERO);
    for (_, coefficient) in &linear.terms {
        let below = coefficient.denominator();
        let common = multiple.gcd(&below);
        multiple = &multiple * &below.div_rem(&common).map_or(Integer::ONE, |(part, _)| part);
        budget.take(1, &Rational::from(multiple.clone()))?;
        divisor = divisor.gcd(&coefficient.numerator());
    }
    // A prime of the multiple divides some denominator most often, so neither that coefficient's
    // numerator nor its multiple: multiples have the common divisor that the numerators have.
    let divisor = if divisor.is_zero() { Integer::ONE } else { divisor };
    let factor = Rational::fraction(&multiple, &divisor).ok_or(Limit)?;
    budget.take(linear.terms.len().saturating_add(1), &factor)?;
    let terms =
        linear.terms.iter().map(|(variable, number)| (*variable, (number * &factor).numerator()));
    let terms: Vec<(u32, Integer)> = terms.collect();
    let bound = &-&linear.constant * &factor;
    let is_int = |(variable, _): &(u32, Integer)| sorts.get(index(*variable)) == Some(&Sort::Int);
    if !terms.iter().all(is_int) {
        return Ok(Atom { terms, bound, is_strict });
    }
    let bound = if is_strict { &bound.ceil() - &Integer::ONE } else { bound.floor() };
    Ok(Atom { terms, bound: Rational::from(bound), is_strict: false })
}
