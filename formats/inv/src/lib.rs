//! Certificates that bad states are not reached: definitions, an invariant, and hinted lines.
//!
//! The page of the format is `docs/formats/inv.md`.

mod read;
mod steps;
mod write;

pub use format_aiger::Lit as Signal;
pub use read::{Opening, open};
pub use steps::Reader;
pub use write::Writer;

use format_lit::Lit;
use std::fmt;
use std::ops::Deref;

/// The id of a clause: an axiom, or a line of the section.
pub type Id = i64;

/// Next state and reset of a latch, or the right-hand sides of a gate.
pub type Pair = [Signal; 2];

/// What a certificate adds to the model before its lines.
///
/// Signals are twice a variable plus one if negated, over the variables of one frame: those of
/// the model, then the latches here, then the gates here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// Next state and reset of each auxiliary latch.
    pub latches: Vec<Pair>,
    /// The right-hand sides of each auxiliary gate, all of smaller variables.
    pub gates: Vec<Pair>,
    /// The clauses of the invariant, over one frame.
    pub invariant: Clauses,
    /// What is proved by k-induction.
    pub induction: Option<Induction>,
}

/// Properties that are proved together by k-induction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Induction {
    /// The number of frames without a bad state before the last one, at least 1.
    pub depth: u32,
    /// Whether the states of all frames differ (simple path).
    pub simple: bool,
    /// Their numbers, in increasing order.
    pub properties: Vec<u32>,
}

/// A list of clauses, whose literals are sorted and different.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses(Vec<Vec<Lit>>);

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        let mut clause: Vec<Lit> = clause.into_iter().collect();
        clause.sort_unstable();
        clause.dedup();
        self.0.push(clause);
    }
}

impl Deref for Clauses {
    type Target = [Vec<Lit>];

    fn deref(&self) -> &[Vec<Lit>] {
        &self.0
    }
}

/// A part of a certificate, with its own axioms. Sections stand in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// The invariant at time 0.
    Init,
    /// The invariant at time 1, from the invariant at time 0.
    Step,
    /// Properties, from the invariant.
    Property,
    /// The stage of this number of the base of k-induction.
    Base(u32),
    /// The step of k-induction.
    Induction,
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Init => f.write_str("init"),
            Self::Step => f.write_str("step"),
            Self::Property => f.write_str("property"),
            Self::Base(stage) => write!(f, "base {stage}"),
            Self::Induction => f.write_str("k-step"),
        }
    }
}

/// One step of a certificate. Derived clauses have the next ids after the axioms, in order; every
/// section that is not a later stage of the base begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A section begins.
    Section(Section),
    /// The clause with this id, its literals and its hints.
    Derive(Id, &'a [Lit], &'a [Id]),
    /// The clause with this id, which is the goal with this number: a clause of the invariant, or
    /// a property; and its hints.
    Goal(Id, u32, &'a [Id]),
    /// Derived clauses that no later step names.
    Delete(&'a [Id]),
}
