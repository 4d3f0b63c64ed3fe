//! The sweep: node by node, what is equal to an earlier node is merged with it.

use crate::classes::Classes;
use crate::cone::Cone;
use crate::functions::Functions;
use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use crate::merges::Merges;
use crate::simulate::Simulation;
use crate::structure::Structure;
use crate::window::{Context, Verdict, Window};
use crate::{End, Error, Problem, Proof, Statistics};
use claim_miter::Signal;
use format_input::index;
use std::time::Instant;

/// Rounds of random simulation at the start.
const ROUNDS: u32 = 8;
/// How much may be spent on a pair of nodes: conflicts in the window, and clauses derived by
/// CaDiCaL.
#[derive(Clone, Copy)]
struct Passes {
    /// For nodes of different circuits.
    across: (u64, u64),
    /// For nodes of the same circuit, and constants: the outputs mostly become equal without.
    inner: (u64, u64),
    /// For pairs that are asked for, after the pass: clauses derived by CaDiCaL.
    pair: u64,
    /// Whether small functions are compared before the search. The search finds the same
    /// equalities as fast: with them the first pass takes up to 1.7 times as long. Tests of this
    /// crate compare them from the start, those of the engines from the second pass on.
    functions: bool,
}

/// The effort of each pass; there is another one only while outputs are not equal.
const EFFORTS: [Passes; 3] = [
    Passes { across: (1000, 0), inner: (100, 0), pair: 3000, functions: cfg!(test) },
    Passes { across: (1000, 10_000), inner: (100, 0), pair: 10_000, functions: true },
    Passes { across: (1000, 1_000_000), inner: (1000, 0), pair: 0, functions: true },
];
/// A node on which the window needs more conflicts is hard.
const HARD: u64 = 100;
/// After so many hard nodes in a row that the window gave up, only each sixteenth gets more.
const PATIENCE: u32 = 8;
/// Conflicts in the window for functions of three signals; each row is one at most.
const CASES: u64 = 16;
/// Vectors that are simulated together at most.
const VECTORS: usize = 64;

/// What is known so far.
pub(crate) struct Sweep<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) problem: &'a Problem<'a>,
    pub(crate) log: Log,
    pub(crate) merges: Merges,
    structure: Structure,
    functions: Option<Functions>,
    pub(crate) simulation: Simulation,
    classes: Classes,
    window: Window,
    cone: Option<Cone>,
    /// Nodes told apart from their candidate by a vector that waits.
    deferred: Vec<u32>,
    /// The work of the window when vectors were last simulated.
    simulated_at: u64,
    effort: Passes,
    /// How many hard nodes the window gave up since it last proved one.
    given_up: u32,
    statistics: Statistics,
}

impl<'a> Sweep<'a> {
    /// Does all the work.
    pub(crate) fn start(graph: Graph, problem: &Problem<'_>) -> Result<End, Error> {
        let result = match Sweep::new(&graph, problem) {
            Ok(sweep) => sweep.run()?,
            Err(vector) => Err(vector),
        };
        let log = match result {
            Ok(log) => log,
            Err(vector) => return Ok(End::Differ(vector)),
        };
        let is_proved = |(&(first, second), steps): (&(Signal, Signal), &[Option<usize>; 2])| {
            steps.iter().any(Option::is_some) || first == second
        };
        let proved: Vec<bool> = graph.pairs.iter().zip(&log.obligations).map(is_proved).collect();
        let proof = Proof::new(graph, log);
        Ok(if proved.contains(&false) { End::Partial { proof, proved } } else { End::Equal(proof) })
    }

    /// Simulates random vectors; they may already tell outputs apart.
    fn new(graph: &'a Graph, problem: &'a Problem<'a>) -> Result<Self, Vec<bool>> {
        let mut simulation = Simulation::new(graph, problem.seed);
        let mut difference = None;
        let patterns = problem.patterns;
        let classes = Classes::new(graph, &mut simulation, ROUNDS, patterns, |simulation| {
            difference = find_difference(graph, simulation);
            difference.is_some() || problem.limits.exceeded().is_some()
        });
        if let Some(vector) = difference {
            return Err(vector);
        }
        Ok(Self {
            graph,
            problem,
            log: Log::new(graph),
            merges: Merges::new(graph),
            structure: Structure::new(graph.fans().len()),
            functions: None,
            simulation,
            classes,
            window: Window::new(graph),
            cone: None,
            deferred: Vec::new(),
            simulated_at: 0,
            effort: EFFORTS[0],
            given_up: 0,
            statistics: Statistics::default(),
        })
    }

