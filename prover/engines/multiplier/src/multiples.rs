//! Multiples of an operand: three, five or seven times it, as radix-8 and radix-16 Booth
//! multipliers add before they choose.
//!
//! A partial product is a polynomial over inputs and bits of multiples. In the sum of all of
//! them, each product M of other inputs stands before bit j of a multiple with a weight that is
//! 2^j times the same number W. So the equation "the bits of the multiple are k times the
//! operand" is used with the factor M and the weight W.

use crate::columns::Target;
use crate::expand::Polynomial;
use crate::graph::Graph;
use crate::hash::Map;
use crate::simulate::{Index, Signature, Simulation, WORDS, carry, xor};
use claim_multiplier::Claim;
use format_aiger::Lit;
use format_input::index;
use std::collections::BTreeMap;

/// Columns, coefficients and factors with which an equation is used.
pub(crate) type Uses = Vec<(u32, i32, Vec<u32>)>;

/// A number by columns.
type Number = BTreeMap<u32, i64>;

/// A multiple of an operand.
pub(crate) struct Multiple {
    /// Its bits.
    pub(crate) target: Target,
    /// The operand.
    pub(crate) operand: Vec<u32>,
    /// Whether it is signed.
    pub(crate) signed: bool,
    /// How many times it.
    pub(crate) times: u32,
}

/// A node that is a bit of a multiple, or its negation.
#[derive(Clone, Copy)]
struct Bit {
    multiple: usize,
    at: u32,
    negated: bool,
}

/// The multiples that a circuit computes.
#[derive(Default)]
pub(crate) struct Multiples {
    pub(crate) all: Vec<Multiple>,
    /// By node: of which multiples it is a bit.
    bits: Map<u32, Vec<Bit>>,
    /// By node: what seems to be equal to it, and is a bit of a multiple or an input.
    pub(crate) copies: Map<u32, Lit>,
    /// Only so many columns count.
    columns: u32,
}

impl Multiples {
    /// Looks for bits of multiples by their values.
    pub(crate) fn find(
        claim: &Claim,
        graph: &Graph,
        simulation: &Simulation,
        nodes: &Index,
    ) -> Self {
        let mut found = Self { columns: claim.modulus(), ..Self::default() };
        let mut readers: Vec<u32> = vec![0; index(graph.nodes())];
        for lit in graph.fans().iter().flatten() {
            readers[index(lit.variable())] += 1;
        }
        let signed = claim.options().signed;
        for operand in claim.operands().iter().filter(|operand| operand.len() > 2) {
            for times in [3_u32, 5, 7] {
                let values = multiple(simulation, operand, times, signed);
                let node = |value: &Signature| {
                    let same = nodes.find(simulation, value);
                    same.max_by_key(|lit| readers[index(lit.variable())])
                };
                let outputs: Vec<Lit> = values.iter().map_while(node).collect();
                // If bits are missing, those that are there are the multiple in the columns that
                // count.
                let is_whole = outputs.len() == values.len();
                if is_whole || outputs.len() >= graph.outputs.len() {
                    let columns = outputs.len() + if is_whole { 30 } else { 0 };
                    for (value, &bit) in values.iter().zip(&outputs) {
                        let gates = nodes.find(simulation, value).filter(|lit| {
                            graph.fan(lit.variable()).is_some() && lit.variable() != bit.variable()
                        });
                        found.copies.extend(gates.map(|lit| {
                            (lit.variable(), Lit(bit.0 ^ u32::from(lit.is_negative())))
                        }));
                    }
                    let target = Target { columns, outputs, signed: signed && is_whole };
                    let operand = operand.clone();
                    found.add(graph, Multiple { target, operand, signed, times });
                }
            }
        }
        found
    }

    fn add(&mut self, graph: &Graph, multiple: Multiple) {
        for (&lit, at) in multiple.target.outputs.iter().zip(0..) {
            if graph.fan(lit.variable()).is_some() {
                let bit = Bit { multiple: self.all.len(), at, negated: lit.is_negative() };
                self.bits.entry(lit.variable()).or_default().push(bit);
            }
        }
        self.all.push(multiple);
    }

