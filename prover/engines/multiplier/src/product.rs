//! What the outputs should be.

use crate::graph::Graph;
use crate::simulate::{Simulation, WORDS};
use claim_multiplier::Claim;
use format_aiger::Lit;

/// A number modulo a power of two, in digits of 64 bits, the lowest first.
type Number = Vec<u64>;

/// What a claim wants.
pub(crate) struct Product<'a> {
    claim: &'a Claim,
    digits: usize,
}

impl<'a> Product<'a> {
    pub(crate) fn new(claim: &'a Claim) -> Self {
        Self { claim, digits: claim.outputs().len().div_ceil(64) }
    }

    /// Inputs of a simulated vector for which the outputs are wrong.
    pub(crate) fn wrong(&self, graph: &Graph, simulation: &Simulation) -> Option<Vec<bool>> {
        (0..WORDS * 64).find_map(|lane| {
            let value = |lit| simulation.of_lane(lit, lane);
            let inputs: Vec<bool> =
                (1..=graph.inputs()).map(|node| value(Lit::positive(node))).collect();
            let expected = self.outputs(&inputs);
            let found = graph.outputs.iter().map(|&lit| value(lit));
            (!found.eq(expected)).then_some(inputs)
        })
    }

    /// The outputs that these inputs should have.
    pub(crate) fn outputs(&self, inputs: &[bool]) -> Vec<bool> {
        let options = self.claim.options();
        let operand = |at: usize| self.claim.operands().get(at).map(|bits| self.read(bits, inputs));
        let first = operand(0).unwrap_or_default();
        let second = match &options.constant {
            Some(constant) => {
                let pairs = constant.digits.chunks(2);
                let digits = pairs.map(|pair| {
                    let high = pair.get(1).copied().unwrap_or(0);
                    u64::from(pair[0]) | u64::from(high) << 32
                });
                let mut number: Number = digits.collect();
                number.resize(self.digits, 0);
                if constant.negative { negate(number) } else { number }
            }
            None if options.square => first.clone(),
            None => operand(1).unwrap_or_default(),
        };
        let mut sum = multiply(&first, &second, self.digits);
        if let Some(third) = operand(2) {
            add(&mut sum, &third);
        }
        let bits = self.claim.outputs().len();
        (0..bits).map(|bit| sum[bit / 64] >> (bit % 64) & 1 == 1).collect()
    }

    /// An operand, its sign continued.
    fn read(&self, bits: &[u32], inputs: &[bool]) -> Number {
        let value = |&variable: &u32| {
            usize::try_from(variable).ok().and_then(|at| inputs.get(at - 1)).copied() == Some(true)
        };
        let sign = self.claim.options().signed && bits.last().is_some_and(value);
        let mut number = vec![if sign { u64::MAX } else { 0 }; self.digits];
        for (at, bit) in bits.iter().enumerate().take(self.digits * 64) {
            number[at / 64] &= !(1 << (at % 64));
            number[at / 64] |= u64::from(value(bit)) << (at % 64);
        }
        number
    }
}

fn multiply(one: &[u64], two: &[u64], digits: usize) -> Number {
    let mut result = vec![0_u64; digits];
    for (at, &left) in one.iter().enumerate() {
        let mut carry = 0_u128;
        for (slot, &right) in result[at..].iter_mut().zip(two) {
            // At most (2^64 - 1)^2 + 2 (2^64 - 1).
            let sum = u128::from(left) * u128::from(right) + u128::from(*slot) + carry;
            *slot = low(sum);
            carry = sum >> 64;
        }
    }
    result
}

fn add(one: &mut [u64], two: &[u64]) {
    let mut carry = 0;
    for (slot, &other) in one.iter_mut().zip(two) {
        let sum = u128::from(*slot) + u128::from(other) + carry;
        *slot = low(sum);
        carry = sum >> 64;
    }
}

fn negate(mut number: Number) -> Number {
    for digit in &mut number {
        *digit = !*digit;
    }
    let mut one = vec![0; number.len()];
    if let Some(lowest) = one.first_mut() {
        *lowest = 1;
    }
    add(&mut number, &one);
    number
}

fn low(number: u128) -> u64 {
    u64::try_from(number & u128::from(u64::MAX)).unwrap_or(0)
}
