//! Derivations of false: instances of clauses, each from earlier ones.

use crate::literal::Value;

/// An instance of a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The number of the clause.
    pub clause: usize,
    /// For each body atom, the number of the step that derives it.
    pub premises: Vec<usize>,
    /// The values of all variables of the clause.
    pub values: Vec<Value>,
}

/// Steps in order; the last one derives false.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The steps.
    pub steps: Vec<Step>,
}
