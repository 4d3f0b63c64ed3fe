//! Engines at work on one model, in turns or side by side.

use super::evidence::Refusal;
use super::workers::{Bounded, Directed, Inductive, Worker};
use super::{Case, Engine};
use crate::report;
use engine_ic3::Style;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use support_limits::Limits;
use support_model::{Internal, Lit, Reduced, Run, System, complete, fold, internal, reduce};

/// When the search first says how far it is, and how often from then on.
const FIRST: Duration = Duration::from_secs(1);
const PERIOD: Duration = Duration::from_secs(5);

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The proof shows it, once it is written and checked.
    Holds,
    /// It fails on this run of the model.
    Fails(Run),
    Unknown,
}

/// Why the properties hold.
#[derive(Clone, Debug)]
pub(super) enum Proof {
    /// An invariant: clauses over latches and internal signals of the reduced system.
    Invariant(Vec<Vec<Lit>>),
    /// Induction of this depth; the states of these pairs of frames differ.
    Induction { depth: u32, pairs: Vec<(u32, u32)> },
}

/// What was found.
pub(super) struct Findings {
    /// For each property that was asked for.
    pub(super) standings: Vec<Standing>,
    /// Of those that hold.
    pub(super) proof: Option<Proof>,
    /// For each property the engine that decided it.
    pub(super) engines: Vec<&'static str>,
    /// The system that proofs are about, and what was merged to get it.
    pub(super) reduced: Reduced,
}

/// What the engines work on, and what they know together.
pub(super) struct Shared<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) reduced: &'a Reduced,
    /// The reduced system with circuits for its internal signals, and these.
    pub(super) widened: &'a (System, Vec<Internal>),
    pub(super) limits: &'a Arc<Limits>,
    pub(super) is_done: Arc<AtomicBool>,
    known: Mutex<Known>,
    next_report: Mutex<Duration>,
}

/// What is known of the properties that were asked for.
struct Known {
    standings: Vec<Standing>,
    /// The engine that decided each.
    engines: Vec<&'static str>,
    proof: Option<Proof>,
    /// Properties that an invariant proves, as long as others are open.
    some: (Vec<usize>, Vec<Vec<Lit>>),
}

impl Known {
    fn new(properties: usize) -> Self {
        let standings = vec![Standing::Unknown; properties];
        Self { standings, engines: vec![""; properties], proof: None, some: Default::default() }
    }

    /// Without a proof of all that is open, takes that of some.
    fn settle(&mut self) {
        if self.proof.is_some() {
            return;
        }
        let (proved, invariant) = std::mem::take(&mut self.some);
        for property in proved {
            if self.standings[property] == Standing::Unknown {
                (self.standings[property], self.engines[property]) = (Standing::Holds, "ic3");
                self.proof.get_or_insert_with(|| Proof::Invariant(invariant.clone()));
            }
        }
    }

    fn is_complete(&self) -> bool {
        !self.standings.contains(&Standing::Unknown)
    }
}

impl Shared<'_> {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a property is still open.
    pub(super) fn is_open(&self, property: usize) -> bool {
        self.known().standings[property] == Standing::Unknown
    }

    /// Notes a run of the reduced system on which a property fails, and who found it.
    pub(super) fn fails(&self, property: usize, run: &Run, engine: &'static str) {
        let Some(run) = complete(&self.case.model, &self.reduced.system, run) else { return };
        let mut known = self.known();
        if known.standings[property] == Standing::Unknown {
            known.standings[property] = Standing::Fails(run);
            known.engines[property] = engine;
        }
        if known.is_complete() {
            self.is_done.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that all open properties hold, and who proved it.
    pub(super) fn holds(&self, proof: Proof, engine: &'static str) {
        let known = &mut *self.known();
        if known.is_complete() {
            return;
        }
        for (standing, by) in known.standings.iter_mut().zip(&mut known.engines) {
            if *standing == Standing::Unknown {
                (*standing, *by) = (Standing::Holds, engine);
            }
        }
        known.proof = Some(proof);
        self.is_done.store(true, Ordering::Relaxed);
    }

    /// Notes that an invariant proves these properties, while others are open.
    pub(super) fn some_hold(&self, properties: Vec<usize>, invariant: Vec<Vec<Lit>>) {
        let known = &mut *self.known();
        if properties.len() > known.some.0.len() {
            known.some = (properties, invariant);
        }
    }

    /// Whether the engines should end.
    pub(super) fn stops(&self) -> bool {
        self.is_done.load(Ordering::Relaxed) || self.limits.exceeded().is_some()
    }

    /// Says how far an engine is, now and then.
    pub(super) fn report(&self, text: impl FnOnce() -> String) {
        if self.case.options.effort.quiet {
            return;
        }
        let now = self.limits.elapsed();
        let mut next = self.next_report.lock().unwrap_or_else(PoisonError::into_inner);
        if now >= *next {
            *next = now.saturating_add(PERIOD);
            report::progress(&format!("{:.0} s: {}", now.as_secs_f32(), text()));
        }
    }

    /// Whether states that are equal in the reduced system are equal in the model, and a run that
    /// begins with the same state and other inputs is a run too. No witness circuit can say that
    /// states differ.
    pub(super) fn compares_states(&self) -> bool {
        if self.case.options.export.is_some() {
            return false;
        }
        let Reduced { system, merges } = self.reduced;
        let latches = self.case.model.latches.len();
        !self.case.model.has_reset_functions() && system.latches.len() + merges.len() == latches
    }
}

/// Decides as many properties as there is time for.
pub(super) fn find(case: &Case<'_>, limits: &Arc<Limits>) -> Result<Findings, Refusal> {
    let bad: Vec<Lit> = case.asked.iter().map(|&number| case.bad(number)).collect();
    let original = fold(System::new(&case.model, &bad));
    let seed = u64::from(case.options.effort.seed);
    let reduced = reduce(&original, seed, &mut || limits.exceeded().is_some());
    let widened = internal(&reduced.system);
    let shared = Shared {
        case,
        reduced: &reduced,
        widened: &widened,
        limits,
        is_done: Arc::new(AtomicBool::new(false)),
        known: Mutex::new(Known::new(case.asked.len())),
        next_report: Mutex::new(FIRST),
    };
    if !case.options.effort.quiet {
        let System { inputs, latches, gates, .. } = &reduced.system;
        let [inputs, latches, gates] = [inputs.len(), latches.len(), gates.len()];
        report::progress(&format!("reduced: inputs {inputs}, latches {latches}, gates {gates}"));
    }
    if case.options.effort.threads > 1 && case.options.engine == Engine::Auto {
        side_by_side(&shared)?;
    } else {
        // What is quick comes first.
        let mut kinds = kinds(&shared);
        kinds.reverse();
        watched(&shared.is_done, || in_turns(&shared, &kinds))?;
    }
    let mut known = shared.known.into_inner().unwrap_or_else(PoisonError::into_inner);
    known.settle();
    let Known { standings, engines, proof, .. } = known;
    let reduced = Reduced { system: widened.0, merges: reduced.merges };
    Ok(Findings { standings, proof, engines, reduced })
}

/// An engine in one of its styles.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Bounded,
    Inductive,
    /// In a style, and with internal signals or without.
    Directed(Style, bool),
}

