//! Global guidance: lemmas that differ in constants only suggest one lemma that implies them all
//! (Vediramana Krishnan, Chen, Shoham, Gurfinkel, CAV 2020).
//!
//! Two cubes with equal sums and different constants lie on a line; all cubes of that line
//! together are described without their parameter by adding up bounds that grow in opposite
//! directions. If that is excluded, the whole family is. Lemmas over the same variables whose
//! coefficients keep changing suggest that obligations should be simpler.

use crate::search::Search;
use crate::stop::Stopped;
use format_number::Rational;
use format_smtlib::Sort;
use std::collections::{HashMap, HashSet};
use support_rules::{Linear, Literal, Value, tidy};

/// So many lemmas of a family are compared with a new one.
const COMPARED: usize = 3;

/// Sums over the same variables with so many different coefficients are not a coincidence.
const RESTLESS: usize = 4;

impl Search<'_> {
    /// A cube that covers the given one and one of an older lemma, and is excluded too.
    pub(crate) fn guided(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<Option<Vec<Literal>>, Stopped> {
        let sorts = &self.program.predicates[predicate].sorts;
        let lemmas = self.summaries[predicate].lemmas.iter().rev();
        let candidates = lemmas.filter_map(|lemma| line(&lemma.cube, cube, sorts));
        let candidates: Vec<Vec<Literal>> = candidates.take(COMPARED).collect();
        for candidate in candidates {
            if !self.tried[predicate].insert((level, candidate.clone())) {
                continue;
            }
            if let Some(core) = self.excluding(predicate, level, &candidate, true)? {
                return Ok(Some(core));
            }
        }
        Ok(None)
    }
}

/// The sums that lemmas of one predicate bound, by their variables.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes(HashMap<Vec<u32>, HashSet<Vec<Rational>>>);

impl Shapes {
    /// Notes the sums of a lemma.
    pub(crate) fn note(&mut self, cube: &[Literal]) {
        for literal in cube {
            if let Literal::Bound(linear, _) = literal
                && linear.terms.len() > 1
            {
                let (variables, coefficients) = shape(linear);
                self.0.entry(variables).or_default().insert(coefficients);
            }
        }
    }

    /// Whether sums over the same variables come with many different coefficients.
    fn is_restless(&self, linear: &Linear) -> bool {
        self.0.get(&shape(linear).0).is_some_and(|seen| seen.len() >= RESTLESS)
    }

    /// Replaces bounds on sums whose coefficients keep changing by bounds on their variables that
    /// imply them near the values.
    pub(crate) fn concrete(
        &self,
        cube: Vec<Literal>,
        values: &[Value],
        sorts: &[Sort],
    ) -> Vec<Literal> {
        let is_restless = |literal: &Literal| match literal {
            Literal::Bound(linear, _) => linear.terms.len() > 1 && self.is_restless(linear),
            _ => false,
        };
        if !cube.iter().any(is_restless) {
            return cube;
        }
        let mut concrete = Vec::new();
        for literal in cube {
            match &literal {
                Literal::Bound(linear, _) if is_restless(&literal) => {
                    for (variable, factor) in &linear.terms {
                        let value = values[*variable as usize].number();
                        let bound = Linear::variable(*variable).plus_constant(&-&value);
                        let sign = Rational::from(i64::from(factor.signum()));
                        concrete.extend(Literal::bound(&bound.times(&sign), false, sorts).ok());
                    }
                }
                _ => concrete.push(literal),
            }
        }
        tidy(concrete, sorts)
    }
}

/// The variables of a sum, and their coefficients, the first one positive.
fn shape(linear: &Linear) -> (Vec<u32>, Vec<Rational>) {
    let sign = linear.terms.first().map_or(1, |(_, a)| a.signum());
    let sign = Rational::from(i64::from(sign));
    linear.terms.iter().map(|(v, a)| (*v, a * &sign)).unzip()
}

/// All cubes on the line through two that differ in constants only; `None` if they do not, or
/// if nothing is left to bound.
fn line(left: &[Literal], right: &[Literal], sorts: &[Sort]) -> Option<Vec<Literal>> {
    if left.len() != right.len() {
        return None;
    }
    let mut kept = Vec::new();
    let (mut growing, mut shrinking) = (Vec::new(), Vec::new());
    for (a, b) in left.iter().zip(right) {
        match (a, b) {
            (Literal::Bound(a, strict), Literal::Bound(b, other))
                if a.terms == b.terms && strict == other =>
            {
                let change = &b.constant - &a.constant;
                match change.signum() {
                    0 => kept.push(Literal::Bound(b.clone(), *strict)),
                    1 => growing.push((b, change, *strict)),
                    _ => shrinking.push((b, -&change, *strict)),
                }
            }
            (a, b) if a == b => kept.push(b.clone()),
            _ => return None,
        }
    }
    if growing.is_empty() || shrinking.is_empty() {
        return None;
    }
    let scaled = |linear: &Linear, by: &Rational| linear.times(by);
    for (up, rate, strict) in &growing {
        for (down, fall, other) in &shrinking {
            let sum = scaled(up, fall).plus(rate, down);
            match Literal::bound(&sum, *strict || *other, sorts) {
                Ok(literal) => kept.push(literal),
                Err(true) => {}
                Err(false) => return None,
            }
        }
    }
    Some(tidy(kept, sorts))
}
