//! Internal signals: gates that are functions of latches alone, with circuits for their next values,
//! so that a clause may speak of them as it speaks of latches.

use crate::System;
use crate::rebuild::and;
use crate::system::as_u32;
use format_aiger::Lit;
use format_input::index;
use std::collections::HashMap;

/// More gates than this, relative to those of the system, are not added.
const GROWTH: usize = 2;

/// A gate that serves as a state bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Internal {
    /// Its variable.
    pub variable: u32,
    /// Its value one step later.
    pub next: Lit,
    /// Its value at time 0.
    pub reset: bool,
}

/// Finds gates that read latches only, serve several others, and have one value at time 0; and
/// adds gates for their next values.
#[must_use]
pub fn internal(system: &System) -> (System, Vec<Internal>) {
    let mut system = system.clone();
    let resets = system.reset_values();
    let (first, end) = (system.first_gate(), system.variables());
    let mut uses = vec![0_u32; index(end)];
    system.gates.iter().flatten().for_each(|lit| uses[index(lit.variable())] += 1);
    let mut reads_inputs: Vec<bool> =
        (0..first).map(|v| v > 0 && v < system.first_latch()).collect();
    for gate in &system.gates {
        reads_inputs.push(gate.iter().any(|lit| reads_inputs[index(lit.variable())]));
    }
    let mut known: HashMap<[Lit; 2], u32> = system.gates.iter().copied().zip(first..).collect();
    let most = GROWTH * system.gates.len();
    // By variable: the literal of its next value.
    let mut nexts: Vec<Lit> = (0..first)
        .map(|variable| system.latch(variable).map_or(Lit::FALSE, |latch| latch.next))
        .collect();
    let mut found = Vec::new();
    for variable in first..end {
        let at = index(variable);
        let gate = system.gates[index(variable - first)];
        if reads_inputs[at] || system.gates.len() > most {
            nexts.push(Lit::FALSE);
            continue;
        }
        let [left, right] = gate.map(|lit| Lit(nexts[index(lit.variable())].0 ^ (lit.0 & 1)));
        let next = and(&mut system.gates, &mut known, first, left, right);
        nexts.push(next);
        if let Some(reset) = resets[at]
            && uses[at] > 1
        {
            found.push(Internal { variable, next, reset });
        }
    }
    (system, found)
}

impl System {
    /// For each variable its value at time 0, if that does not depend on inputs or free latches.
    pub(crate) fn reset_values(&self) -> Vec<Option<bool>> {
        let mut values = vec![None; index(self.first_latch())];
        values[0] = Some(false);
        values.extend(self.latches.iter().map(|latch| match latch.reset {
            crate::Reset::Constant(value) => Some(value),
            _ => None,
        }));
        for gate in &self.gates {
            let [left, right] = gate
                .map(|lit| values[index(lit.variable())].map(|value| value != lit.is_negative()));
            values.push(match (left, right) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            });
        }
        debug_assert_eq!(as_u32(values.len()), self.variables());
        values
    }
}
