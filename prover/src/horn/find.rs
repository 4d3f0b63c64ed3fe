//! The engines: one behind the other, or side by side.

use super::{Case, Engine};
use crate::report::{self, Failure};
use engine_recmc::{Options, Outcome, Progress, Stopped};
use engine_unwind::Unwinding;
use format_smtlib::{Formula, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use support_limits::Limits;
use support_rules::Derivation;

/// How often the search says how far it is.
const PERIOD: Duration = Duration::from_secs(10);

/// So often the unwinding may be asked whether to end before the other engine gets its turn. The
/// number counts steps of the solver, so that the same search has the same result.
const BUDGET: u32 = 100;

/// What was found.
pub(super) enum Found {
    Model(Vec<Formula>),
    Derivation(Derivation),
    /// Nothing, for this reason.
    Nothing(String),
}

/// Decides the clauses.
pub(super) fn find(case: &Case<'_>, system: &System, limits: &Limits) -> Result<Found, Failure> {
    let search = Search { case, system, limits, is_done: AtomicBool::new(false) };
    match case.options.engine {
        Engine::Bmc | Engine::Kinduction => {
            Ok(search.unwind(None).unwrap_or_else(|| search.nothing("unwinding ended")))
        }
        Engine::Recmc => search.summarize(),
        Engine::Auto if case.options.effort.threads > 1 => search.side_by_side(),
        Engine::Auto => match search.unwind(Some(BUDGET)) {
            Some(found) => Ok(found),
            None => search.summarize(),
        },
    }
}

struct Search<'a> {
    case: &'a Case<'a>,
    system: &'a System,
    limits: &'a Limits,
    is_done: AtomicBool,
}

impl Search<'_> {
    fn stops(&self) -> bool {
        self.is_done.load(Ordering::Relaxed) || self.limits.exceeded().is_some()
    }

    fn nothing(&self, otherwise: &str) -> Found {
        let limit = self.limits.exceeded().map(|reason| reason.to_string());
        Found::Nothing(limit.unwrap_or_else(|| otherwise.into()))
    }

    fn seed(&self) -> u64 {
        u64::from(self.case.options.effort.seed)
    }

    /// Unwinds as long as the budget lasts; `None` if nothing was found.
    fn unwind(&self, budget: Option<u32>) -> Option<Found> {
        let mut unwinding = Unwinding::new(self.system, self.seed());
        let mut asked = 0_u32;
        let mut stop = || {
            asked = asked.saturating_add(1);
            budget.is_some_and(|budget| asked > budget) || self.stops()
        };
        let is_induction = self.case.options.engine != Engine::Bmc;
        let is_fit = is_induction && unwinding.induct(&mut stop);
        if !is_fit && self.case.options.engine == Engine::Kinduction {
            return Some(self.nothing("k-induction needs at most one predicate in each body"));
        }
        loop {
            match unwinding.deepen(&mut stop) {
                engine_unwind::Outcome::Holds(formulas) => return Some(Found::Model(formulas)),
                engine_unwind::Outcome::Fails(derivation) => {
                    return Some(Found::Derivation(derivation));
                }
                engine_unwind::Outcome::Deeper if !stop() => {}
                engine_unwind::Outcome::Deeper
                | engine_unwind::Outcome::Exhausted
                | engine_unwind::Outcome::Stopped => return None,
            }
        }
    }

    /// Lemmas and facts for each predicate.
    fn summarize(&self) -> Result<Found, Failure> {
        let options = Options { seed: self.seed(), ..Options::default() };
        let next = Cell::new(PERIOD);
        let progress = |progress: Progress| {
            let now = self.limits.elapsed();
            if self.case.options.effort.quiet || now < next.get() {
                return;
            }
            next.set(now.saturating_add(PERIOD));
            let Progress { level, lemmas, facts, questions } = progress;
            report::progress(&format!(
                "{:.0} s: level {level}, lemmas {lemmas}, facts {facts}, questions {questions}",
                now.as_secs_f32()
            ));
        };
        match engine_recmc::decide(self.system, options, &|| self.stops(), &progress) {
            Outcome::Holds(formulas) => Ok(Found::Model(formulas)),
            Outcome::Fails(derivation) => Ok(Found::Derivation(derivation)),
            Outcome::Stopped(Stopped::NoInstance) => {
                Err(Failure::Own("a fact has no instance: please report this bug".into()))
            }
            Outcome::Stopped(_) => Ok(self.nothing("the solver gave up on a question")),
        }
    }

    /// One engine on each of two threads; the first that finds something ends the other.
    fn side_by_side(&self) -> Result<Found, Failure> {
        let first: Mutex<Option<Found>> = Mutex::new(None);
        let note = |found: Found| {
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if !matches!(found, Found::Nothing(_)) && first.is_none() {
                *first = Some(found);
                self.is_done.store(true, Ordering::Relaxed);
            }
        };
        let result = thread::scope(|scope| {
            scope.spawn(|| self.unwind(None).map(note));
            self.summarize().map(note)
        });
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        match first {
            Some(found) => Ok(found),
            None => result.map(|()| self.nothing("the solver gave up on a question")),
        }
    }
}
