//! The part of a graph above a cut, with variables of its own.

use crate::clauses::Hint;
use crate::graph::Graph;
use crate::hash::{Map, Set};
use crate::random::Random;
use crate::ties::Chain;
use format_aiger::Lit;
use format_input::index;

/// Words of random vectors besides the given ones.
const ROUNDS: usize = 8;

/// The first and the last column that a node depends on.
pub(crate) type Span = (u32, u32);

/// The part of a graph above a cut.
pub(crate) struct Part {
    pub(crate) gates: Vec<[Lit; 2]>,
    /// By variable of the part less one: the node.
    pub(crate) outer: Vec<u32>,
    /// The variables of nodes.
    inner: Map<u32, u32>,
}

impl Part {
    /// The inputs of the circuit, of which the part's variables have these values.
    pub(crate) fn inputs_of(&self, graph: &Graph, values: &[bool]) -> Vec<bool> {
        let mut inputs = vec![false; index(graph.inputs())];
        for (&node, &value) in self.outer.iter().zip(values) {
            if let Some(input) = inputs.get_mut(index(node) - 1) {
                *input = value;
            }
        }
        inputs
    }

    pub(crate) fn new(graph: &Graph, pairs: &[(Lit, Lit)], cut: &[u32]) -> Self {
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
    pub(crate) fn pattern(&self, cut: &[u32], words: &[u64]) -> Vec<u64> {
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

    /// The number of the gates' clauses.
    pub(crate) fn axioms(&self) -> i64 {
        i64::try_from(self.gates.len()).unwrap_or(0) * 3
    }

    /// The clause with an id, where derived ones count from so many on.
    pub(crate) fn hint(&self, id: i64, before: usize) -> Hint {
        if let Ok(derived) = usize::try_from(id - self.axioms() - 1) {
            return Hint::Derived(u32::try_from(derived + before).unwrap_or(u32::MAX));
        }
        let gate = usize::try_from((id - 1) / 3).unwrap_or(0);
        let node = self.outer[gate + index(self.inputs())];
        Hint::Gate(node, u8::try_from((id - 1) % 3).unwrap_or(0))
    }

    /// What a gate of the part reads.
    pub(crate) fn fan(&self, variable: u32) -> Option<[Lit; 2]> {
        self.gates.get(index(variable).checked_sub(index(self.inputs()) + 1)?).copied()
    }

    /// The literal of the graph.
    pub(crate) fn outer(&self, lit: Lit) -> Lit {
        Lit(self.outer[index(lit.variable()) - 1] << 1 | lit.0 & 1)
    }

    pub(crate) fn inputs(&self) -> u32 {
        u32::try_from(self.outer.len() - self.gates.len()).unwrap_or(0)
    }

    pub(crate) fn inner(&self, lit: Lit) -> Lit {
        let variable = self.inner.get(&lit.variable()).copied().unwrap_or(0);
        Lit(variable << 1 | lit.0 & 1)
    }
}

/// By variable of a part: the columns of the rows that it depends on.
pub(crate) fn spans(part: &Part, chain: &Chain) -> Vec<Option<Span>> {
    let mut spans: Vec<Option<Span>> = vec![None; part.outer.len() + 1];
    let mut join = |node: u32, (low, high): Span| {
        let span = &mut spans[index(node)];
        *span = Some(span.map_or((low, high), |(l, h)| (l.min(low), h.max(high))));
    };
    for (bits, column) in chain.bits.iter().zip(0..) {
        for lit in bits {
            join(lit.variable(), (column, column));
        }
    }
    if let Some(carry) = chain.carries.first() {
        join(carry.variable(), (0, 0));
    }
    spans[0] = None;
    for (&[left, right], gate) in part.gates.iter().zip(index(part.inputs()) + 1..) {
        let [one, two] = [left, right].map(|lit| spans[index(lit.variable())]);
        spans[gate] = match (one, two) {
            (Some((low, high)), Some((l, h))) => Some((low.min(l), high.max(h))),
            (Some(span), None) if right.is_constant() => Some(span),
            (None, Some(span)) if left.is_constant() => Some(span),
            _ => None,
        };
    }
    spans
}

/// By variable of a part: its values under the patterns and some random ones; and the number of
/// words.
pub(crate) fn simulate(part: &Part, patterns: &[Vec<u64>]) -> (Vec<u64>, usize) {
    let words = patterns.len() + ROUNDS;
    let mut random = Random::new(1);
    let mut values = vec![0; (part.outer.len() + 1) * words];
    let inputs = index(part.inputs());
    for (input, own) in values[words..].chunks_mut(words).take(inputs).enumerate() {
        for (word, at) in own.iter_mut().zip(0..) {
            *word = patterns.get(at).map_or_else(|| random.next(), |pattern| pattern[input]);
        }
    }
    for (&[left, right], gate) in part.gates.iter().zip(inputs + 1..) {
        let (before, own) = values.split_at_mut(gate * words);
        let side = |lit: Lit| {
            let start = index(lit.variable()) * words;
            (&before[start..start + words], if lit.is_negative() { u64::MAX } else { 0 })
        };
        let ((one, flip_one), (two, flip_two)) = (side(left), side(right));
        for ((word, one), two) in own.iter_mut().zip(one).zip(two) {
            *word = (one ^ flip_one) & (two ^ flip_two);
        }
    }
    (values, words)
}
