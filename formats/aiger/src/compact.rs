//! The numbering of the binary encoding.

use crate::{Gate, Latch, Lit, Model, Parts, Variables};

impl Model {
    /// Whether the model can be written in binary as it is: inputs are the variables from 1,
    /// then come the latches, then the gates, without gaps; and the right-hand sides of a gate
    /// are below it, the larger first.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        let inputs = self.inputs.len();
        let latches = self.latches.iter().map(|latch| latch.variable);
        let rest = latches.chain(self.gates.iter().map(|gate| gate.variable));
        let is_next =
            |(position, variable)| self.position(variable) == inputs.checked_add(position);
        self.inputs.is_run()
            && Variables::first(self.max_variable).len() == self.defined()
            && rest.enumerate().all(is_next)
            && self.gates.iter().all(|gate| {
                let [left, right] = gate.rhs;
                Lit::positive(gate.variable) > left && left >= right
            })
    }

    /// The same circuit, renumbered so that it can be written in binary.
    #[must_use]
    pub fn compact(&self) -> Self {
        if self.is_compact() {
            return self.clone();
        }
        let mut new_variables = vec![0_u32; self.defined()];
        let latches = self.latches.iter().map(|latch| latch.variable);
        let old_variables =
            self.inputs.iter().chain(latches).chain(self.gates.iter().map(|g| g.variable));
        for (old, new) in old_variables.zip(1..) {
            if let Some(slot) = self.position(old).and_then(|at| new_variables.get_mut(at)) {
                *slot = new;
            }
        }
        let variable =
            |old| self.position(old).and_then(|at| new_variables.get(at)).copied().unwrap_or(0);
        let lit = |old: Lit| Lit(Lit::positive(variable(old.variable())).0 | (old.0 & 1));
        let lits = |old: &[Lit]| -> Vec<Lit> { old.iter().copied().map(lit).collect() };
        let latch = |latch: &Latch| Latch {
            variable: variable(latch.variable),
            next: lit(latch.next),
            reset: lit(latch.reset),
        };
        let gate = |gate: &Gate| {
            let mut rhs = gate.rhs.map(lit);
            rhs.sort_unstable_by(|left, right| right.cmp(left));
            Gate { variable: variable(gate.variable), rhs }
        };
        let max_variable = u32::try_from(self.defined()).unwrap_or(u32::MAX);
        Self::from_compact(Parts {
            max_variable,
            inputs: Variables::first(u32::try_from(self.inputs.len()).unwrap_or(u32::MAX)),
            latches: self.latches.iter().map(latch).collect(),
            outputs: lits(&self.outputs),
            bad: lits(&self.bad),
            constraints: lits(&self.constraints),
            justice: self.justice.iter().map(|property| lits(property)).collect(),
            fairness: lits(&self.fairness),
            gates: self.gates.iter().map(gate).collect(),
            symbols: self.symbols.clone(),
            comment: self.comment.clone(),
        })
    }
}
