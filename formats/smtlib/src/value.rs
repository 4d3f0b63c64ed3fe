//! Values of terms.

use crate::Sort;
use format_number::Rational;

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a Bool.
    Bool(bool),
    /// Of an Int, which is integral, or of a Real.
    Number(Rational),
}

impl Value {
    /// Whether a term of the sort may have the value.
    #[must_use]
    pub fn has_sort(&self, sort: Sort) -> bool {
        match self {
            Self::Bool(_) => sort == Sort::Bool,
            Self::Number(number) => sort == Sort::Real || sort == Sort::Int && number.is_integer(),
        }
    }
}
