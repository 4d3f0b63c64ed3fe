//! Computes an instance of a Horn clause, exactly.

use crate::walk::walk;
use crate::{Budget, Limit};
use format_input::index;
use format_number::Rational;
use format_smtlib::{Application, Clause, Node, TermId, Value};

/// An instance of a Horn clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    /// Whether the constraint holds.
    pub holds: bool,
    /// The values of the arguments, for each predicate of the body.
    pub body: Vec<Vec<Value>>,
    /// The values of the head's arguments.
    pub head: Option<Vec<Value>>,
}

/// The instance for values of the clause's variables. Values that are missing or of other sorts
/// are a [`Limit`] too.
pub fn evaluate(clause: &Clause, values: &[Value]) -> Result<Instance, Limit> {
    let mut budget = Budget::default();
    let mut known = Vec::new();
    let mut value = |term| {
        walk(&clause.terms, term, &mut known, |node, part| {
            let value = compute(node, values, part)?;
            match &value {
                Value::Bool(_) => budget.take(1, &Rational::ZERO)?,
                Value::Number(number) => budget.take(1, number)?,
            }
            Ok(value)
        })
    };
    let holds = value(clause.constraint)? == Value::Bool(true);
    let mut arguments = |atom: &Application| {
        atom.arguments.iter().map(|term| value(*term)).collect::<Result<Vec<_>, _>>()
    };
    let body = clause.body.iter().map(&mut arguments).collect::<Result<Vec<_>, _>>()?;
    let head = clause.head.as_ref().map(arguments).transpose()?;
    Ok(Instance { holds, body, head })
}

fn compute(
    node: &Node,
    values: &[Value],
    part: &dyn Fn(TermId) -> Result<Value, Limit>,
) -> Result<Value, Limit> {
    let truth = |term: TermId| match part(term)? {
        Value::Bool(truth) => Ok(truth),
        Value::Number(_) => Err(Limit),
    };
    let number = |term: TermId| match part(term)? {
        Value::Number(number) => Ok(number),
        Value::Bool(_) => Err(Limit),
    };
    let integer = |term: TermId| number(term)?.to_integer().ok_or(Limit);
    Ok(match node {
        Node::Bool(truth) => Value::Bool(*truth),
        Node::Number(number, _) => Value::Number(number.clone()),
        Node::Variable(variable) => values.get(index(*variable)).cloned().ok_or(Limit)?,
        Node::Not(a) => Value::Bool(!truth(*a)?),
        Node::And(parts) => {
            let all = parts.iter().try_fold(true, |all, part| Ok(truth(*part)? && all));
            Value::Bool(all?)
        }
        Node::Or(parts) => {
            let any = parts.iter().try_fold(false, |any, part| Ok(truth(*part)? || any));
            Value::Bool(any?)
        }
        Node::Iff(a, b) => Value::Bool(truth(*a)? == truth(*b)?),
        Node::Ite(condition, a, b) => part(if truth(*condition)? { *a } else { *b })?,
        Node::LessEqual(a, b) => Value::Bool(number(*a)? <= number(*b)?),
        Node::Less(a, b) => Value::Bool(number(*a)? < number(*b)?),
        Node::Equal(a, b) => Value::Bool(number(*a)? == number(*b)?),
        Node::Add(parts) => {
            let sum = parts.iter().try_fold(Rational::ZERO, |sum, part| Ok(&sum + &number(*part)?));
            Value::Number(sum?)
        }
        Node::Scale(factor, a) => Value::Number(factor * &number(*a)?),
        Node::Div(a, divisor) => {
            Value::Number(integer(*a)?.div_rem(divisor).ok_or(Limit)?.0.into())
        }
        Node::Mod(a, divisor) => {
            Value::Number(integer(*a)?.div_rem(divisor).ok_or(Limit)?.1.into())
        }
        Node::ToReal(a) => Value::Number(number(*a)?),
    })
}