    /// The nodes that are bits of multiples, or seem to be equal to one.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        self.bits.keys().chain(self.copies.keys()).copied()
    }

    /// By multiple, how its equation has to be used for a sum of polynomials, by columns; none if
    /// bits are left then.
    pub(crate) fn uses(&self, sum: &[(u32, Polynomial)]) -> Option<Vec<Uses>> {
        // By product of others: by bit: the coefficient.
        let mut factors: BTreeMap<Vec<u32>, BTreeMap<u32, Number>> = BTreeMap::new();
        for (column, polynomial) in sum {
            for (product, &times) in polynomial {
                let (bits, factor): (Vec<u32>, Vec<u32>) =
                    product.iter().partition(|node| self.bits.contains_key(node));
                if let &[bit] = &bits[..] {
                    let number = factors.entry(factor).or_default().entry(bit).or_default();
                    *number.entry(*column).or_insert(0) += times;
                }
            }
        }
        let mut uses: Vec<Uses> = vec![Vec::new(); self.all.len()];
        for (factor, mut left) in factors {
            for bit in self.first_bits(&left) {
                self.subtract(&mut left, bit, &factor, &mut uses)?;
            }
            if left.values().any(|number| !is_zero(number, self.columns)) {
                return None;
            }
        }
        Some(uses)
    }

    /// The bits from which the weights of multiples follow: for each multiple its lowest that is
    /// no other's, then those that several share, of which the first counts.
    fn first_bits(&self, left: &BTreeMap<u32, Number>) -> Vec<(u32, Bit)> {
        let mut first: Vec<(u32, Bit)> = Vec::new();
        for multiple in 0..self.all.len() {
            let own = self.bits.iter().filter_map(|(&node, bits)| match bits[..] {
                [bit] if bit.multiple == multiple => Some((node, bit)),
                _ => None,
            });
            first.extend(own.min_by_key(|(_, bit)| bit.at));
        }
        let mut shared: Vec<(u32, Bit)> = left
            .keys()
            .filter_map(|node| match self.bits[node][..] {
                [bit, _, ..] => Some((*node, bit)),
                _ => None,
            })
            .collect();
        shared.sort_by_key(|(_, bit)| bit.at);
        first.extend(shared);
        first
    }

    /// Uses the equation of a multiple such that one of its bits goes.
    fn subtract(
        &self,
        left: &mut BTreeMap<u32, Number>,
        (node, bit): (u32, Bit),
        factor: &[u32],
        uses: &mut [Uses],
    ) -> Option<()> {
        let Some(number) = left.get(&node).filter(|number| !is_zero(number, self.columns)) else {
            return Some(());
        };
        for (column, value) in number.clone().into_iter().filter(|&(_, value)| value != 0) {
            let base = column.checked_sub(bit.at)?;
            let weight = if bit.negated { -value } else { value };
            uses[bit.multiple].push((base, i32::try_from(weight).ok()?, factor.to_vec()));
            for (&lit, at) in self.all[bit.multiple].target.outputs.iter().zip(base..) {
                if self.bits.contains_key(&lit.variable()) {
                    let sign = if lit.is_negative() { -1 } else { 1 };
                    let number = left.entry(lit.variable()).or_default();
                    *number.entry(at).or_insert(0) -= sign * weight;
                }
            }
        }
        Some(())
    }
}

impl Multiple {
    /// Whether what is left of the bits is the operand, so many times.
    pub(crate) fn is_left(&self, rest: &[(u32, u32, i32)]) -> bool {
        let mut numbers: BTreeMap<u32, Number> = BTreeMap::new();
        for &(column, node, coefficient) in rest {
            *numbers.entry(node).or_default().entry(column).or_insert(0) += i64::from(coefficient);
        }
        let top = self.operand.len() - 1;
        for (at, &node) in self.operand.iter().enumerate() {
            let sign = if self.signed && at == top { -1 } else { 1 };
            let column = u32::try_from(at).unwrap_or(u32::MAX);
            let number = numbers.entry(node).or_default().entry(column).or_insert(0);
            *number -= sign * i64::from(self.times);
        }
        let columns = u32::try_from(self.target.columns).unwrap_or(u32::MAX);
        numbers.values().all(|number| is_zero(number, columns))
    }
}

/// Whether a number is 0 modulo a power of two.
fn is_zero(number: &Number, columns: u32) -> bool {
    let mut carry = 0_i64;
    let mut at = 0;
    for (&column, &value) in number.range(..columns) {
        while at < column {
            if carry & 1 == 1 {
                return false;
            }
            if carry == 0 {
                at = column;
                break;
            }
            carry >>= 1;
            at += 1;
        }
        carry += value;
    }
    while at < columns && carry != 0 {
        if carry & 1 == 1 {
            return false;
        }
        carry >>= 1;
        at += 1;
    }
    true
}

/// The values of the bits of a multiple of an operand, as many as it needs.
fn multiple(simulation: &Simulation, operand: &[u32], times: u32, signed: bool) -> Vec<Signature> {
    let zero = [0; WORDS];
    let width = operand.len() + if times == 3 { 2 } else { 3 };
    let sign = operand.last().filter(|_| signed);
    let bit = |at: usize| match operand.get(at).or(sign) {
        Some(&node) => simulation.of(Lit::positive(node)),
        None => zero,
    };
    let mut sum = vec![zero; width];
    for shift in (0..3).filter(|shift| times >> shift & 1 == 1) {
        let mut carried = zero;
        for (at, slot) in sum.iter_mut().enumerate().skip(shift) {
            let other = bit(at - shift);
            let next = carry(slot, &other, &carried);
            *slot = xor(&xor(slot, &other), &carried);
            carried = next;
        }
    }
    sum
}
