//! The steps, as every encoding of them means the same.

use format_lit::Lit;

/// The id of a clause: gate or definition k, from 0, has 3 k + 1 to 3 k + 3, derived clauses
/// follow in their order.
pub type Id = i64;

/// What an expression that is always 0 is multiplied with: `coefficient * 2^column`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weight {
    /// The exponent of two.
    pub column: u32,
    /// A small number.
    pub coefficient: i64,
}

/// One step. Variables: 1 to I are the inputs, then come the gates, then the definitions.
///
/// Linear and Expand add `weight * product of factor * expression` to the sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// Rule D: the next variable is the conjunction of two literals. Definitions stand first.
    Define {
        /// The literals, of variables before it.
        inputs: [Lit; 2],
    },
    /// Rule R: a clause by hinted unit propagation, with the next id.
    Clause {
        /// Its literals.
        clause: &'a [Lit],
        /// The clauses that propagate, in order.
        hints: &'a [Id],
    },
    /// Rule L: `sum of coefficient * literal + constant` is 0 on all rows of a cut. Rule E is the
    /// case of `left - right` on a cut of both variables: each clause excludes a row on which the
    /// literals differ.
    Linear {
        /// The multiple that is added.
        weight: Weight,
        /// Variables whose product multiplies it.
        factor: &'a [u32],
        /// The cut: different variables.
        leaves: &'a [u32],
        /// Coefficients, none of them 0, and literals.
        terms: &'a [(i64, Lit)],
        /// The number that is added to the terms.
        constant: i64,
        /// Clauses; a row on which one is false does not count.
        given: &'a [Id],
    },
    /// Rule P: `polynomial over the leaves - literal` is 0; the checker computes the polynomial.
    Expand {
        /// The multiple that is added.
        weight: Weight,
        /// Variables whose product multiplies it.
        factor: &'a [u32],
        /// The literal.
        literal: Lit,
        /// The cut: different variables.
        leaves: &'a [u32],
    },
}
