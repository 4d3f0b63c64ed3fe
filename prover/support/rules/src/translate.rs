//! Clauses become rules.

use crate::linear::Linear;
use crate::literal::{Literal, Normal};
use crate::rule::{Argument, Atom, Definition, Node, NodeId, Rule};
use crate::solve::{Meaning, Solution, solve, unsolved};
use format_number::{Integer, Rational};
use format_smtlib::{Application, Clause, Node as Term, Sort, TermId};
use std::collections::{HashMap, HashSet};

/// The rule of a clause.
#[must_use]
pub fn translate(clause: &Clause, number: usize) -> Rule {
    translate_with(clause, number, &solve(clause))
}

/// The rule of a clause with all conjuncts of its constraint, equalities too.
#[must_use]
pub fn translate_apart(clause: &Clause, number: usize) -> Rule {
    translate_with(clause, number, &unsolved(clause))
}

fn translate_with(clause: &Clause, number: usize, solution: &Solution) -> Rule {
    let sorts: Vec<Sort> = clause.variables.iter().map(|(_, sort)| *sort).collect();
    let count = sorts.len();
    let mut work = Work {
        clause,
        solution,
        rule: Rule {
            clause: number,
            inputs: count,
            sorts,
            definitions: Vec::new(),
            nodes: Vec::new(),
            constraints: Vec::new(),
            solved: Vec::new(),
            body: Vec::new(),
            head: None,
        },
        ids: HashMap::new(),
        quotients: HashMap::new(),
        terms: vec![None; clause.terms.len()],
        variables: vec![None; count],
    };
    work.run();
    work.rule
}

/// What may have to be translated before something else.
#[derive(Clone, Copy)]
enum Item {
    Term(TermId),
    Variable(u32),
}

struct Work<'a> {
    clause: &'a Clause,
    solution: &'a Solution,
    rule: Rule,
    ids: HashMap<Node, NodeId>,
    quotients: HashMap<(Linear, Integer), u32>,
    terms: Vec<Option<Argument>>,
    variables: Vec<Option<Argument>>,
}

