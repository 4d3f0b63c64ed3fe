//! Constant and equal latches merged, and what no property needs left out.

use crate::correspond::correspond;
use crate::rebuild::{Plan, rebuild};
use crate::simplify::simplify;
use crate::simulate::Random;
use crate::system::as_u32;
use crate::{Reset, System};
use format_aiger::Lit;
use format_input::index;

/// A latch of the original model that always has the value of another literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Merge {
    /// The latch, by its number in the model.
    pub latch: u32,
    /// What it equals.
    pub with: Target,
}

/// What a latch equals.
pub type Target = Result<(u32, bool), bool>;

/// A smaller system with the same answers.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The system.
    pub system: System,
    /// All merges; together they are an inductive invariant of the model. `Ok` names a latch by
    /// its number and whether it is negated, `Err` a constant.
    pub merges: Vec<Merge>,
}

/// Reduces a system that was just made from a model. `stop` ends what may take long.
#[must_use]
pub fn reduce(original: &System, seed: u64, stop: &mut dyn FnMut() -> bool) -> Reduced {
    let mut merges = Vec::new();
    let places = constants(original);
    let system = merge(original, &places, &mut merges);
    let places = correspond(&system, &mut Random::new(seed), stop);
    let system = merge(&system, &places, &mut merges);
    // Merging may have made constants visible, and logic without use.
    let places = constants(&system);
    let system = merge(&system, &places, &mut merges);
    let system = simplify(&system, &mut Random::new(seed), stop);
    Reduced { system, merges }
}

fn merge(system: &System, places: &[Lit], merges: &mut Vec<Merge>) -> System {
    for ((variable, &place), &latch) in system.latch_variables().zip(places).zip(&system.numbers) {
        if place == Lit::positive(variable) {
            continue;
        }
        let with = if place.is_constant() {
            Err(place == Lit::TRUE)
        } else {
            let other = system.numbers[index(place.variable() - system.first_latch())];
            Ok((other, place.is_negative()))
        };
        merges.push(Merge { latch, with });
    }
    rebuild(&Plan { system, places, keeps_all: false }).0
}

/// Latches that never leave their reset value, found by simulation with unknown inputs.
fn constants(system: &System) -> Vec<Lit> {
    const UNKNOWN: u8 = 2;
    let first = index(system.first_latch());
    let mut values = vec![UNKNOWN; index(system.variables())];
    values[0] = 0;
    for (number, latch) in system.latches.iter().enumerate() {
        if let Reset::Constant(value) = latch.reset {
            values[first + number] = u8::from(value);
        }
    }
    let value = |values: &[u8], lit: Lit| match values[index(lit.variable())] {
        UNKNOWN => UNKNOWN,
        value => value ^ u8::from(lit.is_negative()),
    };
    loop {
        for (number, &[left, right]) in system.gates.iter().enumerate() {
            let at = index(system.first_gate()) + number;
            values[at] = match (value(&values, left), value(&values, right)) {
                (0, _) | (_, 0) => 0,
                (1, 1) => 1,
                _ => UNKNOWN,
            };
        }
        let mut is_stable = true;
        for (number, latch) in system.latches.iter().enumerate() {
            let at = first + number;
            if values[at] != UNKNOWN && value(&values, latch.next) != values[at] {
                values[at] = UNKNOWN;
                is_stable = false;
            }
        }
        if is_stable {
            break;
        }
    }
    let latches = &values[first..first + system.latches.len()];
    let place = |(number, &value): (usize, &u8)| match value {
        UNKNOWN => Lit::positive(as_u32(first + number)),
        value => Lit(u32::from(value)),
    };
    latches.iter().enumerate().map(place).collect()
}
