//! Brute force: the states that a model reaches, by the meaning of AIGER and nothing else.

use claim_invariant::{Circuit, Clauses};
use format_aiger::{Lit as Signal, Model};
use format_lit::Lit;

/// What a model reaches with its constraints.
pub(crate) struct Reach {
    inputs: usize,
    latches: usize,
    /// By state and inputs, a bit for each latch above a bit for each input: whether a run that
    /// meets all constraints at every time, the last included, ends in it.
    states: Vec<bool>,
    /// By property: whether it fails.
    fails: Vec<bool>,
}

impl Reach {
    pub(crate) fn new(model: &Model) -> Self {
        let bad = if model.bad.is_empty() { &model.outputs } else { &model.bad };
        let (width, latches) = (model.inputs.len(), model.latches.len());
        let all = 1_usize << latches;
        let (states, fails) = (vec![false; all << width], vec![false; bad.len()]);
        let mut reach = Self { inputs: width, latches, states, fails };
        let mut seen = vec![false; all];
        let mut open: Vec<(usize, bool)> = (0..all).map(|state| (state, true)).collect();
        while let Some((state, is_first)) = open.pop() {
            for inputs in 0..1_usize << width {
                let values = Values::new(model, state, inputs);
                let starts = model.latches.iter().all(|latch| {
                    values.get(latch.reset) == values.get(Signal::positive(latch.variable))
                });
                let meets = model.constraints.iter().all(|&lit| values.get(lit));
                if !meets || (is_first && !starts) {
                    continue;
                }
                reach.states[state << width | inputs] = true;
                for (fails, &lit) in reach.fails.iter_mut().zip(bad) {
                    *fails |= values.get(lit);
                }
                let bits = model.latches.iter().enumerate();
                let next: usize =
                    bits.map(|(at, latch)| usize::from(values.get(latch.next)) << at).sum();
                if !std::mem::replace(&mut seen[next], true) {
                    open.push((next, false));
                }
            }
        }
        reach
    }

    /// By property: whether it holds.
    pub(crate) fn holds(&self) -> impl Iterator<Item = bool> + '_ {
        self.fails.iter().map(|fails| !fails)
    }

    /// Whether no initial state meets the constraints.
    pub(crate) fn is_empty(&self) -> bool {
        !self.states.contains(&true)
    }

    /// A clause against each state with inputs that is not reached.
    pub(crate) fn invariant(&self, circuit: &Circuit) -> Clauses {
        let mut clauses = Clauses::default();
        for (state, _) in self.states.iter().enumerate().filter(|(_, reached)| !**reached) {
            let inputs = (0..self.inputs).map(|at| (at as u32 + 1, at));
            let latches = 0..self.latches;
            let latches = latches.map(|at| (circuit.latch(at as u32), at + self.inputs));
            let lit = |(variable, at): (u32, usize)| Lit::new(variable, state >> at & 1 == 1);
            clauses.push(inputs.chain(latches).filter_map(lit));
        }
        clauses
    }
}

/// The values of all variables.
pub(crate) struct Values(Vec<bool>);

impl Values {
    pub(crate) fn new(model: &Model, state: usize, inputs: usize) -> Self {
        let mut values = Self(vec![false; model.max_variable as usize + 1]);
        for (at, variable) in model.inputs.iter().enumerate() {
            values.0[variable as usize] = inputs >> at & 1 == 1;
        }
        for (at, latch) in model.latches.iter().enumerate() {
            values.0[latch.variable as usize] = state >> at & 1 == 1;
        }
        // Gates may stand in any order.
        loop {
            let mut is_done = true;
            for gate in &model.gates {
                let value = gate.rhs.iter().all(|&lit| values.get(lit));
                is_done &= value == values.0[gate.variable as usize];
                values.0[gate.variable as usize] = value;
            }
            if is_done {
                return values;
            }
        }
    }

    pub(crate) fn get(&self, lit: Signal) -> bool {
        self.0[lit.variable() as usize] != lit.is_negative()
    }
}
