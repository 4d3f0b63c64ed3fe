//! The circuit as a graph whose nodes stand after the nodes they read, and definitions behind it.

use claim_multiplier::Claim;
use format_aiger::Lit;
use format_input::index;

/// Node 0 is false, then come the inputs, the gates and the definitions. A [`Lit`] here is about
/// a node.
pub(crate) struct Graph {
    inputs: u32,
    /// By gate and definition, from 0: what it reads.
    fans: Vec<[Lit; 2]>,
    /// By gate, from 0: its variable in the claim; empty if every node is its own variable.
    variables: Vec<u32>,
    /// The number of gates.
    gates: u32,
    /// What the circuit computes, lowest bit first.
    pub(crate) outputs: Vec<Lit>,
}

impl Graph {
    /// The graph of the claim's circuit.
    pub(crate) fn new(claim: &Claim) -> Self {
        let inputs = claim.inputs();
        let gates = u32::try_from(claim.gates().len()).unwrap_or(u32::MAX);
        let order = claim.order();
        let mut variables = Vec::new();
        let mut graph =
            Self { inputs, fans: Vec::new(), variables: Vec::new(), gates, outputs: Vec::new() };
        if order.is_sorted() {
            graph.fans = claim.gates().to_vec();
            graph.outputs = claim.outputs().to_vec();
            return graph;
        }
        // By variable: the node.
        let mut nodes: Vec<u32> = (0..=inputs + gates).collect();
        for (&gate, node) in order.iter().zip(inputs + 1..) {
            nodes[index(gate + inputs + 1)] = node;
            variables.push(gate + inputs + 1);
        }
        let inner = |lit: Lit| Lit(nodes[index(lit.variable())] << 1 | lit.0 & 1);
        graph.fans = order.iter().map(|&gate| claim.gates()[index(gate)].map(inner)).collect();
        graph.outputs = claim.outputs().iter().map(|&lit| inner(lit)).collect();
        graph.variables = variables;
        graph
    }

    /// A graph without gates of the claim over the inputs of another, all of it definitions, and
    /// the variables that the claim has for them, if it has any.
    pub(crate) fn clean(
        graph: &Self,
        fans: Vec<[Lit; 2]>,
        outputs: Vec<Lit>,
        variables: Vec<u32>,
    ) -> Self {
        Self { inputs: graph.inputs, fans, variables, gates: 0, outputs }
    }

    pub(crate) fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The number of nodes, definitions counted.
    pub(crate) fn nodes(&self) -> u32 {
        self.inputs + 1 + u32::try_from(self.fans.len()).unwrap_or(u32::MAX)
    }

    /// The first node that is a definition.
    pub(crate) fn first_definition(&self) -> u32 {
        self.inputs + 1 + self.gates
    }

    /// What a gate or definition reads; none if the node is an input or false.
    #[inline]
    pub(crate) fn fan(&self, node: u32) -> Option<[Lit; 2]> {
        self.fans.get(index(node.wrapping_sub(self.inputs + 1))).copied()
    }

    /// All gates and definitions.
    pub(crate) fn fans(&self) -> &[[Lit; 2]] {
        &self.fans
    }

    /// The definitions.
    pub(crate) fn definitions(&self) -> &[[Lit; 2]] {
        &self.fans[index(self.gates)..]
    }

    /// The variable that the claim has for a node.
    #[inline]
    pub(crate) fn variable(&self, node: u32) -> u32 {
        let at = index(node.wrapping_sub(self.inputs + 1));
        self.variables.get(at).copied().unwrap_or(node)
    }

    /// The literal of the claim's circuit for one of this graph, unless that is a definition.
    pub(crate) fn of_circuit(&self, lit: Lit) -> Option<u32> {
        let (node, at) = (lit.variable(), index(lit.variable().wrapping_sub(self.inputs + 1)));
        let is_there = node < self.first_definition() || at < self.variables.len();
        is_there.then(|| self.variable(node) << 1 | lit.0 & 1)
    }

    /// Defines a conjunction of two literals.
    pub(crate) fn define(&mut self, left: Lit, right: Lit) -> Lit {
        if left == Lit::FALSE || right == Lit::FALSE || left == !right {
            return Lit::FALSE;
        }
        if left == Lit::TRUE || left == right {
            return right;
        }
        if right == Lit::TRUE {
            return left;
        }
        let node = self.nodes();
        self.fans.push([left, right]);
        Lit::positive(node)
    }

    /// Defines the sum of two literals without carry.
    pub(crate) fn define_xor(&mut self, left: Lit, right: Lit) -> Lit {
        let both = self.define(left, right);
        let none = self.define(!left, !right);
        self.define(!both, !none)
    }

    /// Defines the sum and the carry of three literals.
    pub(crate) fn define_adder(&mut self, one: Lit, two: Lit, three: Lit) -> (Lit, Lit) {
        let half = self.define_xor(one, two);
        let sum = self.define_xor(half, three);
        (sum, self.define_carry([one, two, three]))
    }

    /// Defines the carry of three literals; the third may be false.
    pub(crate) fn define_carry(&mut self, [one, two, three]: [Lit; 3]) -> Lit {
        let both = self.define(one, two);
        let any = !self.define(!one, !two);
        let passed = self.define(any, three);
        !self.define(!both, !passed)
    }

    /// Adds definitions as they are.
    pub(crate) fn extend(&mut self, fans: &[[Lit; 2]]) {
        self.fans.extend_from_slice(fans);
    }

    /// Forgets all definitions from this node on.
    pub(crate) fn forget(&mut self, node: u32) {
        self.fans.truncate(index(node - self.inputs - 1));
    }
}
