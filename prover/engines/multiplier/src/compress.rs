//! Compressors and counters: a sum of up to ten bits whose carries go to the next two columns.

use crate::columns::Columns;
use crate::cuts::Kind;
use crate::steps::{Linear, Step};
use crate::tables::{Table, Tables, polynomial, replace};
use format_aiger::Lit;
use format_input::index;

/// The most sets of leaves that are tried for one sum.
const SETS: usize = 150;

/// The most carries among which a choice is made.
const CARRIES: usize = 10;

/// A node of a column above with the part of its polynomial that is not linear.
struct Candidate {
    column: u32,
    node: u32,
    coefficient: i64,
    table: Table,
}

impl Columns<'_> {
    /// Replaces a sum by the bits that a compressor adds, if nodes of the next two columns are
    /// its carries. The result is the bits.
    pub(crate) fn compress(&mut self, column: u32, node: u32) -> Option<Vec<u32>> {
        let coefficient = self.coefficient(column, node);
        let mut sets: Vec<Vec<u32>> = vec![vec![node]];
        let mut at = 0;
        while at < sets.len() {
            let leaves = sets[at].clone();
            at += 1;
            if leaves.len() > 1
                && let Some(linear) = self.balance(column, node, coefficient, &leaves)
            {
                return Some(self.use_linear(linear));
            }
            for &leaf in &leaves {
                for cut in self.cuts.of(leaf) {
                    if let Kind::Xor { .. } = cut.kind()
                        && sets.len() < SETS
                        && let Some(next) = replace(&leaves, leaf, cut.leaves())
                        && !sets.contains(&next)
                    {
                        sets.push(next);
                    }
                }
            }
        }
        None
    }

    /// The equation of a compressor on these leaves.
    fn balance(&self, column: u32, node: u32, coefficient: i32, leaves: &[u32]) -> Option<Linear> {
        let mut tables = Tables::new(leaves);
        let own = (i64::from(coefficient), tables.of(self.graph, node)?);
        let candidates = self.candidates(column, &mut tables);
        if candidates.is_empty() || candidates.len() > CARRIES {
            return None;
        }
        let rows = tables.rows();
        let parts: Vec<Vec<i64>> = candidates
            .iter()
            .map(|candidate| polynomial(rows, &[(candidate.coefficient, candidate.table)]))
            .collect();
        let start = polynomial(rows, &[own]);
        // Without carries that sum is not linear.
        for chosen in 1..1_usize << candidates.len() {
            let is_chosen = |at: usize| chosen >> at & 1 == 1;
            let total = |row: usize| {
                let parts = parts.iter().enumerate().filter(|&(at, _)| is_chosen(at));
                start[row] + parts.map(|(_, part)| part[row]).sum::<i64>()
            };
            let is_linear = (0..rows).rev().all(|row| row.count_ones() < 2 || total(row) == 0);
            if !is_linear {
                continue;
            }
            let mut terms: Vec<(i64, Lit)> = Vec::new();
            for (at, &leaf) in leaves.iter().enumerate() {
                let coefficient = total(1 << at);
                if coefficient != 0 {
                    terms.push((coefficient, Lit::positive(leaf)));
                }
            }
            terms.push((-own.0, Lit::positive(node)));
            let used = candidates.iter().enumerate().filter(|&(at, _)| is_chosen(at));
            terms.extend(used.map(|(_, one)| (-one.coefficient, Lit::positive(one.node))));
            let (leaves, constant) = (leaves.to_vec(), total(0));
            return Some(Linear { column, coefficient: 1, leaves, terms, constant });
        }
        None
    }

    /// The nodes of the next columns that are functions of the leaves.
    fn candidates(&self, column: u32, tables: &mut Tables) -> Vec<Candidate> {
        let mut found = Vec::new();
        let lowest = tables.leaves().first().copied().unwrap_or(0);
        for above in 1..=2_u32 {
            let Some(entries) = self.columns.get(index(column + above)) else { continue };
            let mut nodes: Vec<u32> =
                entries.keys().copied().filter(|&node| node > lowest).collect();
            nodes.sort_unstable();
            for node in nodes {
                if tables.leaves().contains(&node) {
                    continue;
                }
                if let Some(table) = tables.of(self.graph, node) {
                    let column = column + above;
                    let coefficient = i64::from(self.coefficient(column, node)) << above;
                    found.push(Candidate { column, node, coefficient, table });
                    // In the last column the sign does not count.
                    if index(column) + 1 == self.columns.len() {
                        found.push(Candidate { column, node, coefficient: -coefficient, table });
                    }
                }
            }
        }
        found.sort_by_key(|candidate| candidate.column);
        found
    }

    /// Adds a linear equation to the sum, and gives the leaves that it brings.
    pub(crate) fn use_linear(&mut self, linear: Linear) -> Vec<u32> {
        let mut brought = Vec::new();
        for &(coefficient, lit) in &linear.terms {
            if linear.leaves.contains(&lit.variable()) {
                brought.push(lit.variable());
            }
            let shift = coefficient.trailing_zeros();
            let small = i32::try_from(coefficient >> shift).unwrap_or(0);
            // A carry's coefficient has the weight of its own column.
            let (shift, small) = match shift {
                0..=2 => (shift, small),
                _ => (2, i32::try_from(coefficient >> 2).unwrap_or(0)),
            };
            self.add(linear.column + shift, small * linear.coefficient, lit);
        }
        self.steps.push(Step::Linear(Box::new(linear)));
        brought
    }
}