/// The engines that the options name. On one thread they take turns, the last one first.
fn kinds(shared: &Shared<'_>) -> Vec<Kind> {
    let options = shared.case.options;
    let directed = |style| Kind::Directed(style, options.internal);
    match options.engine {
        Engine::Auto => {
            // Of two threads the first only proves, the second does all else.
            let mut kinds = Vec::new();
            if !options.internal && !shared.widened.1.is_empty() {
                kinds.push(Kind::Directed(Style::Thorough, true));
            }
            let thorough = directed(Style::Thorough);
            kinds.extend([thorough, Kind::Bounded, directed(Style::Plain), Kind::Inductive]);
            if options.effort.threads > 4 {
                kinds.push(directed(Style::Persistent));
            }
            kinds
        }
        Engine::Bmc => vec![Kind::Bounded],
        Engine::Kinduction => vec![Kind::Inductive],
        Engine::Ic3 => vec![directed(Style::Thorough)],
    }
}

fn in_turns(shared: &Shared<'_>, kinds: &[Kind]) -> Result<(), Refusal> {
    let stop = || shared.stops();
    let progress = |progress| Directed::report(shared, progress);
    let mut workers = Vec::new();
    for &kind in kinds {
        workers.push(match kind {
            Kind::Bounded => Worker::Bounded(Box::new(Bounded::new(shared)?)),
            Kind::Inductive => Worker::Inductive(Box::new(Inductive::new(shared)?)),
            Kind::Directed(style, signals) => {
                let worker = Directed::new(shared, style, signals, &stop, &progress);
                Worker::Directed(Box::new(worker))
            }
        });
    }
    let mut round = 0;
    while !shared.stops() && workers.iter().any(Worker::goes_on) {
        for worker in &mut workers {
            if !shared.stops() && worker.goes_on() {
                worker.work(shared, round)?;
            }
        }
        round += 1;
    }
    if !shared.case.options.effort.quiet && !shared.is_done.load(Ordering::Relaxed) {
        for worker in &workers {
            report::progress(&worker.progress());
        }
    }
    Ok(())
}

fn side_by_side(shared: &Shared<'_>) -> Result<(), Refusal> {
    thread::scope(|scope| {
        let threads = usize::try_from(shared.case.options.effort.threads).unwrap_or(usize::MAX);
        let mut groups: Vec<Vec<Kind>> = Vec::new();
        for kind in kinds(shared) {
            let is_full = groups.len() == threads;
            match groups.last_mut() {
                Some(last) if is_full => last.push(kind),
                _ => groups.push(vec![kind]),
            }
        }
        let work = |kinds: Vec<Kind>| {
            scope.spawn(move || watched(&shared.is_done, || in_turns(shared, &kinds)))
        };
        let handles: Vec<_> = groups.into_iter().map(work).collect();
        let join =
            |handle: ScopedJoinHandle<'_, _>| handle.join().unwrap_or_else(|_| Err(panicked()));
        handles.into_iter().map(join).fold(Ok(()), Result::and)
    })
}

/// Works; if that fails in any way, also by a panic, the other threads are told to end.
fn watched(
    is_done: &AtomicBool,
    work: impl FnOnce() -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    // The error ends the search: nobody looks at what a panic left unfinished.
    let result = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(panicked()));
    if result.is_err() {
        is_done.store(true, Ordering::Relaxed);
    }
    result
}

fn panicked() -> Refusal {
    Refusal::Own("an engine panicked".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_on_a_thread_is_an_error_and_ends_the_others() {
        let panics: fn() -> Result<(), Refusal> = || std::panic::resume_unwind(Box::new(()));
        let errs: fn() -> Result<(), Refusal> = || Err(Refusal::Own("wrong".into()));
        for work in [panics, errs] {
            let is_done = AtomicBool::new(false);
            assert!(matches!(watched(&is_done, work), Err(Refusal::Own(_))));
            assert!(is_done.into_inner());
        }
        let is_done = AtomicBool::new(false);
        assert!(watched(&is_done, || Ok(())).is_ok());
        assert!(!is_done.into_inner());
    }
}
