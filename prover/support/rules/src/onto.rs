//! Projection of a model of a rule onto the arguments of one of its predicates.

use crate::implicant::Implicant;
use crate::linear::Linear;
use crate::literal::{Literal, Value};
use crate::project::project;
use crate::rule::{Argument, Atom, Model, Node, Rule};
use format_number::Rational;
use format_smtlib::Sort;

/// A cube over the parameters of the atom's predicate: each of its points is reached by values of
/// the rule's variables under which all that was collected holds.
#[must_use]
pub fn onto(
    rule: &Rule,
    model: &Model,
    mut collected: Implicant<'_>,
    atom: &Atom,
    parameters: &[Sort],
) -> Vec<Literal> {
    for argument in &atom.arguments {
        match argument {
            Argument::Bool(id) => {
                if !matches!(rule.node(*id), Node::Literal(Literal::Bool(..))) {
                    collected.formula(*id);
                }
            }
            Argument::Number(linear) => collected.expression(linear),
        }
    }
    let mut literals = collected.literals();
    let first = u32::try_from(rule.sorts.len()).unwrap_or(u32::MAX);
    let mut sorts = rule.sorts.clone();
    sorts.extend(parameters);
    let mut values = model.values.clone();
    for (argument, parameter) in atom.arguments.iter().zip(first..) {
        match argument {
            Argument::Bool(id) => {
                let value = model.is_true(*id);
                values.push(Value::Bool(value));
                if is_bound(rule, atom, argument, &literals) {
                    literals.push(Literal::Bool(parameter, value));
                }
            }
            Argument::Number(linear) => {
                values.push(Value::Number(model.number(linear)));
            }
        }
    }
    for (argument, parameter) in atom.arguments.iter().zip(first..) {
        if let Argument::Number(linear) = argument {
            let difference = Linear::variable(parameter).plus(&Rational::from(-1), linear);
            literals.extend(Literal::equal(&difference, &sorts).ok());
        }
    }
    let cube = project(literals, (0..first).collect(), &values, &sorts);
    cube.into_iter().map(|literal| shift(literal, first)).collect()
}

/// Whether a Boolean argument may not have any other value than in the model.
fn is_bound(rule: &Rule, atom: &Atom, argument: &Argument, literals: &[Literal]) -> bool {
    let variable = |argument: &Argument| match argument {
        Argument::Bool(id) => match rule.node(*id) {
            Node::Literal(Literal::Bool(variable, _)) => Some(*variable),
            _ => None,
        },
        Argument::Number(_) => None,
    };
    let Some(own) = variable(argument) else { return true };
    let uses = atom.arguments.iter().filter(|other| variable(other) == Some(own)).count();
    let is_kept = |literal: &Literal| matches!(literal, Literal::Bool(v, _) if *v == own);
    uses > 1 || literals.iter().any(is_kept)
}

/// Parameters are numbered from 0 on.
fn shift(literal: Literal, first: u32) -> Literal {
    let down = |linear: Linear| Linear {
        terms: linear.terms.into_iter().map(|(v, a)| (v - first, a)).collect(),
        constant: linear.constant,
    };
    match literal {
        Literal::Bool(variable, value) => Literal::Bool(variable - first, value),
        Literal::Bound(linear, is_strict) => Literal::Bound(down(linear), is_strict),
        Literal::Equal(linear) => Literal::Equal(down(linear)),
        Literal::Divides(divisor, linear, value) => Literal::Divides(divisor, down(linear), value),
    }
}
