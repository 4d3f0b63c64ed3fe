//! The weighted sum at the end of a proof, with exact numbers.

use super::Error;
use super::derive::{Derivation, Known};
use super::number::Number;
use super::polynomial::{Monomial, Polynomial, union};
use claim_multiplier::Claim;
use format_pac::Weight;
use std::collections::BTreeMap;
use std::io::Write;

/// What an expression is multiplied with.
pub(crate) struct Weighted {
    number: Number,
    factor: Monomial,
}

pub(crate) struct Sum {
    modulus: u32,
    inputs: u32,
    /// Room for all numbers.
    bits: u32,
    /// What the outputs should be.
    specification: BTreeMap<Monomial, Number>,
    /// The outputs minus the specification, plus all that was added.
    sum: BTreeMap<Monomial, Number>,
    /// What was added, by number.
    operands: Vec<(u64, Weighted)>,
    target: String,
}

impl Sum {
    pub(crate) fn new(claim: &Claim) -> Self {
        let modulus = claim.modulus();
        let columns = claim.specification().map(|product| product.column);
        let bits = columns.max().unwrap_or(0).max(modulus) + 192;
        let mut sum = Self {
            modulus,
            inputs: claim.inputs(),
            bits,
            specification: BTreeMap::new(),
            sum: BTreeMap::new(),
            operands: Vec::new(),
            target: String::new(),
        };
        for product in claim.specification() {
            let factors = union(&[product.factors[0] << 1], &[product.factors[1] << 1]);
            let coefficient = i128::from(product.coefficient);
            let entry = sum.specification.entry(factors.clone());
            entry.or_insert_with(|| Number::zero(bits)).add(coefficient, product.column);
            let entry = sum.sum.entry(factors).or_insert_with(|| Number::zero(bits));
            entry.add(-coefficient, product.column);
        }
        for (column, signal) in (0..).zip(claim.outputs()) {
            for (monomial, coefficient) in Polynomial::literal(signal.0).terms() {
                let entry = sum.sum.entry(monomial.clone()).or_insert_with(|| Number::zero(bits));
                entry.add(coefficient, column);
            }
        }
        sum
    }

    /// Writes the target: the specification minus the outputs.
    pub(crate) fn write_target<W: Write>(
        &mut self,
        derivation: &mut Derivation<W>,
        mut out: impl Write,
    ) -> Result<(), Error> {
        let mut text = String::new();
        for column in (0..self.modulus).rev() {
            let digits = Number::shifted(1, column).digits();
            let digits = if digits == "1" { String::new() } else { digits + "*" };
            text = text + "-" + &digits + "s" + &column.to_string();
        }
        for (product, number) in self.specification.iter().filter(|(_, number)| !number.is_zero()) {
            term(derivation, &mut text, number, product);
        }
        writeln!(out, "{text};")?;
        self.target = text;
        Ok(out.flush()?)
    }

    /// A step's weight; nothing if it is 0 modulo 2^m.
    pub(crate) fn weight(&self, weight: Weight, factor: &[u32]) -> Option<Weighted> {
        let Weight { column, coefficient } = weight;
        let mut number = Number::zero(self.bits);
        if coefficient != 0 && column < self.modulus {
            number.add(coefficient.into(), column);
        }
        let mut factor: Monomial = factor.iter().map(|variable| variable << 1).collect();
        factor.sort_unstable();
        factor.dedup();
        (!number.is_zero()).then_some(Weighted { number, factor })
    }

    /// Adds a multiple of a polynomial that is 0.
    pub(crate) fn add(&mut self, weight: Weighted, known: Option<Known>) -> Result<(), Error> {
        let Some(Known { id, polynomial }) = known else { return Ok(()) };
        for (monomial, coefficient) in polynomial.terms() {
            let product = union(monomial, &weight.factor);
            let entry = self.sum.entry(product).or_insert_with(|| Number::zero(self.bits));
            entry.add_multiple(&weight.number, coefficient).ok_or(Error::TooLarge)?;
        }
        self.operands.push((id, weight));
        Ok(())
    }

    /// Replaces single variables that are left by polynomials over the inputs.
    pub(crate) fn expand_rest<W: Write>(
        &mut self,
        derivation: &mut Derivation<W>,
    ) -> Result<(), Error> {
        let is_rest = |(monomial, number): &(&Monomial, &Number)| {
            let is_gate = matches!(monomial[..], [code] if code >> 1 > self.inputs);
            is_gate && !number.is_multiple(self.modulus)
        };
        let rest = self.sum.iter().filter(is_rest);
        let rest: Vec<_> = rest.map(|(monomial, number)| (monomial[0], number.clone())).collect();
        for (code, number) in rest {
            let known = derivation.expand(code, &[])?;
            self.add(Weighted { number, factor: Vec::new() }, known)?;
        }
        Ok(())
    }

    /// Writes the last statement: what is left is a multiple of the modulus.
    pub(crate) fn conclude<W: Write>(self, derivation: &mut Derivation<W>) -> Result<(), Error> {
        let mut text = String::from("%");
        let mut between = " ";
        let mut operand = |id: u64, factor: &str| {
            text.push_str(between);
            text.push_str(&id.to_string());
            if factor != "1" {
                text.push_str(" *(");
                text.push_str(factor);
                text.push(')');
            }
            between = "\n + ";
        };
        for (column, output) in (0..).zip(&derivation.outputs) {
            operand(*output, &Number::shifted(1, column).digits());
        }
        for (id, weight) in &self.operands {
            let mut factor = String::new();
            term(derivation, &mut factor, &weight.number, &weight.factor);
            operand(*id, &factor);
        }
        let mut quotient = String::new();
        for (product, number) in self.sum.iter().filter(|(_, number)| !number.is_zero()) {
            if !number.is_multiple(self.modulus) {
                return Err(Error::Wrong("the sum"));
            }
            term(derivation, &mut quotient, &number.divided(self.modulus).negated(), product);
        }
        if !quotient.is_empty() {
            operand(1, &quotient);
        }
        derivation.write(&format!("{text}, {}", self.target))
    }
}

/// Appends a number times a product.
fn term<W>(of: &Derivation<W>, text: &mut String, number: &Number, product: &[u32]) {
    let negative = number.is_negative();
    let digits = if negative { number.negated().digits() } else { number.digits() };
    of.names.signed(text, negative, &digits, product);
}
