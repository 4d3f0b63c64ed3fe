//! Functions of nodes over up to ten leaves, row by row.

use crate::graph::Graph;
use crate::hash::Map;
use format_aiger::Lit;
use format_input::index;

/// The most leaves.
pub(crate) const LEAVES: usize = 10;

/// The most nodes that are looked at above one set of leaves.
const NODES: usize = 400;

/// The values of a node: bit r of the whole is the value in row r, in which leaf j has the value
/// of bit j of r.
pub(crate) type Table = [u64; 16];

/// The functions of nodes over some leaves.
pub(crate) struct Tables {
    leaves: Vec<u32>,
    known: Map<u32, Option<Table>>,
}

impl Tables {
    /// No functions yet over these leaves, which are in rising order.
    pub(crate) fn new(leaves: &[u32]) -> Self {
        let mut known = Map::default();
        known.insert(0, Some([0; 16]));
        for (at, &leaf) in leaves.iter().enumerate() {
            known.insert(leaf, Some(std::array::from_fn(|word| leaf_word(at, word))));
        }
        Self { leaves: leaves.to_vec(), known }
    }

    pub(crate) fn leaves(&self) -> &[u32] {
        &self.leaves
    }

    /// The function of a node, if the leaves separate it from the inputs.
    pub(crate) fn of(&mut self, graph: &Graph, node: u32) -> Option<Table> {
        if let Some(&table) = self.known.get(&node) {
            return table;
        }
        let lowest = self.leaves.first().copied().unwrap_or(u32::MAX);
        let fan = graph.fan(node).filter(|_| node > lowest && self.known.len() < NODES);
        let table = fan.and_then(|[left, right]| {
            let left = self.literal(graph, left)?;
            let right = self.literal(graph, right)?;
            Some(std::array::from_fn(|word| left[word] & right[word]))
        });
        self.known.insert(node, table);
        table
    }

    fn literal(&mut self, graph: &Graph, lit: Lit) -> Option<Table> {
        let table = self.of(graph, lit.variable())?;
        Some(if lit.is_negative() { table.map(|word| !word) } else { table })
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        1 << self.leaves.len()
    }
}

/// The value in a row.
#[inline]
pub(crate) fn value(table: &Table, row: usize) -> bool {
    table[row / 64] >> (row % 64) & 1 == 1
}

/// A word of the function of leaf number `at`.
fn leaf_word(at: usize, word: usize) -> u64 {
    const LOW: [u64; 6] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    match LOW.get(at) {
        Some(&pattern) => pattern,
        None if word >> (at - 6) & 1 == 1 => u64::MAX,
        None => 0,
    }
}

/// The integer coefficients of the products of leaves, by set of leaves, that make up a sum of
/// functions with coefficients.
pub(crate) fn polynomial(rows: usize, sum: &[(i64, Table)]) -> Vec<i64> {
    let value_of = |row| {
        sum.iter().filter(|(_, table)| value(table, row)).map(|&(coefficient, _)| coefficient).sum()
    };
    let mut values: Vec<i64> = (0..rows).map(value_of).collect();
    let mut bit = 1;
    while bit < rows {
        for row in (0..rows).filter(|row| row & bit != 0) {
            values[row] -= values[row ^ bit];
        }
        bit <<= 1;
    }
    values
}

/// The leaves of `leaves` with one replaced by others; none if there are too many.
pub(crate) fn replace(
    leaves: &[u32],
    leaf: u32,
    by: impl Iterator<Item = u32>,
) -> Option<Vec<u32>> {
    let mut result: Vec<u32> = leaves.iter().copied().filter(|&other| other != leaf).collect();
    result.extend(by);
    result.sort_unstable();
    result.dedup();
    (result.len() <= LEAVES && index(0) < result.len()).then_some(result)
}
