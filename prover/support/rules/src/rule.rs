//! A Horn clause as engines see it: equalities are solved, conditional numbers and quotients have
//! names, and what is left is a conjunction of formulas over linear literals.

use crate::linear::Linear;
use crate::literal::{Literal, Value};
use format_number::{Integer, Rational};
use format_smtlib::Sort;

/// A formula of one rule; what it is made of has smaller numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// How a formula is made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Constant(bool),
    /// An elementary statement.
    Literal(Literal),
    /// The opposite.
    Not(NodeId),
    /// All of them.
    And(Vec<NodeId>),
    /// At least one of them.
    Or(Vec<NodeId>),
    /// Both or none.
    Iff(NodeId, NodeId),
    /// The second if the first is true, else the third.
    Ite(NodeId, NodeId, NodeId),
}

/// What a variable stands for that is not one of the clause.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Definition {
    /// A number that depends on a condition.
    Choice(NodeId, Linear, Linear),
    /// The quotient with a remainder from 0 on.
    Quotient(Linear, Integer),
}

/// An argument of a predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A truth value.
    Bool(NodeId),
    /// A number.
    Number(Linear),
}

/// A predicate with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atom {
    /// The number of the predicate.
    pub predicate: usize,
    /// What it is applied to.
    pub arguments: Vec<Argument>,
}

/// A clause: if the constraints hold and the body, then the head.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The number of the clause in the system.
    pub clause: usize,
    /// The sorts of the clause's variables, then of those that have definitions.
    pub sorts: Vec<Sort>,
    /// How many variables the clause has.
    pub inputs: usize,
    /// What the variables behind them stand for.
    pub definitions: Vec<Definition>,
    /// Formulas.
    pub nodes: Vec<Node>,
    /// Formulas that all hold.
    pub constraints: Vec<NodeId>,
    /// Variables of the clause that equal something else, and occur nowhere.
    pub solved: Vec<(u32, Argument)>,
    /// The predicates that must hold.
    pub body: Vec<Atom>,
    /// What follows; `None` is false.
    pub head: Option<Atom>,
}

/// Values of all variables of a rule, and what follows for its formulas.
#[derive(Clone, Debug)]
pub struct Model {
    /// The variables.
    pub values: Vec<Value>,
    nodes: Vec<bool>,
}

impl Rule {
    /// The node with a number.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The conjuncts of all constraints.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<NodeId> {
        let mut stack: Vec<NodeId> = self.constraints.iter().rev().copied().collect();
        let mut conjuncts = Vec::new();
        while let Some(id) = stack.pop() {
            match self.node(id) {
                Node::And(all) => stack.extend(all.iter().rev()),
                _ => conjuncts.push(id),
            }
        }
        conjuncts
    }

    /// What an added variable stands for.
    #[must_use]
    pub fn definition(&self, variable: u32) -> Option<&Definition> {
        (variable as usize).checked_sub(self.inputs).map(|at| &self.definitions[at])
    }

    /// Completes the values of the clause's variables to a model of all that is defined by them.
    #[must_use]
    pub fn complete(&self, mut values: Vec<Value>) -> Model {
        values.truncate(self.inputs);
        let mut model = Model { values, nodes: Vec::with_capacity(self.nodes.len()) };
        for definition in &self.definitions {
            let value = match definition {
                Definition::Choice(condition, then, otherwise) => {
                    let is_true = model.truth(self, *condition);
                    model.number(if is_true { then } else { otherwise })
                }
                Definition::Quotient(of, by) => {
                    let of = model.number(of).floor();
                    Rational::from(of.div_euclid(by).unwrap_or_default())
                }
            };
            model.values.push(Value::Number(value));
        }
        if let Some(last) = self.nodes.len().checked_sub(1) {
            model.truth(self, NodeId(u32::try_from(last).unwrap_or(u32::MAX)));
        }
        model
    }

    /// The values of all variables that the clause has, the solved ones included.
    #[must_use]
    pub fn clause_values(&self, model: &Model) -> Vec<Value> {
        let mut values = model.values[..self.inputs].to_vec();
        for (variable, argument) in &self.solved {
            values[*variable as usize] = model.argument(argument);
        }
        values
    }
}

impl Model {
    /// Whether a formula is true. Formulas are evaluated in the order of their numbers, as far as
    /// needed.
    fn truth(&mut self, rule: &Rule, id: NodeId) -> bool {
        while self.nodes.len() <= id.0 as usize {
            let of = |id: &NodeId| self.nodes[id.0 as usize];
            let value = match &rule.nodes[self.nodes.len()] {
                Node::Constant(value) => *value,
                Node::Literal(literal) => literal.holds(&self.values),
                Node::Not(a) => !of(a),
                Node::And(all) => all.iter().all(of),
                Node::Or(any) => any.iter().any(of),
                Node::Iff(a, b) => of(a) == of(b),
                Node::Ite(c, a, b) => {
                    if of(c) {
                        of(a)
                    } else {
                        of(b)
                    }
                }
            };
            self.nodes.push(value);
        }
        self.nodes[id.0 as usize]
    }

    /// Whether a formula is true.
    #[must_use]
    pub fn is_true(&self, id: NodeId) -> bool {
        self.nodes[id.0 as usize]
    }

    /// The value of an expression.
    #[must_use]
    pub fn number(&self, linear: &Linear) -> Rational {
        linear.value(|v| self.values[v as usize].number())
    }

    /// The value of an argument.
    #[must_use]
    pub fn argument(&self, argument: &Argument) -> Value {
        match argument {
            Argument::Bool(id) => Value::Bool(self.is_true(*id)),
            Argument::Number(linear) => Value::Number(self.number(linear)),
        }
    }
}
