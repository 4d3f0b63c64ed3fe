//! Reads terms and clauses from S-expressions, without recursion.

use crate::error::{MOST_DIGITS, MOST_TERMS};
use crate::operators::{apply, effort, is_reserved, unify};
use crate::tree::{At, Kind, Tree};
use crate::{Application, Cause, Error, Formula, Node, Sort, TermId, Terms};
use format_input::index;
use format_number::{Integer, Rational};
use std::collections::{HashMap, HashSet, VecDeque};

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
    /// A name that a file may give a meaning to, and that has none yet.
    pub(crate) fn new_name(&self, tree: &Tree<'a>, at: At) -> Result<&'a str, Error> {
        let name = read_name(tree, at)?;
        let is_taken = self.predicates.contains_key(name)
            || self.functions.contains_key(name)
            || self.variables.contains_key(name);
        if is_taken { Err(tree.error(at, Cause::Taken(name.to_owned()))) } else { Ok(name) }
    }
}

/// What a text stands for.
#[derive(Clone)]
pub(crate) enum Meaning {
    /// A term without predicates.
    Term(TermId),
    /// A conjunction with predicates in it.
    Body(Body),
    /// If the body holds, the head does; no head is false.
    Clause(Body, Option<Application>),
}

/// A conjunction of constraints and predicates.
#[derive(Clone, Default)]
pub(crate) struct Body {
    pub(crate) constraints: VecDeque<TermId>,
    pub(crate) atoms: VecDeque<Application>,
}

impl Body {
    fn extend(&mut self, other: Self) {
        join(&mut self.constraints, other.constraints);
        join(&mut self.atoms, other.atoms);
    }
}

