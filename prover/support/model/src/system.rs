//! Transition systems.

use format_aiger::{Lit, Model};
use format_input::index;

/// The value of a latch at time 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Always this one.
    Constant(bool),
    /// Either.
    Free,
    /// That of a literal at time 0.
    Function(Lit),
}

/// A state bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latch {
    /// Its value one step later.
    pub next: Lit,
    /// Its value at time 0.
    pub reset: Reset,
}

/// A transition system. Variable 0 is false, then come inputs, latches, and gates, each after the
/// gates it reads.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// For each input its number in the model.
    pub inputs: Vec<u32>,
    /// The state bits.
    pub latches: Vec<Latch>,
    /// For each latch its number in the model.
    pub numbers: Vec<u32>,
    /// The gates, each the conjunction of two literals.
    pub gates: Vec<[Lit; 2]>,
    /// A state where one of them is true is bad.
    pub bad: Vec<Lit>,
    /// A run counts only while all of them are true.
    pub constraints: Vec<Lit>,
}

pub(crate) fn as_u32(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

impl System {
    /// The system of a model, with these literals as its bad ones.
    #[must_use]
    pub fn new(model: &Model, bad: &[Lit]) -> Self {
        let mut lits = vec![0_u32; model.defined() + 1];
        let latches = model.latches.iter().map(|latch| latch.variable);
        let gates = model.gates.iter().map(|gate| gate.variable);
        let place = |variable| model.position(variable).map_or(0, |position| position + 1);
        for (variable, new) in model.inputs.iter().chain(latches).chain(gates).zip(1_u32..) {
            lits[place(variable)] = 2 * new;
        }
        let lit = |old: Lit| {
            if old.is_constant() { old } else { Lit(lits[place(old.variable())] ^ (old.0 & 1)) }
        };
        let latch = |latch: &format_aiger::Latch| Latch {
            next: lit(latch.next),
            reset: match latch.reset {
                Lit::FALSE => Reset::Constant(false),
                Lit::TRUE => Reset::Constant(true),
                _ if latch.is_free() => Reset::Free,
                function => Reset::Function(lit(function)),
            },
        };
        Self {
            inputs: (0..as_u32(model.inputs.len())).collect(),
            latches: model.latches.iter().map(latch).collect(),
            numbers: (0..as_u32(model.latches.len())).collect(),
            gates: model.gates.iter().map(|gate| gate.rhs.map(lit)).collect(),
            bad: bad.iter().copied().map(lit).collect(),
            constraints: model.constraints.iter().copied().map(lit).collect(),
        }
    }

    /// The number of variables, the constant included.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.first_gate() + as_u32(self.gates.len())
    }

    /// The variable of the first latch.
    #[must_use]
    #[inline]
    pub fn first_latch(&self) -> u32 {
        1 + as_u32(self.inputs.len())
    }

    /// The variable of the first gate.
    #[must_use]
    #[inline]
    pub fn first_gate(&self) -> u32 {
        self.first_latch() + as_u32(self.latches.len())
    }

    /// The variables of the latches.
    #[must_use]
    pub fn latch_variables(&self) -> std::ops::Range<u32> {
        self.first_latch()..self.first_gate()
    }

    /// The latch of a variable, if it is one.
    #[must_use]
    #[inline]
    pub fn latch(&self, variable: u32) -> Option<&Latch> {
        self.latches.get(index(variable.checked_sub(self.first_latch())?))
    }

    /// The fan-ins of a variable, if it is a gate.
    #[must_use]
    #[inline]
    pub fn gate(&self, variable: u32) -> Option<[Lit; 2]> {
        self.gates.get(index(variable.checked_sub(self.first_gate())?)).copied()
    }

    /// The value of a literal of a latch one step later, as a literal of now.
    #[must_use]
    #[inline]
    pub fn next(&self, lit: Lit) -> Lit {
        let next = self.latches[index(lit.variable() - self.first_latch())].next;
        Lit(next.0 ^ (lit.0 & 1))
    }

    /// Whether some latch starts with the value of a function.
    #[must_use]
    pub fn has_reset_functions(&self) -> bool {
        self.latches.iter().any(|latch| matches!(latch.reset, Reset::Function(_)))
    }
}
