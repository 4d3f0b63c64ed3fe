//! Values for which a clause does not hold of a model.

use crate::Error;
use crate::obligation::load;
use claim_horn::{evaluate, obligation};
use format_number::Rational;
use format_smtlib::{Formula, Node, Sort, SortError, System, TermId, Terms, Value};
use support_smt::{Solver, Var};

/// A clause that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The number of the clause.
    pub clause: usize,
    /// The values of its variables, in order: the constraint and the formulas of the body hold,
    /// that of the head does not.
    pub values: Vec<Value>,
}

/// The values of the last model of a solver that was loaded with the clause's obligation; none
/// if it was stopped.
pub(crate) fn find_violation(
    system: &System,
    number: usize,
    invariants: &[Formula],
    solver: &Solver,
    seed: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Option<Violation>, Error> {
    let internal = Error::Internal("the violated clause cannot be evaluated");
    let Some(clause) = system.clauses.get(number) else { return Err(internal) };
    let sorts: Vec<Sort> = clause.variables.iter().map(|(_, sort)| *sort).collect();
    let values = if sorts.contains(&Sort::Bool) {
        // The obligation has no names for the variables of sort Bool: numbers tell their values.
        let (system, names) = with_numbers(system, number).map_err(|_| internal)?;
        let cnf = obligation(&system, number, invariants);
        let cnf = cnf.map_err(|limit| Error::Limit(number, limit))?;
        let mut solver = load(&cnf, seed, false)?;
        if solver.solve(&[], stop) != Some(true) {
            return Ok(None);
        }
        values(&solver, &sorts, &names)
    } else {
        values(solver, &sorts, &[])
    };
    let instance = evaluate(clause, &values).map_err(|limit| Error::Limit(number, limit))?;
    if !instance.holds {
        return Err(Error::Internal("the values of the violated clause do not fit"));
    }
    Ok(Some(Violation { clause: number, values }))
}

fn values(solver: &Solver, sorts: &[Sort], names: &[Option<u32>]) -> Vec<Value> {
    let number =
        |index: usize| solver.number(Var::from_index(u32::try_from(index).unwrap_or(u32::MAX)));
    let value = |(index, sort): (usize, &Sort)| match sort {
        Sort::Bool => {
            let name =
                names.get(index).copied().flatten().and_then(|name| usize::try_from(name).ok());
            Value::Bool(name.is_some_and(|name| number(name) >= Rational::ONE))
        }
        _ => Value::Number(number(index)),
    };
    sorts.iter().enumerate().map(value).collect()
}

/// A system whose clause has a number for each variable of sort Bool, which is 1 at least if the
/// variable is true; and the numbers' names.
fn with_numbers(system: &System, number: usize) -> Result<(System, Vec<Option<u32>>), SortError> {
    let mut system = system.clone();
    let clause = system.clauses.get_mut(number).ok_or(SortError)?;
    let mut names = vec![None; clause.variables.len()];
    let mut parts = vec![clause.constraint];
    let bools: Vec<usize> = (0..clause.variables.len())
        .filter(|&index| clause.variables.get(index).is_some_and(|(_, sort)| *sort == Sort::Bool))
        .collect();
    for index in bools {
        let name = clause.terms.add_variable(Sort::Int);
        clause.variables.push((format!("v!{index}"), Sort::Int));
        parts.push(tie(&mut clause.terms, index, name)?);
        if let Some(slot) = names.get_mut(index) {
            *slot = Some(name);
        }
    }
    clause.constraint = clause.terms.add(Node::And(parts))?;
    Ok((system, names))
}

/// The variable is true if and only if the number is 1 at least.
fn tie(terms: &mut Terms, variable: usize, number: u32) -> Result<TermId, SortError> {
    let variable = u32::try_from(variable).map_err(|_| SortError)?;
    let variable = terms.add(Node::Variable(variable))?;
    let number = terms.add(Node::Variable(number))?;
    let one = terms.add(Node::Number(Rational::ONE, Sort::Int))?;
    let is_large = terms.add(Node::LessEqual(one, number))?;
    terms.add(Node::Iff(variable, is_large))
}
