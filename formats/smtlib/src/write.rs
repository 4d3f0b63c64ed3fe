//! Writes terms and definitions; no verdict rests on it.

use crate::{Error, Formula, Node, Sort, SortError, TermId, Terms, Value};
use format_input::index;
use format_number::{Integer, Rational};
use std::fmt;
use std::io::{self, Write};

/// What is still to be written.
enum Piece {
    Term(TermId),
    Text(&'static str),
    Number(Rational, Sort),
}

/// Writes a term on one line. `name` gives the names of variables. A term that several terms
/// share is written once, behind a `let`, so that the text is as long as the terms are many.
pub fn write_term(
    out: &mut impl Write,
    terms: &Terms,
    root: TermId,
    name: impl Fn(u32) -> String,
) -> io::Result<()> {
    let shared = shared(terms, root);
    let mut bound = vec![None; terms.len()];
    for (number, &term) in shared.iter().enumerate() {
        write!(out, "(let ((s!{number} ")?;
        write_pieces(out, terms, term, &bound, &name)?;
        out.write_all(b")) ")?;
        if let Some(slot) = bound.get_mut(index(term.0)) {
            *slot = Some(number);
        }
    }
    write_pieces(out, terms, root, &bound, &name)?;
    shared.iter().try_for_each(|_| out.write_all(b")"))
}

/// Writes `(define-fun NAME ((p0 SORT) ...) Bool TERM)` and a line break.
pub fn write_definition(out: &mut impl Write, name: &str, formula: &Formula) -> io::Result<()> {
    out.write_all(b"(define-fun ")?;
    write_symbol(out, name)?;
    out.write_all(b" (")?;
    for (number, sort) in formula.terms.variables().iter().enumerate() {
        write!(out, "{}(p{number} {sort})", if number == 0 { "" } else { " " })?;
    }
    out.write_all(b") Bool ")?;
    write_term(out, &formula.terms, formula.root, |variable| format!("p{variable}"))?;
    out.write_all(b")\n")
}

/// Writes a name, between bars if it needs them.
pub fn write_symbol(out: &mut impl Write, name: &str) -> io::Result<()> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte);
    let is_simple =
        name.bytes().all(is_plain) && !matches!(name.bytes().next(), None | Some(b'0'..=b'9'));
    if is_simple { write!(out, "{name}") } else { write!(out, "|{name}|") }
}

/// Terms that are more than a name or a number and have several parents, children first.
fn shared(terms: &Terms, root: TermId) -> Vec<TermId> {
    let mut parents = vec![0_u32; terms.len()];
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        let Some(count) = parents.get_mut(index(term.0)) else { continue };
        *count = count.saturating_add(1);
        if *count == 1 {
            stack.extend(terms.node(term).map(Node::parts).unwrap_or_default());
        }
    }
    let ids = (0_u32..).map(TermId).zip(parents);
    let is_leaf = |term: TermId| terms.node(term).is_none_or(|node| node.parts().is_empty());
    ids.filter(|(term, count)| *count > 1 && !is_leaf(*term)).map(|(term, _)| term).collect()
}

/// Writes a term whose shared parts are bound.
fn write_pieces(
    out: &mut impl Write,
    terms: &Terms,
    root: TermId,
    bound: &[Option<usize>],
    name: &impl Fn(u32) -> String,
) -> io::Result<()> {
    let mut stack = vec![Piece::Term(root)];
    while let Some(piece) = stack.pop() {
        let term = match piece {
            Piece::Text(text) => {
                out.write_all(text.as_bytes())?;
                continue;
            }
            Piece::Number(number, sort) => {
                write_number(out, &number, sort)?;
                continue;
            }
            Piece::Term(term) => term,
        };
        if let Some(Some(number)) = bound.get(index(term.0)) {
            write!(out, "s!{number}")?;
            continue;
        }
        let Some(node) = terms.node(term) else { continue };
        match node {
            Node::Variable(variable) => write_symbol(out, &name(*variable))?,
            Node::Number(number, sort) => write_number(out, number, *sort)?,
            _ => out.write_all(opening(node).as_bytes())?,
        }
        push_parts(&mut stack, terms, node);
    }
    Ok(())
}

/// Pushes what stands behind the opening of a term, the last piece first.
fn push_parts(stack: &mut Vec<Piece>, terms: &Terms, node: &Node) {
    let parts = node.parts();
    if parts.is_empty() {
        return;
    }
    stack.push(Piece::Text(")"));
    if let Node::Div(_, divisor) | Node::Mod(_, divisor) = node {
        stack.extend([Piece::Number(divisor.clone().into(), Sort::Int), Piece::Text(" ")]);
    }
    stack.extend(parts.into_iter().rev().flat_map(|part| [Piece::Term(part), Piece::Text(" ")]));
    if let Node::Scale(factor, part) = node {
        let sort = terms.sort(*part).unwrap_or(Sort::Int);
        stack.extend([Piece::Number(factor.clone(), sort), Piece::Text(" ")]);
    }
}

/// What a term begins with, or all of it if it has no parts.
fn opening(node: &Node) -> &'static str {
    match node {
        Node::Bool(true) => "true",
        Node::And(parts) if parts.is_empty() => "true",
        Node::Or(parts) if parts.is_empty() => "false",
        Node::Bool(false) | Node::Variable(_) | Node::Number(..) => "false",
        Node::Not(_) => "(not",
        Node::And(_) => "(and",
        Node::Or(_) => "(or",
        Node::Iff(..) | Node::Equal(..) => "(=",
        Node::Ite(..) => "(ite",
        Node::LessEqual(..) => "(<=",
        Node::Less(..) => "(<",
        Node::Add(_) => "(+",
        Node::Scale(..) => "(*",
        Node::Div(..) => "(div",
        Node::Mod(..) => "(mod",
        Node::ToReal(_) => "(to_real",
    }
}

/// Writes a number as SMT-LIB has it: `3`, `(- 3)`, `3.0`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`.
fn write_number(out: &mut impl Write, number: &Rational, sort: Sort) -> io::Result<()> {
    let (above, below) = (number.numerator().abs(), number.denominator());
    let point = if sort == Sort::Real { ".0" } else { "" };
    let text = if below == Integer::ONE {
        format!("{above}{point}")
    } else {
        format!("(/ {above}{point} {below}{point})")
    };
    if number.signum() < 0 { write!(out, "(- {text})") } else { out.write_all(text.as_bytes()) }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bool => "Bool",
            Self::Int => "Int",
            Self::Real => "Real",
        })
    }
}

impl fmt::Display for SortError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the parts of a term have the wrong sorts")
    }
}

impl std::error::Error for SortError {}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(value) => value.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl Terms {
    /// No terms yet, over variables of these sorts.
    #[must_use]
    pub fn new(variables: Vec<Sort>) -> Self {
        let mut terms = Self::default();
        for sort in variables {
            terms.add_variable(sort);
        }
        terms
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
