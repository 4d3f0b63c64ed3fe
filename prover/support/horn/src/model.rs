//! Models of other solvers, and for them.

use crate::Error;
use crate::eliminate::eliminate;
use crate::quantifiers::{Hoisted, hoist};
use format_input::Place;
use format_smtlib::{
    Formula, Sort, System, read_formula, read_model, write_definition, write_term,
};
use std::io::{self, Write};

/// Reads a model: a definition for each predicate. Quantifiers are eliminated if they say that
/// something exists and nothing else but `and`, `or`, `not` stands around them; other ones are
/// refused by name.
pub fn import(
    bytes: &[u8],
    system: &System,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Vec<Formula>, format_smtlib::Error> {
    match hoist(bytes).and_then(|hoisted| without_quantifiers(&hoisted, system, stop)) {
        Some(formulas) => Ok(formulas),
        None => read_model(bytes, system),
    }
}

fn without_quantifiers(
    hoisted: &Hoisted,
    system: &System,
    stop: &mut dyn FnMut() -> bool,
) -> Option<Vec<Formula>> {
    let mut wide = System { predicates: system.predicates.clone(), ..System::default() };
    for predicate in &mut wide.predicates {
        predicate.sorts.extend(hoisted.added.get(&predicate.name).into_iter().flatten());
    }
    let formulas = read_model(hoisted.text.as_bytes(), &wide).ok()?;
    let formulas = formulas.into_iter().zip(&system.predicates).map(|(formula, predicate)| {
        if hoisted.added.contains_key(&predicate.name) {
            eliminate(&formula, predicate.sorts.len(), stop).ok().flatten()
        } else {
            Some(formula)
        }
    });
    formulas.collect()
}

/// Writes a model: a definition for each predicate.
pub fn export(system: &System, formulas: &[Formula], out: &mut impl Write) -> io::Result<()> {
    for (predicate, formula) in system.predicates.iter().zip(formulas) {
        write_definition(out, &predicate.name, formula)?;
    }
    out.flush()
}

/// The formula as readers of its text see it.
pub(crate) fn reread(formula: &Formula, sorts: &[Sort]) -> Result<Formula, Error> {
    let mut text = Vec::new();
    write_term(&mut text, &formula.terms, formula.root, |variable| format!("p{variable}"))?;
    let place = Place::Text { line: 1, column: 1 };
    read_formula(&text, sorts, place).map_err(Error::Text)
}