impl Work<'_> {
    fn run(&mut self) {
        if self.solution.is_impossible {
            let never = self.node(Node::Constant(false));
            self.rule.constraints.push(never);
        }
        for id in self.solution.rest.clone() {
            let formula = self.bool_term(id);
            self.rule.constraints.push(formula);
        }
        self.rule.body = self.clause.body.iter().map(|atom| self.atom(atom)).collect();
        self.rule.head = self.clause.head.as_ref().map(|atom| self.atom(atom));
        for (variable, meaning) in self.solution.meanings.iter().enumerate() {
            if meaning.is_some() {
                let variable = u32::try_from(variable).unwrap_or(u32::MAX);
                let argument = self.variable(variable);
                self.rule.solved.push((variable, argument));
            }
        }
    }

    fn atom(&mut self, atom: &Application) -> Atom {
        let arguments = atom.arguments.iter().map(|id| self.term(*id)).collect();
        Atom { predicate: atom.predicate as usize, arguments }
    }

    fn node(&mut self, node: Node) -> NodeId {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = NodeId(u32::try_from(self.rule.nodes.len()).unwrap_or(u32::MAX));
        self.rule.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    fn normal(&mut self, normal: Normal) -> Argument {
        Argument::Bool(match normal {
            Ok(literal) => self.node(Node::Literal(literal)),
            Err(value) => self.node(Node::Constant(value)),
        })
    }

    fn bool_term(&mut self, id: TermId) -> NodeId {
        match self.term(id) {
            Argument::Bool(id) => id,
            Argument::Number(_) => self.node(Node::Constant(false)),
        }
    }

    fn term(&mut self, id: TermId) -> Argument {
        self.demand(Item::Term(id));
        self.terms[id.0 as usize].clone().unwrap_or(Argument::Number(Linear::default()))
    }

    fn variable(&mut self, variable: u32) -> Argument {
        self.demand(Item::Variable(variable));
        let found = self.variables[variable as usize].clone();
        found.unwrap_or(Argument::Number(Linear::default()))
    }

    /// Translates something after all that it needs, without recursion: terms may be deep.
    fn demand(&mut self, item: Item) {
        let mut stack = vec![item];
        while let Some(item) = stack.pop() {
            let is_done = match item {
                Item::Term(id) => self.terms[id.0 as usize].is_some(),
                Item::Variable(v) => self.variables[v as usize].is_some(),
            };
            if is_done {
                continue;
            }
            let missing: Vec<Item> =
                self.needs(item).into_iter().filter(|need| !self.has(*need)).collect();
            if missing.is_empty() {
                match item {
                    Item::Term(id) => self.terms[id.0 as usize] = Some(self.make_term(id)),
                    Item::Variable(v) => {
                        self.variables[v as usize] = Some(self.make_variable(v));
                    }
                }
            } else {
                stack.push(item);
                stack.extend(missing);
            }
        }
    }

    fn has(&self, item: Item) -> bool {
        match item {
            Item::Term(id) => self.terms[id.0 as usize].is_some(),
            Item::Variable(v) => self.variables[v as usize].is_some(),
        }
    }

    fn needs(&self, item: Item) -> Vec<Item> {
        match item {
            Item::Term(id) => match self.clause.terms.node(id) {
                Some(Term::Variable(v)) => vec![Item::Variable(*v)],
                Some(Term::And(_) | Term::Or(_)) => {
                    self.flat(id).into_iter().map(Item::Term).collect()
                }
                Some(node) => node.parts().into_iter().map(Item::Term).collect(),
                None => Vec::new(),
            },
            Item::Variable(v) => match &self.solution.meanings[v as usize] {
                Some(Meaning::Linear(linear)) => {
                    linear.terms.iter().map(|(v, _)| Item::Variable(*v)).collect()
                }
                Some(Meaning::Term(id)) => vec![Item::Term(*id)],
                Some(Meaning::Constant(_)) | None => Vec::new(),
            },
        }
    }

    fn make_variable(&mut self, variable: u32) -> Argument {
        match &self.solution.meanings[variable as usize] {
            Some(Meaning::Linear(linear)) => {
                Argument::Number(linear.map(|v| match &self.variables[v as usize] {
                    Some(Argument::Number(linear)) => linear.clone(),
                    _ => Linear::variable(v),
                }))
            }
            Some(Meaning::Term(id)) => self.done(*id),
            Some(Meaning::Constant(value)) => {
                let value = *value;
                Argument::Bool(self.node(Node::Constant(value)))
            }
            None if self.rule.sorts[variable as usize] == Sort::Bool => {
                Argument::Bool(self.node(Node::Literal(Literal::Bool(variable, true))))
            }
            None => Argument::Number(Linear::variable(variable)),
        }
    }

    fn done(&self, id: TermId) -> Argument {
        self.terms[id.0 as usize].clone().unwrap_or(Argument::Number(Linear::default()))
    }

    fn formula(&self, id: TermId) -> NodeId {
        match &self.terms[id.0 as usize] {
            Some(Argument::Bool(id)) => *id,
            _ => NodeId(0),
        }
    }

    fn number(&self, id: TermId) -> Linear {
        match &self.terms[id.0 as usize] {
            Some(Argument::Number(linear)) => linear.clone(),
            _ => Linear::default(),
        }
    }

    fn difference(&self, a: TermId, b: TermId) -> Linear {
        self.number(a).plus(&Rational::from(-1), &self.number(b))
    }

    fn make_term(&mut self, id: TermId) -> Argument {
        let clause = self.clause;
        let Some(term) = clause.terms.node(id) else {
            return Argument::Number(Linear::default());
        };
        match term {
            Term::Bool(value) => Argument::Bool(self.node(Node::Constant(*value))),
            Term::Number(number, _) => Argument::Number(Linear::constant(number.clone())),
            Term::Variable(v) => {
                let found = self.variables[*v as usize].clone();
                found.unwrap_or(Argument::Number(Linear::default()))
            }
            Term::Not(a) => Argument::Bool(self.not(self.formula(*a))),
            Term::And(_) => Argument::Bool(self.junction(&self.flat(id), true)),
            Term::Or(_) => Argument::Bool(self.junction(&self.flat(id), false)),
            Term::Iff(a, b) => Argument::Bool(self.iff(self.formula(*a), self.formula(*b))),
            Term::Ite(c, a, b) => self.choice(self.formula(*c), *a, *b),
            Term::LessEqual(a, b) => {
                let normal = Literal::bound(&self.difference(*a, *b), false, &self.rule.sorts);
                self.normal(normal)
            }
            Term::Less(a, b) => {
                let normal = Literal::bound(&self.difference(*a, *b), true, &self.rule.sorts);
                self.normal(normal)
            }
            Term::Equal(a, b) => {
                let normal = Literal::equal(&self.difference(*a, *b), &self.rule.sorts);
                self.normal(normal)
            }
            Term::Add(all) => {
                let plus = |sum: Linear, id: &TermId| sum.plus(&Rational::ONE, &self.number(*id));
                Argument::Number(all.iter().fold(Linear::default(), plus))
            }
            Term::Scale(factor, a) => Argument::Number(self.number(*a).times(factor)),
            Term::Div(a, by) => Argument::Number(self.quotient(self.number(*a), by)),
            Term::Mod(a, by) => {
                let of = self.number(*a);
                let quotient = self.quotient(of.clone(), by);
                Argument::Number(of.plus(&-&Rational::from(by.clone()), &quotient))
            }
            Term::ToReal(a) => Argument::Number(self.number(*a)),
        }
    }

    fn not(&mut self, id: NodeId) -> NodeId {
        let node = match self.rule.node(id) {
            Node::Constant(value) => Node::Constant(!value),
            Node::Literal(Literal::Equal(_)) => Node::Not(id),
            Node::Literal(literal) => Node::Literal(literal.negated(&self.rule.sorts)),
            Node::Not(inner) => return *inner,
            _ => Node::Not(id),
        };
        self.node(node)
    }

    /// The parts of a conjunction and of conjunctions in it, each once, in order; the same for
    /// disjunctions. Those within are not translated for themselves: they may be nested deeply.
    fn flat(&self, root: TermId) -> Vec<TermId> {
        let of = |id: TermId| self.clause.terms.node(id);
        let is_and = matches!(of(root), Some(Term::And(_)));
        let mut stack = vec![root];
        let mut seen = HashSet::new();
        let mut parts = Vec::new();
        while let Some(id) = stack.pop() {
            match of(id) {
                _ if !seen.insert(id) => {}
                Some(Term::And(all)) if is_and => stack.extend(all.iter().rev()),
                Some(Term::Or(any)) if !is_and => stack.extend(any.iter().rev()),
                _ => parts.push(id),
            }
        }
        parts
    }

    fn junction(&mut self, parts: &[TermId], is_and: bool) -> NodeId {
        let mut ids = Vec::new();
        for part in parts {
            let id = self.formula(*part);
            match self.rule.node(id) {
                Node::Constant(value) if *value == is_and => {}
                Node::Constant(value) => {
                    let value = *value;
                    return self.node(Node::Constant(value));
                }
                Node::And(inner) if is_and => ids.extend(inner.iter().copied()),
                Node::Or(inner) if !is_and => ids.extend(inner.iter().copied()),
                _ => ids.push(id),
            }
        }
        let mut seen = HashSet::new();
        ids.retain(|id| seen.insert(*id));
        match (&*ids, is_and) {
            ([], _) => self.node(Node::Constant(is_and)),
            ([id], _) => *id,
            (_, true) => self.node(Node::And(ids)),
            (_, false) => self.node(Node::Or(ids)),
        }
    }

    fn iff(&mut self, a: NodeId, b: NodeId) -> NodeId {
        match (self.rule.node(a), self.rule.node(b)) {
            _ if a == b => self.node(Node::Constant(true)),
            (Node::Constant(true), _) => b,
            (_, Node::Constant(true)) => a,
            (Node::Constant(false), _) => self.not(b),
            (_, Node::Constant(false)) => self.not(a),
            _ => self.node(Node::Iff(a, b)),
        }
    }

    fn choice(&mut self, condition: NodeId, a: TermId, b: TermId) -> Argument {
        let (then, otherwise) = (self.done(a), self.done(b));
        if let Node::Constant(value) = self.rule.node(condition) {
            return if *value { then } else { otherwise };
        }
        match (then, otherwise) {
            (then, otherwise) if then == otherwise => then,
            (Argument::Bool(a), Argument::Bool(b)) => {
                Argument::Bool(self.node(Node::Ite(condition, a, b)))
            }
            (Argument::Number(a), Argument::Number(b)) => {
                let whole = self.is_whole(&a) && self.is_whole(&b);
                let sort = if whole { Sort::Int } else { Sort::Real };
                let definition = Definition::Choice(condition, a, b);
                Argument::Number(Linear::variable(self.define(definition, sort)))
            }
            (then, _) => then,
        }
    }

    fn is_whole(&self, linear: &Linear) -> bool {
        let mut coefficients = linear.terms.iter().map(|(_, a)| a).chain([&linear.constant]);
        coefficients.all(Rational::is_integer)
            && linear.terms.iter().all(|(v, _)| self.rule.sorts[*v as usize] == Sort::Int)
    }

    fn define(&mut self, definition: Definition, sort: Sort) -> u32 {
        let variable = u32::try_from(self.rule.sorts.len()).unwrap_or(u32::MAX);
        self.rule.sorts.push(sort);
        self.rule.definitions.push(definition);
        variable
    }

    fn quotient(&mut self, of: Linear, by: &Integer) -> Linear {
        if let Some(value) = of.as_constant().and_then(Rational::to_integer) {
            let quotient = value.div_euclid(by).unwrap_or_default();
            return Linear::constant(Rational::from(quotient));
        }
        let key = (of.clone(), by.clone());
        if let Some(variable) = self.quotients.get(&key) {
            return Linear::variable(*variable);
        }
        let variable = self.define(Definition::Quotient(of, by.clone()), Sort::Int);
        self.quotients.insert(key, variable);
        Linear::variable(variable)
    }
}
