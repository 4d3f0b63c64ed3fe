//! Which nodes depend on few inputs.

use crate::graph::Graph;
use crate::hash::Set;
use format_aiger::Lit;
use format_input::index;

/// The most inputs below a node that the checker expands by itself.
const INPUTS: usize = pacheck::MOST_LEAVES;

/// The most inputs and bits of multiples below a partial product.
const MIXED: usize = 16;

/// So few inputs below a node are a partial product's.
const FEW: usize = 5;

/// The most gates that are looked at.
const GATES: usize = 1000;
const _: () = assert!(GATES <= pacheck::MOST_GATES, "the checker would refuse the cone");

/// What is known of nodes.
pub(crate) struct Support {
    /// 0 unknown, 1 few inputs, 2 small, 3 large.
    known: Vec<u8>,
    seen: Vec<u32>,
    stamp: u32,
    stack: Vec<u32>,
    /// Nodes that count as inputs.
    barriers: Set<u32>,
    /// So many inputs are few enough.
    most: usize,
}

impl Support {
    pub(crate) fn new() -> Self {
        Self {
            known: Vec::new(),
            seen: Vec::new(),
            stamp: 0,
            stack: Vec::new(),
            barriers: Set::default(),
            most: INPUTS,
        }
    }

    /// Whether so few inputs are below a node that the checker expands it.
    pub(crate) fn is_small(&mut self, graph: &Graph, node: u32) -> bool {
        self.known(graph, node) <= 2
    }

    /// Whether a node may be a partial product.
    pub(crate) fn is_few(&mut self, graph: &Graph, node: u32) -> bool {
        self.known(graph, node) == 1
    }

    fn known(&mut self, graph: &Graph, node: u32) -> u8 {
        let nodes = index(graph.nodes());
        if self.known.len() < nodes {
            self.known.resize(nodes, 0);
        }
        if self.seen.len() < nodes {
            self.seen.resize(nodes, 0);
        }
        if self.known[index(node)] == 0 {
            self.known[index(node)] = match self.walk(graph, node) {
                Some(inputs) if inputs <= FEW.min(self.most) => 1,
                Some(_) => 2,
                None => 3,
            };
        }
        self.known[index(node)]
    }

    /// From now on these nodes count as inputs.
    pub(crate) fn set_barriers(&mut self, nodes: impl Iterator<Item = u32>) {
        self.barriers = nodes.collect();
        self.most = if self.barriers.is_empty() { INPUTS } else { MIXED };
        self.known.clear();
    }

    /// From now on nothing but inputs is small.
    pub(crate) fn set_exact(&mut self) {
        self.set_barriers(std::iter::empty());
        self.most = 1;
    }

    /// Whether a small node has a barrier below it, or more inputs than the checker expands.
    pub(crate) fn is_mixed(&mut self, graph: &Graph, node: u32) -> bool {
        if !self.is_small(graph, node) {
            return false;
        }
        let (leaves, _) = self.below(graph, node, None);
        leaves.len() > INPUTS || leaves.iter().any(|leaf| self.barriers.contains(leaf))
    }

    /// The inputs and barriers below a node, in rising order, and the gates above them; one more
    /// gate may count as an input.
    fn below(&mut self, graph: &Graph, node: u32, stop: Option<u32>) -> (Vec<u32>, Vec<u32>) {
        let (mut leaves, mut gates, mut stack) = (Vec::new(), Vec::new(), vec![node]);
        self.stamp += 1;
        while let Some(node) = stack.pop() {
            if node == 0 || self.seen[index(node)] == self.stamp {
                continue;
            }
            self.seen[index(node)] = self.stamp;
            match self.inner(graph, node).filter(|_| stop != Some(node)) {
                Some(fan) => {
                    gates.push(node);
                    stack.extend(fan.iter().map(|lit| lit.variable()));
                }
                None => leaves.push(node),
            }
        }
        leaves.sort_unstable();
        (leaves, gates)
    }

    /// What a node reads, if it counts as no input.
    pub(crate) fn inner(&self, graph: &Graph, node: u32) -> Option<[Lit; 2]> {
        graph.fan(node).filter(|_| !self.barriers.contains(&node))
    }

    /// At most 12 nodes that separate a small node from inputs and barriers: these themselves, or
    /// some of them and one gate.
    pub(crate) fn cut(&mut self, graph: &Graph, node: u32) -> Option<Vec<u32>> {
        let (leaves, gates) = self.below(graph, node, None);
        if leaves.len() <= INPUTS {
            return Some(leaves);
        }
        let mut best: Option<(usize, Vec<u32>)> = None;
        for &gate in &gates[1..] {
            let cut = self.below(graph, node, Some(gate)).0;
            if cut.len() <= INPUTS {
                let size = cut.len() + self.below(graph, gate, None).0.len();
                if best.as_ref().is_none_or(|&(least, _)| size < least) {
                    best = Some((size, cut));
                }
            }
        }
        best.map(|(_, cut)| cut)
    }

    /// Forgets what is known from this node on.
    pub(crate) fn forget(&mut self, node: u32) {
        self.known.truncate(index(node));
    }

    /// The number of inputs below a node, if there are few enough.
    fn walk(&mut self, graph: &Graph, node: u32) -> Option<usize> {
        self.stamp += 1;
        self.stack.clear();
        self.stack.push(node);
        let (mut inputs, mut gates) = (0, 0);
        while let Some(node) = self.stack.pop() {
            if node == 0 || self.seen[index(node)] == self.stamp {
                continue;
            }
            self.seen[index(node)] = self.stamp;
            if let Some(fan) = self.inner(graph, node) {
                gates += 1;
                if self.known[index(node)] == 3 || gates > GATES {
                    return None;
                }
                self.stack.extend(fan.iter().map(|lit| lit.variable()));
            } else {
                inputs += 1;
                if inputs > self.most {
                    return None;
                }
            }
        }
        Some(inputs)
    }
}
