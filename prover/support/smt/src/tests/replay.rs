//! Lemmas and proofs, checked by their own arithmetic.

use crate::*;
use std::collections::BTreeMap;

/// `sum <= bound`, or `<` if strict.
#[derive(Clone, Debug, Default)]
struct Sum {
    terms: BTreeMap<Var, Rational>,
    bound: Rational,
    strict: bool,
}

impl Sum {
    fn of(solver: &Solver, lit: Lit) -> Self {
        let atom = solver.meaning(lit).unwrap();
        let is_int = solver.arithmetic.atom_of(lit.variable()).unwrap().lower.delta.is_zero()
            && !atom.strict;
        let sign = Rational::from(if lit.is_negative() { -1 } else { 1 });
        let terms =
            atom.terms.into_iter().map(|(name, factor)| (name, &sign * Rational::from(factor)));
        let bound =
            if lit.is_negative() && is_int { atom.bound + Rational::ONE } else { atom.bound };
        Self {
            terms: terms.collect(),
            bound: &sign * bound,
            strict: !is_int && atom.strict != lit.is_negative(),
        }
    }

    fn add(&mut self, factor: &Rational, other: &Self) {
        assert!(factor.signum() > 0);
        for (&name, value) in &other.terms {
            let entry = self.terms.entry(name).or_default();
            *entry = &*entry + factor * value;
        }
        self.terms.retain(|_, factor| !factor.is_zero());
        self.bound = &self.bound + factor * &other.bound;
        self.strict |= other.strict;
    }

    fn is_false(&self) -> bool {
        self.terms.is_empty() && (self.bound.signum() < 0 || (self.strict && self.bound.is_zero()))
    }

    fn round(&mut self) {
        let divisor = self.terms.values().fold(Integer::ZERO, |divisor, factor| {
            assert!(factor.is_integer());
            divisor.gcd(&factor.numerator())
        });
        if divisor.is_zero() {
            return;
        }
        let scale = Rational::new(Integer::ONE, divisor).unwrap();
        for factor in self.terms.values_mut() {
            *factor = &*factor * &scale;
        }
        assert!(!self.strict);
        self.bound = (&self.bound * &scale).floor().into();
    }
}

pub(super) fn check_lemma(solver: &Solver, lemma: &Lemma) {
    let negated: Vec<Sum> = lemma.literals.iter().map(|&lit| Sum::of(solver, !lit)).collect();
    match &lemma.proof {
        Proof::Sum(factors) => {
            let mut sum = Sum::default();
            assert_eq!(factors.len(), negated.len());
            for (factor, premise) in factors.iter().zip(&negated) {
                sum.add(factor, premise);
            }
            assert!(sum.is_false(), "{lemma:?} {sum:?}");
        }
        Proof::Rounded(combinations) => {
            let mut sums: Vec<Sum> = Vec::new();
            for combination in combinations {
                let mut sum = Sum::default();
                for (premise, factor) in &combination.parts {
                    match *premise {
                        Premise::Literal(place) => sum.add(factor, &negated[place]),
                        Premise::Combination(place) => sum.add(factor, &sums[place]),
                    }
                }
                sum.round();
                sums.push(sum);
            }
            assert!(sums.last().unwrap().is_false(), "{lemma:?}");
        }
    }
}

/// Replays hinted unit propagation.
pub(super) fn check_proof(solver: &Solver) {
    let steps = solver.proof().unwrap();
    let mut clauses: Vec<Vec<Lit>> = Vec::new();
    for step in &steps {
        let clause = match step {
            // The solver adds the truth and gates of equalities itself: only the rest is known.
            ProofStep::Input(index) => solver.input_clauses[*index as usize].clone(),
            ProofStep::Lemma(lemma) => {
                check_lemma(solver, lemma);
                lemma.literals.clone()
            }
            ProofStep::Derived(clause, hints) => {
                let mut falsified: Vec<Lit> = clause.clone();
                let mut is_conflict = false;
                for &hint in hints {
                    assert!(!is_conflict);
                    let mut open: Vec<Lit> = clauses[hint]
                        .iter()
                        .copied()
                        .filter(|lit| !falsified.contains(lit))
                        .collect();
                    open.dedup();
                    match *open {
                        [] => is_conflict = true,
                        [lit] => {
                            assert!(!falsified.contains(&!lit), "satisfied hint");
                            falsified.push(!lit);
                        }
                        _ => panic!("open hint"),
                    }
                }
                assert!(is_conflict, "{step:?}");
                clause.clone()
            }
        };
        clauses.push(clause);
    }
    assert!(clauses.last().unwrap().is_empty());
}
