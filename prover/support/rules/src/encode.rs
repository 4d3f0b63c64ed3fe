//! A copy of a rule in a solver.

use crate::linear::Linear;
use crate::literal::{Literal, Value};
use crate::rule::{Argument, Definition, Model, Node, NodeId, Rule};
use crate::smt::Smt;
use format_number::Rational;
use format_smtlib::Sort;
use support_smt::Lit;

/// Where the variables and formulas of one copy of a rule stand.
#[derive(Debug)]
pub struct Encoder {
    numbers: Vec<Option<Linear>>,
    booleans: Vec<Option<Lit>>,
    nodes: Vec<Option<Lit>>,
}

impl Encoder {
    /// Nothing stands anywhere yet.
    #[must_use]
    pub fn new(rule: &Rule) -> Self {
        Self {
            numbers: vec![None; rule.sorts.len()],
            booleans: vec![None; rule.sorts.len()],
            nodes: vec![None; rule.nodes.len()],
        }
    }

    /// Lets an input be what stands in the solver already, unless it is something.
    pub fn bind(&mut self, variable: u32, by: &Place) -> bool {
        let at = variable as usize;
        match by {
            Place::Number(linear) if self.numbers[at].is_none() => {
                self.numbers[at] = Some(linear.clone());
            }
            Place::Bool(lit) if self.booleans[at].is_none() => self.booleans[at] = Some(*lit),
            _ => return false,
        }
        true
    }

    fn number(&mut self, smt: &mut Smt, rule: &Rule, variable: u32) -> Linear {
        let at = variable as usize;
        if let Some(linear) = &self.numbers[at] {
            return linear.clone();
        }
        let linear = match rule.definition(variable) {
            None => Linear::variable(smt.numeric(rule.sorts[at])),
            Some(Definition::Quotient(of, by)) => {
                let of = self.linear(smt, rule, of);
                Linear::variable(smt.quotient(&of, by))
            }
            Some(Definition::Choice(condition, then, otherwise)) => {
                let condition = self.node(smt, rule, *condition);
                let own = Linear::variable(smt.numeric(rule.sorts[at]));
                for (guard, branch) in [(!condition, then), (condition, otherwise)] {
                    let branch = self.linear(smt, rule, branch);
                    let difference = own.plus(&Rational::from(-1), &branch);
                    for bound in [difference.negated(), difference] {
                        let lit = smt.number_literal(&Literal::Bound(bound, false));
                        smt.solver.add_clause(&[guard, lit]);
                    }
                }
                own
            }
        };
        self.numbers[at] = Some(linear.clone());
        linear
    }

    /// An expression over the solver's variables.
    pub fn linear(&mut self, smt: &mut Smt, rule: &Rule, linear: &Linear) -> Linear {
        linear.map(|variable| self.number(smt, rule, variable))
    }

    /// A literal of the rule.
    pub fn literal(&mut self, smt: &mut Smt, rule: &Rule, literal: &Literal) -> Lit {
        match literal {
            Literal::Bool(variable, value) => {
                let at = *variable as usize;
                let lit = *self.booleans[at].get_or_insert_with(|| smt.solver.boolean());
                if *value { lit } else { !lit }
            }
            Literal::Bound(linear, is_strict) => {
                let linear = self.linear(smt, rule, linear);
                smt.number_literal(&Literal::Bound(linear, *is_strict))
            }
            Literal::Equal(linear) => {
                let linear = self.linear(smt, rule, linear);
                smt.number_literal(&Literal::Equal(linear))
            }
            Literal::Divides(divisor, linear, value) => {
                let linear = self.linear(smt, rule, linear);
                smt.number_literal(&Literal::Divides(divisor.clone(), linear, *value))
            }
        }
    }

    /// A formula of the rule, after its parts, without recursion: formulas may be deep.
    pub fn node(&mut self, smt: &mut Smt, rule: &Rule, id: NodeId) -> Lit {
        let mut stack = vec![id];
        while let Some(&top) = stack.last() {
            if self.nodes[top.0 as usize].is_some() {
                stack.pop();
                continue;
            }
            let missing: Vec<NodeId> = parts(rule.node(top))
                .into_iter()
                .filter(|part| self.nodes[part.0 as usize].is_none())
                .collect();
            if missing.is_empty() {
                let lit = self.make(smt, rule, top);
                self.nodes[top.0 as usize] = Some(lit);
            } else {
                stack.extend(missing);
            }
        }
        self.done(smt, id)
    }

    fn done(&self, smt: &Smt, id: NodeId) -> Lit {
        self.nodes[id.0 as usize].unwrap_or(smt.constant(true))
    }

