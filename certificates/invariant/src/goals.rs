//! What every section has to derive.

use crate::Obligations;
use format_aiger::Lit as Signal;
use format_input::index;
use format_inv::Section;
use format_lit::Lit;

impl Obligations {
    /// Puts a goal of a section into `clause`. `None` if there is no such goal, false if it is a
    /// tautology, which needs no derivation.
    ///
    /// | section | goals |
    /// | --- | --- |
    /// | init | the clauses of the invariant in frame 0 |
    /// | step | the clauses of the invariant in frame 1 |
    /// | property | that a property is not bad in frame 0 |
    /// | base i | that a property of the induction is not bad in frame i |
    /// | k-step | that a property of the induction is not bad in frame k |
    pub fn goal(&self, section: Section, number: u32, clause: &mut Vec<Lit>) -> Option<bool> {
        let last = self.last_frame(section);
        let goals = match section {
            Section::Init | Section::Step => {
                let is_goal = index(number) < self.witness.invariant.len();
                return is_goal.then(|| self.invariant(index(number), last, clause));
            }
            Section::Base(_) | Section::Induction if !self.is_in_induction(number) => 0,
            Section::Property | Section::Base(_) | Section::Induction => self.circuit.bad.len(),
        };
        (index(number) < goals).then(|| self.not_bad_clause(number, last, clause))
    }

    /// Whether a property is proved by k-induction.
    #[must_use]
    pub fn is_in_induction(&self, property: u32) -> bool {
        let induction = self.witness.induction.as_ref();
        induction.is_some_and(|induction| induction.properties.binary_search(&property).is_ok())
    }

    /// Whether the axioms of a section have a model whatever the circuit, so that the empty clause
    /// cannot be derived from them: only constraints, invariant and induction can contradict.
    #[must_use]
    pub fn has_model(&self, section: Section) -> bool {
        let only_computes = match section {
            Section::Init => true,
            Section::Step | Section::Property => self.witness.invariant.is_empty(),
            Section::Base(_) | Section::Induction => false,
        };
        only_computes && self.circuit.constraints.is_empty()
    }

    /// Whether a clause of the invariant has a literal that is true at time 0, because it is that
    /// of a latch with constant reset.
    #[must_use]
    pub fn is_initial(&self, number: usize) -> bool {
        let own = self.circuit.model_latches;
        let reset = |variable: u32| {
            let at = variable.checked_sub(self.circuit.latch(0)).filter(|&latch| latch < own);
            let auxiliary = || variable.checked_sub(self.circuit.latch(own))?.checked_add(own);
            self.circuit.latches.get(index(at.or_else(auxiliary)?)).map(|&[_, reset]| reset)
        };
        let is_true = |lit: &Lit| {
            let value = if lit.is_negative() { Signal::FALSE } else { Signal::TRUE };
            reset(lit.variable()) == Some(value)
        };
        self.witness.invariant.get(number).is_some_and(|clause| clause.iter().any(is_true))
    }
}
