//! Which nodes are known to be equal, each equality with its two proved implications.

use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use claim_miter::Signal;
use format_input::index;

/// By node: the earlier signal that it is equal to, or itself.
pub(crate) struct Merges {
    equal: Vec<Signal>,
    /// By node: the ids of "node implies equal" and of "equal implies node", 0 if that is a
    /// tautology.
    implications: Vec<[ClauseId; 2]>,
    /// The nodes merged since somebody last took the list.
    pub(crate) recent: Vec<u32>,
}

impl Merges {
    pub(crate) fn new(graph: &Graph) -> Self {
        let equal = (0..graph.nodes()).map(Signal::positive).collect();
        Self { equal, implications: vec![[0; 2]; index(graph.nodes())], recent: Vec::new() }
    }

    #[inline]
    pub(crate) fn is_merged(&self, node: u32) -> bool {
        self.equal[index(node)] != Signal::positive(node)
    }

    /// Notes that a node that was not merged is equal to a signal that is not, either.
    pub(crate) fn merge(&mut self, node: u32, equal: Signal, implications: [ClauseId; 2]) {
        self.equal[index(node)] = equal;
        self.implications[index(node)] = implications;
        self.recent.push(node);
    }

    /// The earliest signal known to be equal. The implications to and from it are one step each
    /// afterwards.
    #[inline]
    pub(crate) fn find(&mut self, graph: &Graph, log: &mut Log, signal: Signal) -> Signal {
        let node = signal.variable();
        let next = self.equal[index(node)];
        if next.variable() != node && self.is_merged(next.variable()) {
            self.compress(graph, log, node);
        }
        flip(self.equal[index(node)], signal)
    }

    /// Makes a chain of equalities one equality, from its end on.
    #[cold]
    fn compress(&mut self, graph: &Graph, log: &mut Log, node: u32) {
        let mut chain = vec![node];
        let mut at = self.equal[index(node)].variable();
        while self.is_merged(at) {
            chain.push(at);
            at = self.equal[index(at)].variable();
        }
        // The last of the chain has one step to go.
        chain.pop();
        for &node in chain.iter().rev() {
            let middle = self.equal[index(node)];
            let end = flip(self.equal[index(middle.variable())], middle);
            let gate = Signal::positive(node);
            let [up, down] = self.implications[index(node)];
            let forward = [up, self.up(middle)];
            let backward = [self.down(middle), down];
            let up = log.derive(graph, &[!gate, end], &forward).unwrap_or(0);
            let down = log.derive(graph, &[gate, !end], &backward).unwrap_or(0);
            self.equal[index(node)] = end;
            self.implications[index(node)] = [up, down];
        }
    }

    /// The id of "signal implies what it is equal to"; 0 if it is not merged.
    #[inline]
    pub(crate) fn up(&self, signal: Signal) -> ClauseId {
        self.implications[index(signal.variable())][index(signal.0 & 1)]
    }

    /// The id of "what it is equal to implies the signal"; 0 if it is not merged.
    #[inline]
    pub(crate) fn down(&self, signal: Signal) -> ClauseId {
        self.implications[index(signal.variable())][index(!signal.0 & 1)]
    }
}

/// The signal, negated if the other one is.
#[inline]
pub(crate) fn flip(signal: Signal, by: Signal) -> Signal {
    Signal(signal.0 ^ by.0 & 1)
}
