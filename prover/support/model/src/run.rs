//! Runs of the original model from what engines know of them.

use crate::System;
use format_aiger::{Lit, Model, Node};
use format_input::index;
use std::collections::HashMap;

/// A run: the latches at time 0, and the inputs at every time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// For each latch its value at time 0.
    pub latches: Vec<bool>,
    /// For each time the values of the inputs.
    pub inputs: Vec<Vec<bool>>,
}

/// The run of the model that a run of a reduced system stands for. Latches with reset values get
/// those; only the values of free ones are taken from the run. None if the resets are cyclic.
#[must_use]
pub fn complete(model: &Model, system: &System, run: &Run) -> Option<Run> {
    let widen = |values: &Vec<bool>| {
        let mut wide = vec![false; model.inputs.len()];
        for (&number, &value) in system.inputs.iter().zip(values) {
            wide[index(number)] = value;
        }
        wide
    };
    let inputs: Vec<Vec<bool>> = run.inputs.iter().map(widen).collect();
    let mut latches = vec![false; model.latches.len()];
    for (&number, &value) in system.numbers.iter().zip(&run.latches) {
        // The latch that marks time 0 is none of the model's.
        if let Some(latch) = latches.get_mut(index(number)) {
            *latch = value;
        }
    }
    let mut values = vec![false; model.defined() + 1];
    let place = |variable: u32| model.position(variable).map_or(0, |position| position + 1);
    let get = |values: &[bool], lit: Lit| values[place(lit.variable())] != lit.is_negative();
    for (variable, &value) in model.inputs.iter().zip(inputs.first()?) {
        values[place(variable)] = value;
    }
    for node in model.reset_order().ok()? {
        match node {
            Node::Gate(number) => {
                let gate = model.gates[index(number)];
                values[place(gate.variable)] = gate.rhs.iter().all(|&lit| get(&values, lit));
            }
            Node::Latch(number) => {
                let latch = model.latches[index(number)];
                if !latch.is_free() {
                    latches[index(number)] = get(&values, latch.reset);
                }
                values[place(latch.variable)] = latches[index(number)];
            }
        }
    }
    Some(Run { latches, inputs })
}

impl Run {
    /// The first two frames of a run of this system with the same values of all latches, if there
    /// are such.
    #[must_use]
    pub fn repeated(&self, system: &System) -> Option<(usize, usize)> {
        let mut seen: HashMap<Vec<bool>, usize> = HashMap::new();
        let mut state = self.latches.clone();
        for (frame, inputs) in self.inputs.iter().enumerate() {
            if let Some(&early) = seen.get(&state) {
                return Some((early, frame));
            }
            let mut values = vec![false];
            values.extend(inputs.iter().chain(&state));
            let get =
                |values: &[bool], lit: Lit| values[index(lit.variable())] != lit.is_negative();
            for gate in &system.gates {
                let value = gate.iter().all(|&lit| get(&values, lit));
                values.push(value);
            }
            let next = system.latches.iter().map(|latch| get(&values, latch.next)).collect();
            seen.insert(std::mem::replace(&mut state, next), frame);
        }
        None
    }
}
