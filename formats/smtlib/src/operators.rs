//! The operators of SMT-LIB, as the terms that they stand for.

use crate::terms::words;
use crate::{Cause, Node, Sort, SortError, TermId, Terms};
use format_number::{Integer, Rational};

/// Names that SMT-LIB has a meaning for: no file may give them another.
pub(crate) const RESERVED: [&str; 31] = [
    "true", "false", "not", "and", "or", "xor", "=>", "ite", "=", "distinct", "<=", "<", ">=", ">",
    "+", "-", "*", "/", "div", "mod", "abs", "to_real", "to_int", "is_int", "let", "forall",
    "exists", "match", "!", "_", "as",
];

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
    unify(terms, &mut parts, false);
    let result = match name {
        "+" | "-" | "*" | "/" | "div" | "mod" | "to_real" => arithmetic(terms, name, &mut parts),
        _ => logic(terms, name, &parts),
    };
    result.map_err(|fault| match fault {
        Fault::NotLinear => Cause::NotLinear,
        Fault::Operands => {
            let found = parts.iter().filter_map(|part| terms.sort(*part)).collect();
            Cause::Operands { name: name.to_owned(), found }
        }
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

fn logic(terms: &mut Terms, name: &str, parts: &[TermId]) -> Result<TermId, Fault> {
    let node = match (name, parts) {
        ("not", [a]) => Node::Not(*a),
        ("and", _) => Node::And(parts.to_vec()),
        ("or", _) => Node::Or(parts.to_vec()),
        // Right-associative: a => (b => c) holds if a does not, or b does not, or c does.
        ("=>", [premises @ .., conclusion]) if !premises.is_empty() => {
            let mut either = Vec::new();
            for premise in premises {
                either.push(terms.add(Node::Not(*premise))?);
            }
            either.push(*conclusion);
            Node::Or(either)
        }
        ("xor", [first, rest @ ..]) if !rest.is_empty() => {
            let mut sum = *first;
            for part in rest {
                let equal = terms.add(Node::Iff(sum, *part))?;
                sum = terms.add(Node::Not(equal))?;
            }
            return Ok(sum);
        }
        ("ite", [a, b, c]) => Node::Ite(*a, *b, *c),
        ("=" | "<=" | "<" | ">=" | ">", [_, _, ..]) => {
            let pairs = parts.iter().zip(parts.iter().skip(1));
            let pairs = pairs.map(|(a, b)| compare(terms, name, *a, *b));
            return all(pairs.collect::<Result<_, _>>()?, terms);
        }
        ("distinct", [_, _, ..]) => {
            let mut pairs = Vec::new();
            for (number, a) in parts.iter().enumerate() {
                for b in parts.iter().skip(number.saturating_add(1)) {
                    let equal = compare(terms, "=", *a, *b)?;
                    pairs.push(terms.add(Node::Not(equal))?);
                }
            }
            return all(pairs, terms);
        }
        _ => return Err(Fault::Operands),
    };
    Ok(terms.add(node)?)
}

/// One comparison as it is, several as their conjunction.
fn all(pairs: Vec<TermId>, terms: &mut Terms) -> Result<TermId, Fault> {
    match *pairs {
        [only] => Ok(only),
        _ => Ok(terms.add(Node::And(pairs))?),
    }
}

fn compare(terms: &mut Terms, name: &str, a: TermId, b: TermId) -> Result<TermId, Fault> {
    let is_bool = terms.sort(a) == Some(Sort::Bool);
    Ok(terms.add(match name {
        "=" if is_bool => Node::Iff(a, b),
        "=" => Node::Equal(a, b),
        "<=" => Node::LessEqual(a, b),
        "<" => Node::Less(a, b),
        ">=" => Node::LessEqual(b, a),
        _ => Node::Less(b, a),
    })?)
}

fn arithmetic(terms: &mut Terms, name: &str, parts: &mut [TermId]) -> Result<TermId, Fault> {
    unify(terms, parts, name == "/");
    let sort = parts.first().and_then(|part| terms.sort(*part)).ok_or(Fault::Operands)?;
    let is_right = match name {
        "/" => sort == Sort::Real,
        "div" | "mod" | "to_real" => sort == Sort::Int,
        _ => sort != Sort::Bool,
    };
    if !is_right || !parts.iter().all(|part| terms.sort(*part) == Some(sort)) {
        return Err(Fault::Operands);
    }
    let minus = -&Rational::ONE;
    match (name, &*parts) {
        ("+", [_, ..]) => sum(terms, sort, parts.to_vec()),
        ("-", [a]) => scale(terms, &minus, *a),
        ("-", [first, rest @ ..]) => {
            let mut all = vec![*first];
            for part in rest {
                all.push(scale(terms, &minus, *part)?);
            }
            sum(terms, sort, all)
        }
        ("*" | "/" | "div", [first, rest @ ..]) if !rest.is_empty() => {
            let mut result = *first;
            for part in rest {
                result = match (name, constant(terms, result), constant(terms, *part)) {
                    ("*", _, Some(factor)) => scale(terms, &factor, result)?,
                    ("*", Some(factor), None) => scale(terms, &factor, *part)?,
                    ("/", _, Some(divisor)) => {
                        scale(terms, &divisor.recip().ok_or(Fault::NotLinear)?, result)?
                    }
                    ("div", _, Some(divisor)) => {
                        terms.add(Node::Div(result, other_than_0(&divisor)?))?
                    }
                    _ => return Err(Fault::NotLinear),
                };
            }
            Ok(result)
        }
        ("mod", [a, b]) => {
            let divisor = constant(terms, *b).ok_or(Fault::NotLinear)?;
            Ok(terms.add(Node::Mod(*a, other_than_0(&divisor)?))?)
        }
        ("to_real", [a]) => match constant(terms, *a) {
            Some(number) => Ok(terms.add(Node::Number(number, Sort::Real))?),
            None => Ok(terms.add(Node::ToReal(*a))?),
        },
        _ => Err(Fault::Operands),
    }
}

/// What it takes to compute with the numbers among the parts, beyond short ones: a product is as
/// long as its factors together, and time grows with the square of that.
pub(crate) fn effort(terms: &Terms, parts: &[TermId]) -> usize {
    let bits = parts.iter().map(|part| match terms.node(*part) {
        Some(Node::Number(number, _)) => number.bits(),
        _ => 0,
    });
    let words = words(bits.fold(0, u64::saturating_add));
    words.saturating_mul((words / 64).saturating_add(1)).saturating_mul(parts.len())
}

fn other_than_0(divisor: &Rational) -> Result<Integer, Fault> {
    divisor.to_integer().filter(|divisor| !divisor.is_zero()).ok_or(Fault::NotLinear)
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
fn sum(terms: &mut Terms, sort: Sort, parts: Vec<TermId>) -> Result<TermId, Fault> {
    let numbers: Option<Vec<Rational>> = parts.iter().map(|part| constant(terms, *part)).collect();
    let node = match numbers {
        Some(numbers) => {
            let total = numbers.iter().fold(Rational::ZERO, |total, number| &total + number);
            Node::Number(total, sort)
        }
        None => Node::Add(parts),
    };
    Ok(terms.add(node)?)
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
