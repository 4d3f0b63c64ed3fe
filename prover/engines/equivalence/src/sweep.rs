//! The sweep: node by node, what is equal to an earlier node is merged with it.

use crate::classes::Classes;
use crate::cone::Cone;
use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use crate::merges::Merges;
use crate::simulate::Simulation;
use crate::structure::Structure;
use crate::window::{Context, Verdict, Window};
use crate::{Error, Statistics};
use claim_miter::Signal;
use format_input::index;
use std::sync::Arc;
use support_limits::Limits;

/// Rounds of random simulation at the start.
const ROUNDS: u32 = 8;
/// How much may be spent on a pair of nodes: conflicts in the window, and clauses derived by
/// CaDiCaL.
#[derive(Clone, Copy)]
struct Effort {
    /// For nodes of different circuits.
    across: (u64, u64),
    /// For nodes of the same circuit, and constants: the outputs mostly become equal without.
    inner: (u64, u64),
}

/// The effort of each pass; there is another one only while outputs are not equal.
const EFFORTS: [Effort; 3] = [
    Effort { across: (1000, 0), inner: (100, 0) },
    Effort { across: (1000, 10_000), inner: (100, 0) },
    Effort { across: (1000, 1_000_000), inner: (1000, 0) },
];
/// For outputs.
const UNLIMITED: (u64, u64) = (1000, u64::MAX);
/// Vectors that are simulated together at most.
const VECTORS: usize = 64;

/// How a sweep ended.
pub(crate) enum End {
    /// All pairs of outputs are equal: the proof.
    Equal(Log),
    /// They differ under these inputs.
    Differ(Vec<bool>),
    /// A limit was exceeded.
    Stopped,
}

/// What is known so far.
pub(crate) struct Sweep<'a> {
    graph: &'a Graph,
    limits: &'a Arc<Limits>,
    seed: u32,
    log: Log,
    merges: Merges,
    structure: Structure,
    simulation: Simulation,
    classes: Classes,
    window: Window,
    cone: Option<Cone>,
    /// Nodes told apart from their candidate by a vector that waits.
    deferred: Vec<u32>,
    /// The work of the window when vectors were last simulated.
    simulated_at: u64,
    effort: Effort,
    statistics: Statistics,
}

impl<'a> Sweep<'a> {
    /// Simulates random vectors; they may already tell outputs apart.
    pub(crate) fn new(
        graph: &'a Graph,
        limits: &'a Arc<Limits>,
        seed: u32,
    ) -> Result<Self, Vec<bool>> {
        let mut simulation = Simulation::new(graph, seed);
        let mut difference = None;
        let classes = Classes::new(graph, &mut simulation, ROUNDS, |simulation| {
            difference = find_difference(graph, simulation);
            difference.is_some() || limits.exceeded().is_some()
        });
        if let Some(vector) = difference {
            return Err(vector);
        }
        Ok(Self {
            graph,
            limits,
            seed,
            log: Log::new(graph),
            merges: Merges::new(graph),
            structure: Structure::new(graph.fans().len()),
            simulation,
            classes,
            window: Window::new(graph),
            cone: None,
            deferred: Vec::new(),
            simulated_at: 0,
            effort: EFFORTS[0],
            statistics: Statistics::default(),
        })
    }

    /// Goes through all gates, then through the outputs.
    pub(crate) fn run(mut self, progress: &dyn Fn(&Statistics)) -> Result<End, Error> {
        for node in self.graph.first_gate()..self.graph.nodes() {
            if node % 1024 == 0 && self.must_stop() {
                return Ok(End::Stopped);
            }
            self.hash(node);
        }
        for effort in EFFORTS {
            self.effort = effort;
            let needed = self.needed();
            if !needed.contains(&true) {
                break;
            }
            if let Some(end) = self.pass(&needed, progress)? {
                return Ok(end);
            }
        }
        progress(&self.statistics);
        self.outputs()
    }