/// Puts the second list behind the first. The longer one is not copied: conjunctions are deep.
fn join<T>(first: &mut VecDeque<T>, mut second: VecDeque<T>) {
    if first.len() < second.len() {
        std::mem::swap(first, &mut second);
        second.drain(..).rev().for_each(|part| first.push_front(part));
    }
    first.append(&mut second);
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
            let sort = read_sort(self.tree, self.tree.parts(at).pop().unwrap_or(at))?;
            self.variable(name, sort);
        }
        Ok(())
    }

    /// A new variable, whose name has this meaning from here on.
    pub(crate) fn variable(&mut self, name: &'a str, sort: Sort) -> Meaning {
        let variable = Node::Variable(self.terms.add_variable(sort));
        self.variables.push(name.to_owned());
        // The variable is there, so its term is.
        let meaning = Meaning::Term(self.terms.add(variable).unwrap_or(TermId(0)));
        self.bound.entry(name).or_default().push(meaning.clone());
        meaning
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
        let constant = match (tree.kind(at), token) {
            (Kind::Number, _) => {
                let fit = Some(token).filter(|token| token.len() <= MOST_DIGITS);
                let wrong = || tree.unexpected(at, "a number of up to 10,000 letters");
                Some(fit.and_then(read_number).ok_or_else(wrong)?)
            }
            (Kind::Symbol, "true") => Some(Node::Bool(true)),
            (Kind::Symbol, "false") => Some(Node::Bool(false)),
            (Kind::Symbol, _) => None,
            _ => return Err(tree.unexpected(at, "a term")),
        };
        if let Some(node) = constant {
            let term = self.terms.add(node).map_err(|_| tree.unexpected(at, "a term"))?;
            return Ok(Meaning::Term(term));
        }
        if let Some(value) = self.bound.get(token).and_then(|meanings| meanings.last()).cloned() {
            let length = match &value {
                Meaning::Term(_) => 1,
                Meaning::Body(body) | Meaning::Clause(body, _) => {
                    let atoms =
                        body.atoms.iter().map(|atom| atom.arguments.len().saturating_add(1));
                    atoms.fold(body.constraints.len(), usize::saturating_add)
                }
            };
            return self.expand(at, length).map(|()| value);
        }
        if let Some(sort) = self.names.variables.get(token).filter(|_| self.is_rule).copied() {
            return Ok(self.variable(token, sort));
        }
        self.call(at, token, &[])
    }

    fn apply(&mut self, list: At, operands: Vec<Meaning>) -> Result<Meaning, Error> {
        let head = list.saturating_add(1);
        let name = self.tree.token(head);
        if !is_reserved(name) {
            // Brackets need operands, and a bound name hides what takes them.
            let is_hidden = self.bound.get(name).is_some_and(|meanings| !meanings.is_empty());
            if operands.is_empty() || is_hidden {
                return Err(self.tree.unexpected(head, "a function and its operands"));
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
        let is_alone = operands.is_empty();
        let mut body = Body::default();
        for operand in operands {
            body.extend(operand.into_body()?);
        }
        match name {
            "and" => {
                body.extend(last.into_body()?);
                Some(Meaning::Body(body))
            }
            "not" if is_alone => Some(Meaning::Clause(last.into_body()?, None)),
            "=>" if !is_alone => {
                let (rest, head) = self.conclude(last)?;
                body.extend(rest);
                Some(Meaning::Clause(body, head))
            }
            _ => None,
        }
    }

    /// A formula as a conclusion: what its negation adds to the body, and the head.
    pub(crate) fn conclude(&mut self, value: Meaning) -> Option<(Body, Option<Application>)> {
        let mut body = Body::default();
        match value {
            Meaning::Clause(body, head) => return Some((body, head)),
            Meaning::Body(Body { constraints, mut atoms }) => {
                let head = atoms.pop_back().filter(|_| constraints.is_empty() && atoms.is_empty());
                return head.map(|head| (body, Some(head)));
            }
            Meaning::Term(term) if self.terms.node(term) == Some(&Node::Bool(false)) => {}
            // What is no formula stays, and is refused with the other constraints.
            Meaning::Term(term) => {
                body.constraints.push_back(self.terms.add(Node::Not(term)).unwrap_or(term));
            }
        }
        Some((body, None))
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
            let atoms = [Application { predicate: *predicate, arguments }].into();
            return Ok(Meaning::Body(Body { constraints: VecDeque::new(), atoms }));
        }
        self.instantiate(at, name, &arguments).map(Meaning::Term)
    }

    /// A definition whose parameters stand for these terms, all at once.
    fn instantiate(&mut self, at: At, name: &str, arguments: &[TermId]) -> Result<TermId, Error> {
        let unknown = || self.tree.error(at, Cause::Unknown(name.to_owned()));
        let length = self.names.functions.get(name).map_or(0, |function| function.terms.size());
        self.expand(at, length)?;
        let function = self.names.functions.get(name).ok_or_else(unknown)?;
        let mut images: Vec<TermId> = Vec::new();
        for node in function.terms.nodes() {
            let image = match node {
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

    /// The text stands for so many terms more.
    fn expand(&mut self, at: At, terms: usize) -> Result<(), Error> {
        self.names.expanded = self.names.expanded.saturating_add(terms);
        let is_much = self.names.expanded > MOST_TERMS.saturating_add(self.tree.len());
        if is_much { Err(self.tree.error(at, Cause::Limit)) } else { Ok(()) }
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

    /// The conjunction.
    pub(crate) fn into_body(self) -> Option<Body> {
        match self {
            Self::Term(term) => Some(Body { constraints: [term].into(), ..Body::default() }),
            Self::Body(body) => Some(body),
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
    if is_reserved(name) { Err(tree.error(at, Cause::Taken(name.to_owned()))) } else { Ok(name) }
}

pub(crate) fn read_sort(tree: &Tree, at: At) -> Result<Sort, Error> {
    match tree.symbol(at) {
        Some("Bool") => Ok(Sort::Bool),
        Some("Int") => Ok(Sort::Int),
        Some("Real") => Ok(Sort::Real),
        _ => Err(tree.unexpected(at, "Bool, Int or Real")),
    }
}

/// A number without a point is an Int, one with a point a Real.
fn read_number(token: &str) -> Option<Node> {
    let (whole, part) = token.split_once('.').unwrap_or((token, "0"));
    let is_part = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let below = Integer::parse_decimal(&format!("1{}", "0".repeat(part.len())))?;
    let part = Integer::parse_decimal(part.trim_start_matches('0')).unwrap_or(Integer::ZERO);
    let above = &(&Integer::parse_decimal(whole)? * &below) + &part;
    let sort = if token.contains('.') { Sort::Real } else { Sort::Int };
    let number = Rational::fraction(&above, &below).filter(|_| is_part)?;
    Some(Node::Number(number, sort))
}
