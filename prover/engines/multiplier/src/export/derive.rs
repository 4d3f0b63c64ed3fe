//! Statements of the proof: each is a sum of multiples of earlier polynomials.

use super::Error;
use super::polynomial::{Monomial, Polynomial};
use super::text::Names;
use claim_multiplier::Claim;
use format_dimacs::Lit;
use format_pac::Id;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::Write;
use std::mem::take;

/// The most terms while gates are eliminated from the outermost on; beyond, every gate of the
/// cone gets a polynomial over the leaves of its own.
const TERMS: usize = 1 << 10;

/// A polynomial that is 0, and its number in the proof.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) id: u64,
    pub(crate) polynomial: Polynomial,
}

/// By number of a polynomial: what it is multiplied with.
pub(crate) type Cofactors = BTreeMap<u64, Polynomial>;

/// What variables stand for, beside what their gates say: a number and a value each.
type Values = HashMap<u32, (u64, Polynomial)>;

pub(crate) struct Derivation<W> {
    pub(crate) claim: Claim,
    pub(crate) names: Names,
    proof: W,
    next: u64,
    /// By number of the gate: its place in an order in which gates come after what they read.
    ranks: Vec<u32>,
    /// By number of the gate: the number of its polynomial.
    gates: Vec<u64>,
    /// By output: the number of its polynomial.
    pub(crate) outputs: Vec<u64>,
    /// By code of the negation: the number of `1 - x - negation`.
    negations: HashMap<u32, u64>,
    /// Clauses of gates by id, and derived clauses in their order.
    pub(super) axioms: HashMap<Id, (u64, Monomial)>,
    pub(super) derived: Vec<(u64, Monomial)>,
    /// Gates as polynomials over the inputs.
    over_inputs: Values,
}

impl<W: Write> Derivation<W> {
    pub(crate) fn new(claim: Claim, proof: W) -> Self {
        let mut ranks = vec![0; claim.gates().len()];
        for (rank, gate) in (0..).zip(claim.order()) {
            ranks[*gate as usize] = rank;
        }
        let names = Names::new(&claim);
        Self {
            claim,
            names,
            proof,
            next: 1,
            ranks,
            gates: Vec::new(),
            outputs: Vec::new(),
            negations: HashMap::new(),
            axioms: HashMap::new(),
            derived: Vec::new(),
            over_inputs: Values::new(),
        }
    }

    /// Writes the file of given polynomials: the modulus, the gates, the outputs.
    pub(crate) fn axioms(&mut self, mut out: impl Write) -> Result<(), Error> {
        let mut text = String::new();
        self.names.term(&mut text, 1, self.claim.modulus(), &[]);
        writeln!(out, "{} {text};", self.number())?;
        for variable in self.claim.inputs() + 1..=self.claim.variables() {
            let mut polynomial = self.gate_value(variable)?;
            polynomial.add_term(vec![variable << 1], -1)?;
            let id = self.number();
            self.gates.push(id);
            writeln!(out, "{id} {};", self.names.polynomial(&polynomial))?;
        }
        for (bit, signal) in self.claim.outputs().to_vec().into_iter().enumerate() {
            let id = self.number();
            self.outputs.push(id);
            let value = Polynomial::literal(signal.0);
            let value = if value.is_zero() { String::new() } else { self.names.polynomial(&value) };
            let sign = if value.is_empty() || value.starts_with('-') { "" } else { "+" };
            writeln!(out, "{id} -s{bit}{sign}{value};")?;
        }
        Ok(out.flush()?)
    }

    fn number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// What a gate computes, over the variables that it reads.
    fn gate_value(&self, variable: u32) -> Result<Polynomial, Error> {
        let sides = self.claim.gate(variable).ok_or(Error::Wrong("a gate"))?;
        let [left, right] = sides.map(|signal| Polynomial::literal(signal.0));
        left.times(&right)
    }

    /// Rule D.
    pub(crate) fn define(&mut self, inputs: [Lit; 2]) -> Result<(), Error> {
        self.ranks.push(self.ranks.len() as u32);
        if !self.claim.define(inputs) {
            return Err(Error::TooLarge);
        }
        let variable = self.claim.variables();
        let value = self.gate_value(variable)?;
        let id = self.extension(variable << 1, &value)?;
        self.gates.push(id);
        Ok(())
    }

    /// Writes the extension by a variable, and gives the number of `value - variable`.
    fn extension(&mut self, code: u32, value: &Polynomial) -> Result<u64, Error> {
        let id = self.number();
        let mut name = String::new();
        self.names.name(&mut name, code);
        writeln!(self.proof, "{id} = {name}, {};", self.names.polynomial(value))?;
        Ok(id)
    }

