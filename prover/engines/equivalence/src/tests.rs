//! Small circuits against brute force; every answer passes its checker's kernel inside `decide`.

#![allow(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    reason = "a test may stop at the first surprise"
)]

use crate::{Matching, Progress, Task, decide};
use format_input::Encoding;
use std::fmt::Write;
use std::rc::Rc;
use support_answer::{Answer, Destination};
use support_limits::Limits;

/// `SplitMix64`, enough for tests.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

const INPUTS: u64 = 4;

/// Gates as pairs of literals, and outputs.
#[derive(Clone)]
struct Circuit {
    gates: Vec<[u64; 2]>,
    outputs: Vec<u64>,
}

impl Circuit {
    fn random(dice: &mut Dice) -> Self {
        let count = dice.below(30);
        let gates = (0..count).map(|gate| [(); 2].map(|()| dice.below(2 * (INPUTS + gate) + 2)));
        let gates: Vec<_> = gates.collect();
        let outputs = (0..3).map(|_| dice.below(2 * (INPUTS + count) + 2)).collect();
        Self { gates, outputs }
    }

    /// The same functions by other gates, unless one is changed.
    fn rewritten(&self, dice: &mut Dice) -> Self {
        let mut map: Vec<u64> = (0..2 * INPUTS + 2).collect();
        let mut gates: Vec<[u64; 2]> = Vec::new();
        let and = |gates: &mut Vec<[u64; 2]>, left, right| {
            gates.push([left, right]);
            2 * (INPUTS + gates.len() as u64)
        };
        for &[left, right] in &self.gates {
            let (left, right) = (map[left as usize], map[right as usize]);
            let gate = match dice.below(40) {
                0 => and(&mut gates, left ^ 1, right),
                1..10 => and(&mut gates, right, left),
                10..20 => {
                    // left and (left implies right)
                    let both = and(&mut gates, left, right ^ 1);
                    and(&mut gates, left, both ^ 1)
                }
                _ => and(&mut gates, left, right),
            };
            map.extend([gate, gate ^ 1]);
        }
        let outputs = self.outputs.iter().map(|&output| map[output as usize]).collect();
        Self { gates, outputs }
    }

    fn bytes(&self) -> Vec<u8> {
        let count = self.gates.len() as u64;
        let mut text = format!("aag {} {INPUTS} 0 3 {count}\n", INPUTS + count);
        for input in 1..=INPUTS {
            writeln!(text, "{}", 2 * input).unwrap();
        }
        for output in &self.outputs {
            writeln!(text, "{output}").unwrap();
        }
        for (gate, [left, right]) in (INPUTS + 1..).zip(&self.gates) {
            writeln!(text, "{} {left} {right}", 2 * gate).unwrap();
        }
        text.into_bytes()
    }

    fn evaluate(&self, inputs: u64) -> Vec<bool> {
        let mut values = vec![false];
        values.extend((0..INPUTS).map(|input| inputs >> input & 1 == 1));
        let value = |values: &[bool], lit: u64| values[(lit >> 1) as usize] != (lit & 1 == 1);
        for &[left, right] in &self.gates {
            let both = value(&values, left) && value(&values, right);
            values.push(both);
        }
        self.outputs.iter().map(|&output| value(&values, output)).collect()
    }
}

/// Whether the engine says that the claim holds.
fn holds(first: &[u8], second: Option<&[u8]>) -> bool {
    let task = Task {
        first,
        second: second.map(|second| (second, Matching::Position)),
        encoding: Encoding::Binary,
        seed: 0,
        destination: &Destination::Nowhere,
        export: None,
        limits: &Limits::none(),
        progress: Rc::new(|_: Progress| ()),
    };
    match decide(&task).unwrap() {
        Answer::Holds(_) => true,
        Answer::Fails(_) => false,
        Answer::Unknown(reason) => panic!("{reason}"),
    }
}

#[test]
fn answers_agree_with_brute_force() {
    let (mut equal, mut different) = (0, 0);
    for seed in 0..1500 {
        let mut dice = Dice(seed);
        let first = Circuit::random(&mut dice);
        let second = first.rewritten(&mut dice);
        let expected =
            (0..1 << INPUTS).all(|inputs| first.evaluate(inputs) == second.evaluate(inputs));
        assert_eq!(holds(&first.bytes(), Some(&second.bytes())), expected, "seed {seed}");
        if expected { equal += 1 } else { different += 1 }
    }
    assert!(equal > 300 && different > 100, "{equal} {different}");
}

#[test]
fn constants_agree_with_brute_force() {
    for seed in 0..500 {
        let circuit = Circuit::random(&mut Dice(seed));
        let zero = |inputs| circuit.evaluate(inputs).iter().all(|&output| !output);
        assert_eq!(holds(&circuit.bytes(), None), (0..1 << INPUTS).all(zero), "seed {seed}");
    }
}
