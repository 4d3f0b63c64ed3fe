//! Lemmas as formulas of SMT-LIB.

use crate::linear::Linear;
use crate::literal::Literal;
use format_number::Rational;
use format_smtlib::{Formula, Node, Sort, SortError, TermId, Terms};

/// The formula that excludes all of the cubes, over parameters of these sorts.
pub fn formula(sorts: &[Sort], cubes: &[&[Literal]]) -> Result<Formula, SortError> {
    let mut terms = Terms::new(sorts.to_vec());
    let mut clauses = Vec::new();
    for cube in cubes {
        let mut clause = Vec::new();
        for literal in *cube {
            let term = literal_term(&mut terms, &literal.negated(sorts), sorts)?;
            clause.push(term);
        }
        clauses.push(junction(&mut terms, clause, false)?);
    }
    let root = junction(&mut terms, clauses, true)?;
    Ok(Formula { terms, root })
}

fn junction(terms: &mut Terms, parts: Vec<TermId>, is_and: bool) -> Result<TermId, SortError> {
    match (&*parts, is_and) {
        ([], _) => terms.add(Node::Bool(is_and)),
        ([part], _) => Ok(*part),
        (_, true) => terms.add(Node::And(parts)),
        (_, false) => terms.add(Node::Or(parts)),
    }
}

fn literal_term(terms: &mut Terms, literal: &Literal, sorts: &[Sort]) -> Result<TermId, SortError> {
    match literal {
        Literal::Bool(variable, value) => {
            let term = terms.add(Node::Variable(*variable))?;
            if *value { Ok(term) } else { terms.add(Node::Not(term)) }
        }
        Literal::Bound(linear, is_strict) => {
            let (left, right) = sides(terms, linear, sorts)?;
            terms.add(if *is_strict {
                Node::Less(left, right)
            } else {
                Node::LessEqual(left, right)
            })
        }
        Literal::Equal(linear) => {
            let (left, right) = sides(terms, linear, sorts)?;
            terms.add(Node::Equal(left, right))
        }
        Literal::Divides(divisor, linear, value) => {
            let sum = sum(terms, linear, sorts, false)?;
            let rest = terms.add(Node::Mod(sum, divisor.clone()))?;
            let zero = terms.add(Node::Number(Rational::ZERO, Sort::Int))?;
            let equal = terms.add(Node::Equal(rest, zero))?;
            if *value { Ok(equal) } else { terms.add(Node::Not(equal)) }
        }
    }
}

/// The expression compared with 0: the sum of its variables on the left, a number on the right.
fn sides(
    terms: &mut Terms,
    linear: &Linear,
    sorts: &[Sort],
) -> Result<(TermId, TermId), SortError> {
    let is_real = linear.terms.iter().any(|(v, _)| sorts[*v as usize] == Sort::Real);
    let left = Linear { terms: linear.terms.clone(), constant: Rational::ZERO };
    let left = sum(terms, &left, sorts, is_real)?;
    let sort = if is_real { Sort::Real } else { Sort::Int };
    let right = terms.add(Node::Number(-&linear.constant, sort))?;
    Ok((left, right))
}

fn sum(
    terms: &mut Terms,
    linear: &Linear,
    sorts: &[Sort],
    is_real: bool,
) -> Result<TermId, SortError> {
    let mut parts = Vec::new();
    for (variable, factor) in &linear.terms {
        let mut part = terms.add(Node::Variable(*variable))?;
        if is_real && sorts[*variable as usize] == Sort::Int {
            part = terms.add(Node::ToReal(part))?;
        }
        if *factor != Rational::ONE {
            part = terms.add(Node::Scale(factor.clone(), part))?;
        }
        parts.push(part);
    }
    if !linear.constant.is_zero() || parts.is_empty() {
        let sort = if is_real { Sort::Real } else { Sort::Int };
        parts.push(terms.add(Node::Number(linear.constant.clone(), sort))?);
    }
    match &*parts {
        [part] => Ok(*part),
        _ => terms.add(Node::Add(parts)),
    }
}
