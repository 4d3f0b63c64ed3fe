//! Model-based projection: variables are eliminated from a cube of literals that a model
//! satisfies, so that the result implies the quantified cube, still holds in the model, and takes
//! only finitely many forms over all models.
//!
//! Booleans take their value in the model. Numbers are solved for in an equality, or take the
//! greatest lower bound (Loos and Weispfenning over reals, Cooper over integers); a variable
//! without bounds on one side only keeps its residue.

use crate::linear::{Linear, least_common};
use crate::literal::{Literal, Normal, Value, tidy};
use format_number::{Integer, Rational};
use format_smtlib::Sort;
use std::collections::HashSet;

/// Eliminates variables from literals that are true in the model.
#[must_use]
pub fn project(
    literals: Vec<Literal>,
    mut eliminate: Vec<u32>,
    values: &[Value],
    sorts: &[Sort],
) -> Vec<Literal> {
    eliminate.sort_unstable();
    eliminate.dedup();
    let is_open = |v: u32| eliminate.binary_search(&v).is_ok();
    let kept = literals.into_iter().filter(|literal| match literal {
        Literal::Bool(variable, _) => !is_open(*variable),
        _ => true,
    });
    let literals = pair(&tidy(kept.collect(), sorts), sorts);
    let mut cube = Cube { literals, values, sorts };
    let mut open: Vec<u32> =
        eliminate.iter().copied().filter(|v| sorts[*v as usize] != Sort::Bool).collect();
    while let Some((variable, definition)) = cube.solvable(&open) {
        cube.substitute(variable, &definition);
        open.retain(|v| *v != variable);
    }
    while let Some(at) = cube.cheapest(&open) {
        let variable = open.swap_remove(at);
        cube.eliminate(variable);
        while let Some((variable, definition)) = cube.solvable(&open) {
            cube.substitute(variable, &definition);
            open.retain(|v| *v != variable);
        }
    }
    tidy(cube.literals, sorts)
}

/// Makes one equality of two opposite bounds.
fn pair(literals: &[Literal], sorts: &[Sort]) -> Vec<Literal> {
    let bounds: HashSet<&Linear> = literals
        .iter()
        .filter_map(|literal| match literal {
            Literal::Bound(linear, false) => Some(linear),
            _ => None,
        })
        .collect();
    let mut paired = Vec::new();
    for literal in literals {
        match literal {
            Literal::Bound(linear, false) if bounds.contains(&linear.negated()) => {
                if linear.terms.first().is_some_and(|(_, a)| a.signum() > 0) {
                    paired.extend(Literal::equal(linear, sorts).ok());
                }
            }
            other => paired.push(other.clone()),
        }
    }
    paired
}

struct Cube<'a> {
    literals: Vec<Literal>,
    values: &'a [Value],
    sorts: &'a [Sort],
}

/// A bound on one variable: it is at least or at most `(rest) / factor`.
struct Side {
    rest: Linear,
    factor: Rational,
    is_strict: bool,
}

