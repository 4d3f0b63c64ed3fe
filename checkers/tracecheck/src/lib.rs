//! Decides whether a witness is one: a run of a circuit that reaches a bad state, inputs for which
//! two circuits differ or a product is wrong, or an assignment that satisfies a formula.
//!
//! Circuits begin with the letter `a`, and no formula does; the witness says what it shows.

mod differ;
mod failure;
mod line;
mod product;
mod run;
#[cfg(test)]
mod tests;
mod vector;
mod verdict;

pub use differ::{Difference, check_difference};
pub use failure::Failure;
pub use product::{WrongProduct, check_product};
pub use run::Run;
pub use verdict::{verdict, verdict_of_two};

use claim_multiplier::Options;
use claim_trace::{Assignment, Question, Rejection, Target};
use claim_unsat::{Formula, read_formula};
use format_aiger::Model;
use format_input::{Cause, Place, ReadError};
use format_trace::{Property, Reader};
use std::io::{Cursor, Read};

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Witness {
    /// A run, and the properties that fail on it.
    Run {
        /// The circuit in a few words.
        model: String,
        /// The run's length and what it met.
        run: Run,
        /// The properties that are true at its end, all that the trace names.
        targets: Vec<Target>,
    },
    /// Operands with a wrong product.
    Product(Box<WrongProduct>),
    /// An assignment that satisfies every clause.
    Model {
        /// The formula.
        formula: Formula,
        /// The number of variables with a value.
        assigned: u64,
    },
}

/// What the witness has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// What the problem's file suggests, whatever the witness says: that a formula has a model,
    /// that a property of the circuit fails, or, of a circuit with several outputs and neither
    /// latches nor properties nor constraints, that it does not multiply as [`Options::default`]
    /// asks.
    Natural,
    /// That some property of the circuit fails.
    AnyProperty,
    /// That the property with this number fails.
    Property(u32),
}

/// Checks the witness against the problem, to the last byte of both.
pub fn check(mut problem: impl Read, witness: impl Read, asked: Asked) -> Result<Witness, Failure> {
    let mut first = Vec::new();
    problem.by_ref().take(1).read_to_end(&mut first).map_err(|error| {
        let cause = Cause::Unreadable(error.to_string());
        Failure::Formula(ReadError { place: Place::Byte(0), cause }.into())
    })?;
    let is_circuit = first == b"a";
    let problem = Cursor::new(first).chain(problem);
    if is_circuit {
        check_circuit(problem, witness, asked)
    } else if asked != Asked::Natural {
        Err(Failure::NotACircuit)
    } else {
        check_formula(problem, witness)
    }
}

fn check_circuit(problem: impl Read, witness: impl Read, asked: Asked) -> Result<Witness, Failure> {
    let model = format_aiger::read(problem).map_err(Failure::Circuit)?;
    let reader = Reader::new(witness)?;
    // The question is the file's: a trace of the other kind may be right, and answers another one.
    if asked == Asked::Natural && may_multiply(&model) {
        let mut others = reader.properties().iter();
        if let Some(&(place, _)) = others.find(|(_, named)| !matches!(named, Property::Product(_)))
        {
            return Err(Failure::Rejected { place, rejection: Rejection::AProduct });
        }
        let wrong = product::check(&model, &Options::default(), reader)?;
        return Ok(Witness::Product(Box::new(wrong)));
    }
    let property = if let Asked::Property(number) = asked { Some(number) } else { None };
    let question = Question::new(&model, property).map_err(Failure::Question)?;
    let (run, targets) = run::check(&question, reader)?;
    let words = format!(
        "inputs {}, latches {}, gates {}, constraints {}; {}",
        model.inputs.len(),
        model.latches.len(),
        model.gates.len(),
        model.constraints.len(),
        question.properties()
    );
    Ok(Witness::Run { model: words, run, targets })
}

/// Whether the natural question about a circuit is what it computes.
fn may_multiply(model: &Model) -> bool {
    let has_properties = !model.bad.is_empty() || !model.justice.is_empty();
    let is_sequential = !model.latches.is_empty() || !model.constraints.is_empty();
    model.outputs.len() > 1 && !has_properties && !is_sequential && model.fairness.is_empty()
}

/// Every variable at most once, and in every clause a true literal.
fn check_formula(problem: impl Read, witness: impl Read) -> Result<Witness, Failure> {
    let mut reader = format_dimacs::Reader::new(problem)?;
    let mut assignment = Assignment::default();
    let mut assigned = 0_u64;
    format_model::read_model(witness, reader.header().variables, |place, lit| {
        assigned = assigned.saturating_add(1);
        let rejection = Rejection::SecondValue { variable: lit.variable() };
        assignment.assign(lit).then_some(()).ok_or(Failure::Rejected { place, rejection })
    })?;
    // The whole formula is read first: of a malformed one nothing can be said.
    let (mut number, mut unsatisfied) = (0_u64, None);
    let formula = read_formula(&mut reader, |clause| {
        number = number.saturating_add(1);
        unsatisfied = unsatisfied.or_else(|| (!assignment.satisfies(clause)).then_some(number));
        Ok::<(), Failure>(())
    })?;
    match unsatisfied {
        Some(clause) => Err(Failure::Unsatisfied { clause }),
        None => Ok(Witness::Model { formula, assigned }),
    }
}
