//! Simulation of a circuit along a trace.

use crate::Failure;
use crate::line::{definite, nth_after};
use claim_trace::{Object, Question, Rejection, Target};
use format_aiger::{Lit, Model};
use format_input::Place;
use format_trace::Reader;
use std::fmt;
use std::io::Read;

/// A run that starts in an initial state and meets all constraints at every time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The time of its last state; the first has time 0.
    pub last: u64,
    /// The number of constraints, all true at every time.
    pub constraints: usize,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { last, constraints } = self;
        write!(f, "a run from time 0 to time {last} that starts in an initial state")?;
        match constraints {
            0 => Ok(()),
            1 => write!(f, " and meets the constraint at every time"),
            _ => write!(f, " and meets all {constraints} constraints at every time"),
        }
    }
}

/// Checks that the trace answers the question: it is a run, and all properties that it names are
/// true at the end.
pub(crate) fn check(
    question: &Question<'_>,
    mut reader: Reader<impl Read>,
) -> Result<(Run, Vec<Target>), Failure> {
    let model = question.model();
    let rejected = |(place, rejection)| Failure::Rejected { place, rejection };
    let targets = question.targets(reader.status(), reader.properties()).map_err(rejected)?;
    let mut line = Vec::new();
    let start = reader.line(&mut line)?;
    let mut latches = definite(&line, start, model.latches.len(), "latches", Object::Latch)?;
    let mut simulation = Simulation { model, values: Vec::new() };
    let mut time = 0_u64;
    let mut place = reader.line(&mut line)?;
    loop {
        let object = |number| Object::Input { number, time };
        let inputs = definite(&line, place, model.inputs.len(), "inputs", object)?;
        simulation.compute(&latches, &inputs);
        if time == 0 {
            simulation.check_resets(start)?;
        }
        // The constraints have to be true at every time, the last one included.
        if let Some(number) = model.constraints.iter().position(|&lit| !simulation.value(lit)) {
            return Err(rejected((place, Rejection::Constraint { number, time })));
        }
        let Some(next) = reader.next_line(&mut line)? else { break };
        latches = model.latches.iter().map(|latch| simulation.value(latch.next)).collect();
        place = next;
        time = time.saturating_add(1);
    }
    match targets.iter().find(|target| !simulation.value(target.lit)) {
        Some(&target) => Err(rejected((place, Rejection::NotBad { target, time }))),
        None => Ok((Run { last: time, constraints: model.constraints.len() }, targets)),
    }
}

struct Simulation<'a> {
    model: &'a Model,
    /// By position of the variable in the model.
    values: Vec<bool>,
}

impl Simulation<'_> {
    /// The value of a literal in the state and with the inputs computed last.
    fn value(&self, lit: Lit) -> bool {
        // Only the constant has no position: every used variable is defined.
        let position = self.model.position(lit.variable());
        let value = position.and_then(|position| self.values.get(position));
        value.is_some_and(|&value| value) != lit.is_negative()
    }

    fn set(&mut self, variable: u32, value: bool) {
        let position = self.model.position(variable);
        if let Some(entry) = position.and_then(|position| self.values.get_mut(position)) {
            *entry = value;
        }
    }

    /// Computes all gates from a state and inputs.
    fn compute(&mut self, latches: &[bool], inputs: &[bool]) {
        let model = self.model;
        self.values.resize(model.defined(), false);
        let states = model.latches.iter().map(|latch| latch.variable).zip(latches);
        for (variable, &value) in model.inputs.iter().zip(inputs).chain(states) {
            self.set(variable, value);
        }
        for gate in &model.gates {
            self.set(gate.variable, gate.rhs.iter().all(|&lit| self.value(lit)));
        }
    }

    /// Every latch starts with the value of its reset literal, unless that is the latch itself.
    /// The literal may be a function of the inputs and the other latches at time 0.
    fn check_resets(&self, place: Place) -> Result<(), Failure> {
        for (number, latch) in self.model.latches.iter().enumerate() {
            let reset = self.value(latch.reset);
            if !latch.is_free() && self.value(Lit::positive(latch.variable)) != reset {
                let rejection = Rejection::Reset { latch: number, reset };
                return Err(Failure::Rejected { place: nth_after(place, number), rejection });
            }
        }
        Ok(())
    }
}
