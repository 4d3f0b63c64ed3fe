//! Each rule of a kernel states something true: all small instances, and random larger ones.
//!
//! A step counts as accepted if the checker finds no fault in its line, whatever it says about
//! the whole certificate, which proves nothing here.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

mod clauses;
mod horn;
mod lemmas;
mod numbers;
mod polynomials;
mod sections;

use format_lit::Lit;

/// Whether an assignment, a bit for each variable from 1, makes a clause true.
fn satisfies(assignment: u64, clause: &[Lit]) -> bool {
    clause.iter().any(|lit| (assignment >> (lit.variable() - 1) & 1 == 1) != lit.is_negative())
}

/// Whether every assignment to so many variables that makes all axioms true makes the goal true.
fn implies(variables: u32, axioms: &[Vec<Lit>], goal: &[Lit]) -> bool {
    (0..1_u64 << variables).all(|assignment| {
        !axioms.iter().all(|clause| satisfies(assignment, clause)) || satisfies(assignment, goal)
    })
}
