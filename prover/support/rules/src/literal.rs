//! Literals: Boolean variables, bounds on linear expressions, equalities and divisibility.

use crate::linear::Linear;
use format_number::{Integer, Rational};
use format_smtlib::Sort;

/// A value of a variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Of a Boolean variable.
    Bool(bool),
    /// Of a number, whole if its sort is.
    Number(Rational),
}

impl Value {
    /// The number, 0 if it is none.
    #[must_use]
    pub fn number(&self) -> Rational {
        match self {
            Self::Number(number) => number.clone(),
            Self::Bool(_) => Rational::ZERO,
        }
    }

    /// The truth value, false if it is none.
    #[must_use]
    pub fn is_true(&self) -> bool {
        matches!(self, Self::Bool(true))
    }
}

/// An elementary statement about variables.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Literal {
    /// A Boolean variable has a value.
    Bool(u32, bool),
    /// `linear <= 0`, or `< 0` if strict.
    Bound(Linear, bool),
    /// `linear = 0`; it is split before it gets into a cube.
    Equal(Linear),
    /// The number divides the linear expression, or does not.
    Divides(Integer, Linear, bool),
}

/// What becomes of a literal: itself in normal form, or a constant.
pub type Normal = Result<Literal, bool>;

fn is_whole(linear: &Linear, sorts: &[Sort]) -> bool {
    linear.terms.iter().all(|(variable, _)| sorts[*variable as usize] == Sort::Int)
}

impl Literal {
    /// `linear <= 0` or `linear < 0` in normal form: coprime coefficients; over integers not
    /// strict and with a whole constant.
    pub fn bound(linear: &Linear, is_strict: bool, sorts: &[Sort]) -> Normal {
        if let Some(value) = linear.as_constant() {
            return Err(if is_strict { value.signum() < 0 } else { value.signum() <= 0 });
        }
        let mut linear = linear.times(&linear.scale());
        if !is_whole(&linear, sorts) {
            return Ok(Self::Bound(linear, is_strict));
        }
        // sum <= -c, or sum < -c, which is sum <= ceil(-c) - 1.
        let ceil = |value: &Rational| Rational::from(value.ceil());
        linear.constant = if is_strict {
            Rational::from(&linear.constant.floor() + &Integer::ONE)
        } else {
            ceil(&linear.constant)
        };
        Ok(Self::Bound(linear, false))
    }

    /// `linear = 0` in normal form: coprime coefficients, the first one positive.
    pub fn equal(linear: &Linear, sorts: &[Sort]) -> Normal {
        let Some((_, first)) = linear.terms.first() else {
            return Err(linear.constant.is_zero());
        };
        let sign = Rational::from(i64::from(first.signum()));
        let linear = linear.times(&(&linear.scale() * &sign));
        if is_whole(&linear, sorts) && !linear.constant.is_integer() {
            return Err(false);
        }
        Ok(Self::Equal(linear))
    }

    /// `divisor | linear` or its negation in normal form: coefficients from 0 to the divisor.
    pub fn divides(divisor: &Integer, linear: &Linear, is_true: bool) -> Normal {
        let mut scale = Integer::ONE;
        let coefficients = linear.terms.iter().map(|(_, factor)| factor);
        for factor in coefficients.chain([&linear.constant]) {
            scale = crate::linear::least_common(&scale, &factor.denominator());
        }
        let divisor = (divisor * &scale).abs();
        let reduce = |factor: &Rational| -> Integer {
            let whole = (factor * &Rational::from(scale.clone())).numerator();
            whole.rem_euclid(&divisor).unwrap_or(Integer::ZERO)
        };
        let terms: Vec<(u32, Integer)> = linear
            .terms
            .iter()
            .map(|(v, a)| (*v, reduce(a)))
            .filter(|(_, a)| !a.is_zero())
            .collect();
        let constant = reduce(&linear.constant);
        let common = terms.iter().fold(divisor.clone(), |gcd, (_, a)| gcd.gcd(a));
        let rest = constant.rem_euclid(&common).unwrap_or(Integer::ZERO);
        if !rest.is_zero() {
            return Err(!is_true);
        }
        if terms.is_empty() || common == divisor {
            return Err(is_true);
        }
        let shrink = |a: &Integer| Rational::from(a.div_euclid(&common).unwrap_or(Integer::ZERO));
        let terms = terms.iter().map(|(v, a)| (*v, shrink(a))).collect();
        let linear = Linear { terms, constant: shrink(&constant) };
        let divisor = divisor.div_euclid(&common).unwrap_or(divisor);
        Ok(Self::Divides(divisor, linear, is_true))
    }

