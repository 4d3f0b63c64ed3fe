//! The search as a whole, for several properties at once.

use crate::block::Agenda;
use crate::cube::Cube;
use crate::frames::Frames;
use crate::lift::Lifter;
use support_model::{Internal, Lit, Reset, Run, System, encode_tightly};

/// How far the search is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The last frame.
    pub frame: usize,
    /// The lemmas of all frames.
    pub lemmas: usize,
    /// The obligations not yet met.
    pub obligations: usize,
    /// The questions asked.
    pub questions: u64,
    /// The conflicts that answering them took.
    pub conflicts: u64,
    /// The work so far: literals propagated.
    pub ticks: u64,
}

/// What is known of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The invariant implies it.
    Holds,
    /// It fails on this run of the system.
    Fails(Run),
    /// It fails, as was said from outside.
    Closed,
    /// Nothing.
    Unknown,
}

/// What was found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// For each property what is known.
    pub standings: Vec<Standing>,
    /// Clauses over latches and internal signals of the system that are true in all reachable
    /// states, inductive together; with the constraints they exclude the bad states of the
    /// properties that hold, also while others are open.
    pub invariant: Vec<Vec<Lit>>,
    /// The number of frames.
    pub frames: usize,
}

/// The search was told to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// How much effort goes into each lemma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Little: good for bad states that are reached in many steps.
    Plain,
    /// Where obligations return, counterexamples to a generalisation are blocked, so that lemmas
    /// are stronger.
    Thorough,
    /// They always are, and so are states that keep a lemma from the next frame.
    Persistent,
}

/// What a cube may speak of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bit {
    /// Its value one step later.
    pub(crate) next: Lit,
    /// Its value at time 0, if there is only one.
    pub(crate) reset: Option<bool>,
}

fn bits(system: &System, internal: &[Internal]) -> Vec<Option<Bit>> {
    let mut bits = vec![None; format_input::index(system.variables())];
    for (variable, latch) in system.latch_variables().zip(&system.latches) {
        let reset = match latch.reset {
            Reset::Constant(value) => Some(value),
            _ => None,
        };
        bits[format_input::index(variable)] = Some(Bit { next: latch.next, reset });
    }
    for &Internal { variable, next, reset } in internal {
        bits[format_input::index(variable)] = Some(Bit { next, reset: Some(reset) });
    }
    bits
}

/// A search that can be continued.
pub struct Search<'a> {
    pub(crate) system: &'a System,
    /// Asked often: whether to give up.
    pub(crate) stop: &'a dyn Fn() -> bool,
    /// Hears how far the search is, often.
    progress: &'a dyn Fn(Progress),
    pub(crate) style: Style,
    pub(crate) frames: Frames,
    pub(crate) lifter: Lifter,
    /// By variable: its next value and its value at time 0, if cubes may have it.
    pub(crate) bits: Vec<Option<Bit>>,
    /// By variable: how often and how recently lemmas needed it.
    pub(crate) activity: Vec<f64>,
    pub(crate) activity_increment: f64,
    pub(crate) questions: u64,
    /// Whether earlier lemmas did not block the obligation at hand for long: set before each lemma.
    pub(crate) is_stubborn: bool,
    /// The work so far, and when to pause.
    pub(crate) ticks: u64,
    pause: u64,
    /// The property whose bad states of the last frame are looked at, and its obligations: both are
    /// kept over a pause.
    at: usize,
    pub(crate) agenda: Agenda,
    standings: Vec<Standing>,
    invariant: Vec<Cube>,
}

impl<'a> Search<'a> {
    /// A search for an invariant, or runs to bad states; each bad literal is a property. The
    /// system has no reset functions ([`support_model::fold`]). Clauses of the invariant may have
    /// the internal signals too.
    #[must_use]
    pub fn new(
        system: &'a System,
        internal: &[Internal],
        style: Style,
        stop: &'a dyn Fn() -> bool,
        progress: &'a dyn Fn(Progress),
    ) -> Self {
        let kept: Vec<u32> =
            internal.iter().flat_map(|signal| [signal.variable, signal.next.variable()]).collect();
        Self {
            system,
            style,
            stop,
            progress,
            frames: Frames::new(system, &encode_tightly(system, &kept)),
            lifter: Lifter::new(system),
            bits: bits(system, internal),
            activity: vec![0.0; format_input::index(system.variables())],
            activity_increment: 1.0,
            questions: 0,
            is_stubborn: false,
            ticks: 0,
            pause: 0,
            at: 0,
            agenda: Agenda::default(),
            standings: vec![Standing::Unknown; system.bad.len()],
            invariant: Vec::new(),
        }
    }

    /// Continues for so much work (literals propagated). True if every property is decided.
    pub fn advance(&mut self, ticks: u64) -> bool {
        self.pause = self.ticks.saturating_add(ticks);
        if let Ok(invariant) = self.run() {
            if let Some(invariant) = invariant {
                self.invariant = invariant;
            }
            for standing in &mut self.standings {
                if *standing == Standing::Unknown {
                    *standing = Standing::Holds;
                }
            }
        }
        !self.standings.contains(&Standing::Unknown)
    }

    /// Looks no longer at a property, which fails.
    pub fn close(&mut self, property: usize) {
        if self.standings[property] == Standing::Unknown {
            self.standings[property] = Standing::Closed;
            if property == self.at {
                self.agenda = Agenda::default();
            }
        }
    }

    /// What is known.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome {
            standings: self.standings.clone(),
            invariant: self.invariant.iter().map(Cube::clause).collect(),
            frames: self.frames.top(),
        }
    }

    /// Runs until no property is open; the invariant of those that were.
    fn run(&mut self) -> Result<Option<Vec<Cube>>, Stopped> {
        loop {
            while self.at < self.standings.len() {
                if self.standings[self.at] == Standing::Unknown
                    && let Some(run) = self.block_bad(self.system.bad[self.at])?
                {
                    self.standings[self.at] = Standing::Fails(run);
                }
                self.at += 1;
            }
            self.settle()?;
            if !self.standings.contains(&Standing::Unknown) {
                return Ok(None);
            }
            self.at = 0;
            self.frames.extend();
            self.report(0);
            if let Some(invariant) = self.propagate()? {
                return Ok(Some(invariant));
            }
        }
    }

    /// Notes which of several properties the lemmas that hold always imply already: they need not
    /// wait for harder ones.
    fn settle(&mut self) -> Result<(), Stopped> {
        let is_alone = self.standings.len() == 1;
        for property in 0..self.standings.len() {
            if is_alone || self.standings[property] != Standing::Unknown {
                continue;
            }
            self.check_pause()?;
            let (stop, solver) = (self.stop, &mut self.frames.unbounded);
            let before = solver.ticks;
            let answer = solver.solve(&[self.system.bad[property]], &[], &mut || stop());
            self.ticks += solver.ticks - before;
            if !answer.ok_or(Stopped)? {
                self.standings[property] = Standing::Holds;
                self.invariant.clone_from(&self.frames.always);
            }
        }
        Ok(())
    }

    /// Whether it is time to pause or to give up.
    pub(crate) fn check_pause(&self) -> Result<(), Stopped> {
        if self.ticks >= self.pause || (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    pub(crate) fn report(&self, obligations: usize) {
        let lemmas = self.frames.lemmas.iter().map(Vec::len).sum::<usize>();
        (self.progress)(Progress {
            frame: self.frames.top(),
            lemmas: lemmas + self.frames.always.len(),
            obligations,
            questions: self.questions,
            ticks: self.ticks,
            conflicts: self.frames.solvers.iter().map(|solver| solver.conflicts).sum(),
        });
    }
}