    /// Goes through all gates, then through the pairs: the log, or inputs that tell a pair apart.
    fn run(mut self) -> Result<Result<Log, Vec<bool>>, Error> {
        self.import()?;
        for node in self.graph.first_gate()..self.graph.nodes() {
            if node % 1024 == 0 && self.must_stop() {
                break;
            }
            self.hash(node);
        }
        for effort in EFFORTS {
            self.effort = effort;
            let needed = self.needed();
            if !needed.contains(&true) {
                break;
            }
            if let Some(vector) = self.pass(&needed)? {
                return Ok(Err(vector));
            }
            if effort.pair > 0
                && let Some(vector) = self.try_pairs(effort.pair)?
            {
                return Ok(Err(vector));
            }
        }
        (self.problem.progress)(&self.statistics);
        self.outputs()
    }

    /// Merges what was known before.
    fn import(&mut self) -> Result<(), Error> {
        let graph = self.graph;
        let ids: Vec<_> = graph
            .known
            .iter()
            .map(|known| {
                let (first, second) = known.pair;
                let up = self.log.add_known(&[!first, second], known.ids[0]);
                [up, self.log.add_known(&[first, !second], known.ids[1])]
            })
            .collect();
        for (known, [up, down]) in graph.known.iter().zip(ids) {
            let (first, second) = known.pair;
            let Self { log, merges, .. } = self;
            let [one, other] = [first, second].map(|signal| merges.find(graph, log, signal));
            if one.variable() == other.variable() {
                continue;
            }
            let forward = [merges.down(first), up, merges.up(second)];
            let backward = [merges.down(second), down, merges.up(first)];
            let up = log.derive(graph, &[!one, other], &forward);
            let down = log.derive(graph, &[one, !other], &backward);
            let has_constant = one.is_constant() || other.is_constant();
            if up.is_none() && down.is_none() || !has_constant && up.is_none() != down.is_none() {
                return Err(Error::Proof);
            }
            self.merge_roots(one, other, [up.unwrap_or(0), down.unwrap_or(0)]);
        }
        Ok(())
    }

    /// Goes through the needed gates once.
    fn pass(&mut self, needed: &[bool]) -> Result<Option<Vec<bool>>, Error> {
        for node in self.graph.first_gate()..self.graph.nodes() {
            if !needed[index(node)] {
                continue;
            }
            if node % 1024 == 0 {
                (self.problem.progress)(&self.statistics);
            }
            if self.must_stop() {
                break;
            }
            if self.hash(node) || self.effort.functions && self.match_function(node) {
                continue;
            }
            self.compare(node)?;
            if self.is_simulation_due()
                && let Some(vector) = self.simulate()?
            {
                return Ok(Some(vector));
            }
        }
        Ok(None)
    }

