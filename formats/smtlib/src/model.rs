//! Reads models, as solvers print them; no verdict rests on it.

use crate::evaluate::Names;
use crate::read::define;
use crate::tree::{At, Kind, Tree};
use crate::{Cause, Error, Formula, Sort, System};
use format_input::Place;

/// Reads a model of the system: a definition for each predicate, in brackets or not, `model` or
/// not at their beginning, `sat` or not before them.
pub fn read_model(bytes: &[u8], system: &System) -> Result<Vec<Formula>, Error> {
    let tree = Tree::parse(bytes, (1, 1))?;
    let mut names = Names::default();
    for at in tree.all() {
        let parts = tree.parts(at);
        let head = parts.first().and_then(|head| tree.symbol(*head));
        match (tree.symbol(at), head) {
            (Some("sat"), _) => {}
            (_, Some("define-fun")) => definition(&tree, &mut names, at)?,
            _ if tree.kind(at) == Kind::List => {
                let is_name = usize::from(head == Some("model"));
                for part in parts.into_iter().skip(is_name) {
                    definition(&tree, &mut names, part)?;
                }
            }
            _ => return Err(tree.unexpected(at, "a definition")),
        }
    }
    let missing = |name: &str| {
        let place = Place::Text { line: 1, column: 1 };
        Error { place, cause: Cause::Unknown(name.to_owned()) }
    };
    let formulas = system.predicates.iter().map(|predicate| {
        let formula = names.functions.remove(predicate.name.as_str());
        let fits = |formula: &Formula| {
            formula.terms.variables() == predicate.sorts
                && formula.terms.sort(formula.root) == Some(Sort::Bool)
        };
        formula.filter(fits).ok_or_else(|| missing(&predicate.name))
    });
    formulas.collect()
}

fn definition<'a>(tree: &Tree<'a>, names: &mut Names<'a>, at: At) -> Result<(), Error> {
    match *tree.parts(at) {
        [word, name, parameters, sort, body] if tree.symbol(word) == Some("define-fun") => {
            define(tree, names, [name, parameters, sort, body])
        }
        _ => Err(tree.unexpected(at, "a definition")),
    }
}
