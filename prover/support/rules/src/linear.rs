//! Linear expressions with exact coefficients over numbered variables.

use format_number::{Integer, Rational};

/// `sum a_i x_i + c`: variables increase, no coefficient is 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// Variables and their coefficients.
    pub terms: Vec<(u32, Rational)>,
    /// What is added.
    pub constant: Rational,
}

impl Linear {
    /// An expression without variables.
    #[must_use]
    pub fn constant(value: Rational) -> Self {
        Self { terms: Vec::new(), constant: value }
    }

    /// A variable.
    #[must_use]
    pub fn variable(variable: u32) -> Self {
        Self { terms: vec![(variable, Rational::ONE)], constant: Rational::ZERO }
    }

    /// The value of an expression without variables.
    #[must_use]
    pub fn as_constant(&self) -> Option<&Rational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    /// The variable, if the expression is one.
    #[must_use]
    pub fn as_variable(&self) -> Option<u32> {
        match &*self.terms {
            [(variable, coefficient)]
                if *coefficient == Rational::ONE && self.constant.is_zero() =>
            {
                Some(*variable)
            }
            _ => None,
        }
    }

    /// The coefficient of a variable.
    #[must_use]
    pub fn coefficient(&self, variable: u32) -> Rational {
        match self.terms.binary_search_by_key(&variable, |(v, _)| *v) {
            Ok(at) => self.terms[at].1.clone(),
            Err(_) => Rational::ZERO,
        }
    }

    /// Whether a variable occurs.
    #[must_use]
    pub fn mentions(&self, variable: u32) -> bool {
        self.terms.binary_search_by_key(&variable, |(v, _)| *v).is_ok()
    }

    /// `self + factor * other`.
    #[must_use]
    pub fn plus(&self, factor: &Rational, other: &Self) -> Self {
        if factor.is_zero() {
            return self.clone();
        }
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            match (left.peek(), right.peek()) {
                (Some((v, a)), Some((w, b))) if v == w => {
                    let sum = a + &(factor * b);
                    if !sum.is_zero() {
                        terms.push((*v, sum));
                    }
                    left.next();
                    right.next();
                }
                (Some((v, a)), Some((w, _))) if v < w => {
                    terms.push((*v, a.clone()));
                    left.next();
                }
                (_, Some((w, b))) => {
                    terms.push((*w, factor * b));
                    right.next();
                }
                (Some((v, a)), None) => {
                    terms.push((*v, a.clone()));
                    left.next();
                }
                (None, None) => break,
            }
        }
        Self { terms, constant: &self.constant + &(factor * &other.constant) }
    }

    /// `factor * self`.
    #[must_use]
    pub fn times(&self, factor: &Rational) -> Self {
        if factor.is_zero() {
            return Self::default();
        }
        let terms = self.terms.iter().map(|(v, a)| (*v, a * factor)).collect();
        Self { terms, constant: &self.constant * factor }
    }

    /// `-self`.
    #[must_use]
    pub fn negated(&self) -> Self {
        self.times(&Rational::from(-1))
    }

    /// `self + value`.
    #[must_use]
    pub fn plus_constant(&self, value: &Rational) -> Self {
        Self { terms: self.terms.clone(), constant: &self.constant + value }
    }

    /// The expression without one variable.
    #[must_use]
    pub fn without(&self, variable: u32) -> Self {
        let terms = self.terms.iter().filter(|(v, _)| *v != variable).cloned().collect();
        Self { terms, constant: self.constant.clone() }
    }

    /// The expression with another in the place of a variable.
    #[must_use]
    pub fn substitute(&self, variable: u32, by: &Self) -> Self {
        let factor = self.coefficient(variable);
        if factor.is_zero() { self.clone() } else { self.without(variable).plus(&factor, by) }
    }

    /// The expression with every variable replaced.
    #[must_use]
    pub fn map(&self, mut by: impl FnMut(u32) -> Self) -> Self {
        let mut sum = Self::constant(self.constant.clone());
        for (variable, factor) in &self.terms {
            sum = sum.plus(factor, &by(*variable));
        }
        sum
    }

    /// The value where variables have values.
    #[must_use]
    pub fn value(&self, mut of: impl FnMut(u32) -> Rational) -> Rational {
        let mut sum = self.constant.clone();
        for (variable, factor) in &self.terms {
            sum = &sum + &(factor * &of(*variable));
        }
        sum
    }

    /// The positive factor that makes the variables' coefficients coprime integers.
    #[must_use]
    pub fn scale(&self) -> Rational {
        let mut gcd = Integer::ZERO;
        let mut lcm = Integer::ONE;
        for (_, factor) in &self.terms {
            gcd = gcd.gcd(&factor.numerator());
            lcm = least_common(&lcm, &factor.denominator());
        }
        match Rational::new(lcm, gcd) {
            Some(scale) => scale,
            None => Rational::ONE,
        }
    }
}

/// The least common multiple of two positive numbers.
#[must_use]
pub fn least_common(left: &Integer, right: &Integer) -> Integer {
    let gcd = left.gcd(right);
    let quotient = left.div_euclid(&gcd).unwrap_or(Integer::ONE);
    (&quotient * right).abs()
}
