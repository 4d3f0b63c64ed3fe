//! Small Horn clauses with an evaluation of their own.

use crate::Random;
use format_number::{Integer, Rational};

/// Of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sort {
    Bool,
    Int,
    Real,
}

/// Truth is 0 or 1.
pub(crate) type Value = Rational;

/// An operator and its operands.
#[derive(Clone, Debug)]
pub(crate) enum Term {
    Variable(usize),
    /// A number or truth value of the sort.
    Constant(Sort, i64),
    /// An operator of SMT-LIB by its name.
    Apply(&'static str, Vec<Term>),
    /// `let` that exchanges two variables.
    Exchange(usize, usize, Box<Term>),
}

pub(crate) fn truth(value: bool) -> Value {
    Value::from(i64::from(value))
}

impl Term {
    /// A random term over variables of these sorts.
    pub(crate) fn random(
        random: &mut Random,
        sort: Sort,
        variables: &[Sort],
        depth: usize,
    ) -> Self {
        let fitting: Vec<usize> = (0..variables.len()).filter(|v| variables[*v] == sort).collect();
        if depth == 0 || random.one_in(4) {
            if !fitting.is_empty() && !random.one_in(4) {
                return Self::Variable(*random.pick(&fitting));
            }
            let number = if sort == Sort::Bool { random.below(2) as i64 } else { small(random) };
            return Self::Constant(sort, number);
        }
        let part = |random: &mut Random, sort| Self::random(random, sort, variables, depth - 1);
        match sort {
            Sort::Bool => match random.below(6) {
                0 => Self::Apply("not", vec![part(random, sort)]),
                1 => {
                    let name = *random.pick(&["and", "or", "=>", "xor", "=", "distinct"]);
                    Self::Apply(name, (0..2).map(|_| part(random, sort)).collect())
                }
                2 => Self::Apply("ite", (0..3).map(|_| part(random, sort)).collect()),
                _ => {
                    let name = *random.pick(&["<", "<=", ">", ">=", "=", "distinct"]);
                    let sort = *random.pick(&[Sort::Int, Sort::Real]);
                    let count = 2 + usize::from(random.one_in(4));
                    let comparison = (0..count).map(|_| part(random, sort)).collect();
                    exchanged(random, variables, Self::Apply(name, comparison))
                }
            },
            _ => match random.below(7) {
                0 => Self::Apply("-", vec![part(random, sort)]),
                1 => {
                    let mut parts = vec![part(random, Sort::Bool)];
                    parts.extend((0..2).map(|_| part(random, sort)));
                    Self::Apply("ite", parts)
                }
                2 => {
                    Self::Apply("*", vec![Self::Constant(sort, small(random)), part(random, sort)])
                }
                3 if sort == Sort::Real => Self::Apply("to_real", vec![part(random, Sort::Int)]),
                3 | 4 => {
                    let name = if sort == Sort::Real { "/" } else { *random.pick(&["div", "mod"]) };
                    let divisor = *random.pick(&[-3, -2, -1, 1, 2, 3]);
                    Self::Apply(name, vec![part(random, sort), Self::Constant(sort, divisor)])
                }
                _ => {
                    let name = *random.pick(&["+", "-"]);
                    Self::Apply(name, (0..2).map(|_| part(random, sort)).collect())
                }
            },
        }
    }

    /// The value for values of the variables.
    pub(crate) fn value(&self, values: &[Value]) -> Value {
        let (name, parts) = match self {
            Self::Variable(variable) => return values[*variable].clone(),
            Self::Constant(_, number) => return Value::from(*number),
            Self::Exchange(a, b, inner) => {
                let mut values = values.to_vec();
                values.swap(*a, *b);
                return inner.value(&values);
            }
            Self::Apply(name, parts) => (*name, parts),
        };
        let parts: Vec<Value> = parts.iter().map(|part| part.value(values)).collect();
        let is = |number: usize| !parts[number].is_zero();
        let chain = |holds: fn(&Value, &Value) -> bool| {
            truth(parts.windows(2).all(|pair| holds(&pair[0], &pair[1])))
        };
        match name {
            "not" => truth(!is(0)),
            "and" => truth((0..parts.len()).all(is)),
            "or" => truth((0..parts.len()).any(is)),
            "=>" => truth(!is(0) || is(1)),
            "xor" => truth(is(0) != is(1)),
            "ite" => parts[if is(0) { 1 } else { 2 }].clone(),
            "=" => chain(|a, b| a == b),
            "<" => chain(|a, b| a < b),
            "<=" => chain(|a, b| a <= b),
            ">" => chain(|a, b| a > b),
            ">=" => chain(|a, b| a >= b),
            "distinct" => {
                let mut sorted = parts.clone();
                sorted.sort();
                truth(sorted.windows(2).all(|pair| pair[0] != pair[1]))
            }
            "to_real" => parts[0].clone(),
            "-" if parts.len() == 1 => -&parts[0],
            "-" => &parts[0] - &parts[1],
            "+" => &parts[0] + &parts[1],
            "*" => &parts[0] * &parts[1],
            "/" => parts[0].div(&parts[1]).unwrap_or_default(),
            _ => {
                // The largest multiple of |d| that is not above: by its definition.
                let size = parts[1].abs();
                let mut rest = parts[0].clone();
                let mut quotient = Integer::ZERO;
                let step = Integer::from(i64::from(parts[1].signum()));
                while rest.signum() < 0 {
                    rest = &rest + &size;
                    quotient = &quotient - &step;
                }
                while rest >= size {
                    rest = &rest - &size;
                    quotient = &quotient + &step;
                }
                if name == "mod" { rest } else { Value::from(quotient) }
            }
        }
    }

    /// The text, with these names of variables.
    pub(crate) fn text(&self, names: &str) -> String {
        match self {
            Self::Variable(variable) => format!("{names}{variable}"),
            Self::Constant(Sort::Bool, number) => (*number == 1).to_string(),
            Self::Constant(sort, number) => {
                let point = if *sort == Sort::Real { ".0" } else { "" };
                let digits = format!("{}{point}", number.abs());
                if *number < 0 { format!("(- {digits})") } else { digits }
            }
            Self::Exchange(a, b, inner) => {
                let inner = inner.text(names);
                format!("(let (({names}{a} {names}{b}) ({names}{b} {names}{a})) {inner})")
            }
            Self::Apply(name, parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.text(names)).collect();
                format!("({name} {})", parts.join(" "))
            }
        }
    }
}

fn small(random: &mut Random) -> i64 {
    random.below(7) as i64 - 3
}

fn exchanged(random: &mut Random, variables: &[Sort], term: Term) -> Term {
    let (a, b) = (random.below(variables.len().max(1)), random.below(variables.len().max(1)));
    if a < b && b < variables.len() && variables[a] == variables[b] && random.one_in(3) {
        return Term::Exchange(a, b, Box::new(term));
    }
    term
}
