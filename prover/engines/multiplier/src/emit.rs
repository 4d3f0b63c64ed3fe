//! Writes a proof as a certificate.

use crate::clauses::{Clauses, Hint};
use crate::error::Error;
use crate::graph::Graph;
use crate::steps::{Lemma, Linear, Step};
use format_aiger::Lit as Signal;
use format_dimacs::Lit;
use format_pac::{Id, Step as Written, Weight, Writer};
use std::io::Write;

/// All that a certificate says.
pub(crate) struct Proof {
    pub(crate) graph: Graph,
    pub(crate) clauses: Clauses,
    pub(crate) steps: Vec<Step>,
    pub(crate) lemmas: Vec<Lemma>,
}

impl Proof {
    /// Writes all steps; stops early if asked to.
    pub(crate) fn write<W: Write>(
        &self,
        writer: &mut Writer<W>,
        stop: impl Fn() -> bool,
    ) -> Result<(), Error> {
        for &[left, right] in self.graph.definitions() {
            writer.step(&Written::Define { inputs: [self.lit(left)?, self.lit(right)?] })?;
        }
        let before = writer.next_id();
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        for (literals, names) in self.clauses.iter() {
            clause.clear();
            for &literal in literals {
                clause.push(self.lit(literal)?);
            }
            hints.clear();
            hints.extend(names.iter().map(|&hint| self.id(hint, before)));
            writer.step(&Written::Clause { clause: &clause, hints: &hints })?;
            if stop() {
                return Err(Error::Proof);
            }
        }
        let scale = Scale { column: 0, coefficient: 1, factor: &[] };
        for step in &self.steps {
            self.step(step, &scale, before, writer)?;
        }
        for lemma in &self.lemmas {
            for (column, coefficient, factor) in &lemma.uses {
                let factor = self.factor(factor);
                let scale = Scale { column: *column, coefficient: *coefficient, factor: &factor };
                for step in &lemma.steps {
                    self.step(step, &scale, before, writer)?;
                }
            }
        }
        Ok(())
    }

    fn step<W: Write>(
        &self,
        step: &Step,
        scale: &Scale<'_>,
        before: Id,
        writer: &mut Writer<W>,
    ) -> Result<(), Error> {
        match step {
            &Step::Adder { column, coefficient, sum, carry, inputs } => {
                self.adder(scale.weight(column, coefficient), scale, sum, carry, inputs, writer)
            }
            Step::Linear(linear) => self.linear(linear, scale, writer),
            Step::Expand { column, coefficient, factor, node, leaves } => {
                let leaves: Vec<u32> =
                    leaves.iter().map(|&leaf| self.graph.variable(leaf)).collect();
                let factor = self.factor(factor);
                writer.step(&Written::Expand {
                    weight: scale.weight(*column, *coefficient),
                    factor: &factor,
                    literal: self.lit(Signal::positive(*node))?,
                    leaves: &leaves,
                })?;
                Ok(())
            }
            &Step::Equal { column, coefficient, ref factor, left, right, pair } => {
                let own = self.factor(factor);
                let factor = if own.is_empty() { scale.factor } else { &own };
                let weight = scale.weight(column, coefficient);
                self.equal(weight, factor, [left, right], pair, before, writer)
            }
        }
    }

    /// Two literals are equal; one of them may be constant, then the other has a clause alone.
    fn equal<W: Write>(
        &self,
        weight: Weight,
        factor: &[u32],
        [left, right]: [Signal; 2],
        pair: usize,
        before: Id,
        writer: &mut Writer<W>,
    ) -> Result<(), Error> {
        let ids = self.clauses.pairs[pair].iter().flatten();
        let given: Vec<Id> = ids.map(|&hint| self.id(hint, before)).collect();
        let (mut terms, mut constant) = (Vec::new(), 0);
        for (coefficient, signal) in [(1, left), (-1, right)] {
            if signal.is_constant() {
                constant += coefficient * i64::from(signal == Signal::TRUE);
            } else {
                terms.push((coefficient, self.lit(signal)?));
            }
        }
        if given.len() != terms.len() {
            return Err(Error::Proof);
        }
        let leaves: Vec<u32> = terms.iter().map(|(_, lit)| lit.variable()).collect();
        let (leaves, terms, given) = (&leaves, &terms, &given);
        writer.step(&Written::Linear { weight, factor, leaves, terms, constant, given })?;
        Ok(())
    }

