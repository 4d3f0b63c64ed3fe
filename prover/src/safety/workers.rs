//! The engines behind one face: each works for a while and tells what it found.

use super::find::{Proof, Shared};
use engine_bmc::Found;
use engine_ic3::{Progress, Standing, Style};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use support_sat::Error;

/// How much work the engines do in the first round: propagated literals, and what CaDiCaL asks for
/// permission to go on. Each round has twice as much, that of CaDiCaL four times.
const PROPAGATIONS: u64 = 20_000_000;
const SIGNAL_PROPAGATIONS: u64 = 10_000_000;
const PLAIN_PROPAGATIONS: u64 = 3_000_000;
const PERMISSIONS: u64 = 2_000;

/// An engine.
pub(super) enum Worker<'a> {
    Bounded(Box<Bounded<'a>>),
    Inductive(Box<Inductive<'a>>),
    Directed(Box<Directed<'a>>),
}

impl Worker<'_> {
    /// Works for a while.
    pub(super) fn work(&mut self, shared: &Shared<'_>, round: u32) -> Result<(), Error> {
        match self {
            Self::Bounded(worker) => worker.work(shared, round),
            Self::Inductive(worker) => worker.work(shared, round),
            Self::Directed(worker) => {
                worker.work(shared, round);
                Ok(())
            }
        }
    }

    /// How far it is.
    pub(super) fn progress(&self) -> String {
        match self {
            Self::Bounded(worker) => worker.progress(),
            Self::Inductive(worker) => worker.progress(),
            Self::Directed(worker) => worker.progress(),
        }
    }

    /// Whether there is anything left for it to do.
    pub(super) fn goes_on(&self) -> bool {
        match self {
            Self::Bounded(worker) => !worker.is_exhausted,
            Self::Inductive(worker) => !worker.is_done,
            Self::Directed(worker) => !worker.is_done,
        }
    }
}

/// Whether to stop, for those who keep asking without a borrow.
fn stop(shared: &Shared<'_>) -> impl Fn() -> bool + 'static {
    let (limits, is_done) = (Arc::clone(shared.limits), Arc::clone(&shared.is_done));
    move || limits.exceeded().is_some() || is_done.load(Ordering::Relaxed)
}

/// Bounded model checking.
pub(super) struct Bounded<'a> {
    search: engine_bmc::Search<'a>,
    is_exhausted: bool,
}

impl<'a> Bounded<'a> {
    pub(super) fn new(shared: &Shared<'a>) -> Result<Self, Error> {
        let seed = shared.case.options.effort.seed;
        let search = engine_bmc::Search::new(&shared.reduced.system, seed, stop(shared))?;
        Ok(Self { search, is_exhausted: false })
    }

    fn work(&mut self, shared: &Shared<'_>, round: u32) -> Result<(), Error> {
        for property in 0..shared.case.asked.len() {
            if !shared.is_open(property) {
                self.search.close(property);
            }
        }
        let budget = PERMISSIONS.saturating_mul(1 << (2 * round).min(40));
        match self.search.advance(budget)? {
            Found::Run(property, run) => {
                shared.fails(property, &run, "bmc");
                self.search.close(property);
            }
            Found::Nothing => {}
            Found::Exhausted => self.is_exhausted = true,
        }
        shared.report(|| self.progress());
        Ok(())
    }

    fn progress(&self) -> String {
        format!("bmc: no bad state within {} steps", self.search.depth())
    }
}

/// k-induction.
pub(super) struct Inductive<'a> {
    search: engine_kinduction::Search<'a>,
    is_done: bool,
}

impl<'a> Inductive<'a> {
    pub(super) fn new(shared: &Shared<'a>) -> Result<Self, Error> {
        let seed = shared.case.options.effort.seed;
        let (system, is_simple) = (&shared.reduced.system, shared.compares_states());
        let search = engine_kinduction::Search::new(system, seed, is_simple, stop(shared))?;
        Ok(Self { search, is_done: false })
    }

    fn work(&mut self, shared: &Shared<'_>, round: u32) -> Result<(), Error> {
        for property in 0..shared.case.asked.len() {
            if !shared.is_open(property) {
                self.search.close(property)?;
            }
        }
        let budget = PERMISSIONS.saturating_mul(1 << (2 * round).min(40));
        match self.search.advance(budget)? {
            engine_kinduction::Found::Run(property, run) => {
                shared.fails(property, &run, "kinduction");
                self.search.close(property)?;
            }
            engine_kinduction::Found::Proved(depth, pairs) => {
                self.is_done = true;
                let frame = |frame| u32::try_from(frame).unwrap_or(u32::MAX);
                let pairs = pairs.iter().map(|&(early, late)| (frame(early), frame(late)));
                let proof = Proof::Induction { depth: frame(depth), pairs: pairs.collect() };
                shared.holds(proof, "kinduction");
            }
            engine_kinduction::Found::Nothing => {}
        }
        shared.report(|| self.progress());
        Ok(())
    }

    fn progress(&self) -> String {
        format!("k-induction: depth {}", self.search.depth())
    }
}

/// Property directed reachability.
pub(super) struct Directed<'a> {
    search: engine_ic3::Search<'a>,
    /// The work of the first round.
    budget: u64,
    is_done: bool,
}

impl<'a> Directed<'a> {
    pub(super) fn new(
        shared: &Shared<'a>,
        style: Style,
        uses_signals: bool,
        stop: &'a dyn Fn() -> bool,
        progress: &'a dyn Fn(Progress),
    ) -> Self {
        let (system, signals): (_, &[_]) = if uses_signals {
            (&shared.widened.0, &shared.widened.1)
        } else {
            (&shared.reduced.system, &[])
        };
        let search = engine_ic3::Search::new(system, signals, style, stop, progress);
        let budget = match style {
            Style::Plain => PLAIN_PROPAGATIONS,
            Style::Thorough | Style::Persistent if uses_signals => SIGNAL_PROPAGATIONS,
            Style::Thorough | Style::Persistent => PROPAGATIONS,
        };
        Self { search, budget, is_done: false }
    }

    pub(super) fn report(shared: &Shared<'_>, progress: Progress) {
        shared.report(|| {
            let Progress { frame, lemmas, obligations, questions, .. } = progress;
            format!(
                "ic3: frame {frame}, lemmas {lemmas}, obligations {obligations}, \
                 questions {questions}"
            )
        });
    }

    fn progress(&self) -> String {
        format!("ic3: {} frames", self.search.outcome().frames)
    }

    fn work(&mut self, shared: &Shared<'_>, round: u32) {
        for property in 0..shared.case.asked.len() {
            if !shared.is_open(property) {
                self.search.close(property);
            }
        }
        self.is_done = self.search.advance(self.budget.saturating_mul(1 << round.min(40)));
        let outcome = self.search.outcome();
        for (property, standing) in outcome.standings.iter().enumerate() {
            if let Standing::Fails(run) = standing {
                shared.fails(property, run, "ic3");
            }
        }
        if !outcome.standings.contains(&Standing::Holds) {
            return;
        }
        if self.is_done {
            shared.holds(Proof::Invariant(outcome.invariant), "ic3");
        } else {
            let is_proved = |&property: &usize| outcome.standings[property] == Standing::Holds;
            let proved = (0..outcome.standings.len()).filter(is_proved).collect();
            shared.some_hold(proved, outcome.invariant);
        }
    }
}
