//! Visits a term, its parts first, without recursion.

use crate::Limit;
use format_input::index;
use format_smtlib::{Node, TermId, Terms};

/// Computes a value for the term from the values of its parts, in the order of the text: each
/// part before the next one, each term once. Known values stay.
pub(crate) fn walk<T: Clone>(
    terms: &Terms,
    root: TermId,
    known: &mut Vec<Option<T>>,
    mut visit: impl FnMut(&Node, &dyn Fn(TermId) -> Result<T, Limit>) -> Result<T, Limit>,
) -> Result<T, Limit> {
    known.resize(terms.len(), None);
    let mut stack = vec![(root, false)];
    while let Some((term, is_ready)) = stack.pop() {
        if known.get(index(term.0)).ok_or(Limit)?.is_some() {
            continue;
        }
        let node = terms.node(term).ok_or(Limit)?;
        if !is_ready {
            stack.push((term, true));
            stack.extend(node.parts().into_iter().rev().map(|part| (part, false)));
            continue;
        }
        let value = visit(node, &|part| part_of(known, part))?;
        if let Some(slot) = known.get_mut(index(term.0)) {
            *slot = Some(value);
        }
    }
    part_of(known, root)
}

/// The value of a part, which stands before what it is a part of.
fn part_of<T: Clone>(known: &[Option<T>], part: TermId) -> Result<T, Limit> {
    known.get(index(part.0)).and_then(Clone::clone).ok_or(Limit)
}
