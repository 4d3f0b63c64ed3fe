//! The operators of SMT-LIB, as the terms that they stand for.

use crate::{Cause, Node, Sort, SortError, TermId, Terms};
use format_number::{Integer, Rational};

/// Names that SMT-LIB has a meaning for: no file may give them another.
pub(crate) const RESERVED: &str = " true false not and or xor => ite = distinct <= < >= > + - * / \
    div mod abs to_real to_int is_int let forall exists match ! _ as ";

/// Whether no file may give the name a meaning.
pub(crate) fn is_reserved(name: &str) -> bool {
    !name.contains(' ') && RESERVED.contains(&format!(" {name} "))
}

/// Why an operator does not apply.
enum Fault {
    Operands,
    NotLinear,
}

impl From<SortError> for Fault {
    fn from(_: SortError) -> Self {
        Self::Operands
    }
}

/// The term that an operator with operands stands for.
pub(crate) fn apply(
    terms: &mut Terms,
    name: &str,
    mut parts: Vec<TermId>,
) -> Result<TermId, Cause> {
    unify(terms, &mut parts, name == "/");
    let found: Vec<Sort> = parts.iter().filter_map(|part| terms.sort(*part)).collect();
    build(terms, name, &parts, &found).map_err(|fault| match fault {
        Fault::NotLinear => Cause::NotLinear,
        Fault::Operands => Cause::Operands { name: name.to_owned(), found },
    })
}

/// Beside a Real, or if told so, a number without a point is a Real.
pub(crate) fn unify(terms: &mut Terms, parts: &mut [TermId], always: bool) {
    let is_real = |part: &TermId| terms.sort(*part) == Some(Sort::Real);
    if !always && !parts.iter().any(is_real) {
        return;
    }
    for part in parts {
        if let Some(Node::Number(number, Sort::Int)) = terms.node(*part) {
            let real = Node::Number(number.clone(), Sort::Real);
            *part = terms.add(real).unwrap_or(*part);
        }
    }
}

fn build(terms: &mut Terms, name: &str, parts: &[TermId], found: &[Sort]) -> Result<TermId, Fault> {
    let sort = match name {
        "+" | "-" | "*" => found.first().copied().filter(|sort| *sort != Sort::Bool),
        "/" => Some(Sort::Real),
        "div" | "mod" | "to_real" => Some(Sort::Int),
        _ => None,
    };
    if "+ - * / div mod to_real".contains(name) && !found.iter().all(|other| Some(*other) == sort) {
        return Err(Fault::Operands);
    }
    let node = match (name, parts) {
        ("not", [a]) => Node::Not(*a),
        ("and", _) => Node::And(parts.to_vec()),
        ("or", _) => Node::Or(parts.to_vec()),
        ("ite", [a, b, c]) => Node::Ite(*a, *b, *c),
        ("to_real", [a]) => match constant(terms, *a) {
            Some(number) => Node::Number(number, Sort::Real),
            None => Node::ToReal(*a),
        },
        // Right-associative: a => (b => c) holds if a does not, or b does not, or c does.
        ("=>", [premises @ .., conclusion]) if !premises.is_empty() => {
            let either = premises.iter().map(|premise| terms.add(Node::Not(*premise)));
            let mut either = either.collect::<Result<Vec<_>, _>>()?;
            either.push(*conclusion);
            Node::Or(either)
        }
        ("=" | "<=" | "<" | ">=" | ">", [_, _, ..]) => {
            let pairs = parts.iter().zip(parts.iter().skip(1));
            return all(pairs.map(|(a, b)| compare(terms, name, *a, *b)).collect(), terms);
        }
        ("distinct", [_, _, ..]) => {
            let rest = |number: usize| parts.iter().skip(number.saturating_add(1));
            let pairs = parts.iter().enumerate().flat_map(|(n, a)| rest(n).map(move |b| (*a, *b)));
            let pairs = pairs.map(|(a, b)| {
                let equal = compare(terms, "=", a, b)?;
                terms.add(Node::Not(equal))
            });
            return all(pairs.collect(), terms);
        }
        ("+", [_, ..]) => return sum(terms, sort, parts.to_vec()),
        ("-", [a]) => return scale(terms, &-&Rational::ONE, *a),
        ("-", [first, rest @ ..]) => {
            let mut all = vec![*first];
            for part in rest {
                all.push(scale(terms, &-&Rational::ONE, *part)?);
            }
            return sum(terms, sort, all);
        }
        ("mod", [_, _]) | ("*" | "/" | "div" | "xor", [_, _, ..]) => {
            let (first, rest) = parts.split_first().ok_or(Fault::Operands)?;
            return rest.iter().try_fold(*first, |a, b| combine(terms, name, a, *b));
        }
        _ => return Err(Fault::Operands),
    };
    Ok(terms.add(node)?)
}

