//! Witnesses by brute force: runs into bad states, inputs that tell circuits apart.

use crate::Random;
use format_aiger::{Lit as Signal, Model};
use std::collections::VecDeque;

/// The values of all variables, by the meaning of AIGER and nothing else.
pub(super) fn values(model: &Model, state: u32, inputs: u32) -> Vec<bool> {
    let mut values = vec![false; model.max_variable as usize + 1];
    for (at, variable) in model.inputs.iter().enumerate() {
        values[variable as usize] = inputs >> at & 1 == 1;
    }
    for (at, latch) in model.latches.iter().enumerate() {
        values[latch.variable as usize] = state >> at & 1 == 1;
    }
    for gate in &model.gates {
        values[gate.variable as usize] = gate.rhs.iter().all(|&lit| get(&values, lit));
    }
    values
}

pub(super) fn get(values: &[bool], lit: Signal) -> bool {
    values[lit.variable() as usize] != lit.is_negative()
}

pub(super) fn outputs(model: &Model, inputs: u32) -> Vec<bool> {
    let values = values(model, 0, inputs);
    model.outputs.iter().map(|&lit| get(&values, lit)).collect()
}

/// A run into a bad state: the property, the first state, and the inputs at each time.
pub(super) fn run(random: &mut Random, model: &Model) -> Option<(usize, u32, Vec<u32>)> {
    let bad = if model.bad.is_empty() { &model.outputs } else { &model.bad };
    let (width, latches) = (model.inputs.len() as u32, model.latches.len() as u32);
    let mut reached: Vec<Option<(u32, Vec<u32>)>> = vec![None; 1 << latches];
    let mut open: VecDeque<(u32, u32, Vec<u32>)> =
        (0..1_u32 << latches).map(|state| (state, state, Vec::new())).collect();
    let mut found = Vec::new();
    while let Some((state, first, path)) = open.pop_front() {
        for inputs in 0..1_u32 << width {
            let values = values(model, state, inputs);
            let starts = |latch: &format_aiger::Latch| {
                get(&values, latch.reset) == values[latch.variable as usize]
            };
            let meets = model.constraints.iter().all(|&lit| get(&values, lit));
            if !meets || (path.is_empty() && !model.latches.iter().all(starts)) {
                continue;
            }
            let mut path = path.clone();
            path.push(inputs);
            for (number, _) in bad.iter().enumerate().filter(|(_, lit)| get(&values, **lit)) {
                found.push((number, first, path.clone()));
            }
            let bits = model.latches.iter().enumerate();
            let next: u32 = bits.map(|(at, latch)| u32::from(get(&values, latch.next)) << at).sum();
            if reached[next as usize].is_none() && path.len() < 6 {
                reached[next as usize] = Some((first, path.clone()));
                open.push_back((next, first, path));
            }
        }
    }
    (!found.is_empty()).then(|| random.pick(&found).clone())
}

/// Bits as digits, the lowest first.
pub(super) fn digits(bits: u32, count: usize) -> String {
    (0..count).map(|at| if bits >> at & 1 == 1 { '1' } else { '0' }).collect()
}
