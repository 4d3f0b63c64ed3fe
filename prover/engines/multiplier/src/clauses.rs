//! Clauses that the sweep derives, over nodes of the graph.

use crate::error::Error;
use crate::graph::Graph;
use crate::hash::{Map, Set};
use format_aiger::Lit;
use format_input::index;
use std::sync::Arc;
use support_limits::Limits;
use support_sweep::{Effort, End, Netlist, Problem, Proof, prove};

/// A hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// A clause of a gate or definition: its node, and which of its three clauses.
    Gate(u32, u8),
    /// A derived clause, by number from 0.
    Derived(u32),
}

/// All derived clauses.
#[derive(Default)]
pub(crate) struct Clauses {
    literals: Vec<Lit>,
    hints: Vec<Hint>,
    /// By clause: where its literals and hints end.
    ends: Vec<(usize, usize)>,
    /// By proved pair: the derived clauses, or none for a tautology.
    pub(crate) pairs: Vec<[Option<Hint>; 2]>,
}

/// How a proof of pairs ended.
pub(crate) enum Outcome {
    /// All are proved; the numbers of the pairs begin here.
    Proved(usize),
    /// A pair differs under some values of the cut's nodes, and of these inputs.
    Differ(Vec<bool>),
    /// It was too hard.
    Open,
}

impl Clauses {
    /// The literals and hints of all clauses.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[Lit], &[Hint])> {
        let starts = std::iter::once(&(0, 0)).chain(&self.ends);
        let ranges = starts.zip(&self.ends);
        ranges.map(|(&(a, b), &(c, d))| (&self.literals[a..c], &self.hints[b..d]))
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Proves pairs equal for all values of the nodes of a cut; what lies below is not looked at.
    /// Each pattern has a word for each node of the cut.
    pub(crate) fn prove(
        &mut self,
        graph: &Graph,
        pairs: &[(Lit, Lit)],
        cut: &[u32],
        patterns: &[Vec<u64>],
        effort: Effort,
        limits: &Arc<Limits>,
    ) -> Result<Outcome, Error> {
        let part = Part::new(graph, pairs, cut);
        let signals: Vec<(Lit, Lit)> =
            pairs.iter().map(|&(one, two)| (part.inner(one), part.inner(two))).collect();
        let netlist = Netlist { inputs: part.inputs(), gates: &part.gates };
        let patterns: Vec<Vec<u64>> =
            patterns.iter().map(|words| part.pattern(cut, words)).collect();
        let problem = Problem {
            pairs: &signals,
            patterns: &patterns,
            effort,
            ..Problem::new(netlist, limits)
        };
        let proof = match prove(&problem).map_err(Error::Sweep)? {
            End::Equal(proof) => proof,
            End::Differ(values) => return Ok(Outcome::Differ(part.inputs_of(graph, &values))),
            End::Partial { .. } => return Ok(Outcome::Open),
        };
        Ok(Outcome::Proved(self.take(&part, &proof)))
    }

    /// Adds the clauses and pairs of others, over nodes that have other numbers here.
    pub(crate) fn append(&mut self, other: &Self, node: impl Fn(u32) -> u32) {
        let before = u32::try_from(self.len()).unwrap_or(u32::MAX);
        let hint = |hint: &Hint| match *hint {
            Hint::Gate(gate, which) => Hint::Gate(node(gate), which),
            Hint::Derived(number) => Hint::Derived(number + before),
        };
        for (literals, hints) in other.iter() {
            let lits = literals.iter().map(|lit| Lit(node(lit.variable()) << 1 | lit.0 & 1));
            self.literals.extend(lits);
            self.hints.extend(hints.iter().map(hint));
            self.ends.push((self.literals.len(), self.hints.len()));
        }
        let pairs = other.pairs.iter().map(|pair| pair.map(|one| one.as_ref().map(hint)));
        self.pairs.extend(pairs);
    }

