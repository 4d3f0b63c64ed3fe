//! Models: values of what was decided, and of what follows from them.

use crate::arithmetic::Arithmetic;
use crate::delta::Delta;
use crate::solver::Solver;
use crate::{Lit, Rational, Var};

/// The last model. Variables that had no value get one when somebody asks.
#[derive(Debug, Default)]
pub(crate) struct Model {
    /// As in the solver, by the code of a literal.
    values: Vec<i8>,
    /// By numeric variable; those that name sums have none.
    numbers: Vec<Rational>,
}

impl Solver {
    pub(crate) fn save_model(&mut self) {
        self.model.values.clone_from(&self.values);
        self.model.numbers = self.arithmetic.numbers();
    }

    /// Whether the literal is true in the last model.
    #[must_use]
    pub fn value(&self, lit: Lit) -> bool {
        // Gates have inputs that are older; the depth of formulas is not bounded.
        let mut stack = vec![(lit.variable(), 0)];
        let mut result = false;
        while let Some((variable, place)) = stack.pop() {
            let value = self.model.values.get(variable as usize * 2).copied().unwrap_or(0);
            if value != 0 {
                result = value > 0;
                continue;
            }
            if let Some(record) = self.arithmetic.atom_of(variable) {
                let sum = self.sum_value(record.variable);
                result = if record.strict { sum < record.bound } else { sum <= record.bound };
                continue;
            }
            let Some(inputs) = self.gates.inputs(variable) else {
                result = self.variables[variable as usize].phase;
                continue;
            };
            // The result is that of the input before this place.
            let is_cut = place > 0 && result == inputs[place - 1].is_negative();
            if is_cut || place == inputs.len() {
                result = !is_cut;
                continue;
            }
            stack.push((variable, place + 1));
            stack.push((inputs[place].variable(), 0));
        }
        result != lit.is_negative()
    }

    fn sum_value(&self, variable: u32) -> Rational {
        match &self.arithmetic.columns[variable as usize].sum {
            None => self.number(Var(variable)),
            Some(sum) => sum.iter().fold(Rational::ZERO, |value, (term, factor)| {
                value + Rational::from(factor.clone()) * self.number(Var(*term))
            }),
        }
    }

    /// The value of a variable in the last model; integral for Int.
    #[must_use]
    pub fn number(&self, variable: Var) -> Rational {
        self.model.numbers.get(variable.0 as usize).cloned().unwrap_or_default()
    }
}

impl Arithmetic {
    /// The value of every variable, with a number instead of the infinitely small one.
    pub(crate) fn numbers(&self) -> Vec<Rational> {
        let mut small = Rational::ONE;
        for column in self.columns.iter().filter(|column| column.is_live) {
            let value = &column.value;
            let mut keep = |low: &Delta, high: &Delta| {
                if low.delta > high.delta && low.real < high.real {
                    let most = (&high.real - &low.real).div(&(&low.delta - &high.delta));
                    small = most.map_or_else(|| small.clone(), |most| most.min(small.clone()));
                }
            };
            if let Some(bound) = &column.lower {
                keep(&bound.value, value);
            }
            if let Some(bound) = &column.upper {
                keep(value, &bound.value);
            }
        }
        let numbers = self.columns.iter().map(|column| {
            if column.sum.is_some() {
                Rational::ZERO
            } else if column.value.delta.is_zero() {
                column.value.real.clone()
            } else {
                &column.value.real + &column.value.delta * &small
            }
        });
        numbers.collect()
    }
}
