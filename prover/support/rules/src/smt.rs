//! The solver with expressions over numbered variables.

use crate::linear::Linear;
use crate::literal::Literal;
use format_number::{Integer, Rational};
use format_smtlib::Sort;
use std::collections::HashMap;
use support_smt::{Lit, Relation, Solver, Var};

/// A solver whose numeric variables are numbered from 0 on.
#[derive(Debug)]
pub struct Smt {
    /// The solver itself.
    pub solver: Solver,
    variables: Vec<Var>,
    sorts: Vec<Sort>,
    /// Quotients by what is divided.
    quotients: HashMap<(Linear, Integer), u32>,
}

impl Smt {
    /// Nothing is known.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let solver = Solver::new(seed);
        Self { solver, variables: Vec::new(), sorts: Vec::new(), quotients: HashMap::new() }
    }

    /// A new numeric variable.
    pub fn numeric(&mut self, sort: Sort) -> u32 {
        let kind = if sort == Sort::Int { support_smt::Sort::Int } else { support_smt::Sort::Real };
        self.variables.push(self.solver.numeric(kind));
        self.sorts.push(sort);
        u32::try_from(self.variables.len() - 1).unwrap_or(u32::MAX)
    }

    /// The literal that has a constant value.
    #[must_use]
    pub fn constant(&self, value: bool) -> Lit {
        if value { self.solver.truth() } else { !self.solver.truth() }
    }

    /// The literal of a statement about numeric variables.
    pub fn number_literal(&mut self, literal: &Literal) -> Lit {
        match literal {
            Literal::Bool(..) => self.constant(true),
            Literal::Bound(linear, true) => self.atom(linear, Relation::Less),
            Literal::Bound(linear, false) => self.atom(linear, Relation::LessEqual),
            Literal::Equal(linear) => self.atom(linear, Relation::Equal),
            Literal::Divides(divisor, linear, value) => {
                let quotient = Linear::variable(self.quotient(linear, divisor));
                // The remainder is not below 0: it is 0 if it is not above.
                let rest = linear.plus(&-&Rational::from(divisor.clone()), &quotient);
                let lit = self.atom(&rest, Relation::LessEqual);
                if *value { lit } else { !lit }
            }
        }
    }

    /// A linear expression compared with 0.
    fn atom(&mut self, linear: &Linear, relation: Relation) -> Lit {
        if let Some(value) = linear.as_constant() {
            let sign = value.signum();
            return self.constant(match relation {
                Relation::Less => sign < 0,
                Relation::LessEqual => sign <= 0,
                _ => sign == 0,
            });
        }
        let sum: Vec<(Var, Rational)> =
            linear.terms.iter().map(|(v, a)| (self.variables[*v as usize], a.clone())).collect();
        self.solver.atom(&sum, relation, &-&linear.constant)
    }

    /// The variable of the quotient with a remainder from 0 on.
    pub fn quotient(&mut self, of: &Linear, by: &Integer) -> u32 {
        let key = (of.clone(), by.clone());
        if let Some(variable) = self.quotients.get(&key) {
            return *variable;
        }
        let variable = self.numeric(Sort::Int);
        for bound in remainder(of, by, variable) {
            let lit = self.number_literal(&bound);
            self.solver.add_clause(&[lit]);
        }
        self.quotients.insert(key, variable);
        variable
    }

    /// The value of a numeric variable in the last model.
    #[must_use]
    pub fn number(&self, variable: u32) -> Rational {
        self.solver.number(self.variables[variable as usize])
    }

    /// The value of an expression in the last model.
    #[must_use]
    pub fn value(&self, linear: &Linear) -> Rational {
        linear.value(|v| self.number(v))
    }
}

/// `0 <= of - by * quotient <= |by| - 1`, not in normal form.
pub(crate) fn remainder(of: &Linear, by: &Integer, quotient: u32) -> [Literal; 2] {
    let rest = of.plus(&-&Rational::from(by.clone()), &Linear::variable(quotient));
    let most = Rational::from(&by.abs() - &Integer::ONE);
    [Literal::Bound(rest.negated(), false), Literal::Bound(rest.plus_constant(&-&most), false)]
}
