//! Multiples of an operand: three, five or seven times it, as radix-8 and radix-16 Booth
//! multipliers add before they choose.
//!
//! A partial product is a polynomial over inputs and bits of multiples. In the sum of all of
//! them, each product M of other inputs stands before bit j of a multiple with a weight that is
//! 2^j times the same number W. So the equation "the bits of the multiple are k times the
//! operand" is used with the factor M and the weight W.

use crate::attempt::Closed;
use crate::columns::Target;
use crate::graph::Graph;
use crate::hash::Map;
use crate::simulate::{Index, Signature, Simulation, WORDS, carry, xor};
use crate::steps::Step;
use crate::support::Support;
use claim_multiplier::Claim;
use format_aiger::Lit;
use format_input::index;
use std::collections::BTreeMap;

/// Columns, coefficients and factors with which an equation is used.
pub(crate) type Uses = Vec<(u32, i32, Vec<u32>)>;

/// The multiples that a circuit computes.
#[derive(Default)]
pub(crate) struct Multiples {
    multiples: Vec<Target>,
    /// By node: the number of the multiple, the bit, and whether the node is its negation.
    bits: Map<u32, (usize, u32, bool)>,
}

impl Multiples {
    /// Looks for bits of multiples by their values.
    pub(crate) fn find(
        claim: &Claim,
        graph: &Graph,
        simulation: &Simulation,
        nodes: &Index,
    ) -> Self {
        let mut found = Self::default();
        let mut readers: Vec<u32> = vec![0; index(graph.nodes())];
        for lit in graph.fans().iter().flatten() {
            readers[index(lit.variable())] += 1;
        }
        for operand in claim.operands() {
            for times in [3_u32, 5, 7] {
                let signed = claim.options().signed;
                let values = multiple(simulation, operand, times, signed);
                let bits: Option<Vec<Lit>> = values
                    .iter()
                    .map(|value| {
                        let same = nodes.find(simulation, value);
                        same.max_by_key(|lit| readers[index(lit.variable())])
                    })
                    .collect();
                if let Some(outputs) = bits.filter(|_| operand.len() > 2) {
                    found.add(graph, Target { columns: outputs.len() + 30, outputs, signed });
                }
            }
        }
        found
    }

    fn add(&mut self, graph: &Graph, target: Target) {
        for (&lit, bit) in target.outputs.iter().zip(0..) {
            if graph.fan(lit.variable()).is_some() {
                let entry = (self.multiples.len(), bit, lit.is_negative());
                self.bits.entry(lit.variable()).or_insert(entry);
            }
        }
        self.multiples.push(target);
    }

    /// The nodes that are bits of multiples.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let mut nodes: Vec<u32> = self.bits.keys().copied().collect();
        nodes.sort_unstable();
        nodes.into_iter()
    }

    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> + '_ {
        self.multiples.iter().cloned()
    }

    /// Expands what is left over inputs and bits of multiples; by multiple, how its equation has
    /// to be used after that.
    pub(crate) fn expand(
        &self,
        graph: &Graph,
        support: &mut Support,
        closed: &mut Closed,
    ) -> Vec<Uses> {
        // By multiple and factor: by bit: by column less the bit: the coefficient.
        type Weights = BTreeMap<u32, BTreeMap<u32, i64>>;
        let mut weights: BTreeMap<(usize, Vec<u32>), Weights> = BTreeMap::new();
        for &(column, node, coefficient) in &closed.rest {
            let Some(leaves) = support.leaves(graph, node) else { continue };
            let polynomial = polynomial(graph, node, &leaves);
            for (set, &times) in polynomial.iter().enumerate().filter(|&(_, &times)| times != 0) {
                let chosen = leaves.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1);
                let (bits, factor): (Vec<u32>, Vec<u32>) =
                    chosen.map(|(_, &leaf)| leaf).partition(|leaf| self.bits.contains_key(leaf));
                let &[bit] = &bits[..] else { continue };
                let (multiple, at, negative) = self.bits[&bit];
                let times = if negative { -times } else { times };
                if let Some(base) = column.checked_sub(at) {
                    let of_bit = weights.entry((multiple, factor)).or_default();
                    let slot = of_bit.entry(at).or_default().entry(base).or_insert(0);
                    *slot += times * i64::from(coefficient);
                }
            }
            closed.steps.push(Step::Expand { column, coefficient, node, leaves });
        }
        let mut uses: Vec<Uses> = vec![Vec::new(); self.multiples.len()];
        for ((multiple, factor), of_bit) in weights {
            let Some((_, weights)) = of_bit.into_iter().next() else { continue };
            for (column, weight) in weights {
                if weight != 0 {
                    let weight = i32::try_from(weight).unwrap_or(0);
                    uses[multiple].push((column, weight, factor.clone()));
                }
            }
        }
        uses
    }
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

/// The coefficients of a node's polynomial over leaves, by set of leaves.
pub(crate) fn polynomial(graph: &Graph, node: u32, leaves: &[u32]) -> Vec<i64> {
    let rows = 1_usize << leaves.len();
    let mut known: Map<u32, Vec<bool>> = Map::default();
    known.insert(0, vec![false; rows]);
    for (at, &leaf) in leaves.iter().enumerate() {
        known.insert(leaf, (0..rows).map(|row| row >> at & 1 == 1).collect());
    }
    let mut stack = vec![node];
    while let Some(&node) = stack.last() {
        let Some(fan) = graph.fan(node).filter(|_| !known.contains_key(&node)) else {
            stack.pop();
            continue;
        };
        let missing = fan.iter().map(|lit| lit.variable()).filter(|node| !known.contains_key(node));
        let before = stack.len();
        stack.extend(missing);
        if stack.len() == before {
            let [left, right] = fan;
            let value = |lit: Lit, row: usize| known[&lit.variable()][row] != lit.is_negative();
            let values = (0..rows).map(|row| value(left, row) && value(right, row)).collect();
            known.insert(node, values);
        }
    }
    let mut values: Vec<i64> =
        known.get(&node).map_or_else(Vec::new, |v| v.iter().map(|&value| value.into()).collect());
    let mut bit = 1;
    while bit < values.len() {
        for row in (0..rows).filter(|row| row & bit != 0) {
            values[row] -= values[row ^ bit];
        }
        bit <<= 1;
    }
    values
}
