//! Moves quantifiers of a model's definitions to their front.
//!
//! `exists` under `and`, `or` and even numbers of `not` says the same in front of the definition,
//! with a name of its own. Its variables become parameters behind those that are there, so that
//! the text has no quantifiers.

use crate::expressions::{Expression, parse};
use format_smtlib::Sort;
use std::collections::HashMap;
use std::fmt::Write;

/// Definitions without quantifiers.
pub(crate) struct Hoisted {
    /// The text of the model.
    pub(crate) text: String,
    /// By definition: the sorts of the parameters that were quantified.
    pub(crate) added: HashMap<String, Vec<Sort>>,
}

/// Terms deeper than this are left alone.
const DEEPEST: usize = 1000;

/// The most nodes that the expansion of `let` may make.
const MOST_NODES: usize = 1 << 20;

/// The model with all quantifiers in front; none if it has none, or some that cannot be moved.
pub(crate) fn hoist(bytes: &[u8]) -> Option<Hoisted> {
    let text = std::str::from_utf8(bytes).ok()?;
    if !text.contains("exists") && !text.contains("forall") {
        return None;
    }
    let mut definitions = Vec::new();
    for item in parse(text)? {
        match &item {
            Expression::Word(word) if word == "sat" => {}
            Expression::List(parts) => match parts.first() {
                Some(Expression::Word(word)) if word == "define-fun" => definitions.push(item),
                Some(Expression::Word(word)) if word == "model" => {
                    definitions.extend(parts.iter().skip(1).cloned());
                }
                _ => definitions.extend(parts.iter().cloned()),
            },
            Expression::Word(_) => return None,
        }
    }
    let mut result = Hoisted { text: String::new(), added: HashMap::new() };
    for definition in definitions {
        let Expression::List(mut parts) = definition else { return None };
        let [Expression::Word(_), Expression::Word(name), Expression::List(parameters), _, body] =
            parts.as_mut_slice()
        else {
            return None;
        };
        let mut work = Work { fresh: Vec::new(), nodes: 0 };
        *body = work.walk(body, &HashMap::new(), Some(true), 0)?;
        let name = name.trim_matches('|').to_owned();
        let mut sorts = Vec::new();
        for (fresh, sort) in work.fresh {
            sorts.push(match sort.word()? {
                "Bool" => Sort::Bool,
                "Int" => Sort::Int,
                "Real" => Sort::Real,
                _ => return None,
            });
            parameters.push(Expression::List(vec![Expression::Word(fresh), sort]));
        }
        if !sorts.is_empty() {
            result.added.insert(name, sorts);
        }
        writeln!(result.text, "{}", Expression::List(parts)).ok()?;
    }
    Some(result)
}

struct Work {
    /// Quantified variables under their new names, with their sorts.
    fresh: Vec<(String, Expression)>,
    nodes: usize,
}

/// What names stand for.
type Names = HashMap<String, Expression>;

impl Work {
    /// Replaces names and removes quantifiers. `sign` says whether the term counts as it is, as
    /// its negation, or both.
    fn walk(
        &mut self,
        term: &Expression,
        names: &Names,
        sign: Option<bool>,
        depth: usize,
    ) -> Option<Expression> {
        self.nodes = self.nodes.saturating_add(1);
        if depth > DEEPEST || self.nodes > MOST_NODES {
            return None;
        }
        let depth = depth.saturating_add(1);
        let parts = match term {
            Expression::Word(word) => {
                let Some(meaning) = names.get(word) else { return Some(term.clone()) };
                // The meaning has its names replaced already, but not its quantifiers removed.
                return self.walk(meaning, &Names::new(), sign, depth);
            }
            Expression::List(parts) => parts.as_slice(),
        };
        let [head, rest @ ..] = parts else { return Some(term.clone()) };
        match (head.word(), rest) {
            (Some("let"), [Expression::List(bindings), body]) => {
                let mut inner = names.clone();
                for binding in bindings {
                    let Expression::List(binding) = binding else { return None };
                    let [Expression::Word(name), value] = binding.as_slice() else { return None };
                    inner.insert(name.clone(), replace(value, names, depth)?);
                }
                self.walk(body, &inner, sign, depth)
            }
            (Some("!"), [body, ..]) => self.walk(body, names, sign, depth),
            (Some(word @ ("exists" | "forall")), [Expression::List(variables), body]) => {
                if sign != Some(word == "exists") {
                    return None;
                }
                let mut inner = names.clone();
                for variable in variables {
                    let Expression::List(pair) = variable else { return None };
                    let [Expression::Word(name), sort] = pair.as_slice() else { return None };
                    let fresh = format!("e!{}", self.fresh.len());
                    inner.insert(name.clone(), Expression::Word(fresh.clone()));
                    self.fresh.push((fresh, sort.clone()));
                }
                self.walk(body, &inner, sign, depth)
            }
            (Some(word), _) => {
                let last = rest.len().saturating_sub(1);
                let mut parts = vec![head.clone()];
                for (place, part) in rest.iter().enumerate() {
                    let sign = sign_of(word, place, last, sign);
                    parts.push(self.walk(part, names, sign, depth)?);
                }
                Some(Expression::List(parts))
            }
            (None, _) => None,
        }
    }
}

/// How a part counts, if the whole counts like this.
fn sign_of(word: &str, place: usize, last: usize, sign: Option<bool>) -> Option<bool> {
    match word {
        "not" => sign.map(|sign| !sign),
        "=>" if place < last => sign.map(|sign| !sign),
        "and" | "or" | "=>" => sign,
        "ite" if place > 0 => sign,
        _ => None,
    }
}

/// Replaces names within the value of a `let`; what it binds itself stays.
fn replace(term: &Expression, names: &Names, depth: usize) -> Option<Expression> {
    if depth > DEEPEST {
        return None;
    }
    let depth = depth.saturating_add(1);
    let parts = match term {
        Expression::Word(word) => {
            return Some(names.get(word).unwrap_or(term).clone());
        }
        Expression::List(parts) => parts,
    };
    let [head, rest @ ..] = parts.as_slice() else { return Some(term.clone()) };
    let mut bound = Vec::new();
    if let (Some("let" | "exists" | "forall"), [Expression::List(bindings), ..]) =
        (head.word(), rest)
    {
        for binding in bindings {
            let Expression::List(binding) = binding else { return None };
            bound.push(binding.first()?.word()?.to_owned());
        }
    }
    let is_let = head.word() == Some("let");
    let mut inner = names.clone();
    inner.retain(|name, _| !bound.contains(name));
    let mut result = vec![head.clone()];
    for (place, part) in rest.iter().enumerate() {
        match part {
            Expression::List(bindings) if place == 0 && !bound.is_empty() => {
                let mut list = Vec::new();
                for binding in bindings {
                    let Expression::List(binding) = binding else { return None };
                    let [name, value] = binding.as_slice() else { return None };
                    let value = if is_let { replace(value, names, depth)? } else { value.clone() };
                    list.push(Expression::List(vec![name.clone(), value]));
                }
                result.push(Expression::List(list));
            }
            _ => result.push(replace(part, &inner, depth)?),
        }
    }
    Some(Expression::List(result))
}
