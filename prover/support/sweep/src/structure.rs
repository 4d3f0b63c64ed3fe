//! Gates that read the same are equal: structural hashing modulo what is known to be equal.

use crate::log::ClauseId;
use crate::random::mix;
use crate::window::Context;
use claim_miter::Signal;
use format_input::index;

/// The gates that are equal to no earlier one, by what they read.
pub(crate) struct Structure {
    /// Nodes by hash; 0 is empty.
    table: Vec<u32>,
    /// By gate, from 0: what it read when it was entered.
    keys: Vec<[Signal; 2]>,
}

impl Structure {
    pub(crate) fn new(gates: usize) -> Self {
        let table = vec![0; (gates * 2).next_power_of_two()];
        Self { table, keys: vec![[Signal::FALSE; 2]; gates] }
    }

    /// Merges a gate with what its structure shows it is equal to; false if it shows nothing.
    pub(crate) fn merge(&mut self, context: &mut Context<'_>, node: u32) -> bool {
        let Some(fans) = context.graph.fan(node) else { return false };
        let Context { graph, log, merges } = context;
        let [left, right] = fans.map(|fan| merges.find(graph, log, fan));
        let axiom = graph.axiom(node);
        let ups = [axiom, axiom + 1, merges.up(fans[0]), merges.up(fans[1])];
        let downs = [merges.down(fans[0]), merges.down(fans[1]), axiom + 2];
        let trivial = if left == !right || left == Signal::FALSE || right == Signal::FALSE {
            Some(Signal::FALSE)
        } else if left == Signal::TRUE {
            Some(right)
        } else if left == right || right == Signal::TRUE {
            Some(left)
        } else {
            None
        };
        if let Some(equal) = trivial {
            return conclude(context, node, equal, &ups, &downs);
        }
        let key = if left < right { [left, right] } else { [right, left] };
        let first = graph.first_gate();
        self.keys[index(node - first)] = key;
        let mask = self.table.len() - 1;
        let hash = mix(u64::from(key[0].0) << 32 | u64::from(key[1].0));
        let mut at = usize::try_from(hash >> 8).unwrap_or(0) & mask;
        while self.table[at] != 0 && self.keys[index(self.table[at] - first)] != key {
            at = (at + 1) & mask;
        }
        let twin = self.table[at];
        // The twin may have been merged with this very gate since it was entered.
        if twin == 0 || merges.find(graph, log, Signal::positive(twin)).variable() == node {
            self.table[at] = node;
            return false;
        }
        let Some(others) = graph.fan(twin) else { return false };
        let other = graph.axiom(twin);
        let other_downs = [merges.down(others[0]), merges.down(others[1]), other + 2];
        let other_ups = [other, other + 1, merges.up(others[0]), merges.up(others[1])];
        let forward = [&ups[..], &other_downs].concat();
        let backward = [&other_ups[..], &downs].concat();
        conclude(context, node, Signal::positive(twin), &forward, &backward)
    }
}

/// Merges a node by implications that follow from these clauses.
fn conclude(
    context: &mut Context<'_>,
    node: u32,
    equal: Signal,
    forward: &[ClauseId],
    backward: &[ClauseId],
) -> bool {
    let gate = Signal::positive(node);
    let Context { graph, log, merges } = context;
    // The earlier node may be merged itself by now.
    let up = log.derive(graph, &[!gate, equal], forward);
    let down = log.derive(graph, &[gate, !equal], backward);
    // With a constant one of them is a tautology.
    if up.is_none() || down.is_none() && !equal.is_constant() {
        return false;
    }
    merges.merge(node, equal, [up.unwrap_or(0), down.unwrap_or(0)]);
    true
}

#[cfg(test)]
mod tests {
    use super::Structure;
    use crate::graph::Graph;
    use crate::log::Log;
    use crate::merges::Merges;
    use crate::window::Context;
    use crate::{Netlist, Problem, Signal};
    use support_limits::Limits;

    #[test]
    fn a_gate_is_not_merged_with_what_was_merged_with_it() {
        // 4 = 1 and 2, which 6 is too; 7 = 6 and 3; 8 = 4 and 3.
        let gates = [[2, 4], [2, 5], [2, 11], [12, 6], [8, 6]].map(|gate| gate.map(Signal));
        let pairs = [(Signal(8), Signal(12)), (Signal(14), Signal(16))];
        let limits = Limits::none();
        let netlist = Netlist { inputs: 3, gates: &gates };
        let graph = &Graph::new(&Problem { pairs: &pairs, ..Problem::new(netlist, &limits) });
        // The pairs keep the order of the gates.
        let [(small, other), (early, late)] = graph.pairs[..] else { panic!("two pairs") };
        assert!(late.variable() == 8);
        let (mut log, mut merges) = (Log::new(graph), Merges::new(graph));
        let mut structure = Structure::new(graph.fans().len());
        let mut context = Context { graph, log: &mut log, merges: &mut merges };
        for node in graph.first_gate()..graph.nodes() {
            assert!(!structure.merge(&mut context, node));
        }
        // Search finds this much; now the early gate reads what the late one was entered with.
        for (node, equal) in [(late, early), (other, small)] {
            let ids = [[!node, equal], [node, !equal]].map(|clause| context.log.add(clause, []));
            context.merges.merge(node.variable(), equal, ids);
        }
        assert!(!structure.merge(&mut context, early.variable()));
        assert_eq!(context.merges.find(graph, context.log, late), early);
    }
}
