//! The circuit without constants, copies and repeated gates, as definitions of its own.
//!
//! Netlists from hardware descriptions are full of gates that read constants, and adders hide
//! behind them. What the clean circuit computes is summed up; its outputs are proved equal to
//! the circuit's.

use crate::attempt::HARD;
use crate::clauses::{Clauses, Outcome};
use crate::emit::Proof;
use crate::error::Error;
use crate::graph::Graph;
use crate::hash::Map;
use crate::search::{self, End};
use crate::steps::{Lemma, Linear, Step};
use crate::track::Track;
use claim_multiplier::Claim;
use format_aiger::Lit;
use format_input::index;
use support_sweep::Effort;

/// Looks for a proof about the clean circuit; none if it is the same.
pub(crate) fn search(claim: &Claim, seed: u32, track: &Track<'_>) -> Result<Option<End>, Error> {
    let Some(clean) = Clean::circuit(&Graph::new(claim)) else { return Ok(None) };
    by_copy(claim, clean, seed, HARD, track).map(Some)
}

/// Looks for a proof about another circuit, which is defined behind the claim's and proved to have
/// the same outputs.
pub(crate) fn by_copy(
    claim: &Claim,
    clean: Graph,
    seed: u32,
    effort: Effort,
    track: &Track<'_>,
) -> Result<End, Error> {
    let mut graph = Graph::new(claim);
    let gates = graph.nodes() - graph.inputs() - 1;
    let ours = clean.outputs.clone();
    let proof = match search::search_graph(claim, clean, seed, track)? {
        End::Closed(proof) => proof,
        end => return Ok(end),
    };
    let inputs = graph.inputs();
    let move_node = |node: u32| if node > inputs { node + gates } else { node };
    let moved = |lit: Lit| Lit(move_node(lit.variable()) << 1 | lit.0 & 1);
    let ours: Vec<Lit> = ours.into_iter().map(moved).collect();
    let fans: Vec<[Lit; 2]> = proof.graph.fans().iter().map(|fan| fan.map(moved)).collect();
    let mut steps = Vec::new();
    let mut pairs = Vec::new();
    for ((&left, &right), column) in graph.outputs.iter().zip(&ours).zip(0..) {
        if left != right {
            if left == !right {
                return Ok(End::Open("an output is another constant".into()));
            }
            let (factor, pair) = (Vec::new(), pairs.len());
            steps.push(Step::Equal { column, coefficient: -1, factor, left, right, pair });
            pairs.push((left, right));
        }
    }
    graph.extend(&fans);
    let mut clauses = Clauses::default();
    match clauses.prove(&graph, &pairs, (&[], &[], None), Some(effort), track)? {
        Outcome::Proved(_) => {}
        Outcome::Differ(inputs) => return Ok(End::Wrong(inputs)),
        Outcome::Open(_) => return Ok(End::Open("the clean circuit is too different".into())),
    }
    let first = clauses.pairs.len();
    clauses.append(&proof.clauses, move_node);
    let all = |steps: Vec<Step>| steps.into_iter().map(|step| renamed(step, first, &move_node));
    steps.extend(all(proof.steps));
    let lemmas = proof.lemmas.into_iter().map(|lemma| Lemma {
        steps: all(lemma.steps).collect(),
        uses: (lemma.uses.into_iter())
            .map(|(column, times, factor)| {
                (column, times, factor.into_iter().map(move_node).collect())
            })
            .collect(),
    });
    let lemmas = lemmas.collect();
    Ok(End::Closed(Box::new(Proof { graph, clauses, steps, lemmas })))
}

/// A step about nodes that have other numbers, with pairs from `first` on.
fn renamed(step: Step, first: usize, node: &impl Fn(u32) -> u32) -> Step {
    let lit = |lit: Lit| Lit(node(lit.variable()) << 1 | lit.0 & 1);
    let nodes = |nodes: Vec<u32>| nodes.into_iter().map(node).collect();
    match step {
        Step::Adder { column, coefficient, sum, carry, inputs } => {
            let (sum, carry, inputs) = (lit(sum), lit(carry), inputs.map(lit));
            Step::Adder { column, coefficient, sum, carry, inputs }
        }
        Step::Linear(linear) => {
            let terms = linear.terms.iter().map(|&(times, one)| (times, lit(one))).collect();
            let leaves = nodes(linear.leaves);
            Step::Linear(Box::new(Linear { leaves, terms, ..*linear }))
        }
        Step::Expand { column, coefficient, factor, node: gate, leaves } => Step::Expand {
            column,
            coefficient,
            factor: nodes(factor),
            node: node(gate),
            leaves: nodes(leaves),
        },
        Step::Equal { column, coefficient, factor, left, right, pair } => {
            let (factor, pair) = (nodes(factor), pair + first);
            Step::Equal { column, coefficient, factor, left: lit(left), right: lit(right), pair }
        }
    }
}

