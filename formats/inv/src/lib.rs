//! Certificates that bad states are not reached: definitions, an invariant, and hinted lines.
//!
//! The page of the format is `docs/formats/inv.md`.

mod error;
mod read;
mod steps;
mod write;

pub use error::Error;
pub use format_aiger::Lit as Signal;
pub use read::{Opening, open};
pub use steps::Reader;
pub use write::Writer;

use format_dimacs::Lit;
use std::fmt;

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// The id of a clause: an axiom, or a line of the section.
pub type Id = i64;

/// What a certificate adds to the model before its lines.
///
/// Signals are twice a variable plus one if negated, over the variables of one frame: those of
/// the model, then the latches here, then the gates here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witness {
    /// Next state and reset of each auxiliary latch.
    pub latches: Vec<[Signal; 2]>,
    /// The right-hand sides of each auxiliary gate, all of smaller variables.
    pub gates: Vec<[Signal; 2]>,
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

/// A list of clauses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clauses {
    literals: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    /// The clause with this number, from 0.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&[Lit]> {
        let start = number.checked_sub(1).map_or(Some(0), |last| self.ends.get(last).copied())?;
        self.literals.get(start..*self.ends.get(number)?)
    }

    /// Sorts the literals of every clause, and removes copies.
    pub fn sort(&mut self) {
        let mut sorted = Self::default();
        let mut clause = Vec::new();
        for number in 0..self.len() {
            clause.clear();
            clause.extend_from_slice(self.get(number).unwrap_or_default());
            clause.sort_unstable();
            clause.dedup();
            sorted.push(clause.iter().copied());
        }
        *self = sorted;
    }

    /// The number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len()).filter_map(|number| self.get(number))
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

/// One step of a certificate. Derived clauses have the next ids after the axioms, in order; the
/// first section, and every section that is not a later stage of the base, begins anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A section begins.
    Section(Section),
    /// A clause of the section is derived.
    Derive {
        /// Its id.
        id: Id,
        /// Its literals.
        clause: &'a [Lit],
        /// Its hints.
        hints: &'a [Id],
    },
    /// A clause that the section has to derive.
    Goal {
        /// Its id.
        id: Id,
        /// The clause of the invariant, or the property.
        number: u32,
        /// Its hints.
        hints: &'a [Id],
    },
    /// Derived clauses that no later step names.
    Delete {
        /// Their ids.
        ids: &'a [Id],
    },
}
