//! Reads files of clauses, one command after the other.

use crate::evaluate::{Evaluation, Names, annotated, read_sort};
use crate::tree::{At, Kind, Tree};
use crate::{Cause, Clause, Error, Formula, Node, Predicate, Sort, System};
use format_input::Place;

/// Reads a file of clauses.
pub fn read(bytes: &[u8]) -> Result<System, Error> {
    let tree = Tree::parse(bytes, (1, 1))?;
    let (names, system, stage) = (Names::default(), System::default(), Stage::Clauses);
    let mut reader = Reader { tree: &tree, names, system, stage };
    for at in tree.all() {
        reader.command(at)?;
    }
    Ok(reader.system)
}

/// Reads a formula whose parameters `p0`, `p1`, ... have these sorts; its text begins at `place`.
pub fn read_formula(text: &[u8], sorts: &[Sort], place: Place) -> Result<Formula, Error> {
    let first = match place {
        Place::Text { line, column } => (line, column),
        Place::Byte(byte) => (1, byte.saturating_add(1)),
    };
    let tree = Tree::parse(text, first)?;
    let parameters: Vec<String> = (0..sorts.len()).map(|number| format!("p{number}")).collect();
    let mut names = Names::default();
    let mut evaluation = Evaluation::new(&tree, &mut names, false);
    let [root] = *tree.all().collect::<Vec<_>>() else {
        let found = format!("{} of them", tree.all().count());
        return Err(Error { place, cause: Cause::Unexpected { expected: "one term", found } });
    };
    for (name, sort) in parameters.iter().zip(sorts) {
        evaluation.variable(name, *sort);
    }
    formula(&tree, evaluation, root, Sort::Bool)
}

/// The term without predicates that stands there.
pub(crate) fn formula(
    tree: &Tree,
    mut evaluation: Evaluation,
    root: At,
    sort: Sort,
) -> Result<Formula, Error> {
    let term = evaluation.evaluate(root)?.term();
    let term = term.ok_or_else(|| tree.error(root, Cause::NotHorn))?;
    let terms = evaluation.terms;
    match terms.sort(term) {
        Some(found) if found == sort => Ok(Formula { terms, root: term }),
        _ => Err(tree.unexpected(root, "a term of the right sort")),
    }
}

/// How far a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Clauses,
    /// Behind `check-sat` or `query`: nothing is added to the question.
    Asked,
    Done,
}

pub(crate) struct Reader<'a, 'n> {
    tree: &'n Tree<'a>,
    names: Names<'a>,
    system: System,
    stage: Stage,
}

impl Reader<'_, '_> {
    fn command(&mut self, at: At) -> Result<(), Error> {
        let tree = self.tree;
        let parts = tree.parts(at);
        let head = parts.first().copied().unwrap_or(at);
        let name = tree.symbol(head).filter(|_| head != at);
        let name = name.ok_or_else(|| tree.unexpected(head, "a command in brackets"))?;
        let wrong = || tree.error(at, Cause::Command(name.to_owned()));
        match (self.stage, name, &*parts) {
            (Stage::Done, ..) => Err(wrong()),
            (_, "exit", [_]) => {
                self.stage = Stage::Done;
                Ok(())
            }
            // What is said about the file, or asked for beside the answer, changes nothing.
            (_, "set-info" | "get-info" | "get-model" | "get-proof" | "echo", _) => Ok(()),
            (Stage::Asked, ..) => Err(wrong()),
            (_, "set-option", _) => Ok(()),
            (_, "set-logic", [_, logic]) => match tree.symbol(*logic) {
                Some("HORN") => Ok(()),
                _ => Err(tree.unexpected(*logic, "HORN")),
            },
            (_, "declare-fun", [_, name, sorts, range]) => {
                self.declare(*name, Some(*sorts), Some(*range))
            }
            (_, "declare-rel", [_, name, sorts]) => self.declare(*name, Some(*sorts), None),
            (_, "declare-const", [_, name, range]) => self.declare(*name, None, Some(*range)),
            (_, "declare-var", [_, name, sort]) => {
                let text = self.names.new_name(tree, *name)?;
                self.names.variables.insert(text, read_sort(tree, *sort)?);
                Ok(())
            }
            (_, "define-fun", [_, name, parameters, sort, body]) => {
                define(tree, &mut self.names, [*name, *parameters, *sort, *body])
            }
            (_, "assert", [_, formula]) if !self.system.is_query => {
                self.clause(at, *formula, false)
            }
            (_, "rule", [_, formula, name @ ..]) if name.len() < 2 && self.may_have_rules() => {
                self.system.is_query = true;
                self.clause(at, *formula, false)
            }
            (_, "query", [_, formula, notes @ ..]) if self.may_have_rules() => {
                if notes.first().is_some_and(|note| tree.kind(*note) != Kind::Keyword) {
                    return Err(wrong());
                }
                self.system.is_query = true;
                self.stage = Stage::Asked;
                self.clause(at, *formula, true)
            }
            (_, "check-sat", [_]) if !self.system.is_query => {
                self.stage = Stage::Asked;
                Ok(())
            }
            _ => Err(wrong()),
        }
    }

