//! The second way: a multiplier of our own, as much like the circuit as possible, is defined
//! behind it and proved to have the same outputs. Its adders are known, so its sum closes.

use crate::clauses::{Clauses, Outcome};
use crate::emit::Proof;
use crate::error::Error;
use crate::graph::Graph;
use crate::search::End;
use crate::simplify;
use crate::simulate::{Index, Signature, Simulation};
use crate::steps::{Linear, Step};
use crate::track::{Phase, Track};
use claim_multiplier::Claim;
use format_aiger::Lit;
use format_input::index;
use support_arithmetic::{
    Adder, AdderKind, Architecture, Graph as Circuit, Multiplier, Named, Ppg, Tree, multiply,
};
use support_sweep::Effort;

/// Circuits of more gates are not compared with sixty others.
const MOST_GATES: usize = 1 << 21;

/// How many of our multipliers are tried.
const TRIES: usize = 3;

/// A multiplier of our own.
struct Candidate {
    circuit: Circuit,
    made: Multiplier,
    /// How many of its adders' sums and carries the circuit has too, out of 1000.
    likeness: usize,
}

/// Looks for a multiplier that is like the circuit, and proves that both have the same outputs.
pub(crate) fn search(claim: &Claim, seed: u32, track: &Track<'_>) -> Result<End, Error> {
    if claim.gates().len() > MOST_GATES {
        return Ok(End::Open("the circuit is too large to be compared".into()));
    }
    track.phase(Phase::Likeness);
    let mut graph = Graph::new(claim);
    let simulation = Simulation::new(&graph, claim.operands(), seed);
    let index = Index::new(&graph, &simulation);
    let mut best: Vec<Candidate> = Vec::new();
    let architectures = architectures(claim);
    for (number, &(architecture, is_swapped)) in architectures.iter().enumerate() {
        if track.tick(number, architectures.len()) {
            return Ok(End::Open(String::new()));
        }
        let mut candidate = Candidate::new(claim, architecture, is_swapped);
        candidate.likeness = candidate.compare(&simulation, &index);
        best.push(candidate);
        best.sort_by_key(|candidate| std::cmp::Reverse(candidate.likeness));
        best.truncate(TRIES);
    }
    drop((simulation, index));
    let mut stopped = String::new();
    for (number, candidate) in best.iter().enumerate() {
        // The last one gets what is left of the time.
        let node = if number + 1 < best.len() { 2_000 } else { 100_000 };
        let effort = Effort { node, pair: node.saturating_mul(10), deadline: None };
        if candidate.has_multiples() {
            let copy = candidate.copy(&graph);
            match simplify::by_copy(claim, copy, seed, effort, track)? {
                End::Open(_) => stopped = candidate.stopped(),
                end => return Ok(end),
            }
            continue;
        }
        let first = graph.first_definition();
        graph.forget(first);
        let mut clauses = Clauses::default();
        let lits = candidate.define(&mut graph);
        let renamed = |lit: Lit| Lit(lits[index_of(lit)].0 ^ lit.0 & 1);
        let ours: Vec<Lit> = candidate.made.outputs.iter().map(|&lit| renamed(lit)).collect();
        let pairs: Vec<(Lit, Lit)> = graph.outputs.iter().copied().zip(ours).collect();
        match clauses.prove(&graph, &pairs, (&[], &[], None), Some(effort), track)? {
            Outcome::Proved(first) => {
                let (steps, lemmas) = (candidate.steps(&pairs, first, renamed), Vec::new());
                return Ok(End::Closed(Box::new(Proof { graph, clauses, steps, lemmas })));
            }
            Outcome::Differ(inputs) => return Ok(End::Wrong(inputs)),
            Outcome::Open(_) => stopped = candidate.stopped(),
        }
        if track.is_over() {
            break;
        }
    }
    Ok(End::Open(stopped))
}

fn index_of(lit: Lit) -> usize {
    index(lit.variable())
}

/// The architectures, for both orders of the operands. Look-ahead and other last adders are proved equal to one that ripples.
fn architectures(claim: &Claim) -> Vec<(Architecture, bool)> {
    let has_two = claim.operands().len() > 1;
    let mut all = Vec::new();
    for ppg in [Ppg::Simple, Ppg::Booth4, Ppg::Booth2, Ppg::Booth8, Ppg::Booth16] {
        for &(tree, _) in Tree::ALL {
            let architecture = Architecture { ppg, tree, adder: AdderKind::Ripple };
            all.push((architecture, false));
            if has_two {
                all.push((architecture, true));
            }
        }
    }
    all
}

impl Candidate {
    fn new(claim: &Claim, architecture: Architecture, is_swapped: bool) -> Self {
        let operand = |at: usize| -> Option<Vec<Lit>> {
            Some(claim.operands().get(at)?.iter().map(|&input| Lit::positive(input)).collect())
        };
        let options = claim.options();
        let a = operand(0).unwrap_or_default();
        let b = match &options.constant {
            Some(constant) => {
                let bit = |digit: u32, place: u32| Lit(digit >> place & 1);
                let digits = constant.digits.iter();
                let mut bits: Vec<Lit> =
                    digits.flat_map(|&digit| (0..32).map(move |place| bit(digit, place))).collect();
                bits.push(Lit::FALSE);
                if constant.negative { negated(&bits) } else { bits }
            }
            None if options.square => a.clone(),
            None => operand(1).unwrap_or_default(),
        };
        let mut circuit = Circuit::new(claim.inputs());
        let operands = if is_swapped { [&*b, &*a] } else { [&*a, &*b] };
        let addend = operand(2);
        let columns = claim.outputs().len();
        let signed = options.signed;
        let made = multiply(
            &mut circuit,
            architecture,
            signed,
            operands,
            addend.as_deref(),
            columns,
            true,
        );
        Self { circuit, made, likeness: 0 }
    }

