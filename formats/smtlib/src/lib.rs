//! Systems of constrained Horn clauses over Bool, Int and Real in SMT-LIB.
//!
//! The page of the format is `docs/formats/smtlib.md`.

mod error;
mod evaluate;
mod model;
mod operators;
mod read;
mod terms;
#[cfg(test)]
mod tests;
mod tree;
mod value;
mod write;

pub use error::{Cause, Error, MOST_DIGITS, MOST_TERMS};
pub use model::read_model;
pub use read::{read, read_formula};
pub use terms::{Node, Sort, SortError, TermId, Terms};
pub use tree::quote;
pub use value::Value;
pub use write::{write_definition, write_symbol, write_term};

use format_input::Place;

/// A formula over parameters: an invariant, or a function of a model.
#[derive(Clone, Debug)]
pub struct Formula {
    /// Its terms; their variables are the parameters.
    pub terms: Terms,
    /// The formula itself, of sort Bool.
    pub root: TermId,
}

/// A predicate with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Application {
    /// The predicate, by its number in the system.
    pub predicate: u32,
    /// As many terms as it has sorts.
    pub arguments: Vec<TermId>,
}

/// For all values of the variables: if the constraint and all of the body hold, the head holds.
#[derive(Clone, Debug)]
pub struct Clause {
    /// The terms of the clause.
    pub terms: Terms,
    /// Names and sorts of the variables, in the order of their binders.
    pub variables: Vec<(String, Sort)>,
    /// A formula without predicates.
    pub constraint: TermId,
    /// Predicates in the order of the text.
    pub body: Vec<Application>,
    /// A predicate, or false.
    pub head: Option<Application>,
    /// Where the clause begins.
    pub place: Place,
}

/// A declared predicate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// Its name, without bars.
    pub name: String,
    /// The sorts of its arguments.
    pub sorts: Vec<Sort>,
}

/// A file of clauses.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// The predicates, in the order of their declarations.
    pub predicates: Vec<Predicate>,
    /// The clauses, in the order of the text.
    pub clauses: Vec<Clause>,
    /// Whether the file has rules and a query, whose `sat` means that false is derivable.
    pub is_query: bool,
}
