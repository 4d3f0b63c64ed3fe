//! Reads terms and clauses from S-expressions, without recursion.

use crate::error::MOST_TERMS;
use crate::operators::{RESERVED, apply, effort, read_number, unify};
use crate::tree::{At, Kind, Tree};
use crate::{Application, Cause, Error, Formula, Node, Sort, TermId, Terms};
use format_input::index;
use std::collections::{HashMap, HashSet};

/// What names stand for in a file.
#[derive(Default)]
pub(crate) struct Names<'a> {
    /// Predicates: their number, and the sorts of their arguments.
    pub(crate) predicates: HashMap<&'a str, (u32, Vec<Sort>)>,
    /// Definitions, their predicates and definitions resolved.
    pub(crate) functions: HashMap<&'a str, Formula>,
    /// Variables of rules.
    pub(crate) variables: HashMap<&'a str, Sort>,
    /// How many terms the text stood for beyond its own length.
    pub(crate) expanded: usize,
}

impl<'a> Names<'a> {
    /// Whether it is a predicate or a definition.
    fn has(&self, name: &str) -> bool {
        self.predicates.contains_key(name) || self.functions.contains_key(name)
    }

    /// A name that a file may give a meaning to, and that has none yet.
    pub(crate) fn new_name(&self, tree: &Tree<'a>, at: At) -> Result<&'a str, Error> {
        let name = read_name(tree, at)?;
        let is_taken = self.has(name) || self.variables.contains_key(name);
        if is_taken { Err(tree.error(at, Cause::Taken(name.to_owned()))) } else { Ok(name) }
    }
}

/// What a text stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// A term without predicates.
    Term(TermId),
    /// A conjunction with predicates in it.
    Body(Vec<Item>),
    /// If all items hold, the head does; no head is false.
    Clause(Vec<Item>, Option<Application>),
}

/// A part of a conjunction.
#[derive(Clone)]
pub(crate) enum Item {
    Term(TermId),
    Atom(Application),
}

/// Reads the terms of one clause or formula.
pub(crate) struct Evaluation<'a, 'n> {
    tree: &'n Tree<'a>,
    names: &'n mut Names<'a>,
    pub(crate) terms: Terms,
    /// The names of the variables.
    pub(crate) variables: Vec<String>,
    /// What bound names stand for, the innermost meaning last.
    bound: HashMap<&'a str, Vec<Meaning>>,
    /// Whether names may be variables of rules, which no quantifier binds.
    is_rule: bool,
}

/// What is still to be done; values wait on a stack.
enum Task {
    Visit(At),
    /// Applies what the list begins with to the values from this one on.
    Apply(At, usize),
    /// Binds the names of a `let` to the values from this one on.
    Bind(At, usize),
    Unbind(At),
}

impl<'a, 'n> Evaluation<'a, 'n> {
    pub(crate) fn new(tree: &'n Tree<'a>, names: &'n mut Names<'a>, is_rule: bool) -> Self {
        let (terms, variables, bound) = (Terms::default(), Vec::new(), HashMap::new());
        Self { tree, names, terms, variables, bound, is_rule }
    }

    /// Binds the variables of a list `((x Int) (y Bool) ...)`.
    pub(crate) fn bind_variables(&mut self, list: At) -> Result<(), Error> {
        for (at, name) in self.binders(list)? {
            let sort = self.tree.parts(at).get(1).copied().unwrap_or(at);
            let sort = read_sort(self.tree, sort)?;
            self.bind_variable(at, name, sort)?;
        }
        Ok(())
    }

    pub(crate) fn bind_variable(&mut self, at: At, name: &'a str, sort: Sort) -> Result<(), Error> {
        let variable = self.variable(at, name, sort)?;
        self.bound.entry(name).or_default().push(variable);
        Ok(())
    }

    fn variable(&mut self, at: At, name: &str, sort: Sort) -> Result<Meaning, Error> {
        let variable = self.terms.add_variable(sort);
        self.variables.push(name.to_owned());
        self.add(at, Node::Variable(variable)).map(Meaning::Term)
    }

