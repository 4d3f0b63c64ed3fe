//! Finds the two rows of bits that the last adder adds, by what they compute.
//!
//! From a column on, output i is `x_i ^ y_i ^ C_i` with `C_(i+1) = majority(x_i, y_i, C_i)`. The
//! carries need not be nodes; `x_i ^ y_i` is one, found by its values in simulation.

use crate::cuts::{Cut, Cuts, Kind};
use crate::simulate::{Index, Signature, Simulation, WORDS, carry, xor};
use format_aiger::Lit;

/// The most nodes of equal values that are looked at.
const MOST: usize = 12;

/// The most ways to follow the carries from one beginning.
const SOLUTIONS: usize = 4;

/// The rows from a column to the last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rows {
    /// The first column.
    pub(crate) start: usize,
    /// What is carried into it.
    pub(crate) carry: Lit,
    /// By column from the first: the bits.
    pub(crate) bits: Vec<[Lit; 2]>,
}

/// Where to look.
pub(crate) struct Finder<'a> {
    pub(crate) outputs: &'a [Lit],
    pub(crate) cuts: &'a Cuts,
    pub(crate) simulation: &'a Simulation,
    pub(crate) index: &'a Index,
    /// Adders that look ahead have their carries as nodes. If only other rows have these carries,
    /// rows reach below the last adder.
    pub(crate) is_ahead: bool,
}

/// The choices in a column, with what they carry.
type Choices = Vec<([Lit; 2], Signature)>;