/// One comparison as it is, several as their conjunction.
fn all(pairs: Result<Vec<TermId>, SortError>, terms: &mut Terms) -> Result<TermId, Fault> {
    let pairs = pairs?;
    match *pairs {
        [only] => Ok(only),
        _ => Ok(terms.add(Node::And(pairs))?),
    }
}

fn compare(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Result<TermId, SortError> {
    let is_bool = terms.sort(a) == Some(Sort::Bool);
    terms.add(match name {
        "=" if is_bool => Node::Iff(a, b),
        "=" => Node::Equal(a, b),
        "<=" => Node::LessEqual(a, b),
        "<" => Node::Less(a, b),
        ">=" => Node::LessEqual(b, a),
        _ => Node::Less(b, a),
    })
}

/// An operator that goes from left to right.
fn combine(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Result<TermId, Fault> {
    let node = match (name, constant(terms, a), constant(terms, b)) {
        ("xor", ..) => Node::Not(terms.add(Node::Iff(a, b))?),
        ("*", _, Some(factor)) => return scale(terms, &factor, a),
        ("*", Some(factor), None) => return scale(terms, &factor, b),
        ("/", _, Some(divisor)) => {
            return scale(terms, &divisor.recip().ok_or(Fault::NotLinear)?, a);
        }
        ("div" | "mod", _, Some(divisor)) if !divisor.is_zero() => {
            let divisor = divisor.numerator();
            if name == "div" { Node::Div(a, divisor) } else { Node::Mod(a, divisor) }
        }
        _ => return Err(Fault::NotLinear),
    };
    Ok(terms.add(node)?)
}

fn constant(terms: &Terms, term: TermId) -> Option<Rational> {
    match terms.node(term) {
        Some(Node::Number(number, _)) => Some(number.clone()),
        _ => None,
    }
}

/// The multiple of a term; of a number it is a number.
fn scale(terms: &mut Terms, factor: &Rational, term: TermId) -> Result<TermId, Fault> {
    let node = match terms.node(term) {
        Some(Node::Number(number, sort)) => Node::Number(factor * number, *sort),
        _ => Node::Scale(factor.clone(), term),
    };
    Ok(terms.add(node)?)
}

/// The sum of terms of a sort; of numbers it is a number.
fn sum(terms: &mut Terms, sort: Option<Sort>, parts: Vec<TermId>) -> Result<TermId, Fault> {
    let total = parts.iter().try_fold(Rational::ZERO, |total, part| {
        constant(terms, *part).map(|number| &total + &number)
    });
    let number = total.zip(sort).map(|(total, sort)| Node::Number(total, sort));
    Ok(terms.add(number.unwrap_or(Node::Add(parts)))?)
}

/// A number without a point is an Int, one with a point a Real.
pub(crate) fn read_number(token: &str) -> Option<Node> {
    let (whole, part) = token.split_once('.').unwrap_or((token, "0"));
    let is_part = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let below = Integer::parse_decimal(&format!("1{}", "0".repeat(part.len())))?;
    let part = Integer::parse_decimal(part.trim_start_matches('0')).unwrap_or_default();
    let above = &(&Integer::parse_decimal(whole)? * &below) + &part;
    let sort = if token.contains('.') { Sort::Real } else { Sort::Int };
    is_part
        .then(|| Rational::fraction(&above, &below))
        .flatten()
        .map(|number| Node::Number(number, sort))
}
