//! What was derived from what, so that only the lemmas that mattered are reported.

use crate::{Lemma, Lit};

/// A step without derivation: a clause of an earlier call.
pub(crate) const UNTRACED: u32 = u32::MAX;

/// What a derivation uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// An earlier step.
    Step(u32),
    /// An assumption whose negation stands in a clause that is no lemma of this call.
    Assumption(Lit),
}

/// One step.
#[derive(Debug)]
pub(crate) enum Step {
    /// The clause from outside with this index.
    Input(u32),
    /// The lemma with this index.
    Lemma(u32),
    /// A clause that unit propagation derives from what it uses, in that order. The literals
    /// are kept only for proofs.
    Derived(Vec<Lit>, std::ops::Range<usize>),
}

/// The steps of the present call; with proofs, of all calls.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    pub(crate) is_proof: bool,
    base: u32,
    steps: Vec<Step>,
    uses: Vec<Use>,
    lemmas: Vec<Lemma>,
}

impl Trace {
    pub(crate) fn new(is_proof: bool) -> Self {
        Self { is_proof, ..Self::default() }
    }

    /// Forgets the steps of the last call.
    pub(crate) fn begin(&mut self) {
        if !self.is_proof {
            self.base = self.next();
            self.steps.clear();
            self.uses.clear();
            self.lemmas.clear();
        }
    }

    fn next(&self) -> u32 {
        self.base + self.steps.len() as u32
    }

    fn push(&mut self, step: Step) -> u32 {
        let name = self.next();
        self.steps.push(step);
        name
    }

    pub(crate) fn is_known(&self, step: u32) -> bool {
        step != UNTRACED && step >= self.base
    }

    pub(crate) fn input(&mut self, index: u32) -> u32 {
        if self.is_proof { self.push(Step::Input(index)) } else { UNTRACED }
    }

    pub(crate) fn lemma(&mut self, lemma: Lemma) -> u32 {
        let index = self.lemmas.len() as u32;
        self.lemmas.push(lemma);
        self.push(Step::Lemma(index))
    }

    pub(crate) fn derived(&mut self, clause: &[Lit], uses: &[Use]) -> u32 {
        let from = self.uses.len();
        self.uses.extend(uses);
        let range = from..self.uses.len();
        let clause = if self.is_proof { clause.to_vec() } else { Vec::new() };
        self.push(Step::Derived(clause, range))
    }

    /// The steps that a step rests on, itself included, in ascending order, and the assumptions
    /// named by them.
    pub(crate) fn needed(&self, uses: &[Use]) -> (Vec<u32>, Vec<Lit>) {
        let mut is_needed = vec![false; self.steps.len()];
        let mut assumptions = Vec::new();
        let base = self.base;
        let mut note = |is_needed: &mut Vec<bool>, uses: &[Use]| {
            for used in uses {
                match *used {
                    Use::Step(step) => is_needed[(step - base) as usize] = true,
                    Use::Assumption(lit) => assumptions.push(lit),
                }
            }
        };
        note(&mut is_needed, uses);
        for index in (0..self.steps.len()).rev() {
            if is_needed[index]
                && let Step::Derived(_, range) = &self.steps[index]
            {
                note(&mut is_needed, &self.uses[range.clone()]);
            }
        }
        let needed = (0..self.steps.len()).filter(|&index| is_needed[index]);
        assumptions.sort_unstable();
        assumptions.dedup();
        (needed.map(|index| base + index as u32).collect(), assumptions)
    }

    pub(crate) fn step(&self, step: u32) -> &Step {
        &self.steps[(step - self.base) as usize]
    }

    pub(crate) fn uses(&self, range: std::ops::Range<usize>) -> &[Use] {
        &self.uses[range]
    }

    pub(crate) fn lemma_at(&self, index: u32) -> &Lemma {
        &self.lemmas[index as usize]
    }
}
