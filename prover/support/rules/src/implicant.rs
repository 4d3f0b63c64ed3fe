//! The literals of a model that make formulas of a rule true: all that follows for the rule
//! follows from them.

use crate::linear::Linear;
use crate::literal::{Literal, Normal};
use crate::rule::{Argument, Atom, Definition, Model, Node, NodeId, Rule};
use crate::smt::remainder;
use format_number::Rational;
use std::collections::HashSet;

/// Collects literals that are true in a model.
#[derive(Debug)]
pub struct Implicant<'a> {
    rule: &'a Rule,
    model: &'a Model,
    literals: Vec<Literal>,
    seen: HashSet<Literal>,
    seen_nodes: HashSet<NodeId>,
    seen_variables: HashSet<u32>,
}

impl<'a> Implicant<'a> {
    /// The literals that make the constraints of the rule true.
    #[must_use]
    pub fn new(rule: &'a Rule, model: &'a Model) -> Self {
        let mut implicant = Self {
            rule,
            model,
            literals: Vec::new(),
            seen: HashSet::new(),
            seen_nodes: HashSet::new(),
            seen_variables: HashSet::new(),
        };
        for id in &rule.constraints {
            implicant.formula(*id);
        }
        implicant
    }

    /// The literals collected.
    #[must_use]
    pub fn literals(self) -> Vec<Literal> {
        self.literals
    }

    /// Makes a formula keep the value that it has in the model.
    pub fn formula(&mut self, id: NodeId) {
        let mut stack = vec![id];
        while let Some(id) = stack.pop() {
            if !self.seen_nodes.insert(id) {
                continue;
            }
            let is_true = self.model.is_true(id);
            match self.rule.node(id) {
                Node::Constant(_) => {}
                Node::Literal(literal) => stack.extend(self.literal(literal, is_true)),
                Node::Not(a) => stack.push(*a),
                Node::And(all) if is_true => stack.extend(all),
                Node::Or(any) if !is_true => stack.extend(any),
                Node::And(parts) | Node::Or(parts) => stack.extend(self.witness(parts, is_true)),
                Node::Iff(a, b) => stack.extend([a, b]),
                Node::Ite(c, a, b) => {
                    stack.extend([*c, if self.model.is_true(*c) { *a } else { *b }]);
                }
            }
        }
    }

    /// One part that has the value: one that is kept already, or the simplest.
    fn witness(&self, parts: &[NodeId], value: bool) -> Option<NodeId> {
        let cost = |id: &NodeId| match self.rule.node(*id) {
            _ if self.seen_nodes.contains(id) => 0,
            Node::Literal(literal) if self.seen.contains(literal) => 0,
            Node::Literal(Literal::Bool(..)) => 1,
            Node::Literal(_) => 2,
            _ => 3,
        };
        let fit = parts.iter().filter(|id| self.model.is_true(**id) == value);
        fit.min_by_key(|id| cost(id)).copied()
    }

    /// Keeps a literal, or its opposite if it is false in the model; gives the conditions of the
    /// numbers in it.
    fn literal(&mut self, literal: &Literal, is_true: bool) -> Vec<NodeId> {
        if is_true {
            return self.keep(literal.clone());
        }
        match literal {
            Literal::Equal(linear) => {
                let is_above = self.model.number(linear).signum() > 0;
                let linear = if is_above { linear.negated() } else { linear.clone() };
                match Literal::bound(&linear, true, &self.rule.sorts) {
                    Ok(literal) => self.keep(literal),
                    Err(_) => Vec::new(),
                }
            }
            other => self.keep(other.negated(&self.rule.sorts)),
        }
    }

    fn keep(&mut self, literal: Literal) -> Vec<NodeId> {
        let mut conditions = Vec::new();
        let mut fresh = vec![literal];
        while let Some(literal) = fresh.pop() {
            if self.seen.contains(&literal) {
                continue;
            }
            let variables = literal.linear().map(|linear| linear.terms.clone());
            for (variable, _) in variables.into_iter().flatten() {
                if self.seen_variables.insert(variable) {
                    let (more, condition) = self.define(variable);
                    fresh.extend(more);
                    conditions.extend(condition);
                }
            }
            self.seen.insert(literal.clone());
            self.literals.push(literal);
        }
        conditions
    }

    /// What a variable with a definition is in the model.
    fn define(&self, variable: u32) -> (Vec<Literal>, Option<NodeId>) {
        let sorts = &self.rule.sorts;
        match self.rule.definition(variable) {
            None => (Vec::new(), None),
            Some(Definition::Choice(condition, then, otherwise)) => {
                let branch = if self.model.is_true(*condition) { then } else { otherwise };
                let difference = Linear::variable(variable).plus(&Rational::from(-1), branch);
                (Literal::equal(&difference, sorts).into_iter().collect(), Some(*condition))
            }
            Some(Definition::Quotient(of, by)) => {
                let normal = |literal: Literal| literal.map(sorts, Linear::clone).ok();
                (remainder(of, by, variable).into_iter().filter_map(normal).collect(), None)
            }
        }
    }

    /// Keeps what the numbers in an expression are defined by.
    pub fn expression(&mut self, linear: &Linear) {
        for (variable, _) in &linear.terms {
            if self.seen_variables.insert(*variable) {
                let (literals, condition) = self.define(*variable);
                let mut conditions: Vec<NodeId> = condition.into_iter().collect();
                for literal in literals {
                    conditions.extend(self.keep(literal));
                }
                for condition in conditions {
                    self.formula(condition);
                }
            }
        }
    }

    /// Keeps a literal over parameters, true in the model, where the arguments are these.
    pub fn instance(&mut self, atom: &Atom, literal: &Literal) {
        let put = |linear: &Linear| {
            linear.map(|v| match &atom.arguments[v as usize] {
                Argument::Number(linear) => linear.clone(),
                Argument::Bool(_) => Linear::default(),
            })
        };
        let normal: Normal = match literal {
            Literal::Bool(variable, _) => {
                if let Argument::Bool(id) = &atom.arguments[*variable as usize] {
                    self.formula(*id);
                }
                return;
            }
            other => other.map(&self.rule.sorts, put),
        };
        if let Ok(literal) = normal {
            for condition in self.keep(literal) {
                self.formula(condition);
            }
        }
    }

    /// Whether a literal over parameters is true where the arguments are these.
    #[must_use]
    pub fn holds(&self, atom: &Atom, literal: &Literal) -> bool {
        let values: Vec<_> = atom.arguments.iter().map(|a| self.model.argument(a)).collect();
        literal.holds(&values)
    }
}
