//! The sum of the outputs by columns, rewritten from adders' sums to adders' inputs.
//!
//! An entry of column i is a node with a coefficient; it counts coefficient * 2^i * node. A sum
//! in column i is replaced by the inputs of its adder if the carry cancels an entry of column
//! i + 1, so columns are worked on from the last to the first. Constants are not kept: once all
//! nodes that are left have few inputs below them, the rest is the checker's arithmetic.

use crate::cuts::{Cut, Cuts, Kind, NONE};
use crate::graph::Graph;
use crate::hash::Map;
use crate::steps::{Linear, Step};
use crate::support::Support;
use crate::track::Track;
use format_aiger::Lit;
use format_input::index;
use std::collections::BinaryHeap;

/// A column's nodes with their coefficients.
type Column = Map<u32, i32>;

/// What is to be rewritten.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The bits, lowest first.
    pub(crate) outputs: Vec<Lit>,
    /// Only so many columns count.
    pub(crate) columns: usize,
    /// Whether the last bit counts negatively.
    pub(crate) signed: bool,
}

/// A node of the next column that may be an adder's carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Carry {
    leaves: [u32; 3],
    carry: Lit,
    phases: u8,
}

/// The sum and the steps that made it.
pub(crate) struct Columns<'a> {
    pub(crate) graph: &'a mut Graph,
    pub(crate) cuts: &'a mut Cuts,
    pub(crate) support: &'a mut Support,
    /// What the sum is of at first, lowest bit first.
    pub(crate) outputs: Vec<Lit>,
    /// Whether the last of them counts negatively.
    pub(crate) signed: bool,
    pub(crate) columns: Vec<Column>,
    pub(crate) steps: Vec<Step>,
}

impl<'a> Columns<'a> {
    /// The sum of a target's bits.
    pub(crate) fn new(
        graph: &'a mut Graph,
        cuts: &'a mut Cuts,
        support: &'a mut Support,
        target: &Target,
    ) -> Self {
        let columns = vec![Column::default(); target.columns];
        let outputs = target.outputs.clone();
        let (signed, steps) = (target.signed, Vec::new());
        let mut this = Self { graph, cuts, support, outputs, signed, columns, steps };
        let top = target.outputs.len().saturating_sub(1);
        for (at, &output) in target.outputs.iter().enumerate() {
            let coefficient = if target.signed && at == top { -1 } else { 1 };
            this.add(u32::try_from(at).unwrap_or(u32::MAX), coefficient, output);
        }
        this
    }

    /// Adds a literal to a column.
    pub(crate) fn add(&mut self, column: u32, coefficient: i32, lit: Lit) {
        let signed = if lit.is_negative() { -coefficient } else { coefficient };
        let above = self.columns.len().saturating_sub(index(column));
        let Some(entries) = self.columns.get_mut(index(column)) else { return };
        if lit.variable() == 0 {
            return;
        }
        let entry = entries.entry(lit.variable()).or_insert(0);
        *entry = normal(*entry + signed, above);
        if *entry == 0 {
            entries.remove(&lit.variable());
        }
    }

    /// All that is left: columns, nodes, coefficients.
    pub(crate) fn rest(&self) -> Vec<(u32, u32, i32)> {
        let mut rest = Vec::new();
        for (column, entries) in (0..).zip(&self.columns) {
            let before = rest.len();
            rest.extend(entries.iter().map(|(&node, &coefficient)| (column, node, coefficient)));
            rest[before..].sort_unstable();
        }
        rest
    }

    /// The nodes of a column in rising order.
    pub(crate) fn nodes(&self, column: u32) -> Vec<u32> {
        let entries = self.columns.get(index(column)).into_iter();
        let mut nodes: Vec<u32> = entries.flat_map(|entries| entries.keys().copied()).collect();
        nodes.sort_unstable();
        nodes
    }

    /// The coefficient of a node in a column.
    pub(crate) fn coefficient(&self, column: u32, node: u32) -> i32 {
        self.columns.get(index(column)).and_then(|c| c.get(&node)).copied().unwrap_or(0)
    }

