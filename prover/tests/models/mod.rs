//! Random models with few latches, and which of their properties fail, by looking at all states.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test stops at a surprise")]
#![allow(clippy::arithmetic_side_effects, reason = "the numbers are small")]
#![allow(unreachable_pub, reason = "a module of the tests has no outside")]

use format_aiger::{Lit, Model, read};
use std::fmt::Write;

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 16) % u64::from(bound)).unwrap()
    }

    /// A literal up to this variable, seldom a constant.
    fn lit(&mut self, variables: u32) -> u32 {
        let variable = if self.below(12) == 0 { 0 } else { self.below(variables + 1) };
        2 * variable + self.below(2)
    }
}

/// A model of at most 12 latches and 4 inputs, with odd resets, constraints and properties.
pub fn model(random: &mut Random) -> String {
    let inputs = random.below(5);
    let latches = if random.below(4) == 0 { random.below(13) } else { random.below(6) };
    let gates = random.below(30);
    let variables = inputs + latches + gates;
    let bad = if random.below(8) == 0 { 0 } else { 1 + random.below(4) };
    let outputs = if bad == 0 { 1 + random.below(3) } else { random.below(2) };
    let constraints = if random.below(2) == 0 { 0 } else { random.below(3) };
    let mut text =
        format!("aag {variables} {inputs} {latches} {outputs} {gates} {bad} {constraints}\n");
    for input in 1..=inputs {
        writeln!(text, "{}", 2 * input).unwrap();
    }
    for latch in inputs + 1..=inputs + latches {
        let reset = match random.below(8) {
            0..3 => 0,
            3 | 4 => 1,
            5 => 2 * latch,
            // Inputs, earlier latches and gates that read only those would do; gates may close a
            // circle, and such models are passed over.
            6 => random.lit(latch - 1),
            _ => random.lit(variables),
        };
        writeln!(text, "{} {} {reset}", 2 * latch, random.lit(variables)).unwrap();
    }
    for _ in 0..outputs + bad {
        writeln!(text, "{}", random.lit(variables)).unwrap();
    }
    for _ in 0..constraints {
        // Mostly true ones: a gate is more often false.
        let lit = random.lit(variables);
        writeln!(text, "{}", if random.below(3) == 0 { lit } else { lit | 1 }).unwrap();
    }
    for gate in inputs + latches + 1..=variables {
        let [left, right] = [random.lit(gate - 1), random.lit(gate - 1)];
        writeln!(text, "{} {left} {right}", 2 * gate).unwrap();
    }
    text
}

/// For each property whether it fails; none if the resets are cyclic.
pub fn failing(text: &str) -> Option<Vec<bool>> {
    let model = read(text.as_bytes()).unwrap();
    model.reset_order().ok()?;
    let properties = if model.bad.is_empty() { &model.outputs } else { &model.bad };
    let mut fails = vec![false; properties.len()];
    let (states, words) = (1_u32 << model.latches.len(), 1_u32 << model.inputs.len());
    let mut seen = vec![false; usize::try_from(states).unwrap()];
    let mut open = Vec::new();
    for state in 0..states {
        for word in 0..words {
            let values = values(&model, state, word);
            let starts = model.latches.iter().all(|latch| {
                value(&values, Lit::positive(latch.variable)) == value(&values, latch.reset)
            });
            if starts {
                visit(&model, properties, &values, &mut fails, &mut seen, &mut open);
            }
        }
    }
    while let Some(state) = open.pop() {
        for word in 0..words {
            let values = values(&model, state, word);
            visit(&model, properties, &values, &mut fails, &mut seen, &mut open);
        }
    }
    Some(fails)
}

/// Takes down which properties fail with these values, and opens the state that follows.
fn visit(
    model: &Model,
    properties: &[Lit],
    values: &[bool],
    fails: &mut [bool],
    seen: &mut [bool],
    open: &mut Vec<u32>,
) {
    if !model.constraints.iter().all(|&lit| value(values, lit)) {
        return;
    }
    for (fails, &lit) in fails.iter_mut().zip(properties) {
        *fails |= value(values, lit);
    }
    let bits = model.latches.iter().enumerate();
    let next = bits.map(|(bit, latch)| u32::from(value(values, latch.next)) << bit).sum::<u32>();
    if !std::mem::replace(&mut seen[usize::try_from(next).unwrap()], true) {
        open.push(next);
    }
}

fn value(values: &[bool], lit: Lit) -> bool {
    values[usize::try_from(lit.variable()).unwrap()] != lit.is_negative()
}

fn values(model: &Model, state: u32, word: u32) -> Vec<bool> {
    let mut values = vec![false; usize::try_from(model.max_variable + 1).unwrap()];
    for (bit, variable) in model.inputs.iter().enumerate() {
        values[usize::try_from(variable).unwrap()] = word >> bit & 1 == 1;
    }
    for (bit, latch) in model.latches.iter().enumerate() {
        values[usize::try_from(latch.variable).unwrap()] = state >> bit & 1 == 1;
    }
    for gate in &model.gates {
        values[usize::try_from(gate.variable).unwrap()] =
            gate.rhs.iter().all(|&lit| value(&values, lit));
    }
    values
}
