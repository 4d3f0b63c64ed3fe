//! Partial products as polynomials over inputs and bits of multiples.
//!
//! Those that depend on more than the checker expands at once are expanded over a cut with gates
//! in it; then each product with such a gate is expanded in turn.

use crate::attempt::Closed;
use crate::graph::Graph;
use crate::hash::Map;
use crate::steps::Step;
use crate::support::Support;
use format_aiger::Lit;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// The most products of a polynomial.
const MOST: usize = 1 << 14;

/// A polynomial: sorted products with coefficients.
pub(crate) type Polynomial = BTreeMap<Vec<u32>, i64>;

/// What is left, expanded: by column, node by node, the polynomial; and the pairs that are used,
/// numbered from `first`.
pub(crate) struct Expanded {
    pub(crate) sum: Vec<(u32, Polynomial)>,
    pub(crate) pairs: Vec<(Lit, Lit)>,
    first: usize,
}

/// Expands what is left and has bits of multiples below it, and replaces copies. None if a
/// polynomial has too many products.
pub(crate) fn expand(
    graph: &Graph,
    support: &mut Support,
    closed: &mut Closed,
    copies: &Map<u32, Lit>,
    first: usize,
) -> Option<Expanded> {
    let mut all = Expanded { sum: Vec::new(), pairs: Vec::new(), first };
    for &(column, node, coefficient) in &closed.rest {
        if !support.is_mixed(graph, node) {
            continue;
        }
        let mut found = Polynomial::new();
        found.insert(vec![node], coefficient.into());
        // The highest gate first: what it reads is lower.
        while let Some(gate) = highest(graph, support, &found) {
            let leaves = support.cut(graph, gate)?;
            let polynomial = polynomial(graph, gate, &leaves);
            let with: Vec<Vec<u32>> =
                found.keys().filter(|product| product.contains(&gate)).cloned().collect();
            for product in with {
                let times = found.remove(&product)?;
                let factor: Vec<u32> = product.into_iter().filter(|&node| node != gate).collect();
                if factor.len() > pacheck::MOST_LEAVES || found.len() > MOST {
                    return None;
                }
                multiply(&mut found, times, &factor, &leaves, &polynomial);
                let (leaves, coefficient) = (leaves.clone(), i32::try_from(times).ok()?);
                closed.steps.push(Step::Expand { column, coefficient, factor, node: gate, leaves });
            }
        }
        all.replace(column, &mut found, copies, &mut closed.steps)?;
        all.sum.push((column, found));
    }
    Some(all)
}

impl Expanded {
    /// Replaces copies in a polynomial by what they are equal to.
    fn replace(
        &mut self,
        column: u32,
        polynomial: &mut Polynomial,
        copies: &Map<u32, Lit>,
        steps: &mut Vec<Step>,
    ) -> Option<()> {
        let copy = |product: &[u32]| product.iter().copied().find(|node| copies.contains_key(node));
        while let Some((product, node)) =
            polynomial.keys().find_map(|product| Some((product.clone(), copy(product)?)))
        {
            let times = polynomial.remove(&product)?;
            let factor: Vec<u32> = product.into_iter().filter(|&other| other != node).collect();
            if factor.len() > pacheck::MOST_LEAVES {
                return None;
            }
            let (left, right) = (Lit::positive(node), *copies.get(&node)?);
            // The variable itself, or 1 minus it.
            let table = if right.is_negative() { [1, -1] } else { [0, 1] };
            multiply(polynomial, times, &factor, &[right.variable()], &table);
            let known = self.pairs.iter().position(|&(one, _)| one == left);
            let pair = self.first + known.unwrap_or(self.pairs.len());
            if known.is_none() {
                self.pairs.push((left, right));
            }
            let coefficient = i32::try_from(-times).ok()?;
            steps.push(Step::Equal { column, coefficient, factor, left, right, pair });
        }
        Some(())
    }
}

/// The highest gate in a polynomial.
fn highest(graph: &Graph, support: &Support, polynomial: &Polynomial) -> Option<u32> {
    let nodes = polynomial.keys().flatten().copied();
    nodes.filter(|&node| support.inner(graph, node).is_some()).max()
}

/// Adds a multiple of a product of nodes and a polynomial over leaves.
fn multiply(sum: &mut Polynomial, times: i64, factor: &[u32], leaves: &[u32], polynomial: &[i64]) {
    for (set, &coefficient) in polynomial.iter().enumerate().filter(|&(_, &value)| value != 0) {
        let chosen = leaves.iter().enumerate().filter(|&(at, _)| set >> at & 1 == 1);
        let mut product: Vec<u32> = chosen.map(|(_, &leaf)| leaf).chain(factor.to_vec()).collect();
        product.sort_unstable();
        product.dedup();
        match sum.entry(product) {
            Entry::Vacant(place) => {
                place.insert(times * coefficient);
            }
            Entry::Occupied(mut place) => {
                *place.get_mut() += times * coefficient;
                if *place.get() == 0 {
                    place.remove();
                }
            }
        }
    }
}

/// The coefficients of a node's polynomial over leaves, by set of leaves.
fn polynomial(graph: &Graph, node: u32, leaves: &[u32]) -> Vec<i64> {
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
