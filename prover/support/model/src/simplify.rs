//! Gates with the same function of inputs and latches, or the negated one, made one: guessed by
//! simulation, proved one after the other.
//!
//! Nothing has to be said of this in certificates: no latch changes.

use crate::classes::Classes;
use crate::rebuild::{Plan, rebuild};
use crate::simulate::{Random, Words};
use crate::{System, encode};
use format_aiger::Lit;
use format_input::index;
use support_cdcl::Solver;

/// Words of random values.
const WORDS: usize = 16;
/// The work, literals propagated and gates simulated, for each gate.
const EFFORT: u64 = 400;
/// How many words of values are simulated in the time of one propagated literal.
const SIMULATED: usize = 8;

/// Where fewer gates than one of so many go, choices fall apart for nothing: searches were slower.
const WORTH: usize = 8;

/// The same system with fewer gates, or as it is.
pub(crate) fn simplify(
    system: &System,
    random: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> System {
    let places = Sweep::new(system, random).run(stop);
    let smaller = rebuild(&Plan { system, places: &places, keeps_all: false }).0;
    let gone = system.gates.len() - smaller.gates.len();
    if gone * WORTH >= system.gates.len() { smaller } else { system.clone() }
}

struct Sweep<'a> {
    system: &'a System,
    random: &'a mut Random,
    words: Words<'a>,
    classes: Classes,
    /// The work so far, without that of the solver.
    work: u64,
}

impl<'a> Sweep<'a> {
    fn new(system: &'a System, random: &'a mut Random) -> Self {
        let words = Words::anywhere(system, |_| 0);
        let classes = Classes::new(system.variables());
        Self { system, random, words, classes, work: 0 }
    }

    /// By latch and gate: what to put in its place.
    fn run(mut self, stop: &mut dyn FnMut() -> bool) -> Vec<Lit> {
        let system = self.system;
        let mut places: Vec<Lit> =
            (system.first_latch()..system.variables()).map(Lit::positive).collect();
        for _ in 0..WORDS {
            let random = &mut *self.random;
            self.words.set(&mut |_| random.word());
            let words = &self.words;
            self.classes.refine(|variable| words.value(Lit::positive(variable)));
        }
        let mut solver = self.solver();
        let most = EFFORT.saturating_mul(u64::try_from(system.gates.len()).unwrap_or(u64::MAX));
        for variable in system.first_gate()..system.variables() {
            if solver.ticks + self.work > most || stop() {
                break;
            }
            if let Some(place) = self.settle(variable, &mut solver) {
                places[index(variable - system.first_latch())] = place;
            }
        }
        places
    }

    /// A solver in which every gate that may be compared is a variable.
    fn solver(&self) -> Solver {
        let mut open = self.system.clone();
        let gates = self.system.first_gate()..self.system.variables();
        let compared = gates.filter(|&gate| self.classes.is_shared(gate)).map(Lit::positive);
        open.bad.extend(compared);
        // What is the same only where constraints are true may not be put into these.
        let constraints = std::mem::take(&mut open.constraints);
        open.bad.extend(constraints);
        Solver::new(&encode(&open))
    }

    /// A literal of an earlier variable with the function of this gate.
    fn settle(&mut self, variable: u32, solver: &mut Solver) -> Option<Lit> {
        let gate = Lit::positive(variable);
        while let Some(first) = self.classes.first(variable) {
            let mut asked = 0;
            let mut differ = |question: [Lit; 2]| {
                let mut stop = || {
                    asked += 1;
                    asked > 1
                };
                solver.solve(&question, &[], &mut stop)
            };
            let answer = match differ([gate, !first]) {
                Some(false) => differ([!gate, first]),
                answer => answer,
            };
            match answer {
                Some(false) => {
                    solver.add_clause(&[gate, !first]);
                    solver.add_clause(&[!gate, first]);
                    return Some(first);
                }
                Some(true) => self.tell_apart(solver),
                None => return None,
            }
            if self.classes.first(variable) == Some(first) {
                return None;
            }
        }
        None
    }

    /// Simulates what the solver found, and states that are like it.
    fn tell_apart(&mut self, solver: &Solver) {
        let random = &mut *self.random;
        self.words.set(&mut |variable| {
            let other = random.word() & random.word() & random.word() & !1;
            match solver.value(Lit::positive(variable)) {
                Some(true) => !other,
                Some(false) => other,
                None => random.word(),
            }
        });
        let words = &self.words;
        self.classes.refine(|variable| words.value(Lit::positive(variable)));
        self.work += u64::try_from(self.system.gates.len() / SIMULATED).unwrap_or(u64::MAX);
    }
}
