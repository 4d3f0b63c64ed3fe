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
use std::sync::Arc;
use support_limits::Limits;

/// Rounds of random simulation at the start.
const ROUNDS: u32 = 8;
/// Conflicts in the window before CaDiCaL is asked.
const WINDOW_CONFLICTS: u64 = 1000;
/// Clauses that CaDiCaL may derive for a pair of inner nodes.
const CONE_CLAUSES: u64 = 100_000;
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
    pub(crate) statistics: Statistics,
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
            statistics: Statistics::default(),
        })
    }

    /// Goes through all gates, then through the outputs.
    pub(crate) fn run(mut self, progress: &dyn Fn(&Statistics)) -> Result<End, Error> {
        for node in self.graph.first_gate()..self.graph.nodes() {
            if node % 1024 == 0 {
                progress(&self.statistics);
            }
            if self.limits.exceeded().is_some() || self.log.is_full {
                return Ok(End::Stopped);
            }
            let Self { graph, log, merges, structure, .. } = &mut self;
            if structure.merge(&mut Context { graph, log, merges }, node) {
                self.statistics.structural += 1;
                continue;
            }
            self.compare(node)?;
            if self.is_simulation_due()
                && let Some(vector) = self.simulate()?
            {
                return Ok(End::Differ(vector));
            }
        }
        progress(&self.statistics);
        self.outputs()
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
        match self.equate(Signal::positive(node), root, CONE_CLAUSES)? {
            Some([up, down]) => {
                self.merges.merge(node, root, [up, down]);
                self.statistics.proved += 1;
            }
            None => self.deferred.push(node),
        }
        Ok(())
    }

    /// Proves both implications between two signals, or keeps a vector that tells them apart.
    fn equate(
        &mut self,
        first: Signal,
        second: Signal,
        cone_limit: u64,
    ) -> Result<Option<[ClauseId; 2]>, Error> {
        self.window.reset();
        let mut ids = [0; 2];
        for (clause, id) in [[!first, second], [first, !second]].into_iter().zip(&mut ids) {
            if clause.contains(&Signal::TRUE) {
                continue;
            }
            let Self { graph, log, merges, window, .. } = self;
            let mut context = Context { graph, log, merges };
            match window.prove(&mut context, clause, WINDOW_CONFLICTS) {
                Verdict::Proved(found) => *id = found,
                Verdict::Refuted => {
                    self.simulation.keep(self.window.model(self.graph));
                    self.statistics.refuted += 1;
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
                match self.equate(one, other, u64::MAX)? {
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
