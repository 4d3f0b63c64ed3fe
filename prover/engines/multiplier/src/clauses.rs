//! Clauses that the sweep derives, over nodes of the graph.

use crate::error::Error;
use crate::graph::Graph;
use crate::part::Part;
use crate::ties::{Chain, Ties};
use crate::track::{Phase, Track};
use crate::window::Source;
use format_aiger::Lit;
use format_input::index;
use support_sweep::{Effort, End, Known, Netlist, Problem, Proof, Statistics, prove};

/// Of so many pairs one may be left open by ties and is then proved by the sweep all the same.
const FEW: usize = 8;

/// What that may cost.
const EASY: Effort = Effort { node: 2_000, pair: 20_000, deadline: None };

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
    /// It was too hard, this pair first if one was tried.
    Open(Option<(Lit, Lit)>),
}

/// How many gates were merged.
fn merged(statistics: &Statistics) -> usize {
    let Statistics { structural, functional, proved, .. } = statistics;
    usize::try_from(structural + functional + proved).unwrap_or(usize::MAX)
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
    /// Each pattern has a word for each node of the cut. If the cut is the rows of a chain, nodes
    /// are tied to that first; without effort, that has to do for nearly all pairs.
    pub(crate) fn prove(
        &mut self,
        graph: &Graph,
        pairs: &[(Lit, Lit)],
        (cut, patterns, chain): (&[u32], &[Vec<u64>], Option<&Chain>),
        effort: Option<Effort>,
        track: &Track<'_>,
    ) -> Result<Outcome, Error> {
        track.phase(Phase::Sweep);
        let part = Part::new(graph, pairs, cut);
        let inner = |&(one, two): &(Lit, Lit)| (part.inner(one), part.inner(two));
        let patterns: Vec<_> = patterns.iter().map(|words| part.pattern(cut, words)).collect();
        let before = self.len();
        let known = chain.map_or_else(Vec::new, |chain| {
            let ties = Ties::new(&part, chain, &patterns, graph.first_definition());
            self.tie(&part, &ties, &pairs.iter().map(inner).collect::<Vec<_>>())
        });
        let is_known = |pair: &(Lit, Lit)| known.iter().find(|known| known.pair == inner(pair));
        let open: Vec<(Lit, Lit)> =
            pairs.iter().filter(|pair| is_known(pair).is_none()).map(inner).collect();
        let mut found = Vec::new();
        if !open.is_empty() {
            let easy = (open.len() <= pairs.len() / FEW).then_some(EASY);
            let Some(effort) = effort.or(easy) else {
                self.forget(before);
                return Ok(Outcome::Open(None));
            };
            let nodes = part.gates.len();
            let problem = Problem {
                pairs: &open,
                patterns: &patterns,
                known: &known,
                effort,
                progress: &|done| {
                    track.tick(merged(done).min(nodes), nodes);
                },
                ..Problem::new(Netlist { inputs: part.inputs(), gates: &part.gates }, track.limits)
            };
            match prove(&problem).map_err(Error::Sweep)? {
                End::Equal(proof) => found = self.take(&part, &proof, before),
                End::Differ(values) => {
                    self.forget(before);
                    return Ok(Outcome::Differ(part.inputs_of(graph, &values)));
                }
                End::Partial { proved, .. } => {
                    self.forget(before);
                    let mut tried = pairs.iter().filter(|pair| is_known(pair).is_none());
                    let first = proved.iter().position(|proved| !proved);
                    return Ok(Outcome::Open(first.and_then(|at| tried.nth(at)).copied()));
                }
            }
        }
        let (first, mut found) = (self.pairs.len(), found.into_iter());
        let hint = |id: i64| part.hint(id, before);
        for pair in pairs {
            let ids = is_known(pair).map(|known| known.ids.map(|id| Some(hint(id))));
            self.pairs.extend(ids.or_else(|| found.next()));
        }
        Ok(Outcome::Proved(first))
    }

    /// Forgets all clauses but so many.
    fn forget(&mut self, before: usize) {
        self.ends.truncate(before);
        let (literals, hints) = self.ends.last().copied().unwrap_or_default();
        self.literals.truncate(literals);
        self.hints.truncate(hints);
    }

    /// Adds the clauses that equalities need, with ids as the sweep counts them.
    fn tie(&mut self, part: &Part, ties: &Ties<'_>, pairs: &[(Lit, Lit)]) -> Vec<Known> {
        let goals = ties.goals(pairs);
        let needed = ties.needed(&goals);
        // By tie: its number among the needed ones.
        let mut numbers = vec![0_u32; ties.ties.len()];
        let (before, mut count) = (u32::try_from(self.len()).unwrap_or(u32::MAX), 0);
        for (at, tie) in ties.ties.iter().enumerate().filter(|&(at, _)| needed[at]) {
            numbers[at] = count;
            count += 1;
            let literals = tie.clause.iter().filter(|lit| !lit.is_constant());
            self.literals.extend(literals.map(|&lit| part.outer(lit)));
            self.hints.extend(tie.hints.iter().map(|&hint| match hint {
                Source::Gate(gate, which) => Hint::Gate(part.outer[index(gate) - 1], which),
                Source::Tie(tie) => Hint::Derived(before + numbers[index(tie)]),
            }));
            self.ends.push((self.literals.len(), self.hints.len()));
        }
        let id = |tie: u32| part.axioms() + 1 + i64::from(numbers[index(tie)]);
        goals.iter().map(|goal| Known { pair: goal.pair, ids: goal.ties.map(id) }).collect()
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

    /// Takes the clauses of a proof over, whose ids count from so many clauses on, and gives those
    /// of its pairs.
    fn take(&mut self, part: &Part, proof: &Proof, before: usize) -> Vec<[Option<Hint>; 2]> {
        let known = i64::try_from(self.len() - before).unwrap_or(0);
        let walked = proof.walk(part.axioms() + known, true, |step| {
            if let support_sweep::Step::Add { clause, hints, .. } = step {
                let lits = clause
                    .iter()
                    .map(|lit| Lit(lit.variable() << 1 | u32::from(lit.is_negative())));
                self.literals.extend(lits.map(|lit| part.outer(lit)));
                self.hints.extend(hints.iter().map(|&id| part.hint(id, before)));
                self.ends.push((self.literals.len(), self.hints.len()));
            }
            Ok::<(), std::convert::Infallible>(())
        });
        let Ok(ids) = walked;
        let hint = |id: i64| (id != 0).then(|| part.hint(id, before));
        ids.pairs.iter().map(|pair| pair.map(hint)).collect()
    }
}
