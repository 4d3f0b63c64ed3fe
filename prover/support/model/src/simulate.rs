//! Simulation of 64 runs at once.

use crate::{Reset, System};
use format_aiger::Lit;
use format_input::index;

/// A generator of random words (xorshift).
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Seeded; every seed is allowed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next 64 bits.
    pub(crate) fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// The values of all variables in 64 runs.
#[derive(Clone, Debug)]
pub(crate) struct Words<'a> {
    system: &'a System,
    values: Vec<u64>,
    /// The runs in which all constraints were true so far.
    pub(crate) alive: u64,
}

impl<'a> Words<'a> {
    /// Time 0, with random inputs and random values of free latches.
    pub(crate) fn new(system: &'a System, random: &mut Random) -> Self {
        let mut words =
            Self { system, values: vec![0; index(system.variables())], alive: u64::MAX };
        for (variable, latch) in system.latch_variables().zip(&system.latches) {
            words.values[index(variable)] = match latch.reset {
                Reset::Constant(value) => {
                    if value {
                        u64::MAX
                    } else {
                        0
                    }
                }
                Reset::Free | Reset::Function(_) => random.word(),
            };
        }
        words.draw_inputs(random);
        words.compute();
        if system.has_reset_functions() {
            words.settle_resets();
        }
        words.judge();
        words
    }

    /// Any states, with these values of inputs and latches.
    pub(crate) fn anywhere(system: &'a System, mut leaf: impl FnMut(u32) -> u64) -> Self {
        let mut words =
            Self { system, values: vec![0; index(system.variables())], alive: u64::MAX };
        words.set(&mut leaf);
        words
    }

    /// Other states.
    pub(crate) fn set(&mut self, leaf: &mut dyn FnMut(u32) -> u64) {
        for variable in 1..self.system.first_gate() {
            self.values[index(variable)] = leaf(variable);
        }
        self.compute();
    }

    /// Computes reset functions; they do not depend on each other in a circle, so that as many
    /// rounds as there are functions are enough.
    fn settle_resets(&mut self) {
        for _ in 0..self.system.latches.len() {
            let mut is_settled = true;
            for (variable, latch) in self.system.latch_variables().zip(&self.system.latches) {
                if let Reset::Function(function) = latch.reset {
                    let value = self.value(function);
                    is_settled &= self.values[index(variable)] == value;
                    self.values[index(variable)] = value;
                }
            }
            if is_settled {
                return;
            }
            self.compute();
        }
    }

    fn draw_inputs(&mut self, random: &mut Random) {
        for value in &mut self.values[1..=self.system.inputs.len()] {
            *value = random.word();
        }
    }

    /// The next time, with random inputs.
    pub(crate) fn step(&mut self, random: &mut Random) {
        let next: Vec<u64> =
            self.system.latches.iter().map(|latch| self.value(latch.next)).collect();
        let first = index(self.system.first_latch());
        self.values[first..first + next.len()].copy_from_slice(&next);
        self.draw_inputs(random);
        self.compute();
        self.judge();
    }

    fn compute(&mut self) {
        let first = index(self.system.first_gate());
        for (number, &[left, right]) in self.system.gates.iter().enumerate() {
            self.values[first + number] = self.value(left) & self.value(right);
        }
    }

    fn judge(&mut self) {
        for &constraint in &self.system.constraints {
            self.alive &= self.value(constraint);
        }
    }

    /// The values of a literal.
    #[inline]
    pub(crate) fn value(&self, lit: Lit) -> u64 {
        self.values[index(lit.variable())] ^ if lit.is_negative() { u64::MAX } else { 0 }
    }
}
