//! Clauses that hold because the negations of their literals contradict each other.

use crate::Fault;
use claim_horn::{Atom, Budget, Cnf, Limit, Linear, tighten};
use format_input::index;
use format_lit::Lit;
use format_number::Rational;

/// Checks that the inequalities that negate the literals have no common solution.
///
/// A sum adds multiples, which are not negative, of these inequalities and of sums before: so it
/// follows from them. It is strict if a strict one with a positive multiplier is in it. If all its
/// variables are Int, it is divided by the greatest common divisor of its coefficients, and its
/// bound rounded, which changes no solution in integers. The last sum has no variables and no
/// solution: `0 <= c` for a negative `c`, or `0 < 0`.
pub(crate) fn check_lemma(
    cnf: &Cnf,
    clause: &[Lit],
    sums: &[Vec<(u32, Rational)>],
) -> Result<(), Fault> {
    let mut budget = Budget::default();
    let mut known = Vec::new();
    for &literal in clause {
        let atom = cnf
            .atom(literal.variable())
            .ok_or_else(|| format!("literal {literal} stands for no inequality"))?;
        // Not s <= c is -s < -c, and not s < c is -s <= -c.
        let sign = if literal.is_negative() { Rational::ONE } else { -&Rational::ONE };
        let negation = multiple(atom, &sign, &mut budget)?;
        let is_strict = atom.is_strict == literal.is_negative();
        known.push(tighten(&negation, is_strict, cnf.sorts(), &mut budget)?);
    }
    for sum in sums {
        let mut parts = Vec::new();
        let mut is_strict = false;
        for (number, multiplier) in sum {
            let place = index(*number).checked_sub(1).and_then(|place| known.get(place));
            let atom = place.ok_or_else(|| format!("there is no inequality {number} before"))?;
            if multiplier.signum() < 0 {
                return Err(format!("the multiplier of inequality {number} is negative").into());
            }
            is_strict |= atom.is_strict && multiplier.signum() > 0;
            parts.push(multiple(atom, multiplier, &mut budget)?);
        }
        let parts: Vec<_> = parts.iter().map(|part| (&Rational::ONE, part)).collect();
        let total = Linear::sum(&parts, &mut budget)?;
        known.push(tighten(&total, is_strict, cnf.sorts(), &mut budget)?);
    }
    // A sum without variables has an integer as its bound: the rules for Int apply.
    let last = known.last().filter(|sum| !sums.is_empty() && sum.terms.is_empty());
    let is_false = last.is_some_and(|sum| sum.bound.signum() < 0);
    if is_false { Ok(()) } else { Err("the last sum is no contradiction".to_owned().into()) }
}

/// A multiple of an inequality, as what is compared with 0.
fn multiple(atom: &Atom, factor: &Rational, budget: &mut Budget) -> Result<Linear, Limit> {
    Linear::sum(&[(factor, &Linear::scaled(atom, &Rational::ONE))], budget)
}