    /// The number of `1 - x - negation` for the negation with this code, or that of x.
    pub(crate) fn negation(&mut self, code: u32) -> Result<u64, Error> {
        if let Some(id) = self.negations.get(&(code | 1)) {
            return Ok(*id);
        }
        let id = self.extension(code | 1, &Polynomial::literal(code | 1))?;
        self.negations.insert(code | 1, id);
        Ok(id)
    }

    /// What a variable stands for, and the number of `value - variable`.
    fn value(&mut self, code: u32, values: &Values) -> Result<(u64, Polynomial), Error> {
        if let Some(value) = values.get(&code) {
            return Ok(value.clone());
        }
        if code & 1 == 1 {
            return Ok((self.negation(code)?, Polynomial::literal(code)));
        }
        let variable = code >> 1;
        let gate = variable - self.claim.inputs() - 1;
        Ok((self.gates[gate as usize], self.gate_value(variable)?))
    }

    /// Negations come before gates, gates in the order of their ranks; nothing for inputs.
    fn rank(&self, code: u32) -> Option<u32> {
        if code & 1 == 1 {
            return Some(u32::MAX);
        }
        let gate = (code >> 1).checked_sub(self.claim.inputs() + 1)?;
        self.ranks.get(gate as usize).copied()
    }

    /// Replaces variables by what they stand for, until only leaves are left. What was there
    /// before is the rest plus the cofactors times their polynomials.
    pub(crate) fn eliminate(
        &mut self,
        rest: &mut Polynomial,
        cofactors: &mut Cofactors,
        is_leaf: &dyn Fn(u32) -> bool,
        values: &Values,
        most: usize,
    ) -> Result<(), Error> {
        loop {
            let codes = rest.terms().flat_map(|(monomial, _)| monomial.iter().copied());
            let open = codes.filter(|code| code & 1 == 1 || !is_leaf(code >> 1));
            let outermost = open.filter_map(|code| Some((self.rank(code)?, code))).max();
            let Some((_, code)) = outermost else { return Ok(()) };
            let factor = rest.split(code);
            let (id, value) = self.value(code, values)?;
            rest.add_product(&factor, &value, 1)?;
            cofactors.entry(id).or_default().add(&factor, -1)?;
            if rest.len() > most {
                return Err(Error::TooLarge);
            }
        }
    }

    /// Writes a conclusion, unless it is known under a number already.
    pub(crate) fn conclude(
        &mut self,
        cofactors: &Cofactors,
        conclusion: &Polynomial,
    ) -> Result<u64, Error> {
        let one = Polynomial::constant(1);
        let used: Vec<_> = cofactors.iter().filter(|(_, factor)| !factor.is_zero()).collect();
        if let [(id, factor)] = used[..]
            && *factor == one
        {
            return Ok(*id);
        }
        let id = self.number();
        let mut text = format!("{id} % ");
        for (at, (id, factor)) in used.into_iter().enumerate() {
            text.push_str(if at > 0 { " + " } else { "" });
            text.push_str(&id.to_string());
            if *factor != one {
                text = text + " *(" + &self.names.polynomial(factor) + ")";
            }
        }
        writeln!(self.proof, "{text}, {};", self.names.polynomial(conclusion))?;
        Ok(id)
    }

    /// Writes a statement as it is, with the next number.
    pub(crate) fn write(&mut self, statement: &str) -> Result<(), Error> {
        let id = self.number();
        writeln!(self.proof, "{id} {statement};")?;
        Ok(self.proof.flush()?)
    }

    /// Writes that polynomials are not used any more.
    pub(crate) fn delete(&mut self, ids: impl IntoIterator<Item = u64>) -> Result<(), Error> {
        for id in ids {
            writeln!(self.proof, "{id} d;")?;
        }
        Ok(())
    }

