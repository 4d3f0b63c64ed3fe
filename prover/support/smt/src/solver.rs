//! The solver.

use crate::{Atom, Lemma, Lit, Rational, Relation, Sort, Var};

/// Clauses, atoms, and what was found out about them.
#[derive(Debug, Default)]
pub struct Solver {}

impl Solver {
    /// No variable, no clause; the seed decides between choices that are as good.
    #[must_use]
    pub fn new(_seed: u64) -> Self {
        Self {}
    }

    /// The literal that is always true.
    #[must_use]
    pub fn truth(&self) -> Lit {
        Lit::new(1, false).unwrap_or_else(|| std::process::abort())
    }

    /// A new Boolean variable.
    pub fn boolean(&mut self) -> Lit {
        self.truth()
    }

    /// A new numeric variable.
    pub fn numeric(&mut self, _sort: Sort) -> Var {
        Var(0)
    }

    /// The literal of an inequality or equality; equal ones have equal literals.
    pub fn atom(&mut self, _sum: &[(Var, Rational)], _relation: Relation, _bound: &Rational) -> Lit {
        self.truth()
    }

    /// What a literal's variable means, if it is an atom.
    #[must_use]
    pub fn meaning(&self, _lit: Lit) -> Option<Atom> {
        None
    }

    /// Adds a clause for good.
    pub fn add_clause(&mut self, _clause: &[Lit]) {}

    /// Whether clauses and assumptions have a model; `None` if it was stopped or gave up.
    pub fn solve(&mut self, _assumptions: &[Lit], _stop: &mut dyn FnMut() -> bool) -> Option<bool> {
        None
    }

    /// Whether the literal is true in the last model.
    #[must_use]
    pub fn value(&self, _lit: Lit) -> bool {
        false
    }

    /// The value of a variable in the last model; integral for Int.
    #[must_use]
    pub fn number(&self, _variable: Var) -> Rational {
        Rational::ZERO
    }

    /// The assumptions that failed together in the last call.
    #[must_use]
    pub fn core(&self) -> &[Lit] {
        &[]
    }

    /// Those of the core that clauses use as they are, and not only lemmas of [`Solver::lemmas`].
    #[must_use]
    pub fn clausal_core(&self) -> &[Lit] {
        &[]
    }

    /// The theory lemmas that the last call needed to refute the assumptions. Lemmas of earlier
    /// calls are part of the clauses.
    #[must_use]
    pub fn lemmas(&self) -> &[Lemma] {
        &[]
    }
}
