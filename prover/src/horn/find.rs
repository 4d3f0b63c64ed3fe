//! The engines: one behind the other, or side by side.

use super::{Case, Engine};
use crate::report::{self, Failure};
use engine_recmc::{Options, Outcome, Progress, Recmc, Stopped};
use engine_unwind::Unwinding;
use format_smtlib::{Formula, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;
use support_horn::Cone;
use support_limits::Limits;
use support_rules::Derivation;

/// How often the search says how far it is.
const PERIOD: Duration = Duration::from_secs(10);

/// So often an engine may ask whether to end before the next one has its turn: the unwinding, and
/// the search with all constraints and with those that are needed. Numbers count steps of solvers,
/// so that the same search has the same result.
const UNWINDING: u64 = 100;
const SEARCH: [u64; 2] = [24_000, 6_000];

/// The next turns are longer by this factor.
const GROWTH: u64 = 4;

/// What was found.
pub(super) enum Found {
    /// And the engine that found it.
    Model(Vec<Formula>, &'static str),
    /// And the engine that found it.
    Derivation(Derivation, &'static str),
    /// Nothing, for this reason.
    Nothing(String),
}

/// Decides the clauses.
pub(super) fn find(case: &Case<'_>, system: &System, limits: &Limits) -> Result<Found, Failure> {
    let Some(cone) = Cone::of(system) else { return decide(case, system, limits) };
    Ok(match decide(case, &cone.system, limits)? {
        Found::Model(formulas, engine) => Found::Model(cone.lift_model(formulas), engine),
        Found::Derivation(derivation, engine) => {
            Found::Derivation(cone.lift_derivation(derivation), engine)
        }
        nothing @ Found::Nothing(_) => nothing,
    })
}

fn decide(case: &Case<'_>, system: &System, limits: &Limits) -> Result<Found, Failure> {
    let search = Search { case, system, limits, is_done: AtomicBool::new(false) };
    let unwinding = || Unwinding::new(system, search.seed());
    let is_abstract = case.options.abstraction;
    match case.options.engine {
        Engine::Bmc | Engine::Kinduction => Ok(search.unwind(unwinding())),
        Engine::Recmc => search.in_turn(None, &[is_abstract]),
        Engine::Auto => {
            let kinds: &[bool] = if is_abstract { &[true] } else { &[false, true] };
            if case.options.effort.threads > 1 {
                search.side_by_side(unwinding(), kinds)
            } else {
                search.in_turn(Some(unwinding()), kinds)
            }
        }
    }
}

/// How often an engine asked whether to end, and how often it may.
#[derive(Default)]
struct Turn {
    asked: Cell<u64>,
    most: Cell<u64>,
}

impl Turn {
    fn begin(&self, length: u64) {
        self.asked.set(0);
        self.most.set(length);
    }

    fn is_over(&self) -> bool {
        self.asked.set(self.asked.get().saturating_add(1));
        self.asked.get() > self.most.get()
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

    /// Only unwinds.
    fn unwind(&self, mut unwinding: Unwinding) -> Found {
        let turn = Turn::default();
        turn.begin(u64::MAX);
        let engine = self.case.options.engine;
        if engine != Engine::Bmc && !unwinding.induct(&mut || self.stops()) {
            let needs = "k-induction needs at most one predicate in each body, and few ways to \
                         derive false at once";
            if engine == Engine::Kinduction {
                return self.nothing(needs);
            }
        }
        let found = self.deepen(&mut unwinding, &turn).ok().flatten();
        found.unwrap_or_else(|| self.nothing("unwinding ended"))
    }

    /// Unwinds until something is found or the turn is over; an error if that is of no use any
    /// more.
    fn deepen(&self, unwinding: &mut Unwinding, turn: &Turn) -> Result<Option<Found>, ()> {
        let mut stop = || turn.is_over() || self.stops();
        loop {
            match unwinding.deepen(&mut stop) {
                engine_unwind::Outcome::Fails(found) => {
                    return Ok(Some(Found::Derivation(found, "bmc")));
                }
                engine_unwind::Outcome::Holds(formulas) => {
                    return Ok(Some(Found::Model(formulas, "kinduction")));
                }
                engine_unwind::Outcome::Deeper | engine_unwind::Outcome::Stopped if stop() => {
                    return Ok(None);
                }
                engine_unwind::Outcome::Deeper => {}
                engine_unwind::Outcome::Exhausted | engine_unwind::Outcome::Stopped => {
                    return Err(());
                }
            }
        }
    }

    /// The engines one behind the other, again and again: the unwinding, if there is one, and
    /// lemmas and facts for each predicate, without or with abstraction.
    fn in_turn(&self, unwinding: Option<Unwinding>, kinds: &[bool]) -> Result<Found, Failure> {
        let mut unwinding = unwinding;
        if let Some(unwinding) = &mut unwinding {
            let turn = Turn::default();
            turn.begin(UNWINDING);
            unwinding.induct(&mut || turn.is_over() || self.stops());
        }
        let turns: Vec<Turn> = kinds.iter().map(|_| Turn::default()).collect();
        let dues: Vec<_> =
            turns.iter().map(|turn| move || turn.is_over() || self.stops()).collect();
        let mut engines: Vec<Option<Recmc<'_>>> = Vec::new();
        for (&abstracts, due) in kinds.iter().zip(&dues) {
            let options = Options { seed: self.seed(), abstracts, ..Options::default() };
            engines.push(Some(Recmc::new(self.system, options, due)));
        }
        let next = Cell::new(PERIOD);
        let mut factor = 1_u64;
        while (unwinding.is_some() || engines.iter().any(Option::is_some)) && !self.stops() {
            if let Some(own) = &mut unwinding {
                let turn = Turn::default();
                turn.begin(UNWINDING.saturating_mul(factor.isqrt()));
                match self.deepen(own, &turn) {
                    Ok(Some(found)) => return Ok(found),
                    Ok(None) => {}
                    Err(()) => unwinding = None,
                }
            }
            for ((engine, turn), length) in engines.iter_mut().zip(&turns).zip(SEARCH) {
                let is_alone = kinds.len() == 1 && unwinding.is_none();
                let length = if is_alone { u64::MAX } else { length.saturating_mul(factor) };
                turn.begin(length);
                let outcome = engine.as_mut().map(|own| own.run(&|p| self.progress(p, &next)));
                match outcome.map(found) {
                    Some(Ok(found)) => return found,
                    Some(Err(Stopped::GaveUp)) => *engine = None,
                    Some(Err(_)) | None => {}
                }
            }
            factor = factor.saturating_mul(GROWTH);
        }
        Ok(self.nothing("the solver gave up on a question"))
    }

    fn progress(&self, progress: Progress, next: &Cell<Duration>) {
        let now = self.limits.elapsed();
        if self.case.options.effort.quiet || now < next.get() {
            return;
        }
        next.set(now.saturating_add(PERIOD));
        let Progress { level, lemmas, facts, questions, conjuncts } = progress;
        let used = conjuncts.map(|(used, all)| format!(", conjuncts {used} of {all}"));
        report::progress(&format!(
            "{:.0} s: level {level}, lemmas {lemmas}, facts {facts}, questions {questions}{}",
            now.as_secs_f32(),
            used.unwrap_or_default()
        ));
    }

    /// One engine on each of two threads; the first that finds something ends the other.
    fn side_by_side(&self, unwinding: Unwinding, kinds: &[bool]) -> Result<Found, Failure> {
        let first: Mutex<Option<Found>> = Mutex::new(None);
        let note = |found: Found| {
            let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
            if !matches!(found, Found::Nothing(_)) && first.is_none() {
                *first = Some(found);
                self.is_done.store(true, Ordering::Relaxed);
            }
        };
        let result = thread::scope(|scope| {
            scope.spawn(|| note(self.unwind(unwinding)));
            self.in_turn(None, kinds).map(note)
        });
        let first = first.into_inner().unwrap_or_else(PoisonError::into_inner);
        match first {
            Some(found) => Ok(found),
            None => result.map(|()| self.nothing("the solver gave up on a question")),
        }
    }
}

/// What an engine found, if that is an answer.
fn found(outcome: Outcome) -> Result<Result<Found, Failure>, Stopped> {
    match outcome {
        Outcome::Holds(formulas) => Ok(Ok(Found::Model(formulas, "recmc"))),
        Outcome::Fails(derivation) => Ok(Ok(Found::Derivation(derivation, "recmc"))),
        Outcome::Stopped(Stopped::NoInstance) => {
            Ok(Err(Failure::Own("a fact has no instance: please report this bug".into())))
        }
        Outcome::Stopped(stopped) => Err(stopped),
    }
}
