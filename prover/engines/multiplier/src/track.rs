//! How far the work is: heard while it goes on, and said when it ends without an answer.

use crate::Progress;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use support_limits::Limits;

/// The least time from one word of progress to the next.
const PAUSE: Duration = Duration::from_secs(2);

/// So many literals are named.
const NAMED: usize = 4;

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The circuit is read.
    Reading,
    /// Gates are looked at for the functions of adders.
    Cuts,
    /// The circuit is simulated.
    Simulation,
    /// Sums are replaced by what is added.
    Columns,
    /// The bits that the last adder adds are looked for.
    Rows,
    /// Gates are compared, those of the last adder with a chain's or those of two circuits.
    Sweep,
    /// The circuit is compared with multipliers that are known.
    Likeness,
    /// The proof is written.
    Writing,
    /// The proof is checked.
    Checking,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reading => "reading the circuit",
            Self::Cuts => "looking for adders",
            Self::Simulation => "simulating",
            Self::Columns => "replacing sums by what is added",
            Self::Rows => "looking for the last adder",
            Self::Sweep => "proving gates equal",
            Self::Likeness => "comparing with known multipliers",
            Self::Writing => "writing the proof",
            Self::Checking => "checking the proof",
        })
    }
}

/// Where an attempt stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// The number of columns.
    pub(crate) all: usize,
    /// The first column that is not closed; those above it are.
    pub(crate) column: usize,
    /// Literals of the circuit, at least one.
    pub(crate) literals: Vec<u32>,
    pub(crate) why: Why,
}

/// Why it stopped there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The literals are no adder's sum.
    Stuck,
    /// A limit was exceeded when the literal's column was next.
    CutOff,
    /// The literal was not proved equal to a bit of a sum; all other columns are closed.
    Open,
}

impl Stop {
    /// How many columns are closed.
    fn closed(&self) -> usize {
        match self.why {
            Why::Stuck | Why::CutOff => self.all.saturating_sub(self.column + 1),
            Why::Open => self.all.saturating_sub(1),
        }
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { all, column, literals, why } = self;
        let closed = self.closed();
        let name = if literals.len() == 1 { "literal" } else { "literals" };
        let mut named: Vec<String> = literals.iter().take(NAMED).map(u32::to_string).collect();
        named.extend((literals.len() > NAMED).then(|| format!("{} more", literals.len() - NAMED)));
        let last = named.pop().unwrap_or_default();
        let rest = named.join(", ");
        let named = if rest.is_empty() { last } else { format!("{rest} and {last}") };
        write!(f, "{closed} of {all} columns closed")?;
        match why {
            Why::Stuck => write!(
                f,
                " from the highest down, stopped in column {column} at {name} {named}: no adder's \
                 sum"
            ),
            Why::CutOff => write!(
                f,
                " from the highest down, stopped before column {column}, whose output is {name} \
                 {named}"
            ),
            Why::Open => write!(
                f,
                ", stopped in column {column}, where output {name} {named} is not proved to be \
                 the last adder's"
            ),
        }
    }
}

/// How far the work is.
pub(crate) struct Track<'a> {
    pub(crate) limits: &'a Arc<Limits>,
    progress: &'a dyn Fn(Progress),
    phase: Cell<Phase>,
    /// When something was said last.
    said: Cell<Duration>,
    best: RefCell<Option<Stop>>,
}

impl<'a> Track<'a> {
    pub(crate) fn new(limits: &'a Arc<Limits>, progress: &'a dyn Fn(Progress)) -> Self {
        let (phase, said) = (Cell::new(Phase::Reading), Cell::new(limits.elapsed()));
        Self { limits, progress, phase, said, best: RefCell::new(None) }
    }

    /// Another phase begins.
    pub(crate) fn phase(&self, phase: Phase) {
        self.phase.set(phase);
        self.hear(None);
    }

    /// So much of the phase is done; true if it has to end.
    pub(crate) fn tick(&self, done: usize, all: usize) -> bool {
        self.hear(Some((done, all)));
        self.is_over()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.limits.exceeded().is_some()
    }

    fn hear(&self, part: Option<(usize, usize)>) {
        // The check is heard of in any case.
        if self.phase.get() == Phase::Checking {
            return;
        }
        let now = self.limits.elapsed();
        if now.saturating_sub(self.said.get()) >= PAUSE {
            self.said.set(now);
            (self.progress)(Progress::Working { phase: self.phase.get(), part });
        }
    }

    /// An attempt stopped; the best one is kept, the first of those that came as far.
    pub(crate) fn stop(&self, stop: Stop) {
        let mut best = self.best.borrow_mut();
        if best.as_ref().is_none_or(|best| best.closed() < stop.closed()) {
            *best = Some(stop);
        }
    }

    /// Why there is no answer: the limit and what it cut off, how far the best attempt came, and
    /// otherwise what the ways say.
    pub(crate) fn reached(&self, reasons: &[String]) -> String {
        let cut_off = self.limits.exceeded().map(|reason| {
            let phase = self.phase.get();
            format!("{reason} while {phase}")
        });
        let best = self.best.borrow().as_ref().map(Stop::to_string);
        let others = reasons.iter().filter(|reason| !reason.is_empty()).cloned();
        let mut parts: Vec<String> = Vec::new();
        for part in cut_off.into_iter().chain(best).chain(others) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        parts.join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use support_limits::Bounds;

    fn stop(column: usize, literals: &[u32], why: Why) -> Stop {
        Stop { all: 16, column, literals: literals.to_vec(), why }
    }

    #[test]
    fn the_best_attempt_is_told_once() {
        let (limits, progress) = (Limits::none(), |_: Progress| ());
        let track = Track::new(&limits, &progress);
        track.stop(stop(14, &[80], Why::Stuck));
        track.stop(stop(13, &[26, 28, 30, 32, 34, 36], Why::Stuck));
        track.stop(stop(13, &[99], Why::Stuck));
        let unlike = "unlike all known multipliers".to_owned();
        assert_eq!(
            track.reached(&[String::new(), unlike.clone(), unlike]),
            "2 of 16 columns closed from the highest down, stopped in column 13 at literals 26, \
             28, 30, 32 and 2 more: no adder's sum; unlike all known multipliers"
        );
    }

    #[test]
    fn a_limit_is_told_with_what_it_cut_off() {
        let bounds = Bounds { time: Some(Duration::ZERO), memory: None };
        let limits = Limits::watch(bounds, |_| ()).unwrap();
        let progress = |_: Progress| ();
        let track = Track::new(&limits, &progress);
        assert_eq!(track.reached(&[]), "time limit while reading the circuit");
        track.phase(Phase::Columns);
        track.stop(stop(9, &[40], Why::CutOff));
        assert_eq!(
            track.reached(&[]),
            "time limit while replacing sums by what is added; 6 of 16 columns closed from the \
             highest down, stopped before column 9, whose output is literal 40"
        );
        track.phase(Phase::Sweep);
        track.stop(stop(5, &[33], Why::Open));
        assert_eq!(
            track.reached(&[]),
            "time limit while proving gates equal; 15 of 16 columns closed, stopped in column 5, \
             where output literal 33 is not proved to be the last adder's"
        );
    }
}
