//! Global guidance: lemmas that differ in constants only suggest one lemma that implies them all
//! (Vediramana Krishnan, Chen, Shoham, Gurfinkel, CAV 2020).
//!
//! Two cubes with equal sums and different constants lie on a line; all cubes of that line
//! together are described without their parameter by adding up bounds that grow in opposite
//! directions. If that is excluded, the whole family is.

use crate::search::Search;
use crate::stop::Stopped;
use format_number::Rational;
use format_smtlib::Sort;
use support_rules::{Linear, Literal, tidy};

/// So many lemmas of a family are compared with a new one.
const COMPARED: usize = 3;

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
