//! Orders in which everything stands after what it depends on.

use crate::{Error, Latch, Lit, Model, Parts};
use format_input::index;

/// A gate or latch by its number in [`Parts::gates`] or [`Parts::latches`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// Its value is the conjunction of its fan-ins.
    Gate(u32),
    /// Its value is that of its reset literal, or free.
    Latch(u32),
}

impl Parts {
    /// Puts gates behind the gates they read.
    pub(crate) fn order_gates(&mut self) -> Result<(), Error> {
        // Binary files, and most others, have gates that grow and read smaller variables only.
        let mut last = 0;
        if self.gates.iter().all(|gate| {
            let grows =
                gate.variable > last && gate.rhs.iter().all(|lit| lit.variable() < gate.variable);
            last = gate.variable;
            grows
        }) {
            return Ok(());
        }
        let graph = Graph::new(self, &[]);
        let order =
            graph.order().map_err(|lit| Error::Cyclic(self.place_of(lit.variable(), 0), lit))?;
        self.gates =
            order.iter().filter_map(|&node| self.gates.get(index(node))).copied().collect();
        Ok(())
    }
}

impl Model {
    /// Whether some latch starts with the value of a function, not with a constant or freely.
    #[must_use]
    pub fn has_reset_functions(&self) -> bool {
        self.latches.iter().any(|latch| !latch.is_free() && !latch.reset.is_constant())
    }

    /// An order to compute the values at time 0 in: gates after their fan-ins, latches after
    /// their reset literals (unless free). Refused if there is none, for then the initial states
    /// are not given by functions, and tools disagree on what they are.
    pub fn reset_order(&self) -> Result<Vec<Node>, Error> {
        let graph = Graph::new(self, &self.latches);
        let order = graph.order().map_err(Error::CyclicReset)?;
        let node = |node| graph.latch(node).map_or(Node::Gate(node), Node::Latch);
        Ok(order.into_iter().map(node).collect())
    }
}

/// Who depends on whom: nodes are the gates by number, then the latches by number.
struct Graph<'a> {
    parts: &'a Parts,
    latches: &'a [Latch],
    /// Each node's variable and number, sorted.
    numbers: Vec<(u32, u32)>,
}

impl<'a> Graph<'a> {
    fn new(parts: &'a Parts, latches: &'a [Latch]) -> Self {
        let gates = parts.gates.iter().map(|gate| gate.variable);
        let variables = gates.chain(latches.iter().map(|latch| latch.variable));
        let mut numbers: Vec<_> = variables.zip(0..).collect();
        numbers.sort_unstable();
        Self { parts, latches, numbers }
    }

    fn number(&self, lit: Lit) -> Option<u32> {
        let &(first, _) = self.numbers.first()?;
        // Without gaps between the variables the guess is right: 2.8x on 10^7 shuffled gates.
        let guess = index(lit.variable().checked_sub(first)?);
        let found = match self.numbers.get(guess) {
            Some(&(variable, _)) if variable == lit.variable() => guess,
            _ => self
                .numbers
                .binary_search_by_key(&lit.variable(), |&(variable, _)| variable)
                .ok()?,
        };
        self.numbers.get(found).map(|&(_, number)| number)
    }

    fn latch(&self, node: u32) -> Option<u32> {
        u32::try_from(self.parts.gates.len()).ok().and_then(|gates| node.checked_sub(gates))
    }

    fn lit(&self, node: u32) -> Lit {
        let found = self.numbers.iter().find(|&&(_, number)| number == node);
        found.map_or(Lit::FALSE, |&(variable, _)| Lit::positive(variable))
    }

    fn children(&self, node: u32) -> [Option<u32>; 2] {
        if let Some(gate) = self.parts.gates.get(index(node)) {
            return gate.rhs.map(|lit| self.number(lit));
        }
        let latch = self.latch(node).and_then(|latch| self.latches.get(index(latch)));
        [latch.filter(|latch| !latch.is_free()).and_then(|latch| self.number(latch.reset)), None]
    }

    /// Nodes after their children, by depth-first search on a stack of our own; or a node that
    /// depends on itself.
    fn order(&self) -> Result<Vec<u32>, Lit> {
        // By node: false on the path, true when done.
        let mut states = vec![None; self.numbers.len()];
        let mut order = Vec::new();
        let mut path = Vec::new();
        let count = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        for root in 0..count {
            if states.get(index(root)) == Some(&None) {
                path.push(root);
            }
            while let Some(&node) = path.last() {
                let not_done = |&child: &u32| states.get(index(child)) != Some(&Some(true));
                let child = self.children(node).into_iter().flatten().find(not_done);
                let next = child.unwrap_or(node);
                let Some(state) = states.get_mut(index(next)) else { return Err(self.lit(node)) };
                if child.is_none() {
                    *state = Some(true);
                    order.push(node);
                    path.pop();
                } else if state.is_some() {
                    return Err(self.lit(next));
                } else {
                    *state = Some(false);
                    path.push(next);
                }
            }
        }
        Ok(order)
    }
}