    fn make(&mut self, smt: &mut Smt, rule: &Rule, id: NodeId) -> Lit {
        match rule.node(id) {
            Node::Constant(value) => smt.constant(*value),
            Node::Literal(literal) => self.literal(smt, rule, literal),
            Node::Not(a) => !self.done(smt, *a),
            Node::And(all) => {
                let all: Vec<Lit> = all.iter().map(|id| self.done(smt, *id)).collect();
                conjunction(smt, &all)
            }
            Node::Or(any) => {
                let none: Vec<Lit> = any.iter().map(|id| !self.done(smt, *id)).collect();
                !conjunction(smt, &none)
            }
            Node::Iff(a, b) => {
                let (a, b) = (self.done(smt, *a), self.done(smt, *b));
                smt.solver.iff(a, b)
            }
            Node::Ite(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|id| self.done(smt, *id));
                smt.solver.ite(c, a, b)
            }
        }
    }

    /// Makes the constraints of the rule hold where a literal does.
    pub fn constrain(&mut self, smt: &mut Smt, rule: &Rule, guard: Option<Lit>) {
        for id in rule.conjuncts() {
            self.constrain_by(smt, rule, id, guard);
        }
    }

    /// Makes one formula of the rule hold where a literal does.
    pub fn constrain_by(&mut self, smt: &mut Smt, rule: &Rule, id: NodeId, guard: Option<Lit>) {
        let mut clause: Vec<Lit> = guard.map(|lit| !lit).into_iter().collect();
        match rule.node(id) {
            Node::Or(any) => clause.extend(any.iter().map(|id| self.node(smt, rule, *id))),
            _ => clause.push(self.node(smt, rule, id)),
        }
        smt.solver.add_clause(&clause);
    }

    /// Where an argument stands.
    pub fn argument(&mut self, smt: &mut Smt, rule: &Rule, argument: &Argument) -> Place {
        match argument {
            Argument::Bool(id) => Place::Bool(self.node(smt, rule, *id)),
            Argument::Number(linear) => Place::Number(self.linear(smt, rule, linear)),
        }
    }

    /// Literals that keep all numbers of the copy between bounds around 0.
    pub fn within(&self, smt: &mut Smt, most: &Rational) -> Vec<Lit> {
        let mut lits = Vec::new();
        for linear in self.numbers.iter().flatten().filter(|linear| !linear.terms.is_empty()) {
            for side in [linear.clone(), linear.negated()] {
                let bound = side.plus_constant(&-most);
                lits.push(smt.number_literal(&Literal::Bound(bound, false)));
            }
        }
        lits
    }

    /// The last model of the solver; what the solver does not know is 0 or false.
    #[must_use]
    pub fn model(&self, smt: &Smt, rule: &Rule) -> Model {
        let value = |at: usize| match rule.sorts[at] {
            Sort::Bool => Value::Bool(self.booleans[at].is_some_and(|lit| smt.solver.value(lit))),
            _ => Value::Number(self.numbers[at].as_ref().map_or(Rational::ZERO, |l| smt.value(l))),
        };
        rule.complete((0..rule.inputs).map(value).collect())
    }
}

/// Where an argument of a predicate stands in a solver.
#[derive(Clone, Debug)]
pub enum Place {
    /// A truth value.
    Bool(Lit),
    /// A number.
    Number(Linear),
}

impl Place {
    /// An expression over parameters where the arguments stand.
    #[must_use]
    pub fn linear(arguments: &[Self], linear: &Linear) -> Linear {
        linear.map(|v| match &arguments[v as usize] {
            Self::Number(linear) => linear.clone(),
            Self::Bool(_) => Linear::default(),
        })
    }

    /// A literal over parameters where the arguments stand.
    pub fn literal(smt: &mut Smt, arguments: &[Self], literal: &Literal) -> Lit {
        let put = |linear: &Linear| Self::linear(arguments, linear);
        match literal {
            Literal::Bool(variable, value) => match &arguments[*variable as usize] {
                Self::Bool(lit) if *value => *lit,
                Self::Bool(lit) => !*lit,
                Self::Number(_) => smt.constant(false),
            },
            Literal::Bound(linear, is_strict) => {
                smt.number_literal(&Literal::Bound(put(linear), *is_strict))
            }
            Literal::Equal(linear) => smt.number_literal(&Literal::Equal(put(linear))),
            Literal::Divides(divisor, linear, value) => {
                smt.number_literal(&Literal::Divides(divisor.clone(), put(linear), *value))
            }
        }
    }

    /// The value of the argument in the last model.
    #[must_use]
    pub fn value(&self, smt: &Smt) -> Value {
        match self {
            Self::Bool(lit) => Value::Bool(smt.solver.value(*lit)),
            Self::Number(linear) => Value::Number(smt.value(linear)),
        }
    }

    /// The literal of two arguments being equal.
    pub fn equal(smt: &mut Smt, left: &Self, right: &Self) -> Lit {
        match (left, right) {
            (Self::Number(a), Self::Number(b)) => {
                smt.number_literal(&Literal::Equal(a.plus(&Rational::from(-1), b)))
            }
            (Self::Bool(a), Self::Bool(b)) => smt.solver.iff(*a, *b),
            _ => smt.constant(false),
        }
    }
}

/// A literal that is true if all are.
pub fn conjunction(smt: &mut Smt, all: &[Lit]) -> Lit {
    smt.solver.and(all)
}

fn parts(node: &Node) -> Vec<NodeId> {
    match node {
        Node::Constant(_) | Node::Literal(_) => Vec::new(),
        Node::Not(a) => vec![*a],
        Node::And(all) | Node::Or(all) => all.clone(),
        Node::Iff(a, b) => vec![*a, *b],
        Node::Ite(c, a, b) => vec![*c, *a, *b],
    }
}