    /// The opposite. An equality has none that is a literal: the bound below zero is given.
    #[must_use]
    pub fn negated(&self, sorts: &[Sort]) -> Self {
        match self {
            Self::Bool(variable, value) => Self::Bool(*variable, !value),
            Self::Bound(linear, is_strict) => {
                let linear = linear.negated();
                Self::bound(&linear, !is_strict, sorts).unwrap_or(Self::Bound(linear, !is_strict))
            }
            Self::Equal(linear) => Self::Bound(linear.clone(), true),
            Self::Divides(divisor, linear, value) => {
                Self::Divides(divisor.clone(), linear.clone(), !value)
            }
        }
    }

    /// Whether it is true where variables have values.
    #[must_use]
    pub fn holds(&self, values: &[Value]) -> bool {
        let of = |linear: &Linear| linear.value(|v| values[v as usize].number());
        match self {
            Self::Bool(variable, value) => values[*variable as usize].is_true() == *value,
            Self::Bound(linear, true) => of(linear).signum() < 0,
            Self::Bound(linear, false) => of(linear).signum() <= 0,
            Self::Equal(linear) => of(linear).is_zero(),
            Self::Divides(divisor, linear, value) => is_multiple(&of(linear), divisor) == *value,
        }
    }

    /// The linear expression, if it is about numbers.
    #[must_use]
    pub fn linear(&self) -> Option<&Linear> {
        match self {
            Self::Bool(..) => None,
            Self::Bound(linear, _) | Self::Equal(linear) | Self::Divides(_, linear, _) => {
                Some(linear)
            }
        }
    }

    /// Whether a variable occurs.
    #[must_use]
    pub fn mentions(&self, variable: u32) -> bool {
        match self {
            Self::Bool(v, _) => *v == variable,
            _ => self.linear().is_some_and(|linear| linear.mentions(variable)),
        }
    }

    /// The literal with its linear expression changed, in normal form.
    pub fn map(&self, sorts: &[Sort], change: impl FnOnce(&Linear) -> Linear) -> Normal {
        match self {
            Self::Bool(..) => Ok(self.clone()),
            Self::Bound(linear, is_strict) => Self::bound(&change(linear), *is_strict, sorts),
            Self::Equal(linear) => Self::equal(&change(linear), sorts),
            Self::Divides(divisor, linear, value) => {
                Self::divides(divisor, &change(linear), *value)
            }
        }
    }
}

/// Whether a number is a multiple of a whole one.
#[must_use]
pub fn is_multiple(value: &Rational, divisor: &Integer) -> bool {
    value.to_integer().and_then(|value| value.rem_euclid(divisor)).is_some_and(|r| r.is_zero())
}

/// Splits equalities into bounds, drops bounds that others imply, sorts.
#[must_use]
pub fn tidy(literals: Vec<Literal>, sorts: &[Sort]) -> Vec<Literal> {
    let mut split = Vec::new();
    for literal in literals {
        match literal {
            Literal::Equal(linear) => {
                split.extend(Literal::bound(&linear, false, sorts).ok());
                split.extend(Literal::bound(&linear.negated(), false, sorts).ok());
            }
            other => split.push(other),
        }
    }
    split.sort();
    split.dedup();
    // Sorted, bounds on the same sum stand together, the constant increasing: the last is tightest.
    let mut kept: Vec<Literal> = Vec::new();
    for literal in split {
        if let (Some(Literal::Bound(last, _)), Literal::Bound(next, _)) = (kept.last(), &literal)
            && last.terms == next.terms
        {
            kept.pop();
        }
        kept.push(literal);
    }
    kept
}
