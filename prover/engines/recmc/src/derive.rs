//! The derivation of false: facts are instantiated from the last one back to the first.

use crate::search::Search;
use crate::stop::Stopped;
use format_smtlib::Sort;
use std::collections::HashMap;
use support_rules::{Derivation, Linear, Literal, Step, Value};

/// A fact of a predicate with values of its arguments.
type Point = (usize, usize, Vec<Value>);

/// What is worked on: the instance of a rule whose premises are being derived.
struct Open {
    point: Point,
    step: Step,
    /// The premises that are left, the last one first.
    left: Vec<Point>,
}

/// Derives false from the fact that says so.
pub(crate) fn derivation(search: &mut Search<'_>) -> Result<Derivation, Stopped> {
    let mut steps = Vec::new();
    let mut known: HashMap<Point, usize> = HashMap::new();
    let root = (search.program.goal, 0, Vec::new());
    let mut stack = vec![open(search, root)?];
    while let Some(top) = stack.last_mut() {
        let Some(next) = top.left.last() else {
            if let Some(Open { point, step, .. }) = stack.pop() {
                known.insert(point, steps.len());
                steps.push(step);
            }
            continue;
        };
        if let Some(step) = known.get(next) {
            top.step.premises.push(*step);
            top.left.pop();
        } else {
            let next = next.clone();
            let opened = open(search, next)?;
            stack.push(opened);
        }
    }
    Ok(Derivation { steps })
}

/// An instance of the rule that a fact comes from.
fn open(search: &mut Search<'_>, point: Point) -> Result<Open, Stopped> {
    let (predicate, number, values) = &point;
    let fact = search.summaries[*predicate].facts[*number].clone();
    let sorts = &search.program.predicates[*predicate].sorts;
    let equalities = equalities(values, sorts);
    let transfer = &mut search.transfers[fact.rule];
    if !transfer.instantiate(&fact.premises, &equalities, &search.stop)? {
        return Err(Stopped::NoInstance);
    }
    let rule = &search.program.rules[fact.rule];
    let model = transfer.model(rule);
    let mut left: Vec<Point> = Vec::new();
    for (atom, premise) in rule.body.iter().zip(&fact.premises) {
        let arguments = atom.arguments.iter().map(|argument| model.argument(argument));
        left.push((atom.predicate, *premise, arguments.collect()));
    }
    left.reverse();
    let values = rule.clause_values(&model);
    let step = Step { clause: rule.clause, premises: Vec::new(), values };
    Ok(Open { point, step, left })
}

fn equalities(values: &[Value], sorts: &[Sort]) -> Vec<Literal> {
    let literal = |(parameter, value): (u32, &Value)| match value {
        Value::Bool(value) => Some(Literal::Bool(parameter, *value)),
        Value::Number(number) => {
            let linear = Linear::variable(parameter).plus_constant(&-number);
            Literal::equal(&linear, sorts).ok()
        }
    };
    (0..).zip(values).filter_map(literal).collect()
}