    /// A file has rules or assertions, not both.
    fn may_have_rules(&self) -> bool {
        self.system.is_query || self.system.clauses.is_empty()
    }

    fn declare(&mut self, name: At, sorts: Option<At>, range: Option<At>) -> Result<(), Error> {
        let tree = self.tree;
        let text = self.names.new_name(tree, name)?;
        if let Some(range) = range.filter(|range| tree.symbol(*range) != Some("Bool")) {
            return Err(tree.unexpected(range, "Bool, the range of a predicate"));
        }
        if let Some(list) = sorts.filter(|list| tree.kind(*list) != Kind::List) {
            return Err(tree.unexpected(list, "a list of sorts"));
        }
        let sorts = sorts.map(|list| tree.parts(list)).unwrap_or_default();
        let sorts = sorts.into_iter().map(|sort| read_sort(tree, sort));
        let sorts: Vec<Sort> = sorts.collect::<Result<_, _>>()?;
        let number = u32::try_from(self.system.predicates.len()).unwrap_or(u32::MAX);
        self.names.predicates.insert(text, (number, sorts.clone()));
        self.system.predicates.push(Predicate { name: text.to_owned(), sorts });
        Ok(())
    }

    /// A clause, or what a query asks for.
    fn clause(&mut self, at: At, mut root: At, mut is_query: bool) -> Result<(), Error> {
        let tree = self.tree;
        let is_rule = self.system.is_query && !is_query;
        let mut evaluation = Evaluation::new(tree, &mut self.names, self.system.is_query);
        // The quantifiers at the top: of a clause 'forall', of what may not hold 'exists'.
        loop {
            let parts = tree.parts(root);
            let head = parts.first().and_then(|head| tree.symbol(*head));
            root = match (head, &*parts) {
                (Some("!"), _) => annotated(tree, root)?,
                (Some("not"), [_, inner]) if !is_query && tree.begins_with(*inner, "exists") => {
                    is_query = true;
                    *inner
                }
                (Some(word @ ("forall" | "exists")), [_, variables, body])
                    if is_query == (word == "exists") =>
                {
                    evaluation.bind_variables(*variables)?;
                    *body
                }
                _ => break,
            };
        }
        let value = evaluation.evaluate(root)?;
        let parts = if is_query {
            value.into_body().map(|body| (body, None))
        } else {
            evaluation.conclude(value)
        };
        let (body, head) = parts.ok_or_else(|| tree.error(root, Cause::NotHorn))?;
        // What is derivable without the query is no answer to it.
        if is_rule && head.is_none() {
            return Err(tree.unexpected(root, "a rule with a predicate as its head"));
        }
        let Evaluation { mut terms, variables, .. } = evaluation;
        let constraint = match (body.constraints.len(), body.constraints.front()) {
            (0, _) => terms.add(Node::Bool(true)),
            (1, Some(&only)) if terms.sort(only) == Some(Sort::Bool) => Ok(only),
            // Fails if one of them is no formula.
            _ => terms.add(Node::And(body.constraints.into())),
        };
        let constraint = constraint.map_err(|_| tree.unexpected(root, "formulas"))?;
        let variables = variables.into_iter().zip(terms.variables().iter().copied()).collect();
        let (body, place) = (body.atoms.into(), tree.place(at));
        self.system.clauses.push(Clause { terms, variables, constraint, body, head, place });
        Ok(())
    }
}

/// Adds a definition.
pub(crate) fn define<'a>(
    tree: &Tree<'a>,
    names: &mut Names<'a>,
    [name, parameters, sort, body]: [At; 4],
) -> Result<(), Error> {
    let text = names.new_name(tree, name)?;
    let sort = read_sort(tree, sort)?;
    let mut evaluation = Evaluation::new(tree, names, false);
    evaluation.bind_variables(parameters)?;
    let formula = formula(tree, evaluation, body, sort)?;
    names.functions.insert(text, formula);
    Ok(())
}
