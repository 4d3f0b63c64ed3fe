//! Engines at work on one model, in turns or side by side.

use super::evidence::Refusal;
use super::workers::{Bounded, Directed, Inductive, Worker};
use super::{Case, Engine, SafetyOptions};
use crate::report;
use engine_ic3::Style;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;
use support_limits::Limits;
use support_model::{Lit, Merge, Reduced, Run, System, complete, fold, reduce};

/// How often the search says how far it is.
const PERIOD: Duration = Duration::from_secs(5);

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The proof shows it.
    Holds,
    /// It fails on this run of the model.
    Fails(Run),
    Unknown,
}

/// Why the properties hold.
#[derive(Clone, Debug)]
pub(super) enum Proof {
    /// An invariant: clauses over latches of the model, by number and whether negated.
    Invariant { clauses: Vec<Vec<(u32, bool)>>, merges: Vec<Merge> },
    /// Induction of this depth, with the merges as invariant.
    Induction { depth: u32, merges: Vec<Merge> },
}

/// What was found.
pub(super) struct Findings {
    /// For each property that was asked for.
    pub(super) standings: Vec<Standing>,
    /// If all hold.
    pub(super) proof: Option<Proof>,
}

/// What the engines work on, and what they know together.
pub(super) struct Shared<'a> {
    pub(super) case: &'a Case<'a>,
    pub(super) reduced: &'a Reduced,
    pub(super) limits: &'a Arc<Limits>,
    pub(super) is_done: Arc<AtomicBool>,
    findings: Mutex<Findings>,
    next_report: Mutex<Duration>,
}

impl Shared<'_> {
    fn findings(&self) -> MutexGuard<'_, Findings> {
        self.findings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a property is still open.
    pub(super) fn is_open(&self, property: usize) -> bool {
        self.findings().standings[property] == Standing::Unknown
    }

    /// Notes a run of the reduced system on which a property fails.
    pub(super) fn fails(&self, property: usize, run: &Run) {
        let Some(run) = complete(&self.case.model, &self.reduced.system, run) else { return };
        let mut findings = self.findings();
        if findings.standings[property] == Standing::Unknown {
            findings.standings[property] = Standing::Fails(run);
        }
        if !findings.standings.contains(&Standing::Unknown) {
            self.is_done.store(true, Ordering::Relaxed);
        }
    }

    /// Notes that all open properties hold.
    pub(super) fn holds(&self, proof: Proof) {
        let mut findings = self.findings();
        if !findings.standings.contains(&Standing::Unknown) {
            return;
        }
        for standing in &mut findings.standings {
            if *standing == Standing::Unknown {
                *standing = Standing::Holds;
            }
        }
        findings.proof = Some(proof);
        self.is_done.store(true, Ordering::Relaxed);
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

    /// A latch of the reduced system as one of the model.
    pub(super) fn latch(&self, lit: Lit) -> (u32, bool) {
        let system = &self.reduced.system;
        let number = lit.variable().saturating_sub(system.first_latch());
        (system.numbers[format_input::index(number)], lit.is_negative())
    }
}

/// Decides as many properties as there is time for.
pub(super) fn find(case: &Case<'_>, limits: &Arc<Limits>) -> Result<Findings, Refusal> {
    let bad: Vec<Lit> = case.asked.iter().map(|&number| case.bad(number)).collect();
    let original = fold(System::new(&case.model, &bad));
    let seed = u64::from(case.options.effort.seed);
    let reduced = reduce(&original, seed, &mut || limits.exceeded().is_some());
    let shared = Shared {
        case,
        reduced: &reduced,
        limits,
        is_done: Arc::new(AtomicBool::new(false)),
        findings: Mutex::new(Findings {
            standings: vec![Standing::Unknown; case.asked.len()],
            proof: None,
        }),
        next_report: Mutex::new(PERIOD),
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
        let mut kinds = kinds(case.options);
        kinds.reverse();
        watched(&shared.is_done, || in_turns(&shared, &kinds))?;
    }
    Ok(shared.findings.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// An engine in one of its styles.
#[derive(Clone, Copy, Debug)]
enum Kind {
    Bounded,
    Inductive,
    Directed(Style),
}

/// The engines that the options name. On one thread they take turns in this order.
fn kinds(options: &SafetyOptions) -> Vec<Kind> {
    let [plain, thorough] = [Style::Plain, Style::Thorough].map(Kind::Directed);
    match options.engine {
        // A witness circuit is made from an invariant.
        Engine::Auto if options.export.is_some() => vec![thorough, Kind::Bounded, plain],
        // Of two threads one proves and one refutes.
        Engine::Auto => vec![thorough, Kind::Bounded, plain, Kind::Inductive],
        Engine::Bmc => vec![Kind::Bounded],
        Engine::Kinduction => vec![Kind::Inductive],
        Engine::Ic3 => vec![thorough],
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
            Kind::Directed(style) => {
                Worker::Directed(Box::new(Directed::new(shared, style, &stop, &progress)))
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
    Ok(())
}

fn side_by_side(shared: &Shared<'_>) -> Result<(), Refusal> {
    thread::scope(|scope| {
        let threads = usize::try_from(shared.case.options.effort.threads).unwrap_or(usize::MAX);
        let mut groups: Vec<Vec<Kind>> = Vec::new();
        for kind in kinds(shared.case.options) {
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
