//! The circuits as one graph, its nodes in an order in which both grow together.

use crate::problem::{Known, Netlist, Problem};
use claim_miter::Signal;
use format_input::index;

/// The nodes that outputs depend on: 0 is false, then come the inputs, then the gates, each after
/// the nodes it reads. A [`Signal`] here is about a node, not about a variable of the claim.
pub(crate) struct Graph {
    inputs: u32,
    /// By gate, from 0: what it reads.
    fans: Vec<[Signal; 2]>,
    /// By gate, from 0: its number in the claim.
    gates: Vec<u32>,
    /// The gates of the claim before this one are those of the first circuit.
    split: u32,
    /// The pairs that should be equal.
    pub(crate) pairs: Vec<(Signal, Signal)>,
    /// What is known about nodes.
    pub(crate) known: Vec<Known>,
}

const UNSEEN: u32 = u32::MAX;

impl Graph {
    /// Pair by pair, the gates of both sides that were not met before.
    pub(crate) fn new(problem: &Problem<'_>) -> Self {
        let netlist = &problem.netlist;
        let mut graph = Self {
            inputs: netlist.inputs,
            fans: Vec::new(),
            gates: Vec::new(),
            split: u32::try_from(problem.split).unwrap_or(0),
            pairs: Vec::new(),
            known: Vec::new(),
        };
        // By gate of the claim: its node.
        let mut nodes = vec![UNSEEN; netlist.gates.len()];
        let mut stack = Vec::new();
        for &(first, second) in problem.pairs {
            for output in [first, second] {
                graph.visit(netlist, output, &mut nodes, &mut stack);
            }
        }
        let pair = |(first, second)| (graph.signal(first, &nodes), graph.signal(second, &nodes));
        let pairs = problem.pairs.iter().copied().map(pair).collect();
        // What no pair depends on is of no use.
        let is_met = |signal: Signal| graph.signal(signal, &nodes).0 >> 1 != UNSEEN >> 1;
        let known =
            problem.known.iter().filter(|known| is_met(known.pair.0) && is_met(known.pair.1));
        let known = known.map(|known| Known { pair: pair(known.pair), ..*known }).collect();
        (graph.pairs, graph.known) = (pairs, known);
        graph
    }

    /// Adds the gates below a signal of the claim.
    fn visit(
        &mut self,
        netlist: &Netlist<'_>,
        top: Signal,
        nodes: &mut [u32],
        stack: &mut Vec<u32>,
    ) {
        let is_new = |signal: Signal, nodes: &[u32]| {
            let gate = signal.variable().checked_sub(netlist.inputs + 1)?;
            (nodes[index(gate)] == UNSEEN).then_some(gate)
        };
        stack.extend(is_new(top, nodes));
        while let Some(&gate) = stack.last() {
            if nodes[index(gate)] != UNSEEN {
                stack.pop();
                continue;
            }
            let [left, right] = netlist.gates[index(gate)];
            let before = stack.len();
            stack.extend(is_new(left, nodes));
            stack.extend(is_new(right, nodes));
            if stack.len() == before {
                stack.pop();
                nodes[index(gate)] = self.nodes();
                let fan = [left, right].map(|signal| self.signal(signal, nodes));
                self.fans.push(fan);
                self.gates.push(gate);
            }
        }
    }

    /// A signal of the claim as one of the graph.
    fn signal(&self, signal: Signal, nodes: &[u32]) -> Signal {
        let gate = signal.variable().checked_sub(self.inputs + 1);
        let node = gate.map_or(signal.variable(), |gate| nodes[index(gate)]);
        Signal(node << 1 | signal.0 & 1)
    }

    pub(crate) fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The number of nodes.
    pub(crate) fn nodes(&self) -> u32 {
        self.first_gate() + u32::try_from(self.fans.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn first_gate(&self) -> u32 {
        self.inputs + 1
    }

    /// What a gate reads; none if the node is no gate.
    #[inline]
    pub(crate) fn fan(&self, node: u32) -> Option<[Signal; 2]> {
        self.fans.get(index(node.wrapping_sub(self.inputs + 1))).copied()
    }

    pub(crate) fn fans(&self) -> &[[Signal; 2]] {
        &self.fans
    }

    /// Whether two nodes are gates of the same one of two circuits.
    pub(crate) fn is_same_side(&self, node: u32, other: u32) -> bool {
        let side = |node: u32| {
            let gate = self.gates.get(index(node.wrapping_sub(self.inputs + 1)));
            gate.map(|&gate| gate < self.split)
        };
        self.split > 0 && side(node) == side(other)
    }

    /// The number of the gates' clauses, three for each gate, numbered from 1 by node.
    pub(crate) fn axioms(&self) -> u32 {
        u32::try_from(self.fans.len()).map_or(u32::MAX, |gates| gates.saturating_mul(3))
    }

    /// The first of the three ids of a gate's clauses.
    #[inline]
    pub(crate) fn axiom(&self, node: u32) -> u32 {
        (node - self.inputs - 1) * 3 + 1
    }

    /// The clause with this id.
    #[inline]
    pub(crate) fn axiom_clause(&self, id: u32) -> ([Signal; 3], usize) {
        let at = (id - 1) / 3;
        let gate = Signal::positive(at + self.inputs + 1);
        let [left, right] = self.fans[index(at)];
        match (id - 1) % 3 {
            0 => ([!gate, left, left], 2),
            1 => ([!gate, right, right], 2),
            _ => ([gate, !left, !right], 3),
        }
    }

    /// The id that the claim has for the clause with this id.
    pub(crate) fn claim_axiom(&self, id: u32) -> u32 {
        self.gates[index((id - 1) / 3)] * 3 + (id - 1) % 3 + 1
    }

    /// The variable of the claim that a node stands for.
    #[inline]
    pub(crate) fn variable(&self, node: u32) -> u32 {
        match node.checked_sub(self.inputs + 1) {
            Some(at) => self.gates[index(at)] + self.inputs + 1,
            None => node,
        }
    }
}
