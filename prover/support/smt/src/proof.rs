//! The proof of a refutation, trimmed to what it needs.

use crate::solver::Solver;
use crate::trace::{Step, Use};
use crate::{Lemma, Lit};

/// A step of a proof. Steps are named by their index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofStep {
    /// The clause that was added as the one with this index. Index 0 is `[truth]`.
    Input(u32),
    /// A clause of arithmetic.
    Lemma(Lemma),
    /// A clause that unit propagation derives from earlier steps, in this order.
    Derived(Vec<Lit>, Vec<usize>),
}

impl Solver {
    /// The proof that there is no model, if that was found by a solver with proofs: its last
    /// step is the empty clause.
    #[must_use]
    pub fn proof(&self) -> Option<Vec<ProofStep>> {
        if !self.trace.is_proof || !self.is_refuted {
            return None;
        }
        let (steps, _) = self.trace.needed(&self.conclusion);
        let name = |step: u32| steps.binary_search(&step).unwrap_or(usize::MAX);
        let names = |uses: &[Use]| -> Vec<usize> {
            let steps = uses.iter().filter_map(|used| match used {
                Use::Step(step) => Some(name(*step)),
                Use::Assumption(_) => None,
            });
            steps.collect()
        };
        let mut proof: Vec<ProofStep> = Vec::new();
        for &step in &steps {
            proof.push(match self.trace.step(step) {
                Step::Input(index) => ProofStep::Input(*index),
                Step::Lemma(index) => ProofStep::Lemma(self.trace.lemma_at(*index).clone()),
                Step::Derived(clause, range) => {
                    ProofStep::Derived(clause.clone(), names(self.trace.uses(range.clone())))
                }
            });
        }
        proof.push(ProofStep::Derived(Vec::new(), names(&self.conclusion)));
        Some(proof)
    }
}
