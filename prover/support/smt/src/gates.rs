//! Literals that are defined by others. A gate that no clause asks for stays undecided.

use crate::clauses::truth;
use crate::solver::Solver;
use crate::{Lit, Rational, Relation, Var};
use std::collections::HashMap;

/// Gates whose literal is true if all of their inputs are.
#[derive(Debug, Default)]
pub(crate) struct Gates {
    known: HashMap<Box<[Lit]>, Lit>,
    inputs: Vec<Box<[Lit]>>,
    /// By variable: its gate, plus 1.
    gate_of: Vec<u32>,
}

impl Gates {
    pub(crate) fn add_variable(&mut self) {
        self.gate_of.push(0);
    }

    /// The inputs of a variable that is a gate.
    #[inline]
    pub(crate) fn inputs(&self, variable: u32) -> Option<&[Lit]> {
        let gate = self.gate_of[variable as usize] as usize;
        (gate > 0).then(|| &*self.inputs[gate - 1])
    }
}

impl Solver {
    /// The literal that all are true.
    pub fn and(&mut self, all: &[Lit]) -> Lit {
        let mut lits: Vec<Lit> = all.iter().copied().filter(|&lit| lit != truth()).collect();
        lits.sort_unstable();
        lits.dedup();
        let is_double = lits.windows(2).any(|pair| pair[0] == !pair[1]);
        if is_double || lits.contains(&!truth()) {
            return !truth();
        }
        match *lits {
            [] => return truth(),
            [lit] => return lit,
            _ => {}
        }
        if let Some(&gate) = self.gates.known.get(&*lits) {
            return gate;
        }
        let gate = self.boolean();
        self.gates.known.insert(lits.clone().into_boxed_slice(), gate);
        self.add_gate(gate, &lits);
        gate
    }

    /// Lets a variable that nothing defines be the gate that all inputs are true. This adds the
    /// clauses `-gate input` for each input, in order, and then the one with the gate itself.
    pub fn add_gate(&mut self, gate: Lit, inputs: &[Lit]) {
        self.gates.inputs.push(inputs.into());
        self.gates.gate_of[gate.variable() as usize] = self.gates.inputs.len() as u32;
        let mut clause = vec![gate];
        for &input in inputs {
            self.define(&[!gate, input]);
            clause.push(!input);
        }
        self.define(&clause);
    }

    /// The literal that one is true at least.
    pub fn or(&mut self, any: &[Lit]) -> Lit {
        let none: Vec<Lit> = any.iter().map(|&lit| !lit).collect();
        !self.and(&none)
    }

    /// The literal that both have the same value.
    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        let differ = [self.and(&[a, !b]), self.and(&[!a, b])];
        self.and(&differ.map(|lit| !lit))
    }

    /// The literal that is `a` if the condition is true, else `b`.
    pub fn ite(&mut self, condition: Lit, a: Lit, b: Lit) -> Lit {
        let fails = [self.and(&[condition, !a]), self.and(&[!condition, !b])];
        self.and(&fails.map(|lit| !lit))
    }

    /// The literal of an equality.
    pub(crate) fn equality(&mut self, sum: &[(Var, Rational)], bound: &Rational) -> Lit {
        let below = self.atom(sum, Relation::LessEqual, bound);
        let above = self.atom(sum, Relation::GreaterEqual, bound);
        self.and(&[below, above])
    }

    /// The next gate on the trail that is false though none of its inputs is: a literal that
    /// makes one false.
    pub(crate) fn choose_input(&mut self) -> Option<Lit> {
        while let Some(&lit) = self.trail.get(self.gate_head) {
            if lit.is_negative()
                && let Some(inputs) = self.gates.inputs(lit.variable())
                && !inputs.iter().any(|&input| self.val(input) < 0)
            {
                let inputs: Vec<Lit> = inputs.iter().map(|&input| !input).collect();
                return self.preferred(&inputs);
            }
            self.gate_head += 1;
        }
        None
    }
}