    /// The binders of a list of pairs: each with its name, which is new in that list.
    fn binders(&self, list: At) -> Result<Vec<(At, &'a str)>, Error> {
        if self.tree.kind(list) != Kind::List {
            return Err(self.tree.unexpected(list, "a list of binders"));
        }
        let mut names = HashSet::new();
        let mut binders = Vec::new();
        for at in self.tree.parts(list) {
            let [name, _] = *self.tree.parts(at) else {
                return Err(self.tree.unexpected(at, "a name and what it is, in brackets"));
            };
            let text = read_name(self.tree, name)?;
            if !names.insert(text) {
                return Err(self.tree.error(name, Cause::Taken(text.to_owned())));
            }
            binders.push((at, text));
        }
        Ok(binders)
    }

    /// What the text stands for.
    pub(crate) fn evaluate(&mut self, root: At) -> Result<Meaning, Error> {
        let mut tasks = vec![Task::Visit(root)];
        let mut values: Vec<Meaning> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(at) if self.tree.kind(at) == Kind::List => {
                    self.visit_list(at, values.len(), &mut tasks)?;
                }
                Task::Visit(at) => values.push(self.visit_token(at)?),
                Task::Apply(list, base) => {
                    let operands = values.split_off(base.min(values.len()));
                    values.push(self.apply(list, operands)?);
                }
                Task::Bind(list, base) => {
                    let meanings = values.split_off(base.min(values.len()));
                    for ((_, name), meaning) in self.binders(list)?.into_iter().zip(meanings) {
                        self.bound.entry(name).or_default().push(meaning);
                    }
                }
                Task::Unbind(list) => {
                    for (_, name) in self.binders(list)? {
                        self.bound.get_mut(name).and_then(Vec::pop);
                    }
                }
            }
        }
        values.pop().ok_or_else(|| self.tree.unexpected(root, "a term"))
    }

    fn visit_list(&self, at: At, base: usize, tasks: &mut Vec<Task>) -> Result<(), Error> {
        let parts = self.tree.parts(at);
        let head = parts.first().copied().unwrap_or(at);
        let name = self.tree.symbol(head);
        match (name.ok_or_else(|| self.tree.unexpected(head, "an operator"))?, &*parts) {
            ("forall" | "exists", _) => return Err(self.tree.error(head, Cause::Quantifier)),
            ("let", [_, list, body]) => {
                // Values before names: all are read outside of the new meanings.
                tasks.extend([Task::Unbind(*list), Task::Visit(*body), Task::Bind(*list, base)]);
                let binders = self.binders(*list)?;
                let values = binders.iter().rev().filter_map(|(at, _)| self.tree.parts(*at).pop());
                tasks.extend(values.map(Task::Visit));
            }
            ("let", _) => return Err(self.tree.unexpected(at, "'let', binders and a term")),
            ("!", _) => tasks.push(Task::Visit(annotated(self.tree, at)?)),
            (_, [_, operands @ ..]) => {
                tasks.push(Task::Apply(at, base));
                tasks.extend(operands.iter().rev().map(|operand| Task::Visit(*operand)));
            }
            (_, []) => {}
        }
        Ok(())
    }

    fn visit_token(&mut self, at: At) -> Result<Meaning, Error> {
        let tree = self.tree;
        let token = tree.token(at);
        match tree.kind(at) {
            Kind::Number => {
                let number = read_number(token).ok_or_else(|| tree.unexpected(at, "a number"))?;
                return self.add(at, number).map(Meaning::Term);
            }
            Kind::Symbol => {}
            _ => return Err(tree.unexpected(at, "a term")),
        }
        if let Some(value) = self.bound.get(token).and_then(|meanings| meanings.last()).cloned() {
            let length = match &value {
                Meaning::Term(_) => 1,
                Meaning::Body(items) | Meaning::Clause(items, _) => {
                    items.iter().map(Item::size).fold(1, usize::saturating_add)
                }
            };
            return self.expand(at, length).map(|()| value);
        }
        if token == "true" || token == "false" {
            return self.add(at, Node::Bool(token == "true")).map(Meaning::Term);
        }
        let sort = self.names.variables.get(token).filter(|_| self.is_rule).copied();
        if let Some(sort) = sort {
            let value = self.variable(at, token, sort)?;
            self.bound.entry(token).or_default().insert(0, value.clone());
            return Ok(value);
        }
        self.call(at, token, &[])
    }

    fn apply(&mut self, list: At, operands: Vec<Meaning>) -> Result<Meaning, Error> {
        let head = list.saturating_add(1);
        let name = self.tree.token(head);
        if !RESERVED.contains(&name) {
            // Brackets need operands, and a bound name hides what takes them.
            let is_hidden = self.bound.get(name).is_some_and(|meanings| !meanings.is_empty());
            if (operands.is_empty() || is_hidden) && self.names.has(name) {
                let (name, terms) = (name.to_owned(), operands.iter().filter_map(Meaning::term));
                let found = terms.filter_map(|term| self.terms.sort(term)).collect();
                return Err(self.tree.error(head, Cause::Operands { name, found }));
            }
            return self.call(head, name, &operands);
        }
        let terms: Option<Vec<TermId>> = operands.iter().map(Meaning::term).collect();
        if let Some(parts) = terms {
            let is_distinct = name == "distinct";
            let pairs = parts.len().saturating_mul(parts.len());
            self.expand(list, if is_distinct { pairs } else { effort(&self.terms, &parts) })?;
            let term = apply(&mut self.terms, name, parts);
            return term.map(Meaning::Term).map_err(|cause| self.tree.error(list, cause));
        }
        self.apply_to_predicates(name, operands)
            .ok_or_else(|| self.tree.error(list, Cause::NotHorn))
    }

    /// Operators on operands with predicates: only what keeps or makes a Horn clause.
    fn apply_to_predicates(&mut self, name: &str, mut operands: Vec<Meaning>) -> Option<Meaning> {
        let last = operands.pop()?;
        // The first one's items stay where they are: deep conjunctions are not copied again.
        let mut operands = operands.into_iter();
        let mut items = operands.next().map_or(Some(Vec::new()), Meaning::into_items)?;
        for operand in operands {
            items.extend(operand.into_items()?);
        }
        match name {
            "and" => {
                items.extend(last.into_items()?);
                Some(Meaning::Body(items))
            }
            "not" if items.is_empty() => Some(Meaning::Clause(last.into_items()?, None)),
            "=>" if !items.is_empty() => {
                let (rest, head) = self.conclude(last)?;
                items.extend(rest);
                Some(Meaning::Clause(items, head))
            }
            _ => None,
        }
    }

    /// A formula as a conclusion: what its negation adds to the body, and the head.
    pub(crate) fn conclude(&mut self, value: Meaning) -> Option<(Vec<Item>, Option<Application>)> {
        match value {
            Meaning::Clause(items, head) => Some((items, head)),
            Meaning::Body(mut items) => match (items.pop(), items.is_empty()) {
                (Some(Item::Atom(head)), true) => Some((Vec::new(), Some(head))),
                _ => None,
            },
            Meaning::Term(term) if self.terms.node(term) == Some(&Node::Bool(false)) => {
                Some((Vec::new(), None))
            }
            Meaning::Term(term) => {
                // What is no formula stays, and is refused with the other constraints.
                let negation = self.terms.add(Node::Not(term)).unwrap_or(term);
                Some((vec![Item::Term(negation)], None))
            }
        }
    }

    /// A predicate or a definition with operands.
    fn call(&mut self, at: At, name: &str, operands: &[Meaning]) -> Result<Meaning, Error> {
        let terms: Option<Vec<TermId>> = operands.iter().map(Meaning::term).collect();
        let mut arguments = terms.ok_or_else(|| self.tree.error(at, Cause::NotHorn))?;
        let function = self.names.functions.get(name);
        let predicate = self.names.predicates.get(name);
        let sorts = match (function, predicate) {
            (Some(function), _) => function.terms.variables(),
            (None, Some((_, sorts))) => sorts,
            _ => return Err(self.tree.error(at, Cause::Unknown(name.to_owned()))),
        };
        for (argument, sort) in arguments.iter_mut().zip(sorts) {
            unify(&mut self.terms, std::slice::from_mut(argument), *sort == Sort::Real);
        }
        let found: Vec<Sort> = arguments.iter().filter_map(|part| self.terms.sort(*part)).collect();
        if found != sorts {
            let name = name.to_owned();
            return Err(self.tree.error(at, Cause::Operands { name, found }));
        }
        if let (None, Some((predicate, _))) = (function, predicate) {
            let atom = Application { predicate: *predicate, arguments };
            return Ok(Meaning::Body(vec![Item::Atom(atom)]));
        }
        self.instantiate(at, name, &arguments).map(Meaning::Term)
    }

    /// A definition whose parameters stand for these terms, all at once.
    fn instantiate(&mut self, at: At, name: &str, arguments: &[TermId]) -> Result<TermId, Error> {
        let length = self.names.functions.get(name).map_or(0, |function| function.terms.size());
        self.expand(at, length)?;
        let unknown = || self.tree.error(at, Cause::Unknown(name.to_owned()));
        let function = self.names.functions.get(name).ok_or_else(unknown)?;
        let mut images: Vec<TermId> = Vec::new();
        for number in 0..function.terms.len() {
            let term = u32::try_from(number).ok().and_then(|id| function.terms.node(TermId(id)));
            let image = match term.ok_or_else(unknown)? {
                Node::Variable(variable) => arguments.get(index(*variable)).copied(),
                node => {
                    let part = |part: TermId| images.get(index(part.0)).copied().unwrap_or(part);
                    self.terms.add(node.map(part)).ok()
                }
            };
            images.push(image.ok_or_else(unknown)?);
        }
        images.get(index(function.root.0)).copied().ok_or_else(unknown)
    }

    fn add(&mut self, at: At, node: Node) -> Result<TermId, Error> {
        self.terms.add(node).map_err(|_| self.tree.unexpected(at, "a term"))
    }

    /// The text stands for so many terms more.
    fn expand(&mut self, at: At, terms: usize) -> Result<(), Error> {
        self.names.expanded = self.names.expanded.saturating_add(terms);
        let is_much = self.names.expanded > MOST_TERMS.saturating_add(self.tree.len());
        if is_much { Err(self.tree.error(at, Cause::Limit)) } else { Ok(()) }
    }
}

