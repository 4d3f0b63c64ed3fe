//! Which property of a model should fail, and what a trace has to show.

use crate::Rejection;
use format_aiger::{Lit, Model};
use format_input::{Place, index};
use format_trace::{Property, Status};
use std::collections::HashSet;
use std::fmt;

/// Which property of a model should fail, asked by the user and not by the trace.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    model: &'a Model,
    /// `None` asks whether any property fails.
    asked: Option<u32>,
}

/// Why a question has no answer, whatever the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// The model has no property of this number.
    NoSuchProperty {
        /// The number.
        asked: u32,
        /// What the model has.
        properties: Properties,
    },
    /// The initial values of latches depend on each other in a circle.
    Resets(format_aiger::Error),
}

/// How many properties a model has, and what they are: its bad literals, or its outputs if it has
/// neither bad literals nor justice properties, as models before AIGER 1.9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Their number.
    pub count: usize,
    /// Whether they are outputs.
    pub are_outputs: bool,
}

/// A property that has to be true at the last time of the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Where the trace names it.
    pub place: Place,
    /// Its number.
    pub number: u32,
    /// Its literal in the model.
    pub lit: Lit,
    /// Whether it is an output.
    pub is_output: bool,
}

impl<'a> Question<'a> {
    /// The question whether property `asked` of the model fails, or any property if `None`.
    pub fn new(model: &'a Model, asked: Option<u32>) -> Result<Self, QuestionError> {
        let question = Self { model, asked };
        let properties = question.properties();
        if let Some(asked) = asked.filter(|&asked| index(asked) >= properties.count) {
            return Err(QuestionError::NoSuchProperty { asked, properties });
        }
        if model.has_reset_functions() {
            model.reset_order().map_err(QuestionError::Resets)?;
        }
        Ok(question)
    }

    /// The model that the question is about.
    #[must_use]
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// What the model's properties are.
    #[must_use]
    pub fn properties(&self) -> Properties {
        let are_outputs = self.model.bad.is_empty() && self.model.justice.is_empty();
        Properties { count: self.lits(are_outputs).len(), are_outputs }
    }

    fn lits(&self, outputs: bool) -> &'a [Lit] {
        if outputs { &self.model.outputs } else { &self.model.bad }
    }

    /// What a trace with this status and these properties has to show to answer the question.
    /// It has to show every property that it names, and has to name the one that was asked for.
    pub fn targets(
        &self,
        (place, status): (Place, Status),
        named: &[(Place, Property)],
    ) -> Result<Vec<Target>, (Place, Rejection)> {
        if status != Status::Fails {
            return Err((place, Rejection::Status(status)));
        }
        let properties = self.properties();
        let mut targets = Vec::new();
        let mut numbers = HashSet::new();
        for &(place, property) in named {
            let number = match property {
                Property::Bad(number) => number,
                Property::Justice(_) => return Err((place, Rejection::Justice(property))),
                Property::Differs(_) => return Err((place, Rejection::OneCircuit(property))),
                Property::Product(_) => return Err((place, Rejection::NotAProduct(property))),
            };
            let Some(&lit) = self.lits(properties.are_outputs).get(index(number)) else {
                return Err((place, Rejection::NoSuchProperty { number, properties }));
            };
            if !numbers.insert(number) {
                return Err((place, Rejection::NamedTwice { number }));
            }
            targets.push(Target { place, number, lit, is_output: properties.are_outputs });
        }
        let asked_for = |target: &Target| self.asked.is_none_or(|asked| asked == target.number);
        if targets.iter().any(asked_for) {
            return Ok(targets);
        }
        let (place, named) =
            targets.first().map_or((place, 0), |other| (other.place, other.number));
        Err((place, Rejection::NotAsked { asked: self.asked.unwrap_or(0), named }))
    }
}

impl fmt::Display for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, are_outputs } = self;
        match (count, are_outputs) {
            (1, false) => write!(f, "1 bad state property"),
            (_, false) => write!(f, "{count} bad state properties"),
            (1, true) => write!(f, "1 output and no bad state property"),
            (_, true) => write!(f, "{count} outputs and no bad state property"),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, lit, .. } = self;
        if self.is_output {
            write!(f, "output o{number} (literal {lit}; the model has no bad state properties)")
        } else {
            write!(f, "bad state property b{number} (literal {lit})")
        }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchProperty { asked, properties } => {
                write!(f, "there is no property {asked}: the model has {properties}")
            }
            Self::Resets(error) => error.fmt(f),
        }
    }
}
