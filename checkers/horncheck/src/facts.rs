//! Instances of clauses, each from instances before it, up to false.

use crate::failure::KIND;
use crate::{Failure, Fault};
use claim_horn::{Budget, evaluate};
use format_horn::{Line, Reader};
use format_input::index;
use format_number::Rational;
use format_smtlib::{Application, Clause, System, Value};
use std::io::Read;

/// The most words of memory that the arguments of all facts may need.
const MOST_WORDS: u64 = 1 << 27;

/// A predicate that holds of values; none stands for false.
type Fact = Option<(u32, Vec<Value>)>;

/// Checks the instances, each of which is an immediate consequence of earlier ones, so that every
/// model of the clauses makes it true. The last one is false. The answer is their number.
pub(crate) fn check(system: &System, lines: &mut Reader<impl Read>) -> Result<u64, Failure> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut budget = Budget::of(MOST_WORDS);
    while let Some(line) = lines.next_line(0).map_err(Failure::Certificate)? {
        let Line::Fact(number, premises, values) = line else {
            return Err(Failure::Line(lines.place(), KIND.to_owned().into()));
        };
        let fact = match system.clauses.get(index(number)) {
            None => Err(format!("the system has no clause {number}").into()),
            Some(clause) => check_fact(clause, &facts, &premises, &values),
        };
        let fact = fact.map_err(|fault| Failure::Line(lines.place(), fault))?;
        for value in fact.iter().flat_map(|(_, values)| values) {
            let size = match value {
                Value::Bool(_) => &Rational::ZERO,
                Value::Number(number) => number,
            };
            let full = |limit| Failure::Line(lines.place(), Fault::Limit(limit));
            budget.take(1, size).map_err(full)?;
        }
        facts.push(fact);
    }
    match facts.last() {
        Some(None) => Ok(u64::try_from(facts.len()).unwrap_or(u64::MAX)),
        _ => Err(Failure::NotFalse),
    }
}

/// Every variable has a value of its sort, the constraint holds, the predicates of the body are
/// facts before this one, in order, each with the values that its arguments have here.
fn check_fact(
    clause: &Clause,
    facts: &[Fact],
    premises: &[u64],
    values: &[Value],
) -> Result<Fact, Fault> {
    let variables = clause.variables.len();
    if values.len() != variables {
        return Err(format!("expected a value for each of {variables} variables").into());
    }
    let mut sorts = clause.variables.iter().zip(values);
    if let Some(number) = sorts.position(|((_, sort), value)| !value.has_sort(*sort)) {
        return Err(format!("value {number} is of another sort than its variable").into());
    }
    if premises.len() != clause.body.len() {
        return Err(
            format!("expected a premise for each of {} predicates", clause.body.len()).into()
        );
    }
    let instance = evaluate(clause, values)?;
    if !instance.holds {
        return Err("the constraint of the clause is false".to_owned().into());
    }
    for ((number, atom), arguments) in premises.iter().zip(&clause.body).zip(instance.body) {
        let place = usize::try_from(*number).ok().and_then(|number| number.checked_sub(1));
        let fact = place
            .and_then(|place| facts.get(place))
            .ok_or_else(|| format!("fact {number} is not before this one"))?;
        if *fact != Some((atom.predicate, arguments)) {
            return Err(format!("fact {number} is not what the body needs").into());
        }
    }
    let head = |(atom, arguments): (&Application, _)| (atom.predicate, arguments);
    Ok(clause.head.as_ref().zip(instance.head).map(head))
}
