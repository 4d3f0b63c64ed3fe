//! Circuits with one gate changed.

use crate::Lit;
use format_aiger::{Model, Parts};

/// The circuit with one gate changed, which the seed chooses: an input of it is inverted or is
/// another signal, or the gate is a disjunction. The circuit may still compute the same.
#[must_use]
pub fn mutate(model: &Model, seed: u64) -> Model {
    let mut parts = model.compact().into_parts();
    if parts.gates.is_empty() {
        return whole(parts);
    }
    // A generator by Steele, Lea and Flood.
    let mut state = seed;
    let mut below = |bound: usize| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    };
    let number = below(parts.gates.len());
    let gate = parts.gates[number];
    let mut rhs = gate.rhs;
    let side = below(2);
    match below(4) {
        0 | 1 => rhs[side] = !rhs[side],
        2 => {
            // Some other signal below the gate.
            let variable = 1 + below((gate.variable - 1) as usize) as u32;
            rhs[side] = Lit(Lit::positive(variable).0 | below(2) as u32);
        }
        _ => {
            rhs = rhs.map(|lit| !lit);
            let flip = |lit: &mut Lit| {
                if lit.variable() == gate.variable {
                    *lit = !*lit;
                }
            };
            parts.gates.iter_mut().flat_map(|gate| &mut gate.rhs).for_each(flip);
            parts.outputs.iter_mut().for_each(flip);
        }
    }
    rhs.sort_unstable_by(|left, right| right.cmp(left));
    parts.gates[number].rhs = rhs;
    for gate in &mut parts.gates {
        gate.rhs.sort_unstable_by(|left, right| right.cmp(left));
    }
    whole(parts)
}

/// Parts that were made here, or were a circuit and have the same definitions, are a circuit.
#[allow(clippy::expect_used, reason = "anything else is our bug")]
pub(crate) fn whole(parts: Parts) -> Model {
    Model::new(parts).expect("every variable is defined once, and gates read smaller ones")
}