    /// Works on all columns from the last to the first; gives the first column where something
    /// is stuck, with these nodes: those with many inputs below them that no adder explains.
    /// Without nodes, a limit was exceeded.
    pub(crate) fn run(&mut self, track: &Track<'_>) -> Option<(u32, Vec<u32>)> {
        let last = u32::try_from(self.columns.len()).unwrap_or(0).saturating_sub(1);
        for column in (0..=last).rev() {
            if track.tick(index(last - column).saturating_sub(2), self.columns.len()) {
                return Some(((column + 2).min(last), Vec::new()));
            }
            self.work(column, column == last);
            // Carries go up to two columns.
            if column + 2 <= last
                && let Some(stuck) = self.look(column + 2)
            {
                return Some(stuck);
            }
        }
        (0..=last.min(1)).rev().find_map(|column| self.look(column))
    }

    /// What is left in a column and has many inputs below it.
    fn look(&mut self, column: u32) -> Option<(u32, Vec<u32>)> {
        let mut stuck = Vec::new();
        let mut waiting: BinaryHeap<u32> = self.columns[index(column)].keys().copied().collect();
        while let Some(node) = waiting.pop() {
            if self.coefficient(column, node) == 0 || self.support.is_small(self.graph, node) {
                continue;
            }
            match self.root(node) {
                Some((cut, root)) => waiting.extend(self.use_root(column, node, &cut, root)),
                None if stuck.contains(&node) => {}
                None => stuck.push(node),
            }
        }
        (!stuck.is_empty()).then_some((column, stuck))
    }

    /// Moves a node of the next column down if that makes it small, and gives its coefficient.
    fn fold(&mut self, column: u32, node: u32) -> i32 {
        let coefficient = self.coefficient(column, node);
        let more = self.coefficient(column + 1, node);
        if coefficient == 0 || more == 0 {
            return coefficient;
        }
        let total = normal(coefficient + 2 * more, self.columns.len() - index(column));
        if total.abs() > 1 {
            return coefficient;
        }
        self.columns[index(column) + 1].remove(&node);
        let entries = &mut self.columns[index(column)];
        if total == 0 {
            entries.remove(&node);
        } else {
            entries.insert(node, total);
        }
        total
    }

    fn work(&mut self, column: u32, is_last: bool) {
        let carries = if is_last { Vec::new() } else { self.carries(column + 1) };
        let choices = if is_last { Vec::new() } else { self.choices(column + 1) };
        let mut waiting: BinaryHeap<u32> = self.columns[index(column)].keys().copied().collect();
        while let Some(node) = waiting.pop() {
            let coefficient = self.fold(column, node);
            if coefficient == 0 {
                continue;
            }
            if let Some((cut, root)) = self.root(node)
                && cut.size() == 1
                && !root.is_constant()
            {
                waiting.extend(self.use_root(column, node, &cut, root));
                continue;
            }
            let adder = if is_last {
                self.last_adder(node, coefficient)
            } else {
                self.adder(column, node, coefficient, &carries)
            };
            if let Some((coefficient, sum, carry, inputs)) = adder {
                self.rewrite(column, coefficient, sum, carry, inputs);
                waiting.extend(inputs.iter().map(|lit| lit.variable()).filter(|&node| node != 0));
            } else if !is_last
                && let Some(leaves) = self.regroup(column, node, coefficient, &choices)
            {
                waiting.extend(leaves);
            } else if !is_last
                && self.is_sum(node)
                && !self.support.is_few(self.graph, node)
                && let Some(leaves) = self.compress(column, node)
            {
                waiting.extend(leaves);
            }
        }
    }

    /// The literal or constant that a node is a copy of, and the cut that shows it.
    fn root(&self, node: u32) -> Option<(Cut, Lit)> {
        self.cuts.of(node).iter().find_map(|&cut| cut.copy().map(|lit| (cut, lit)))
    }

    /// Replaces a node by what it is a copy of.
    fn use_root(&mut self, column: u32, node: u32, cut: &Cut, root: Lit) -> Vec<u32> {
        let coefficient = self.coefficient(column, node);
        let mut terms = vec![(-1, Lit::positive(node))];
        terms.extend((!root.is_constant()).then_some((1, root)));
        let (leaves, constant) = (cut.leaves().collect(), i64::from(root == Lit::TRUE));
        self.use_linear(Linear { column, coefficient, leaves, terms, constant })
    }

    /// Whether a node is the sum without carry of others.
    fn is_sum(&self, node: u32) -> bool {
        self.cuts.of(node).iter().any(|cut| matches!(cut.kind(), Kind::Xor { .. }))
    }

