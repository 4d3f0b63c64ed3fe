//! Classes of nodes that simulation has not told apart.

use crate::graph::Graph;
use crate::random::mix;
use crate::simulate::Simulation;
use claim_miter::Signal;
use format_input::index;

/// Every node is in one class; a class is a list in the order of the nodes.
pub(crate) struct Classes {
    /// By node: the first of its class.
    heads: Vec<u32>,
    /// By node: the next of its class, or 0.
    nexts: Vec<u32>,
    /// By node: whether its value under the very first vector is true. Nodes are compared after
    /// negating those.
    phases: Vec<bool>,
    /// The heads of classes with more than one node, and perhaps of others.
    large: Vec<u32>,
    scratch: Vec<(u64, u32)>,
}

impl Classes {
    /// Classes after some rounds of random simulation, then one for each of the given patterns.
    /// `look` is called after each round, and may end them.
    pub(crate) fn new(
        graph: &Graph,
        simulation: &mut Simulation,
        rounds: u32,
        patterns: &[Vec<u64>],
        mut look: impl FnMut(&Simulation) -> bool,
    ) -> Self {
        let count = index(graph.nodes());
        let mut signatures = vec![0_u64; count];
        let mut phases = Vec::new();
        let given = patterns.iter().map(Some);
        for (round, pattern) in (0..).zip((0..rounds).map(|_| None).chain(given)) {
            match pattern {
                None => simulation.random_round(graph, round),
                Some(words) => simulation.given_round(graph, words),
            }
            if round == 0 {
                phases = (0..graph.nodes()).map(|node| simulation.first_value(node)).collect();
            }
            for (node, signature) in (0..graph.nodes()).zip(&mut signatures) {
                let new = simulation.signature(node, phases[index(node)]);
                *signature = mix(signature.wrapping_add(new));
            }
            if look(simulation) {
                break;
            }
        }
        let (heads, nexts) = (vec![0; count], vec![0; count]);
        let mut classes = Self { heads, nexts, phases, large: Vec::new(), scratch: Vec::new() };
        classes.collect(&signatures);
        classes
    }

    fn collect(&mut self, signatures: &[u64]) {
        let size = (signatures.len() * 2).next_power_of_two();
        let mask = size - 1;
        // By hash: the last node of a class so far, plus 1.
        let mut table = vec![0_u32; size];
        for (node, &signature) in (0_u32..).zip(signatures) {
            let mut at = usize::try_from(signature >> 16).unwrap_or(0) & mask;
            while table[at] != 0 && signatures[index(table[at] - 1)] != signature {
                at = (at + 1) & mask;
            }
            if table[at] == 0 {
                self.heads[index(node)] = node;
            } else {
                let last = table[at] - 1;
                let head = self.heads[index(last)];
                self.heads[index(node)] = head;
                self.nexts[index(last)] = node;
                if head == last {
                    self.large.push(head);
                }
            }
            table[at] = node + 1;
        }
        self.large.sort_unstable();
    }

    /// Splits the classes by new values; nodes for which `is_done` holds leave them.
    pub(crate) fn refine(&mut self, simulation: &Simulation, is_done: impl Fn(u32) -> bool) {
        let mut old = std::mem::take(&mut self.large);
        for head in old.drain(..) {
            let mut scratch = std::mem::take(&mut self.scratch);
            scratch.clear();
            let mut node = head;
            loop {
                let next = self.nexts[index(node)];
                self.nexts[index(node)] = 0;
                if node == head || !is_done(node) {
                    let phase = self.phases[index(node)];
                    scratch.push((simulation.signature(node, phase), node));
                }
                self.heads[index(node)] = node;
                if next == 0 {
                    break;
                }
                node = next;
            }
            if scratch.iter().any(|entry| entry.0 != scratch[0].0) {
                scratch.sort_unstable();
            }
            for group in scratch.chunk_by(|one, other| one.0 == other.0) {
                let head = group[0].1;
                for pair in group.windows(2) {
                    self.nexts[index(pair[0].1)] = pair[1].1;
                    self.heads[index(pair[1].1)] = head;
                }
                if group.len() > 1 {
                    self.large.push(head);
                }
            }
            self.scratch = scratch;
        }
    }

    /// An earlier signal that the node may be equal to.
    #[inline]
    pub(crate) fn candidate(&self, node: u32) -> Option<Signal> {
        let head = self.heads[index(node)];
        let negated = self.phases[index(node)] != self.phases[index(head)];
        (head != node).then_some(Signal(head << 1 | u32::from(negated)))
    }
}
