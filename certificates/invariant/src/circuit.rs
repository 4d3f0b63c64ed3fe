//! A model with numbered variables.

use crate::Error;
use format_aiger::{Lit as Signal, Model};

/// A model whose variables are numbered from 1 without gaps: inputs in the order of the file,
/// latches in the order of the file, gates in increasing order of their AIGER variables; then the
/// latches and gates of a certificate.
///
/// Binary files, and others that number like them, keep their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// The number of inputs.
    pub inputs: u32,
    /// Next state and reset of every latch, model first, then auxiliary ones.
    pub latches: Vec<[Signal; 2]>,
    /// The right-hand sides of all gates, model first, then auxiliary ones.
    pub gates: Vec<[Signal; 2]>,
    /// What is true at every time.
    pub constraints: Vec<Signal>,
    /// What must never be true: the bad state properties, or the outputs.
    pub bad: Vec<Signal>,
    /// Whether `bad` are outputs, for the model has no bad state properties.
    pub bad_are_outputs: bool,
    /// How many of `latches` are the model's.
    pub(crate) model_latches: u32,
    /// How many of `gates` are the model's.
    pub(crate) model_gates: u32,
}

impl Circuit {
    /// Numbers the variables of a model that can be judged.
    pub fn new(model: &Model) -> Result<Self, Error> {
        let (justice, fairness) = (model.justice.len(), model.fairness.len());
        if justice > 0 || fairness > 0 {
            return Err(Error::Justice(justice, fairness));
        }
        let bad_are_outputs = model.bad.is_empty();
        let bad = if bad_are_outputs { &model.outputs } else { &model.bad };
        if bad.is_empty() {
            return Err(Error::NoProperties);
        }
        if model.has_reset_functions() {
            model.reset_order().map_err(Error::Resets)?;
        }
        // A binary file only counts its inputs: memory must follow what it says of them.
        let nodes = model.gates.len().saturating_add(model.latches.len()).saturating_mul(2);
        let read = nodes.saturating_add(bad.len()).saturating_add(model.constraints.len());
        let (inputs, most) = (model.inputs.len(), read.max(1 << 20));
        if inputs > most {
            return Err(Error::Inputs(inputs, most));
        }
        let mut gates: Vec<_> = model.gates.iter().collect();
        gates.sort_unstable_by_key(|gate| gate.variable);
        // By position among the model's variables: the number.
        let mut numbers = vec![0_u32; model.defined()];
        let states = model.latches.iter().map(|latch| latch.variable);
        let variables = states.chain(gates.iter().map(|gate| gate.variable));
        for (variable, new) in model.inputs.iter().chain(variables).zip(1..) {
            if let Some(entry) = model.position(variable).and_then(|at| numbers.get_mut(at)) {
                *entry = new;
            }
        }
        let signal = |&old: &Signal| {
            let new = model.position(old.variable()).and_then(|at| numbers.get(at)).copied();
            let positive = Signal::positive(new.unwrap_or(0));
            if old.is_negative() { !positive } else { positive }
        };
        // Variables are below 2^31, and so is their number.
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let latches = model.latches.iter().map(|latch| [&latch.next, &latch.reset].map(signal));
        Ok(Self {
            inputs: count(inputs),
            model_latches: count(model.latches.len()),
            model_gates: count(gates.len()),
            latches: latches.collect(),
            gates: gates.iter().map(|gate| gate.rhs.each_ref().map(signal)).collect(),
            constraints: model.constraints.iter().map(signal).collect(),
            bad: bad.iter().map(signal).collect(),
            bad_are_outputs,
        })
    }

    /// The variable of a latch, by its number in `latches`: behind the inputs, or behind the
    /// gates of the model.
    #[must_use]
    #[inline]
    pub fn latch(&self, number: u32) -> u32 {
        let gates = if number < self.model_latches { 0 } else { self.model_gates };
        self.inputs.saturating_add(gates).saturating_add(number).saturating_add(1)
    }

    /// The variable of a gate, by its number in `gates`: behind the latches of the model, or
    /// behind all latches.
    #[must_use]
    #[inline]
    pub fn gate(&self, number: u32) -> u32 {
        let all = u32::try_from(self.latches.len()).unwrap_or(u32::MAX);
        let latches = if number < self.model_gates { self.model_latches } else { all };
        self.inputs.saturating_add(latches).saturating_add(number).saturating_add(1)
    }

    /// The number of variables.
    #[must_use]
    pub fn variables(&self) -> u32 {
        let rest = self.latches.len().saturating_add(self.gates.len());
        self.inputs.saturating_add(u32::try_from(rest).unwrap_or(u32::MAX))
    }
}