    /// Adds an adder's equation.
    pub(crate) fn rewrite(
        &mut self,
        column: u32,
        coefficient: i32,
        sum: Lit,
        carry: Lit,
        inputs: [Lit; 3],
    ) {
        self.add(column, -coefficient, sum);
        for input in inputs {
            self.add(column, coefficient, input);
        }
        self.add(column + 1, -coefficient, carry);
        self.steps.push(Step::Adder { column, coefficient, sum, carry, inputs });
    }

    /// The nodes of a column that may be carries, by the leaves of the adder.
    fn carries(&self, column: u32) -> Vec<Carry> {
        let mut carries = Vec::new();
        for node in self.nodes(column) {
            for cut in self.cuts.of(node) {
                let lit = Lit::positive(node);
                let (phases, carry) = match cut.kind() {
                    Kind::Majority { phases } => (phases, lit),
                    Kind::And { phases, negated } if cut.size() == 2 => {
                        (phases, if negated { !lit } else { lit })
                    }
                    _ => continue,
                };
                carries.push(Carry { leaves: cut.leaves, carry, phases });
            }
        }
        carries.sort_unstable();
        carries
    }

    /// An adder of which the node is the sum, and whose carry cancels one of the next column.
    fn adder(
        &self,
        column: u32,
        node: u32,
        coefficient: i32,
        carries: &[Carry],
    ) -> Option<(i32, Lit, Lit, [Lit; 3])> {
        let mut best = None;
        for cut in self.cuts.of(node) {
            let Kind::Xor { negated } = cut.kind() else { continue };
            let start = carries.partition_point(|carry| carry.leaves < cut.leaves);
            for carry in &carries[start..] {
                if carry.leaves != cut.leaves {
                    break;
                }
                let found = adder_of(cut, node, coefficient, negated, carry);
                let (coefficient, _, lit, _) = found;
                let there = self.coefficient(column + 1, lit.variable());
                let change = if lit.is_negative() { coefficient } else { -coefficient };
                let above = self.columns.len() - index(column) - 1;
                if normal(there + change, above).abs() < there.abs() {
                    if cut.size() == 3 {
                        return Some(found);
                    }
                    best = best.or(Some(found));
                }
            }
        }
        best
    }

    /// An adder of the last column, whose carry does not count.
    fn last_adder(&mut self, node: u32, coefficient: i32) -> Option<(i32, Lit, Lit, [Lit; 3])> {
        if self.support.is_few(self.graph, node) {
            return None;
        }
        let xors = self.cuts.of(node).iter().filter_map(|&cut| match cut.kind() {
            Kind::Xor { negated } => Some((cut, negated)),
            _ => None,
        });
        let (cut, negated) = xors.max_by_key(|(cut, _)| cut.size())?;
        let inputs =
            cut.leaves.map(|leaf| if leaf == NONE { Lit::FALSE } else { Lit::positive(leaf) });
        let carry = self.graph.define_carry(inputs);
        self.cuts.extend(self.graph);
        let sum = Lit::positive(node);
        let (coefficient, sum) = if negated { (-coefficient, !sum) } else { (coefficient, sum) };
        Some((coefficient, sum, carry, inputs))
    }
}

/// A coefficient of a column that has so many columns from itself to the last, made small: what
/// lies beyond the last column does not count.
pub(crate) fn normal(coefficient: i32, above: usize) -> i32 {
    if above >= 24 {
        return coefficient;
    }
    let modulus = 1 << above;
    let rest = coefficient.rem_euclid(modulus);
    if rest > modulus / 2 { rest - modulus } else { rest }
}

/// The adder with this sum and carry.
fn adder_of(
    cut: &Cut,
    node: u32,
    coefficient: i32,
    negated: bool,
    carry: &Carry,
) -> (i32, Lit, Lit, [Lit; 3]) {
    let odd = carry.phases.count_ones() % 2 == 1;
    let sum = Lit::positive(node);
    let (coefficient, sum) = if odd == negated { (coefficient, sum) } else { (-coefficient, !sum) };
    let mut inputs = [Lit::FALSE; 3];
    for (at, leaf) in cut.leaves().enumerate() {
        inputs[at] = Lit(leaf << 1 | u32::from(carry.phases >> at & 1));
    }
    (coefficient, sum, carry.carry, inputs)
}