    /// Rule L: the expression, which is 0 on all rows but those that a given clause excludes.
    pub(crate) fn linear(
        &mut self,
        leaves: &[u32],
        terms: &[(i64, Lit)],
        constant: i64,
        given: &[Id],
    ) -> Result<Option<Known>, Error> {
        let mut expression = Polynomial::constant(constant.into());
        for (coefficient, lit) in terms {
            expression.add(&Polynomial::literal(lit.code()), (*coefficient).into())?;
        }
        let given: Vec<_> =
            given.iter().map(|id| self.clause_polynomial(*id)).collect::<Result<_, _>>()?;
        self.with_values(&expression, leaves, &given, |derivation, values, most| {
            let mut cofactors = Cofactors::new();
            let mut rest = expression.clone();
            let is_leaf = |variable| leaves.contains(&variable);
            derivation.eliminate(&mut rest, &mut cofactors, &is_leaf, values, most)?;
            for (id, clause) in &given {
                // The rows on which the clause is false are those where its product is 1.
                let mut rows = Polynomial::monomial(clause.clone(), 1);
                let mut of_rows = Cofactors::new();
                derivation.eliminate(&mut rows, &mut of_rows, &is_leaf, values, most)?;
                let excluded = rest.times(&rows)?;
                for (gate, factor) in &of_rows {
                    cofactors.entry(*gate).or_default().add_product(factor, &excluded, -1)?;
                }
                rest.add(&excluded, -1)?;
                cofactors.entry(*id).or_default().add(&excluded, 1)?;
            }
            if !rest.is_zero() {
                return Err(Error::Wrong("a linear step"));
            }
            let id = derivation.conclude(&cofactors, &expression)?;
            Ok(Known { id, polynomial: expression.clone() })
        })
    }

    /// Rule P: a polynomial over leaves and inputs, minus the literal.
    pub(crate) fn expand(&mut self, code: u32, leaves: &[u32]) -> Result<Option<Known>, Error> {
        let mut expression = Polynomial::default();
        expression.add(&Polynomial::literal(code), -1)?;
        let is_leaf = |variable| leaves.contains(&variable);
        if is_leaf(code >> 1) {
            return Ok(None);
        }
        self.with_values(&expression, leaves, &[], |derivation, values, most| {
            let (mut rest, mut cofactors) = (expression.clone(), Cofactors::new());
            derivation.eliminate(&mut rest, &mut cofactors, &is_leaf, values, most)?;
            let mut polynomial = expression.clone();
            polynomial.add(&rest, -1)?;
            let id = derivation.conclude(&cofactors, &polynomial)?;
            Ok(Known { id, polynomial })
        })
    }

    /// Derives something from the outermost gate on; if that needs too many terms, once more with
    /// every gate of the cone as a polynomial over the leaves.
    fn with_values(
        &mut self,
        expression: &Polynomial,
        leaves: &[u32],
        given: &[(u64, Monomial)],
        mut derive: impl FnMut(&mut Self, &Values, usize) -> Result<Known, Error>,
    ) -> Result<Option<Known>, Error> {
        if expression.is_zero() {
            return Ok(None);
        }
        match derive(self, &Values::new(), TERMS) {
            Err(Error::TooLarge) => {}
            result => return result.map(Some),
        }
        let of_expression = expression.terms().flat_map(|(monomial, _)| monomial);
        let roots = of_expression.chain(given.iter().flat_map(|(_, clause)| clause));
        let roots: Vec<u32> = roots.map(|code| code >> 1).collect();
        // Polynomials over the inputs are used again.
        let is_kept = leaves.is_empty();
        let mut values = if is_kept { take(&mut self.over_inputs) } else { Values::new() };
        let mut ids = Vec::new();
        for variable in self.cone(roots, leaves) {
            let code = variable << 1;
            if values.contains_key(&code) {
                continue;
            }
            let (gate, read) = self.value(code, &Values::new())?;
            // `-read` is the rest plus the cofactors' part, so `value - read` is that part.
            let mut rest = Polynomial::default();
            rest.add(&read, -1)?;
            let mut cofactors = Cofactors::from([(gate, Polynomial::constant(1))]);
            let is_leaf = |other| !values.contains_key(&(other << 1));
            self.eliminate(&mut rest, &mut cofactors, &is_leaf, &values, usize::MAX)?;
            let mut value = Polynomial::default();
            value.add(&rest, -1)?;
            let mut conclusion = value.clone();
            conclusion.add_term(vec![code], -1)?;
            let id = self.conclude(&cofactors, &conclusion)?;
            if id != gate && !is_kept {
                ids.push(id);
            }
            values.insert(code, (id, value));
        }
        let result = derive(self, &values, usize::MAX)?;
        if is_kept {
            self.over_inputs = values;
        }
        self.delete(ids.into_iter().filter(|id| *id != result.id))?;
        Ok(Some(result))
    }

    /// The gates between some variables and the leaves, each after those that it reads.
    fn cone(&self, mut open: Vec<u32>, leaves: &[u32]) -> Vec<u32> {
        let mut cone = HashSet::new();
        while let Some(variable) = open.pop() {
            let Some(sides) = self.claim.gate(variable) else { continue };
            if !leaves.contains(&variable) && cone.insert(variable) {
                open.extend(sides.map(|signal| signal.0 >> 1));
            }
        }
        let mut cone: Vec<u32> = cone.into_iter().collect();
        cone.sort_by_key(|variable| self.rank(variable << 1));
        cone
    }
}