impl Cube<'_> {
    fn is_int(&self, variable: u32) -> bool {
        self.sorts[variable as usize] == Sort::Int
    }

    fn is_whole(&self, linear: &Linear) -> bool {
        linear.terms.iter().all(|(v, _)| self.is_int(*v))
    }

    fn value(&self, linear: &Linear) -> Rational {
        linear.value(|v| self.values[v as usize].number())
    }

    /// An open variable and what it equals.
    fn solvable(&self, open: &[u32]) -> Option<(u32, Linear)> {
        for literal in &self.literals {
            let Literal::Equal(linear) = literal else { continue };
            let whole = self.is_whole(linear);
            for (variable, factor) in &linear.terms {
                let unit = whole && factor.abs() == Rational::ONE;
                if open.contains(variable) && (unit || !self.is_int(*variable)) {
                    let factor = factor.recip().unwrap_or(Rational::ONE);
                    let definition = linear.without(*variable).times(&-&factor);
                    return Some((*variable, definition));
                }
            }
        }
        None
    }

    /// The place of the variable whose elimination costs least, among those that occur.
    fn cheapest(&self, open: &[u32]) -> Option<usize> {
        let cost = |variable: u32| {
            let mut count = 0_usize;
            let mut units = 0_usize;
            for linear in self.literals.iter().filter_map(Literal::linear) {
                let factor = linear.coefficient(variable);
                count += usize::from(!factor.is_zero());
                units += usize::from(!factor.is_zero() && factor.abs() != Rational::ONE);
            }
            (count > 0).then_some((units, count))
        };
        let costs = open.iter().enumerate().filter_map(|(at, v)| Some((cost(*v)?, at)));
        costs.min().map(|(_, at)| at)
    }

    fn keep(&mut self, normal: Normal) {
        // What became constant is true in the model.
        self.literals.extend(normal.ok());
    }

    fn substitute(&mut self, variable: u32, by: &Linear) {
        for literal in std::mem::take(&mut self.literals) {
            if literal.mentions(variable) {
                let normal = literal.map(self.sorts, |linear| linear.substitute(variable, by));
                self.keep(normal);
            } else {
                self.literals.push(literal);
            }
        }
        self.literals.sort();
        self.literals.dedup();
    }

    fn substitute_value(&mut self, variable: u32) {
        let value = self.values[variable as usize].number();
        self.substitute(variable, &Linear::constant(value));
    }

    fn eliminate(&mut self, variable: u32) {
        if let Some(linear) = self.equality(variable) {
            return self.eliminate_by_equality(variable, &linear);
        }
        let (lower, upper) = self.sides(variable);
        if lower.is_empty() || upper.is_empty() {
            self.literals.retain(
                |literal| !matches!(literal, Literal::Bound(linear, _) if linear.mentions(variable)),
            );
            return self.substitute_residue(variable);
        }
        // The fewer constraints of the side, the simpler the result tends to be.
        let is_lower = lower.len() <= upper.len();
        let side = if is_lower { lower } else { upper };
        let Some(best) = self.tightest(side, is_lower) else { return };
        if self.is_int(variable) {
            self.eliminate_integer(variable, &best, is_lower);
        } else {
            self.eliminate_real(variable, &best, is_lower);
        }
    }

    fn equality(&self, variable: u32) -> Option<Linear> {
        self.literals.iter().find_map(|literal| match literal {
            Literal::Equal(linear) if linear.mentions(variable) => Some(linear.clone()),
            _ => None,
        })
    }

    /// An integer in `a x + e = 0`: it is `-e / a`, and `a` divides `e`.
    fn eliminate_by_equality(&mut self, variable: u32, linear: &Linear) {
        if !self.is_whole(linear) {
            return self.substitute_value(variable);
        }
        let factor = linear.coefficient(variable);
        let rest = linear.without(variable);
        let Some(inverse) = factor.recip() else { return };
        self.substitute(variable, &rest.times(&-&inverse));
        self.keep(Literal::divides(&factor.numerator().abs(), &rest, true));
    }

    /// The lower and the upper bounds of a variable.
    fn sides(&self, variable: u32) -> (Vec<Side>, Vec<Side>) {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for literal in &self.literals {
            let Literal::Bound(linear, is_strict) = literal else { continue };
            let factor = linear.coefficient(variable);
            let rest = linear.without(variable);
            let is_strict = *is_strict;
            match factor.signum() {
                0 => {}
                // -a x + e <= 0: x is at least e / a.
                -1 => lower.push(Side { rest, factor: -&factor, is_strict }),
                _ => upper.push(Side { rest: rest.negated(), factor, is_strict }),
            }
        }
        (lower, upper)
    }

    /// The bound that is tightest in the model; of equal ones a strict one.
    fn tightest(&self, side: Vec<Side>, is_lower: bool) -> Option<Side> {
        let key = |side: &Side| {
            let value = self.value(&side.rest).div(&side.factor).unwrap_or_default();
            (if is_lower { value } else { -&value }, side.is_strict)
        };
        side.into_iter().max_by(|left, right| key(left).cmp(&key(right)))
    }

    /// The number that the residues of a variable repeat after.
    fn period(&self, variable: u32) -> Integer {
        let divisors = self.literals.iter().filter_map(|literal| match literal {
            Literal::Divides(divisor, linear, _) if linear.mentions(variable) => Some(divisor),
            _ => None,
        });
        divisors.fold(Integer::ONE, |period, divisor| least_common(&period, divisor))
    }

    /// Only divisibility is left of the variable: its residue is what matters.
    fn substitute_residue(&mut self, variable: u32) {
        let period = self.period(variable);
        let value = self.values[variable as usize].number();
        let residue = value.to_integer().and_then(|value| value.rem_euclid(&period));
        let residue = Rational::from(residue.unwrap_or_default());
        self.substitute(variable, &Linear::constant(residue));
    }

    /// `x = (l + k) / a` for the greatest lower bound `l / a`, with the least `k >= 0` that keeps
    /// all residues; or `(u - k) / a` for the least upper bound.
    fn eliminate_integer(&mut self, variable: u32, best: &Side, is_lower: bool) {
        if !self.is_whole(&best.rest) {
            return self.substitute_value(variable);
        }
        let divisor = best.factor.numerator();
        let value = self.values[variable as usize].number();
        let gap = &(&value * &best.factor) - &self.value(&best.rest);
        let gap = gap.abs().to_integer().unwrap_or_default();
        let period = &divisor * &self.period(variable);
        let gap = Rational::from(gap.rem_euclid(&period).unwrap_or_default());
        let target = best.rest.plus_constant(&if is_lower { gap } else { -&gap });
        let inverse = best.factor.recip().unwrap_or(Rational::ONE);
        self.substitute(variable, &target.times(&inverse));
        self.keep(Literal::divides(&divisor, &target, true));
    }

    /// The variable is infinitely close to its tightest bound, or equals it.
    fn eliminate_real(&mut self, variable: u32, best: &Side, is_lower: bool) {
        let inverse = best.factor.recip().unwrap_or(Rational::ONE);
        let bound = best.rest.times(&inverse);
        for literal in std::mem::take(&mut self.literals) {
            let Literal::Bound(linear, is_strict) = &literal else {
                if literal.mentions(variable) {
                    // Only an integer has residues.
                    continue;
                }
                self.literals.push(literal);
                continue;
            };
            let factor = linear.coefficient(variable);
            if factor.is_zero() {
                self.literals.push(literal);
                continue;
            }
            let same_side = (factor.signum() < 0) == is_lower;
            let substituted = linear.substitute(variable, &bound);
            let is_strict = if same_side {
                // x lies beyond the best bound if that is strict, so another may equal it.
                *is_strict && !best.is_strict
            } else {
                *is_strict || best.is_strict
            };
            let normal = Literal::bound(&substituted, is_strict, self.sorts);
            self.keep(normal);
        }
        self.literals.sort();
        self.literals.dedup();
    }
}