    pub(crate) fn must_stop(&self) -> bool {
        let deadline = self.problem.effort.deadline;
        self.problem.limits.exceeded().is_some()
            || self.log.is_full
            || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Merges a node by its structure.
    fn hash(&mut self, node: u32) -> bool {
        let Self { graph, log, merges, structure, .. } = self;
        if merges.is_merged(node) {
            return true;
        }
        let is_merged = structure.merge(&mut Context { graph, log, merges }, node);
        self.statistics.structural += u64::from(is_merged);
        is_merged
    }

    /// Merges a node with an earlier one that computes the same from the same few signals.
    fn match_function(&mut self, node: u32) -> bool {
        let Self { graph, log, merges, window, .. } = self;
        let functions = self.functions.get_or_insert_with(|| Functions::new(graph));
        let mut context = Context { graph, log, merges };
        let Some(twin) = functions.twin(&mut context, node) else { return false };
        window.reset();
        twin.leaves.iter().filter(|&&leaf| leaf != 0).for_each(|&leaf| window.stop_at(leaf));
        let gate = Signal::positive(node);
        let ids = [[!gate, twin.signal], [gate, !twin.signal]]
            .map(|clause| window.prove(&mut context, clause, CASES));
        let [Verdict::Proved(up), Verdict::Proved(down)] = ids else { return false };
        self.merges.merge(node, twin.signal, [up, down]);
        self.statistics.functional += 1;
        true
    }

    /// By node: whether outputs that structure does not show to be equal depend on it.
    fn needed(&mut self) -> Vec<bool> {
        let Self { graph, log, merges, .. } = self;
        let mut needed = vec![false; index(graph.nodes())];
        for &(first, second) in &graph.pairs {
            let [first, second] = [first, second].map(|signal| merges.find(graph, log, signal));
            if first != second {
                needed[index(first.variable())] = true;
                needed[index(second.variable())] = true;
            }
        }
        for node in (graph.first_gate()..graph.nodes()).rev() {
            let Some(fans) = graph.fan(node).filter(|_| needed[index(node)]) else { continue };
            for fan in fans {
                needed[index(merges.find(graph, log, fan).variable())] = true;
            }
        }
        needed
    }

    /// Tries to merge a node with the candidate of its class.
    fn compare(&mut self, node: u32) -> Result<(), Error> {
        if self.merges.is_merged(node) {
            return Ok(());
        }
        let Some(candidate) = self.classes.candidate(node) else { return Ok(()) };
        let root = self.merges.find(self.graph, &mut self.log, candidate);
        if root.variable() >= node {
            return Ok(());
        }
        let is_inner = root.is_constant() || self.graph.is_same_side(node, root.variable());
        let (window, cone) = if is_inner { self.effort.inner } else { self.effort.across };
        let is_patient = self.given_up < PATIENCE || self.given_up.is_multiple_of(16);
        let window = if is_patient { window } else { window.min(HARD) };
        let limits = (window, cone.min(self.problem.effort.node));
        let (waiting, conflicts) = (self.simulation.waiting(), self.window.conflicts);
        let result = self.equate(Signal::positive(node), root, limits)?;
        let is_hard = self.window.conflicts - conflicts >= HARD;
        match result {
            Some([up, down]) => {
                self.merges.merge(node, root, [up, down]);
                self.statistics.proved += 1;
                if is_hard {
                    self.given_up = 0;
                }
            }
            // It is compared again when the new vector was simulated.
            None if self.simulation.waiting() > waiting => self.deferred.push(node),
            None => self.given_up += u32::from(is_hard && !is_inner),
        }
        Ok(())
    }

    /// Proves both implications between two signals, or keeps a vector that tells them apart.
    pub(crate) fn equate(
        &mut self,
        first: Signal,
        second: Signal,
        (window_limit, cone_limit): (u64, u64),
    ) -> Result<Option<[ClauseId; 2]>, Error> {
        self.window.reset();
        let mut ids = [0; 2];
        for (clause, id) in [[!first, second], [first, !second]].into_iter().zip(&mut ids) {
            if clause.contains(&Signal::TRUE) {
                continue;
            }
            let Self { graph, log, merges, window, .. } = self;
            let mut context = Context { graph, log, merges };
            match window.prove(&mut context, clause, window_limit) {
                Verdict::Proved(found) => *id = found,
                Verdict::Refuted => {
                    self.simulation.keep(self.window.model(self.graph));
                    self.statistics.refuted += 1;
                    return Ok(None);
                }
                Verdict::GaveUp if cone_limit == 0 => {
                    self.statistics.given_up += 1;
                    return Ok(None);
                }
                Verdict::GaveUp => match self.ask_cone(clause, cone_limit)? {
                    Some(found) => *id = found,
                    None => return Ok(None),
                },
            }
        }
        Ok(Some(ids))
    }

    /// Lets CaDiCaL decide a clause.
    fn ask_cone(&mut self, clause: [Signal; 2], limit: u64) -> Result<Option<ClauseId>, Error> {
        self.statistics.asked += 1;
        let Self { graph, log, merges, .. } = self;
        let cone = match &mut self.cone {
            Some(cone) => cone,
            None => self.cone.insert(Cone::new(graph.nodes(), self.problem)?),
        };
        match cone.prove(&mut Context { graph, log, merges }, clause, limit)? {
            Verdict::Proved(id) => Ok(Some(id)),
            Verdict::GaveUp => {
                self.statistics.given_up += 1;
                Ok(None)
            }
            Verdict::Refuted => {
                let model = cone.model(graph.inputs());
                self.simulation.keep(model.into_iter());
                self.statistics.refuted += 1;
                Ok(None)
            }
        }
    }

    /// Whether enough vectors wait, or as much was done since as their simulation will cost.
    fn is_simulation_due(&self) -> bool {
        let waiting = self.simulation.waiting();
        let spent = self.window.work - self.simulated_at;
        waiting >= VECTORS || waiting > 0 && spent > u64::from(self.graph.nodes()) * 2
    }

    /// Simulates the vectors that wait and compares the nodes that they told apart anew; the
    /// result is a vector that tells outputs apart.
    fn simulate(&mut self) -> Result<Option<Vec<bool>>, Error> {
        self.statistics.rounds += 1;
        self.simulated_at = self.window.work;
        self.simulation.waiting_round(self.graph);
        if let Some(vector) = find_difference(self.graph, &self.simulation) {
            return Ok(Some(vector));
        }
        let merges = &self.merges;
        self.classes.refine(&self.simulation, |node| merges.is_merged(node));
        for node in std::mem::take(&mut self.deferred) {
            if self.problem.limits.exceeded().is_none() && self.simulation.waiting() < VECTORS {
                self.compare(node)?;
            } else {
                self.deferred.push(node);
            }
        }
        Ok(None)
    }
}

pub(crate) fn find_difference(graph: &Graph, simulation: &Simulation) -> Option<Vec<bool>> {
    graph.pairs.iter().find_map(|&pair| simulation.difference(graph, pair))
}
