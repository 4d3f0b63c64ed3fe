//! The kinds of certificates: how small ones are made, checked, and judged.

mod circuits;
mod clauses;
mod horn;
mod polynomials;
mod witnesses;

pub use circuits::{Invariants, Miters};
pub use clauses::{Drat, Lrat};
pub use horn::{Derivations, Horn};
pub use polynomials::{Lpac, Pac};
pub use witnesses::{Differences, Models, Products, Runs};

use super::{Answer, Attack, rule};
use std::fmt::Debug;

/// All attacks.
pub const ATTACKS: [&dyn Attack; 12] = [
    &Lrat,
    &Drat,
    &Miters,
    &Invariants,
    &Pac,
    &Lpac,
    &Horn,
    &Derivations,
    &Runs,
    &Differences,
    &Products,
    &Models,
];

/// The answer of a checker with one claim.
fn answer<T, F: Debug>(result: Result<T, F>, is_undecided: impl Fn(&F) -> bool) -> Answer {
    match result {
        Ok(_) => Answer::Accepted(vec![0]),
        Err(failure) if is_undecided(&failure) => Answer::Undecided(rule(&failure)),
        Err(failure) => Answer::Refused(rule(&failure)),
    }
}

/// A circuit small enough for brute force.
fn small(bytes: &[u8]) -> Option<format_aiger::Model> {
    let model = format_aiger::read(bytes).ok()?;
    let bits = model.inputs.len() + model.latches.len();
    (bits <= 10 && model.outputs.len() <= 20 && model.max_variable < 10_000).then_some(model)
}