impl Item {
    /// How many terms it names.
    fn size(&self) -> usize {
        match self {
            Self::Term(_) => 1,
            Self::Atom(atom) => atom.arguments.len().saturating_add(1),
        }
    }
}

impl Meaning {
    /// The term, if no predicate is in it.
    pub(crate) fn term(&self) -> Option<TermId> {
        match self {
            Self::Term(term) => Some(*term),
            _ => None,
        }
    }

    /// The parts of a conjunction.
    pub(crate) fn into_items(self) -> Option<Vec<Item>> {
        match self {
            Self::Term(term) => Some(vec![Item::Term(term)]),
            Self::Body(items) => Some(items),
            Self::Clause(..) => None,
        }
    }
}

/// The term of `(! term :key value ...)`: what is noted beside it changes nothing.
pub(crate) fn annotated(tree: &Tree, at: At) -> Result<At, Error> {
    match &*tree.parts(at) {
        [_, term, notes @ ..]
            if notes.first().is_some_and(|note| tree.kind(*note) == Kind::Keyword) =>
        {
            Ok(*term)
        }
        _ => Err(tree.unexpected(at, "'!', a term and keywords")),
    }
}

/// A name that a file may give a meaning to.
fn read_name<'a>(tree: &Tree<'a>, at: At) -> Result<&'a str, Error> {
    let name = tree.symbol(at).ok_or_else(|| tree.unexpected(at, "a name"))?;
    if RESERVED.contains(&name) {
        return Err(tree.error(at, Cause::Taken(name.to_owned())));
    }
    Ok(name)
}

pub(crate) fn read_sort(tree: &Tree, at: At) -> Result<Sort, Error> {
    match tree.symbol(at) {
        Some("Bool") => Ok(Sort::Bool),
        Some("Int") => Ok(Sort::Int),
        Some("Real") => Ok(Sort::Real),
        _ => Err(tree.unexpected(at, "Bool, Int or Real")),
    }
}
