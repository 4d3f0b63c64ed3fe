//! Clauses that hold because the negations of their literals contradict each other.

use crate::Fault;
use claim_horn::{Budget, Cnf, Linear, tighten};
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
        budget.take_multiple(atom, &Rational::ONE)?;
        known.push(if literal.is_negative() {
            atom.clone()
        } else {
            // Not s <= c is -s < -c, and not s < c is -s <= -c.
            let negation = Linear::scaled(atom, &-&Rational::ONE);
            tighten(&negation, !atom.is_strict, cnf.sorts(), &mut budget)?
        });
    }
    let mut last = None;
    for sum in sums {
        let mut parts = Vec::new();
        let mut is_strict = false;
        for (number, multiplier) in sum {
            let place = index(*number).checked_sub(1).and_then(|place| known.get(place));
            let atom = place.ok_or_else(|| format!("there is no inequality {number} before"))?;
            if multiplier.signum() < 0 {
                return Err(format!("the multiplier of inequality {number} is negative").into());
            }
            budget.take_multiple(atom, multiplier)?;
            is_strict |= atom.is_strict && multiplier.signum() > 0;
            parts.push(Linear::scaled(atom, multiplier));
        }
        let parts: Vec<_> = parts.iter().map(|part| (&Rational::ONE, part)).collect();
        let total = Linear::sum(&parts, &mut budget)?;
        last = total.terms.first().map(|(variable, _)| *variable);
        known.push(tighten(&total, is_strict, cnf.sorts(), &mut budget)?);
    }
    match (sums.is_empty(), last, known.last()) {
        (false, Some(variable), _) => {
            Err(format!("the last sum keeps numeric variable {variable}").into())
        }
        // Without variables, the bound is an integer: the rules for Int apply.
        (false, None, Some(sum)) if sum.bound.signum() < 0 => Ok(()),
        _ => Err(Fault::Wrong("the last sum is no contradiction".into())),
    }
}