    /// Takes the clauses of a proof over, and gives the number of its first pair.
    fn take(&mut self, part: &Part, proof: &Proof) -> usize {
        let axioms = i64::try_from(part.gates.len()).unwrap_or(0) * 3;
        let offset = i64::try_from(self.len()).unwrap_or(0) - axioms - 1;
        let hint = |id: i64| {
            if id > axioms {
                return Hint::Derived(u32::try_from(id + offset).unwrap_or(0));
            }
            let gate = usize::try_from((id - 1) / 3).unwrap_or(0);
            Hint::Gate(
                part.outer[gate + index(part.inputs())],
                u8::try_from((id - 1) % 3).unwrap_or(0),
            )
        };
        let walked = proof.walk(axioms, true, |step| {
            if let support_sweep::Step::Add { clause, hints, .. } = step {
                self.literals.extend(clause.iter().map(|lit| {
                    let node = part.outer[index(lit.variable()) - 1];
                    Lit(node << 1 | u32::from(lit.is_negative()))
                }));
                self.hints.extend(hints.iter().map(|&id| hint(id)));
                self.ends.push((self.literals.len(), self.hints.len()));
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(ids) = walked;
        let first = self.pairs.len();
        self.pairs.extend(ids.pairs.iter().map(|pair| pair.map(|id| (id != 0).then(|| hint(id)))));
        first
    }
}

/// The part of a graph above a cut.
struct Part {
    gates: Vec<[Lit; 2]>,
    /// By variable of the part less one: the node.
    outer: Vec<u32>,
    /// The variables of nodes.
    inner: Map<u32, u32>,
}

impl Part {
    /// The inputs of the circuit, of which the part's variables have these values.
    fn inputs_of(&self, graph: &Graph, values: &[bool]) -> Vec<bool> {
        let mut inputs = vec![false; index(graph.inputs())];
        for (&node, &value) in self.outer.iter().zip(values) {
            if let Some(input) = inputs.get_mut(index(node) - 1) {
                *input = value;
            }
        }
        inputs
    }

    fn new(graph: &Graph, pairs: &[(Lit, Lit)], cut: &[u32]) -> Self {
        let mut inner: Map<u32, u32> = cut.iter().map(|&node| (node, 0)).collect();
        let (mut inputs, mut gates) = (Vec::new(), Vec::new());
        let mut stack: Vec<u32> =
            pairs.iter().flat_map(|&(one, two)| [one.variable(), two.variable()]).collect();
        let mut seen: Set<u32> = Set::default();
        while let Some(node) = stack.pop() {
            if node == 0 || !seen.insert(node) {
                continue;
            }
            match graph.fan(node).filter(|_| !inner.contains_key(&node)) {
                Some(fan) => {
                    gates.push(node);
                    stack.extend(fan.iter().map(|lit| lit.variable()));
                }
                None => inputs.push(node),
            }
        }
        inputs.sort_unstable();
        gates.sort_unstable();
        let outer: Vec<u32> = inputs.iter().chain(&gates).copied().collect();
        inner = outer.iter().copied().zip(1..).collect();
        let mut part = Self { gates: Vec::new(), outer, inner };
        let fans = gates.iter().filter_map(|&gate| graph.fan(gate));
        part.gates = fans.map(|fan| fan.map(|lit| part.inner(lit))).collect();
        part
    }

    /// The words of the inputs.
    fn pattern(&self, cut: &[u32], words: &[u64]) -> Vec<u64> {
        let mut pattern = vec![0; self.outer.len() - self.gates.len()];
        for (node, &word) in cut.iter().zip(words) {
            if let Some(&inner) = self.inner.get(node)
                && let Some(place) = pattern.get_mut(index(inner) - 1)
            {
                *place = word;
            }
        }
        pattern
    }

    fn inputs(&self) -> u32 {
        u32::try_from(self.outer.len() - self.gates.len()).unwrap_or(0)
    }

    fn inner(&self, lit: Lit) -> Lit {
        let variable = self.inner.get(&lit.variable()).copied().unwrap_or(0);
        Lit(variable << 1 | lit.0 & 1)
    }
}
