//! Random models.

use crate::Random;
use format_aiger::{Gate, Latch, Lit as Signal, Model, Parts, Variables};
use format_sha256::digest;

/// A model with few variables, constraints, properties or outputs, and resets of all kinds.
pub(crate) fn random(random: &mut Random) -> Parts {
    let inputs = random.below(3) as u32;
    let latches = random.below(4) as u32;
    let gates = random.below(6) as u32;
    let last = inputs + latches + gates;
    let mut parts = Parts { max_variable: last, ..Parts::default() };
    parts.inputs = Variables::first(inputs);
    for variable in inputs + 1..=inputs + latches {
        let (next, reset) = (any(random, last), reset(random, variable, last));
        parts.latches.push(Latch { variable, next, reset });
    }
    for variable in inputs + latches + 1..=last {
        parts.gates.push(Gate { variable, rhs: [(); 2].map(|()| any(random, variable - 1)) });
    }
    for _ in 0..random.below(6).saturating_sub(3) {
        parts.constraints.push(any(random, last));
    }
    let bad: Vec<Signal> = (0..=random.below(3)).map(|_| any(random, last)).collect();
    if random.one_in(6) {
        parts.outputs = bad;
    } else {
        parts.bad = bad;
    }
    parts
}

/// The same model with one change.
pub(crate) fn vary(random: &mut Random, model: &Model) -> Parts {
    let mut parts = model.clone().into_parts();
    let last = parts.max_variable;
    let lists = [parts.latches.len() * 2, parts.gates.len() * 2, parts.constraints.len()];
    let mut at = random.below(lists.iter().sum::<usize>() + 1);
    for latch in &mut parts.latches {
        match at {
            0 => latch.next = any(random, last),
            1 => latch.reset = reset(random, latch.variable, last),
            _ => {}
        }
        at = at.wrapping_sub(2);
    }
    for gate in &mut parts.gates {
        if at < 2 {
            gate.rhs[at] = any(random, gate.variable - 1);
        }
        at = at.wrapping_sub(2);
    }
    match parts.constraints.get_mut(at) {
        Some(constraint) => *constraint = any(random, last),
        None => parts.bad.reverse(),
    }
    parts
}

/// The first lines of a certificate for a model.
pub(crate) fn header(model: &[u8]) -> Vec<u8> {
    format!("inv 1\nmodel {}\nsections text\n", digest(model)).into_bytes()
}

pub(crate) fn ascii(model: &Model) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = model.write_ascii(&mut bytes);
    debug_assert!(written.is_ok(), "a vector takes all bytes");
    bytes
}

fn reset(random: &mut Random, variable: u32, last: u32) -> Signal {
    match random.below(6) {
        0 | 1 => Signal::FALSE,
        2 => Signal::TRUE,
        3 => Signal::positive(variable),
        _ => any(random, last),
    }
}

fn any(random: &mut Random, last: u32) -> Signal {
    Signal(random.below(2 * last as usize + 2) as u32)
}