    /// Goes through the needed gates once.
    fn pass(
        &mut self,
        needed: &[bool],
        progress: &dyn Fn(&Statistics),
    ) -> Result<Option<End>, Error> {
        for node in self.graph.first_gate()..self.graph.nodes() {
            if !needed[index(node)] {
                continue;
            }
            if node % 1024 == 0 {
                progress(&self.statistics);
            }
            if self.must_stop() {
                return Ok(Some(End::Stopped));
            }
            if self.hash(node) {
                continue;
            }
            self.compare(node)?;
            if self.is_simulation_due()
                && let Some(vector) = self.simulate()?
            {
                return Ok(Some(End::Differ(vector)));
            }
        }
        Ok(None)
    }

    fn must_stop(&self) -> bool {
        self.limits.exceeded().is_some() || self.log.is_full
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
        let limits = if is_inner { self.effort.inner } else { self.effort.across };
        let waiting = self.simulation.waiting();
        match self.equate(Signal::positive(node), root, limits)? {
            Some([up, down]) => {
                self.merges.merge(node, root, [up, down]);
                self.statistics.proved += 1;
            }
            // It is compared again when the new vector was simulated.
            None if self.simulation.waiting() > waiting => self.deferred.push(node),
            None => {}
        }
        Ok(())
    }

    /// Proves both implications between two signals, or keeps a vector that tells them apart.
    fn equate(
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
            None => self.cone.insert(Cone::new(graph.nodes(), self.seed, self.limits)?),
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
            if self.limits.exceeded().is_none() && self.simulation.waiting() < VECTORS {
                self.compare(node)?;
            } else {
                self.deferred.push(node);
            }
        }
        Ok(None)
    }

    /// Derives what is claimed of the outputs.
    fn outputs(mut self) -> Result<End, Error> {
        for at in 0..self.graph.pairs.len() {
            let (first, second) = self.graph.pairs[at];
            let Self { graph, log, merges, .. } = &mut self;
            let [one, other] = [first, second].map(|signal| merges.find(graph, log, signal));
            if one != other {
                match self.equate(one, other, UNLIMITED)? {
                    Some(ids) => self.merge_roots(one, other, ids),
                    None if self.simulation.waiting() == 0 => return Ok(End::Stopped),
                    None => {
                        self.simulation.waiting_round(self.graph);
                        let vector = find_difference(self.graph, &self.simulation);
                        return vector.map(End::Differ).ok_or(Error::Proof);
                    }
                }
            }
            self.oblige(first, second)?;
        }
        Ok(End::Equal(self.log))
    }

    /// Notes that two signals are equal: the later one is merged.
    fn merge_roots(&mut self, one: Signal, other: Signal, [up, down]: [ClauseId; 2]) {
        let (late, early) =
            if one.variable() > other.variable() { (one, other) } else { (other, one) };
        // Implications between one and other, seen from the later one, not negated.
        let is_swapped = (late == other) != late.is_negative();
        let equal = Signal(early.0 ^ late.0 & 1);
        let ids = if is_swapped { [down, up] } else { [up, down] };
        self.merges.merge(late.variable(), equal, ids);
    }

    /// Derives both implications between two outputs that are merged.
    fn oblige(&mut self, first: Signal, second: Signal) -> Result<(), Error> {
        let Self { graph, log, merges, .. } = self;
        for signal in [first, second] {
            merges.find(graph, log, signal);
        }
        for (from, to) in [(first, second), (!first, !second)] {
            if to == Signal::TRUE || from == Signal::FALSE || from == to {
                continue;
            }
            let candidates = [merges.up(from), merges.down(to)];
            log.derive(graph, &[!from, to], &candidates).ok_or(Error::Proof)?;
            let step = log.len() - 1;
            log.obligations.push(step);
        }
        Ok(())
    }
}

fn find_difference(graph: &Graph, simulation: &Simulation) -> Option<Vec<bool>> {
    graph.pairs.iter().find_map(|&pair| simulation.difference(graph, pair))
}