    /// Whether partial products have multiples of an operand below them.
    fn has_multiples(&self) -> bool {
        !self.made.multiples.is_empty()
    }

    /// The circuit as a graph of its own.
    fn copy(&self, graph: &Graph) -> Graph {
        let (fans, outputs) = (self.circuit.gates().to_vec(), self.made.outputs.clone());
        Graph::clean(graph, fans, outputs, Vec::new())
    }

    fn stopped(&self) -> String {
        let percent = self.likeness / 10;
        format!(
            "the most similar known multiplier has {percent} % of its adders in common, too few"
        )
    }

    fn adders(&self) -> impl Iterator<Item = &Adder> {
        self.made.adders.iter().chain(&self.made.last.adders)
    }

    /// How many sums and carries of the tree have the values of a node of the circuit.
    fn compare(&self, simulation: &Simulation, index: &Index) -> usize {
        let mut values: Vec<Signature> = Vec::with_capacity(self.circuit.gates().len());
        values.push(simulation.of(Lit::FALSE));
        let inputs = 1..=self.circuit.inputs();
        values.extend(inputs.map(|input| simulation.of(Lit::positive(input))));
        let value = |values: &[Signature], lit: Lit| {
            let word = values[index_of(lit)];
            if lit.is_negative() { word.map(|word| !word) } else { word }
        };
        for &[left, right] in self.circuit.gates() {
            let [left, right] = [left, right].map(|lit| value(&values, lit));
            values.push(std::array::from_fn(|at| left[at] & right[at]));
        }
        let (mut alike, mut all) = (0, 0);
        for lit in self.made.adders.iter().flat_map(|adder| [adder.sum, adder.carry]) {
            all += 1;
            alike += usize::from(index.find(simulation, &value(&values, lit)).next().is_some());
        }
        (alike * 1000_usize).checked_div(all).unwrap_or(1000)
    }

    /// Defines the gates that adders and outputs need; the result is, by variable of ours, the
    /// literal in the graph.
    fn define(&self, graph: &mut Graph) -> Vec<Lit> {
        let first = index(self.circuit.inputs()) + 1;
        let mut is_needed = vec![false; first + self.circuit.gates().len()];
        let roots = self.adders().flat_map(|adder| [adder.sum, adder.carry]);
        for lit in roots.chain(self.made.outputs.iter().copied()) {
            is_needed[index_of(lit)] = true;
        }
        for (gate, fan) in self.circuit.gates().iter().enumerate().rev() {
            if is_needed[first + gate] {
                for &lit in fan {
                    is_needed[index_of(lit)] = true;
                }
            }
        }
        let mut lits: Vec<Lit> = (0..=self.circuit.inputs()).map(Lit::positive).collect();
        for (gate, fan) in self.circuit.gates().iter().enumerate() {
            let [left, right] = fan.map(|lit| Lit(lits[index_of(lit)].0 ^ lit.0 & 1));
            let is_needed = is_needed[first + gate];
            lits.push(if is_needed { graph.define(left, right) } else { Lit::FALSE });
        }
        lits
    }

    /// Outputs are ours, and ours are sums of adders.
    fn steps(&self, pairs: &[(Lit, Lit)], first: usize, renamed: impl Fn(Lit) -> Lit) -> Vec<Step> {
        let mut steps = Vec::new();
        for ((&(left, right), pair), column) in pairs.iter().zip(first..).zip(0..) {
            if left != right {
                // Added is minus the circuit's output plus ours.
                let factor = Vec::new();
                steps.push(Step::Equal { column, coefficient: -1, factor, left, right, pair });
            }
        }
        let known = |lit: Lit| if lit.is_constant() { lit } else { renamed(lit) };
        for adder in self.adders() {
            let inputs = adder.inputs.map(known);
            steps.extend(step(adder.column, inputs, known(adder.sum), known(adder.carry)));
        }
        steps
    }
}

/// The sum and the carry are replaced by what they are made of.
fn step(column: u32, inputs: [Lit; 3], sum: Lit, carry: Lit) -> Option<Step> {
    let mut terms: Vec<(i64, Lit)> = Vec::new();
    let mut constant = 0;
    for (coefficient, lit) in inputs.map(|lit| (1, lit)).into_iter().chain([(-1, sum), (-2, carry)])
    {
        if lit.is_constant() {
            constant += coefficient * i64::from(lit == Lit::TRUE);
        } else {
            terms.push((coefficient, lit));
        }
    }
    let mut leaves: Vec<u32> = inputs.iter().map(|lit| lit.variable()).collect();
    leaves.retain(|&node| node > 0);
    leaves.sort_unstable();
    leaves.dedup();
    if terms.is_empty() {
        return None;
    }
    // The usual adders have a short form.
    let [sum_node, carry_node] = [sum, carry].map(Lit::variable);
    let is_usual = constant == 0
        && leaves.len() > 1
        && terms.len() == leaves.len() + 2
        && sum_node != carry_node
        && !leaves.contains(&sum_node)
        && !leaves.contains(&carry_node);
    if is_usual {
        let mut inputs = inputs;
        inputs.sort_by_key(|lit| lit.is_constant());
        return Some(Step::Adder { column, coefficient: 1, sum, carry, inputs });
    }
    Some(Step::Linear(Box::new(Linear { column, coefficient: 1, leaves, terms, constant })))
}

/// The negation in two's complement.
fn negated(bits: &[Lit]) -> Vec<Lit> {
    let lowest = bits.iter().position(|&bit| bit == Lit::TRUE).unwrap_or(bits.len());
    bits.iter().enumerate().map(|(at, &bit)| if at > lowest { !bit } else { bit }).collect()
}
