//! Reads files of clauses, formulas and models.

use crate::{Cause, Error, Formula, Sort, System};
use format_input::Place;

/// Reads a file of clauses.
pub fn read(_bytes: &[u8]) -> Result<System, Error> {
    Err(nothing())
}

/// Reads a formula whose parameters `p0`, `p1`, ... have these sorts; its text begins at `place`.
pub fn read_formula(_text: &[u8], _sorts: &[Sort], _place: Place) -> Result<Formula, Error> {
    Err(nothing())
}

/// Reads a model of the system: a formula for each predicate.
pub fn read_model(_bytes: &[u8], _system: &System) -> Result<Vec<Formula>, Error> {
    Err(nothing())
}

fn nothing() -> Error {
    let place = Place::Text { line: 1, column: 1 };
    Error { place, cause: Cause::Unexpected { expected: "a reader", found: "none".into() } }
}