    fn adder<W: Write>(
        &self,
        weight: Weight,
        scale: &Scale<'_>,
        sum: Signal,
        carry: Signal,
        inputs: [Signal; 3],
        writer: &mut Writer<W>,
    ) -> Result<(), Error> {
        let is_full = !inputs[2].is_constant();
        // Three negated inputs have a negated sum and a negated carry.
        let is_plain = scale.factor.is_empty();
        let flip = is_full && is_plain && weight.coefficient == -1;
        let column = weight.column;
        let lit = |signal: Signal| self.lit(if flip { !signal } else { signal });
        let (sum, carry) = (lit(sum)?, lit(carry)?);
        let [x, y, z] = inputs;
        if is_full && is_plain && weight.coefficient.abs() == 1 {
            writer.full_adder(column, [lit(x)?, lit(y)?, lit(z)?], carry, sum)?;
            return Ok(());
        }
        if !is_full && is_plain && weight.coefficient == 1 {
            writer.half_adder(column, [lit(x)?, lit(y)?], carry, sum)?;
            return Ok(());
        }
        let mut terms = vec![(1, lit(x)?), (1, lit(y)?)];
        if is_full {
            terms.push((1, lit(z)?));
        }
        let leaves: Vec<u32> = terms.iter().map(|(_, lit)| lit.variable()).collect();
        terms.extend([(-2, carry), (-1, sum)]);
        let (factor, given) = (scale.factor, &[][..]);
        let (leaves, terms) = (&leaves, &terms);
        writer.step(&Written::Linear { weight, factor, leaves, terms, constant: 0, given })?;
        Ok(())
    }

    fn linear<W: Write>(
        &self,
        linear: &Linear,
        scale: &Scale<'_>,
        writer: &mut Writer<W>,
    ) -> Result<(), Error> {
        let leaves: Vec<u32> =
            linear.leaves.iter().map(|&leaf| self.graph.variable(leaf)).collect();
        let mut terms = Vec::new();
        for &(coefficient, signal) in &linear.terms {
            terms.push((coefficient, self.lit(signal)?));
        }
        writer.step(&Written::Linear {
            weight: scale.weight(linear.column, linear.coefficient),
            factor: scale.factor,
            leaves: &leaves,
            terms: &terms,
            constant: linear.constant,
            given: &[],
        })?;
        Ok(())
    }

    /// The variables of a product of nodes.
    fn factor(&self, nodes: &[u32]) -> Vec<u32> {
        let mut factor: Vec<u32> = nodes.iter().map(|&node| self.graph.variable(node)).collect();
        factor.sort_unstable();
        factor
    }

    fn id(&self, hint: Hint, before: Id) -> Id {
        match hint {
            Hint::Derived(number) => before + Id::from(number),
            Hint::Gate(node, which) => {
                let gate = self.graph.variable(node) - self.graph.inputs() - 1;
                Id::from(gate) * 3 + Id::from(which) + 1
            }
        }
    }

    fn lit(&self, signal: Signal) -> Result<Lit, Error> {
        let variable = self.graph.variable(signal.variable());
        Lit::new(variable, signal.is_negative()).ok_or(Error::Proof)
    }
}

/// What the steps of a lemma are multiplied with.
struct Scale<'a> {
    column: u32,
    coefficient: i32,
    factor: &'a [u32],
}

impl Scale<'_> {
    fn weight(&self, column: u32, coefficient: i32) -> Weight {
        let coefficient = i64::from(coefficient) * i64::from(self.coefficient);
        Weight { column: column + self.column, coefficient }
    }
}