/// A circuit that is being made clean.
struct Clean {
    inputs: u32,
    fans: Vec<[Lit; 2]>,
    /// By gate: the variable in the claim of a gate that it is.
    variables: Vec<u32>,
    known: Map<[Lit; 2], Lit>,
}

impl Clean {
    /// The clean circuit; none if nothing is to be cleaned.
    fn circuit(graph: &Graph) -> Option<Graph> {
        let (inputs, fans, variables) = (graph.inputs(), Vec::new(), Vec::new());
        let mut clean = Self { inputs, fans, variables, known: Map::default() };
        let mut lits: Vec<Lit> = (0..=graph.inputs()).map(Lit::positive).collect();
        for (fan, node) in graph.fans().iter().zip(graph.inputs() + 1..) {
            let [left, right] = fan.map(|lit| Lit(lits[index(lit.variable())].0 ^ lit.0 & 1));
            lits.push(clean.and(left, right));
            clean.variables.resize(clean.fans.len(), graph.variable(node));
        }
        let outputs: Vec<Lit> = (graph.outputs.iter())
            .map(|lit| Lit(lits[index(lit.variable())].0 ^ lit.0 & 1))
            .collect();
        let (fans, outputs, variables) = clean.used(&outputs);
        let is_less = fans.len() < graph.fans().len();
        is_less.then(|| Graph::clean(graph, fans, outputs, variables))
    }

    fn fan(&self, lit: Lit) -> Option<[Lit; 2]> {
        self.fans.get(index(lit.variable()).checked_sub(index(self.inputs) + 1)?).copied()
    }

    /// The conjunction of two literals, which may be one that is there.
    fn and(&mut self, one: Lit, two: Lit) -> Lit {
        let (mut left, mut right) = (one.min(two), one.max(two));
        loop {
            if left == Lit::FALSE || left == !right {
                return Lit::FALSE;
            }
            if left == Lit::TRUE || left == right {
                return right;
            }
            match self.absorbed(left, right).or_else(|| self.absorbed(right, left)) {
                Some([x, y]) => (left, right) = (x.min(y), x.max(y)),
                None => break,
            }
        }
        let node = self.inputs + 1 + u32::try_from(self.fans.len()).unwrap_or(u32::MAX);
        let entry = self.known.entry([left, right]).or_insert(Lit::positive(node));
        if entry.variable() == node {
            self.fans.push([left, right]);
        }
        *entry
    }

    /// A conjunction of less, if one literal says something of what the other reads.
    fn absorbed(&self, one: Lit, other: Lit) -> Option<[Lit; 2]> {
        let [left, right] = self.fan(other)?;
        if other.is_negative() {
            return match () {
                () if one == !left || one == !right => Some([one, one]),
                () if one == left => Some([one, !right]),
                () if one == right => Some([one, !left]),
                () => None,
            };
        }
        match () {
            () if one == !left || one == !right => Some([Lit::FALSE, Lit::FALSE]),
            () if one == left || one == right => Some([other, other]),
            () => None,
        }
    }

    /// The gates that outputs need, with numbers of their own, the outputs, and the variables in
    /// the claim.
    fn used(&self, outputs: &[Lit]) -> (Vec<[Lit; 2]>, Vec<Lit>, Vec<u32>) {
        let first = index(self.inputs) + 1;
        let mut is_used = vec![false; first + self.fans.len()];
        for lit in outputs {
            is_used[index(lit.variable())] = true;
        }
        for (gate, fan) in self.fans.iter().enumerate().rev() {
            if is_used[first + gate] {
                for lit in fan {
                    is_used[index(lit.variable())] = true;
                }
            }
        }
        let mut nodes: Vec<u32> = (0..=self.inputs).collect();
        let (mut fans, mut variables) = (Vec::new(), Vec::new());
        let lit = |nodes: &[u32], lit: Lit| Lit(nodes[index(lit.variable())] << 1 | lit.0 & 1);
        for (gate, fan) in self.fans.iter().enumerate() {
            let node = self.inputs + 1 + u32::try_from(fans.len()).unwrap_or(u32::MAX);
            if is_used[first + gate] {
                fans.push(fan.map(|one| lit(&nodes, one)));
                variables.push(self.variables[gate]);
            }
            nodes.push(node);
        }
        let outputs = outputs.iter().map(|&one| lit(&nodes, one)).collect();
        (fans, outputs, variables)
    }
}
