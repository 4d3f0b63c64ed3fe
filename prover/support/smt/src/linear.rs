//! The normal form of inequalities.

use crate::{Integer, Rational, Relation, Var};

/// What an inequality says.
pub(crate) enum Normal {
    /// It has no variables.
    Constant(bool),
    /// `sum <= bound`, or `<`, or the negation of that.
    Atom { sum: Vec<(u32, Integer)>, bound: Rational, strict: bool, negated: bool },
}

/// The normal form of [`crate::Atom`]; the relation is not equality.
pub(crate) fn normal_form(
    sum: &[(Var, Rational)],
    relation: Relation,
    bound: &Rational,
    is_int: impl Fn(Var) -> bool,
) -> Normal {
    let sum = collect(sum);
    let (is_upper, is_strict) = match relation {
        Relation::LessEqual | Relation::Equal => (true, false),
        Relation::Less => (true, true),
        Relation::GreaterEqual => (false, false),
        Relation::Greater => (false, true),
    };
    let Some((_, first)) = sum.first() else {
        let order = Rational::ZERO.cmp(bound);
        let order = if is_upper { order } else { order.reverse() };
        return Normal::Constant(if is_strict { order.is_lt() } else { order.is_le() });
    };
    let mut divisor = Integer::ZERO;
    let mut multiple = Integer::ONE;
    for (_, factor) in &sum {
        divisor = divisor.gcd(&factor.numerator());
        let below = factor.denominator();
        let common = multiple.gcd(&below);
        multiple = multiple * below.div_euclid(&common).unwrap_or_default();
    }
    let scale = Rational::new(multiple, divisor).unwrap_or_default();
    let is_turned = first.signum() < 0;
    let scale = if is_turned { -scale } else { scale };
    let all_int = sum.iter().all(|(variable, _)| is_int(*variable));
    let sum = sum.iter().map(|(variable, factor)| (variable.0, (factor * &scale).numerator()));
    let (sum, mut bound) = (sum.collect(), bound * &scale);
    // A lower bound is the negation of an upper bound, with the other strictness.
    let negated = is_upper == is_turned;
    let mut strict = is_strict != negated;
    if all_int {
        let whole = if strict { bound.ceil() - Integer::ONE } else { bound.floor() };
        (bound, strict) = (whole.into(), false);
    }
    Normal::Atom { sum, bound, strict, negated }
}

/// Variables ascending, each once, no zeros.
fn collect(sum: &[(Var, Rational)]) -> Vec<(Var, Rational)> {
    let mut sum: Vec<_> = sum.to_vec();
    if !sum.is_sorted_by(|a, b| a.0 < b.0) {
        sum.sort_by_key(|(variable, _)| *variable);
        sum.dedup_by(|later, earlier| {
            let is_same = later.0 == earlier.0;
            if is_same {
                earlier.1 = &earlier.1 + &later.1;
            }
            is_same
        });
    }
    sum.retain(|(_, factor)| !factor.is_zero());
    sum
}
