//! Which nodes depend on few inputs.

use crate::graph::Graph;
use crate::hash::Set;
use format_input::index;

/// The most inputs below a node that the checker expands by itself.
const INPUTS: usize = pacheck::MOST_LEAVES;

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
}

impl Support {
    pub(crate) fn new() -> Self {
        Self {
            known: Vec::new(),
            seen: Vec::new(),
            stamp: 0,
            stack: Vec::new(),
            barriers: Set::default(),
        }
    }

    /// Whether at most 12 inputs are below a node.
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
                Some(inputs) if inputs <= FEW => 1,
                Some(_) => 2,
                None => 3,
            };
        }
        self.known[index(node)]
    }

    /// From now on these nodes count as inputs.
    pub(crate) fn set_barriers(&mut self, nodes: impl Iterator<Item = u32>) {
        self.barriers = nodes.collect();
        self.known.clear();
    }

    /// The inputs and barriers below a node, if there are at most 12 and a barrier among them.
    pub(crate) fn leaves(&mut self, graph: &Graph, node: u32) -> Option<Vec<u32>> {
        self.is_small(graph, node);
        let (mut leaves, mut stack) = (Vec::new(), vec![node]);
        self.stamp += 1;
        while let Some(node) = stack.pop() {
            if node == 0 || self.seen[index(node)] == self.stamp {
                continue;
            }
            self.seen[index(node)] = self.stamp;
            match graph.fan(node).filter(|_| !self.barriers.contains(&node)) {
                Some(fan) => stack.extend(fan.iter().map(|lit| lit.variable())),
                None => leaves.push(node),
            }
            if leaves.len() > INPUTS {
                return None;
            }
        }
        leaves.sort_unstable();
        leaves.iter().any(|leaf| self.barriers.contains(leaf)).then_some(leaves)
    }

    /// Forgets what is known from this node on.
    pub(crate) fn forget(&mut self, node: u32) {
        self.known.truncate(index(node));
    }

    /// The number of inputs below a node, if there are at most 12.
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
            if let Some(fan) = graph.fan(node).filter(|_| !self.barriers.contains(&node)) {
                gates += 1;
                if self.known[index(node)] == 3 || gates > GATES {
                    return None;
                }
                self.stack.extend(fan.iter().map(|lit| lit.variable()));
            } else {
                inputs += 1;
                if inputs > INPUTS {
                    return None;
                }
            }
        }
        Some(inputs)
    }
}