impl Finder<'_> {
    /// The rows that begin at a column, for each way to begin there.
    pub(crate) fn rows(&self, start: usize) -> Vec<Rows> {
        let output = self.outputs[start];
        let mut found = Vec::new();
        for cut in self.cuts.of(output.variable()) {
            let Kind::Xor { negated } = cut.kind() else { continue };
            let negated = negated != output.is_negative();
            let leaves: Vec<u32> = cut.leaves().collect();
            for phases in 0..1_u32 << leaves.len() {
                if (phases.count_ones() % 2 == 1) != negated {
                    continue;
                }
                let lit = |at: usize| match leaves.get(at) {
                    Some(leaf) => Lit(leaf << 1 | phases >> at & 1),
                    None => Lit::FALSE,
                };
                let (x, y, z) = (lit(0), lit(1), lit(2));
                let value = |lit| self.simulation.of(lit);
                let next = carry(&value(x), &value(y), &value(z));
                if !self.is_promising(start + 1, &next) {
                    continue;
                }
                for bits in self.follow(start, [x, y], next) {
                    found.push(Rows { start, carry: z, bits });
                }
                if found.len() >= 2 * SOLUTIONS {
                    return found;
                }
            }
        }
        found
    }

    /// Whether the sum of a column's output and this carry is a node; and the carry is not 0.
    fn is_promising(&self, column: usize, carried: &Signature) -> bool {
        let Some(&output) = self.outputs.get(column) else { return true };
        *carried != [0; WORDS] && {
            let sum = xor(&self.simulation.of(output), carried);
            self.index.find(self.simulation, &sum).next().is_some()
        }
    }

    /// Follows the carries from the column after `start` to the last one, in some ways.
    fn follow(&self, start: usize, first: [Lit; 2], next: Signature) -> Vec<Vec<[Lit; 2]>> {
        let columns = self.outputs.len();
        let mut found = Vec::new();
        let mut bits = vec![first];
        let mut open: Vec<Choices> = Vec::new();
        let mut carried = next;
        let mut budget = 4 * columns + 100;
        loop {
            if start + bits.len() < columns {
                open.push(self.choices(start + bits.len(), &carried));
            } else {
                found.push(bits.clone());
                bits.pop();
                if found.len() >= SOLUTIONS {
                    return found;
                }
            }
            loop {
                let Some(choices) = open.last_mut().filter(|_| budget > 0) else { return found };
                budget -= 1;
                if let Some((pair, next)) = choices.pop() {
                    bits.push(pair);
                    carried = next;
                    break;
                }
                open.pop();
                bits.pop();
            }
        }
    }

    /// Literals with the values of a column's output without its carry. Where carries are rare,
    /// simulation cannot tell these from what reads them: if carries are nodes, those come first
    /// of which the output is the sum with another node.
    fn nodes(&self, column: usize, sum: &Signature) -> Vec<Lit> {
        let mut nodes: Vec<Lit> = Vec::new();
        let cuts = self.cuts.of(self.outputs[column].variable()).iter();
        let cuts = cuts.filter(|cut| cut.size() == 2 && matches!(cut.kind(), Kind::Xor { .. }));
        let leaves = cuts.flat_map(Cut::leaves).filter(|_| self.is_ahead).map(Lit::positive);
        let halves = leaves.flat_map(|lit| [lit, !lit]);
        let halves = halves.filter(|&lit| self.simulation.of(lit) == *sum);
        for node in halves.chain(self.index.find(self.simulation, sum).take(MOST)) {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        nodes
    }

    /// What the bits of a column can be.
    fn choices(&self, column: usize, carried: &Signature) -> Choices {
        let value = |lit| self.simulation.of(lit);
        let sum = xor(&value(self.outputs[column]), carried);
        let mut choices = Choices::new();
        let mut add = |x: Lit, y: Lit| {
            let next = carry(&value(x), &value(y), carried);
            if self.is_promising(column + 1, &next) {
                choices.push(([x, y], next));
            }
        };
        if sum == [0; WORDS] || sum == [u64::MAX; WORDS] {
            let constant = Lit(u32::from(sum != [0; WORDS]));
            let next = if sum == [0; WORDS] { [0; WORDS] } else { *carried };
            return vec![([constant, Lit::FALSE], next)];
        }
        let nodes = self.nodes(column, &sum);
        if column + 1 == self.outputs.len() {
            // What is carried out does not count: one choice is as good as another.
            let is_sum = |half: &Lit| {
                let mut cuts = self.cuts.of(half.variable()).iter();
                cuts.any(|cut| matches!(cut.kind(), Kind::Xor { .. }))
            };
            // Sums first; of those that simulation cannot tell apart, the lowest and the highest.
            let lowest = nodes.iter().min_by_key(|half| (!is_sum(half), half.variable()));
            let highest = nodes.iter().max_by_key(|half| (is_sum(half), half.variable()));
            let mut best: Vec<&Lit> = highest.into_iter().chain(lowest).collect();
            best.dedup();
            return best.into_iter().map(|&half| ([half, Lit::FALSE], *carried)).collect();
        }
        for &half in &nodes {
            for cut in self.cuts.of(half.variable()) {
                let Kind::Xor { negated } = cut.kind() else { continue };
                if cut.size() != 2 {
                    continue;
                }
                let flip = u32::from(negated != half.is_negative());
                let (x, y) = (Lit(cut.leaves[0] << 1 | flip), Lit(cut.leaves[1] << 1));
                add(x, y);
                add(!x, !y);
            }
        }
        for &half in &nodes {
            add(half, Lit::FALSE);
            add(!half, Lit::TRUE);
        }
        // The best is the last. Before the last column, a carry that is the output is best.
        choices.reverse();
        if self.is_ahead && choices.len() > 1 {
            let is_node =
                |next: &Signature| self.index.find(self.simulation, next).next().is_some();
            choices.sort_by_key(|(_, next)| is_node(next));
        }
        if column + 2 == self.outputs.len() {
            let last = value(self.outputs[column + 1]);
            choices.sort_by_key(|(_, next)| *next == last || *next == last.map(|word| !word));
        }
        choices
    }
}

impl Rows {
    /// All nodes in the rows.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let bits = self.bits.iter().flatten().copied();
        bits.chain([self.carry]).map(Lit::variable).filter(|&node| node != 0)
    }
}
