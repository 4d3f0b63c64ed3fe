//! How variables and polynomials are written.

use super::number::Number;
use super::polynomial::Polynomial;
use claim_multiplier::Claim;
use std::collections::HashMap;
use std::fmt::Write;

/// The names of variables: `a3`, `b3` and `c3` are bits of operands, `s3` is an output, `lN` is
/// the literal N of a gate, as AIGER counts literals; odd ones are negations.
pub(crate) struct Names {
    inputs: HashMap<u32, String>,
    /// Digits of `coefficient * 2^column` without the sign.
    digits: HashMap<(i128, u32), String>,
}

impl Names {
    pub(crate) fn new(claim: &Claim) -> Self {
        let mut inputs = HashMap::new();
        for (operand, letter) in claim.operands().iter().zip(["a", "b", "c"]) {
            for (bit, variable) in operand.iter().enumerate() {
                inputs.insert(variable << 1, format!("{letter}{bit}"));
            }
        }
        Self { inputs, digits: HashMap::new() }
    }

    /// Appends the name of a variable.
    pub(crate) fn name(&self, text: &mut String, code: u32) {
        match self.inputs.get(&code) {
            Some(name) => text.push_str(name),
            None => write!(text, "l{code}").unwrap_or(()),
        }
    }

    fn digits(&mut self, coefficient: i128, column: u32) -> &str {
        let number = (coefficient, column);
        self.digits.entry(number).or_insert_with(|| Number::shifted(coefficient, column).digits())
    }

    /// Appends `+` or `-`, `coefficient * 2^column` and a product.
    pub(crate) fn term(
        &mut self,
        text: &mut String,
        coefficient: i128,
        column: u32,
        product: &[u32],
    ) {
        let negative = coefficient < 0;
        let is_one = coefficient.abs() == 1 && column == 0;
        let digits = if is_one { "1" } else { self.digits(coefficient.abs(), column) };
        let digits = digits.to_owned();
        self.signed(text, negative, &digits, product);
    }

    /// Appends `+` or `-`, a number and a product.
    pub(crate) fn signed(&self, text: &mut String, negative: bool, digits: &str, product: &[u32]) {
        if negative {
            text.push('-');
        } else if !text.is_empty() && !text.ends_with('(') {
            text.push('+');
        }
        let mut first = digits == "1" && !product.is_empty();
        if !first {
            text.push_str(digits);
        }
        for code in product {
            if !first {
                text.push('*');
            }
            first = false;
            self.name(text, *code);
        }
    }

    /// A polynomial, the largest products first.
    pub(crate) fn polynomial(&mut self, polynomial: &Polynomial) -> String {
        let mut text = String::new();
        for (product, coefficient) in polynomial.terms() {
            self.term(&mut text, coefficient, 0, product);
        }
        if text.is_empty() { "0".to_owned() } else { text }
    }
}
