//! Full adders one of whose inputs is no node, because its sum was grouped in another way.
//!
//! In a 4:2 compressor the carry is a choice: `carry = p ? q : r`, and the sum is `p ^ q`. That
//! is the full adder of q, r and `p ^ r`. If r is one of the terms that make p, the other terms
//! make `p ^ r`, which is defined.

use crate::columns::{Columns, normal};
use crate::cuts::Kind;
use crate::steps::Linear;
use crate::tables::replace;
use format_aiger::Lit;
use format_input::index;

/// The most sets of terms that are looked at.
const SETS: usize = 40;

/// A node of the next column that is a choice: `selector ? data : other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Choice {
    selector: u32,
    data: u32,
    /// The selector, both data and the node with their phases.
    lits: [Lit; 3],
    carry: u32,
}

impl Columns<'_> {
    /// The nodes of a column that are choices, each with both data in turn.
    pub(crate) fn choices(&self, column: u32) -> Vec<Choice> {
        let mut choices = Vec::new();
        for carry in self.nodes(column) {
            for cut in self.cuts.of(carry) {
                let Kind::Choice { selector, then, phases } = cut.kind() else { continue };
                let lit =
                    |at: u8| Lit(cut.leaves[usize::from(at)] << 1 | u32::from(phases >> at & 1));
                let [condition, then, other] = [lit(selector), lit(then), lit(3 - selector - then)];
                for lits in [[condition, then, other], [!condition, other, then]] {
                    let (selector, data) = (condition.variable(), lits[1].variable());
                    choices.push(Choice { selector, data, lits, carry });
                }
            }
        }
        choices.sort_unstable();
        choices
    }

    /// Replaces a sum by the inputs of such an adder, and gives them.
    pub(crate) fn regroup(
        &mut self,
        column: u32,
        node: u32,
        coefficient: i32,
        choices: &[Choice],
    ) -> Option<Vec<u32>> {
        if choices.is_empty() {
            return None;
        }
        for at in 0..self.cuts.of(node).len() {
            let cut = self.cuts.of(node)[at];
            let Kind::Xor { negated } = cut.kind() else { continue };
            let [one, two, _] = cut.leaves;
            if cut.size() != 2 {
                continue;
            }
            for (selector, data) in [(one, two), (two, one)] {
                let start = choices
                    .partition_point(|choice| (choice.selector, choice.data) < (selector, data));
                for choice in &choices[start..] {
                    if (choice.selector, choice.data) != (selector, data) {
                        break;
                    }
                    let [condition, q, r] = choice.lits;
                    // The sum of the adder is `condition ^ q`.
                    let flips = condition.is_negative() != q.is_negative();
                    let flips = flips != negated;
                    let sum = Lit(node << 1 | u32::from(flips));
                    let times = if flips { -coefficient } else { coefficient };
                    let there = self.coefficient(column + 1, choice.carry);
                    if normal(there - times, self.columns.len() - index(column) - 1) != 0 {
                        continue;
                    }
                    let Some(rest) = self.others(condition.variable(), r.variable()) else {
                        continue;
                    };
                    let linear = self.regrouped(column, times, sum, choice, &rest);
                    let third = linear.terms[0].1.variable();
                    let mut brought = self.use_linear(linear);
                    brought.push(third);
                    return Some(brought);
                }
            }
        }
        None
    }

    /// Nodes that together with another make a node by sum without carry.
    fn others(&self, node: u32, with: u32) -> Option<Vec<u32>> {
        let mut sets: Vec<Vec<u32>> = vec![vec![node]];
        let mut at = 0;
        while at < sets.len() {
            let leaves = sets[at].clone();
            at += 1;
            for &leaf in leaves.iter().filter(|&&leaf| leaf > with) {
                for cut in self.cuts.of(leaf) {
                    if let Kind::Xor { .. } = cut.kind()
                        && sets.len() < SETS
                        && let Some(next) = replace(&leaves, leaf, cut.leaves())
                        && next.len() <= 6
                        && !sets.contains(&next)
                    {
                        if next.contains(&with) {
                            return Some(next.into_iter().filter(|&leaf| leaf != with).collect());
                        }
                        sets.push(next);
                    }
                }
            }
        }
        None
    }

    /// The equation of the adder, whose third input is the sum of the rest without carry.
    fn regrouped(
        &mut self,
        column: u32,
        coefficient: i32,
        sum: Lit,
        choice: &Choice,
        rest: &[u32],
    ) -> Linear {
        let [condition, q, r] = choice.lits;
        let mut leaves = rest.to_vec();
        leaves.extend([q.variable(), r.variable()]);
        leaves.sort_unstable();
        leaves.dedup();
        let mut third = Lit::FALSE;
        for &leaf in rest {
            third = self.graph.define_xor(third, Lit::positive(leaf));
        }
        self.cuts.extend(self.graph);
        // Whether `condition ^ r` is the sum of the rest or its negation, by one row.
        let mut tables = crate::tables::Tables::new(&leaves);
        let value = |tables: &mut crate::tables::Tables, graph: &_, lit: Lit| {
            let table = tables.of(graph, lit.variable()).unwrap_or([0; 16]);
            (table[0] & 1 == 1) != lit.is_negative()
        };
        let graph = &*self.graph;
        let wanted = value(&mut tables, graph, condition) != value(&mut tables, graph, r);
        if value(&mut tables, graph, third) != wanted {
            third = !third;
        }
        let carry = Lit::positive(choice.carry);
        let terms = vec![(1, third), (1, r), (1, q), (-2, carry), (-1, sum)];
        Linear { column, coefficient, leaves, terms, constant: 0 }
    }
}
