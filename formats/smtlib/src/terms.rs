//! Terms of linear arithmetic, each kept once.

use format_input::index;
use format_number::{Integer, Rational};
use std::collections::HashMap;

/// The sort of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// An integer.
    Int,
    /// A real number.
    Real,
}

/// A term by its number in [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(pub u32);

/// A term over other terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// True or false.
    Bool(bool),
    /// A number of sort Int or Real.
    Number(Rational, Sort),
    /// A variable of the clause, or a parameter of the formula.
    Variable(u32),
    /// The negation.
    Not(TermId),
    /// All of them, none included.
    And(Vec<TermId>),
    /// One of them at least.
    Or(Vec<TermId>),
    /// Equality of truth values.
    Iff(TermId, TermId),
    /// The second if the first, else the third; of any sort.
    Ite(TermId, TermId, TermId),
    /// `<=` of numbers of one sort.
    LessEqual(TermId, TermId),
    /// `<` of numbers of one sort.
    Less(TermId, TermId),
    /// Equality of numbers of one sort.
    Equal(TermId, TermId),
    /// The sum of one or more numbers of one sort.
    Add(Vec<TermId>),
    /// A multiple; the factor of an Int is an integer.
    Scale(Rational, TermId),
    /// The quotient of the Euclidean division of an Int by a constant that is not 0.
    Div(TermId, Integer),
    /// The remainder of that division, from 0 to `|divisor| - 1`.
    Mod(TermId, Integer),
    /// An Int as a Real.
    ToReal(TermId),
}

/// Terms over variables of given sorts. Children come before parents, equal terms are one.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    variables: Vec<Sort>,
    nodes: Vec<(Node, Sort)>,
    known: HashMap<Node, TermId>,
}

/// A term was to be made of terms that are not there, or of the wrong sorts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortError;

impl Terms {
    /// The sorts of the variables.
    #[must_use]
    pub fn variables(&self) -> &[Sort] {
        &self.variables
    }

    /// One more variable.
    pub fn add_variable(&mut self, sort: Sort) -> u32 {
        let variable = u32::try_from(self.variables.len()).unwrap_or(u32::MAX);
        self.variables.push(sort);
        variable
    }

    /// The term.
    #[must_use]
    pub fn node(&self, term: TermId) -> Option<&Node> {
        self.nodes.get(index(term.0)).map(|(node, _)| node)
    }

    /// The sort of the term.
    #[must_use]
    pub fn sort(&self, term: TermId) -> Option<Sort> {
        self.nodes.get(index(term.0)).map(|(_, sort)| *sort)
    }

    /// All terms, in the order of their ids.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().map(|(node, _)| node)
    }

    /// How many terms there are; their ids are the numbers below.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// What they take up: one for each, more for wide terms and long numbers.
    #[must_use]
    pub fn size(&self) -> usize {
        let sizes = self.nodes.iter().map(|(node, _)| match node {
            Node::And(parts) | Node::Or(parts) | Node::Add(parts) => parts.len() / 4,
            Node::Number(number, _) | Node::Scale(number, _) => words(number.bits()),
            Node::Div(_, divisor) | Node::Mod(_, divisor) => words(divisor.bits()),
            _ => 0,
        });
        sizes.fold(self.len(), usize::saturating_add)
    }

    /// The term, which is made if it is new.
    pub fn add(&mut self, node: Node) -> Result<TermId, SortError> {
        if let Some(&term) = self.known.get(&node) {
            return Ok(term);
        }
        let sort = self.sort_of(&node).ok_or(SortError)?;
        let term = TermId(u32::try_from(self.nodes.len()).map_err(|_| SortError)?);
        self.nodes.push((node.clone(), sort));
        self.known.insert(node, term);
        Ok(term)
    }

    /// The sort that a term would have, if its parts have the sorts that they should.
    fn sort_of(&self, node: &Node) -> Option<Sort> {
        let is = |term: TermId, sort: Sort| self.sort(term) == Some(sort);
        let number = |term: TermId| self.sort(term).filter(|sort| *sort != Sort::Bool);
        let all = |terms: &[TermId], sort| terms.iter().all(|term| is(*term, sort)).then_some(sort);
        match node {
            Node::Bool(_) => Some(Sort::Bool),
            Node::Number(number, sort) => match sort {
                Sort::Bool => None,
                Sort::Int => number.is_integer().then_some(Sort::Int),
                Sort::Real => Some(Sort::Real),
            },
            Node::Variable(variable) => self.variables.get(index(*variable)).copied(),
            Node::Not(_) | Node::And(_) | Node::Or(_) | Node::Iff(..) => {
                all(&node.parts(), Sort::Bool)
            }
            Node::Ite(condition, a, b) => {
                let sort = self.sort(*a).filter(|_| is(*condition, Sort::Bool))?;
                is(*b, sort).then_some(sort)
            }
            Node::LessEqual(a, b) | Node::Less(a, b) | Node::Equal(a, b) => {
                is(*b, number(*a)?).then_some(Sort::Bool)
            }
            Node::Add(terms) => all(terms, number(*terms.first()?)?),
            Node::Scale(factor, term) => {
                number(*term).filter(|sort| *sort == Sort::Real || factor.is_integer())
            }
            Node::Div(term, divisor) | Node::Mod(term, divisor) => {
                all(&[*term], Sort::Int).filter(|_| !divisor.is_zero())
            }
            Node::ToReal(term) => is(*term, Sort::Int).then_some(Sort::Real),
        }
    }
}

/// The words of 64 bits that are full.
pub(crate) fn words(bits: u64) -> usize {
    usize::try_from(bits / 64).unwrap_or(usize::MAX)
}

impl Node {
    /// Its parts, in order.
    #[must_use]
    pub fn parts(&self) -> Vec<TermId> {
        let mut parts = Vec::new();
        let _same = self.map(|part| {
            parts.push(part);
            part
        });
        parts
    }

    /// The same over other parts.
    #[must_use]
    pub fn map(&self, mut part: impl FnMut(TermId) -> TermId) -> Self {
        match self {
            Self::Bool(_) | Self::Number(..) | Self::Variable(_) => self.clone(),
            Self::Not(a) => Self::Not(part(*a)),
            Self::And(terms) => Self::And(terms.iter().map(|term| part(*term)).collect()),
            Self::Or(terms) => Self::Or(terms.iter().map(|term| part(*term)).collect()),
            Self::Iff(a, b) => Self::Iff(part(*a), part(*b)),
            Self::Ite(a, b, c) => Self::Ite(part(*a), part(*b), part(*c)),
            Self::LessEqual(a, b) => Self::LessEqual(part(*a), part(*b)),
            Self::Less(a, b) => Self::Less(part(*a), part(*b)),
            Self::Equal(a, b) => Self::Equal(part(*a), part(*b)),
            Self::Add(terms) => Self::Add(terms.iter().map(|term| part(*term)).collect()),
            Self::Scale(factor, a) => Self::Scale(factor.clone(), part(*a)),
            Self::Div(a, divisor) => Self::Div(part(*a), divisor.clone()),
            Self::Mod(a, divisor) => Self::Mod(part(*a), divisor.clone()),
            Self::ToReal(a) => Self::ToReal(part(*a)),
        }
    }
}
