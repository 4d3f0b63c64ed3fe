//! What every section has to derive.

use crate::Obligations;
use format_aiger::Lit as Signal;
use format_dimacs::Lit;
use format_input::index;
use format_inv::Section;

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
        let last = self.frames_of(section).saturating_sub(1);
        let (is_goal, goals) = match section {
            Section::Init | Section::Step => (true, self.witness.invariant.len()),
            Section::Property => (true, self.circuit.bad.len()),
            Section::Base(_) | Section::Induction => {
                (self.has(section) && self.is_in_induction(number), self.circuit.bad.len())
            }
        };
        (is_goal && index(number) < goals).then(|| match section {
            Section::Init | Section::Step => self.invariant(index(number), last, clause),
            _ => self.not_bad_clause(number, last, clause),
        })
    }

    /// Whether the certificate may have this section: those of k-induction are announced.
    #[must_use]
    pub fn has(&self, section: Section) -> bool {
        let induction = self.witness.induction.as_ref();
        match section {
            Section::Init | Section::Step | Section::Property => true,
            Section::Base(stage) => induction.is_some_and(|induction| stage < induction.depth),
            Section::Induction => induction.is_some(),
        }
    }

    /// Whether the axioms of a section have a model whatever the circuit, so that the empty clause
    /// cannot be derived from them: only constraints, invariant and induction can contradict.
    #[must_use]
    pub fn has_model(&self, section: Section) -> bool {
        let has_invariant = match section {
            Section::Init => false,
            Section::Step | Section::Property => !self.witness.invariant.is_empty(),
            Section::Base(_) | Section::Induction => true,
        };
        self.circuit.constraints.is_empty() && !has_invariant
    }

    /// Whether a clause of the invariant has a literal that is true at time 0, because it is that
    /// of a latch with constant reset.
    #[must_use]
    pub fn is_initial(&self, number: usize) -> bool {
        let clause = self.witness.invariant.get(number).unwrap_or_default();
        clause.iter().any(|lit| {
            let reset = self.reset_of(lit.variable());
            reset == Some(if lit.is_negative() { Signal::FALSE } else { Signal::TRUE })
        })
    }

    /// The reset of the latch with this variable.
    fn reset_of(&self, variable: u32) -> Option<Signal> {
        let own = variable.checked_sub(self.circuit.latch(0));
        let own = own.filter(|&number| number < self.circuit.model_latches);
        let auxiliary = || {
            let first = self.circuit.latch(self.circuit.model_latches);
            variable.checked_sub(first)?.checked_add(self.circuit.model_latches)
        };
        let [_, reset] = self.circuit.latches.get(index(own.or_else(auxiliary)?))?;
        Some(*reset)
    }
}
