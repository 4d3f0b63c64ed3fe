//! Models of other solvers, and for them.

use crate::{Error, quantifiers};
use format_input::Place;
use format_smtlib::{
    Formula, Sort, System, read_formula, read_model, write_definition, write_term,
};
use std::io::{self, Write};

/// Reads a model: a definition for each predicate, without quantifiers but for variables that an
/// equation determines.
pub fn import(bytes: &[u8], system: &System) -> Result<Vec<Formula>, format_smtlib::Error> {
    match quantifiers::eliminate(bytes) {
        Some(text) => read_model(text.as_bytes(), system),
        None => read_model(bytes, system),
    }
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
    read_formula(&text, sorts, place).map_err(|_| Error::Internal("a formula cannot be read"))
}
