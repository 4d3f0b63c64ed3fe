//! Products of different variables, each with one number.
//!
//! A monomial is its last variable times a monomial of smaller variables: two products are equal
//! exactly if their numbers are.

use crate::Cause;
use format_input::index;
use format_lpac::WordMap;

/// The number of a monomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Monomial(pub(crate) u32);

/// The product of no variables.
pub(crate) const ONE: Monomial = Monomial(0);

/// A monomial without its last variable, and that variable.
#[derive(Clone, Copy)]
struct Node {
    rest: Monomial,
    last: u32,
}

/// All monomials at hand.
#[derive(Default)]
pub(crate) struct Monomials {
    /// The monomial `k + 1` at `k`.
    nodes: Vec<Node>,
    /// The numbers of single variables, or 0: one hash less per monomial, 1.2x.
    singles: Vec<u32>,
    /// The numbers of all others.
    numbers: WordMap<u32>,
    /// How many nodes outlive the step at hand.
    kept: usize,
    /// How many others there may be.
    pub(crate) room: usize,
    /// Scratch: variables that are to be multiplied, the largest first.
    pending: Vec<u32>,
}

impl Monomials {
    /// Keeps what there is; what comes after is forgotten together.
    pub(crate) fn keep(&mut self) {
        self.kept = self.nodes.len();
    }

    /// Forgets what is not kept.
    pub(crate) fn forget(&mut self) {
        for node in self.nodes.drain(self.kept.min(self.nodes.len())..) {
            match self.singles.get_mut(index(node.last)).filter(|_| node.rest == ONE) {
                Some(single) => *single = 0,
                None => drop(self.numbers.remove(&key(node.rest, node.last))),
            }
        }
    }

    /// The product of variables in any order; one that stands twice counts once.
    pub(crate) fn product(&mut self, variables: &[u32]) -> Result<Monomial, Cause> {
        if let [variable] = variables {
            return self.extend(ONE, *variable);
        }
        self.pending.clear();
        self.pending.extend_from_slice(variables);
        self.pending.sort_unstable_by(|a, b| b.cmp(a));
        self.pending.dedup();
        self.multiply_pending(ONE)
    }

    /// The product of two monomials, with x*x = x.
    pub(crate) fn times(&mut self, first: Monomial, second: Monomial) -> Result<Monomial, Cause> {
        if self.nodes.len().saturating_sub(self.kept) > self.room {
            return Err(Cause::Full);
        }
        let (mut first, mut second) = (first, second);
        self.pending.clear();
        loop {
            // The last variables are compared until one side is left, or both are the same.
            let (Some(one), Some(other)) = (self.node(first), self.node(second)) else {
                let rest = if first == ONE { second } else { first };
                return self.multiply_pending(rest);
            };
            if first == second {
                return self.multiply_pending(first);
            }
            self.pending.push(one.last.max(other.last));
            if one.last >= other.last {
                first = one.rest;
            }
            if other.last >= one.last {
                second = other.rest;
            }
        }
    }

    fn node(&self, monomial: Monomial) -> Option<Node> {
        self.nodes.get(index(monomial.0).checked_sub(1)?).copied()
    }

    /// The monomial times the pending variables, which are larger than its own.
    fn multiply_pending(&mut self, mut monomial: Monomial) -> Result<Monomial, Cause> {
        while let Some(variable) = self.pending.pop() {
            monomial = self.extend(monomial, variable)?;
        }
        Ok(monomial)
    }

    /// The monomial times a larger variable.
    #[inline]
    fn extend(&mut self, rest: Monomial, last: u32) -> Result<Monomial, Cause> {
        let known = if rest == ONE {
            self.singles.get(index(last)).copied().filter(|number| *number != 0)
        } else {
            self.numbers.get(&key(rest, last)).copied()
        };
        known.map_or_else(|| self.insert(rest, last), |number| Ok(Monomial(number)))
    }

    fn insert(&mut self, rest: Monomial, last: u32) -> Result<Monomial, Cause> {
        let number = u32::try_from(self.nodes.len()).ok().and_then(|count| count.checked_add(1));
        let number = number.ok_or(Cause::Full)?;
        if rest == ONE {
            let length = index(last).saturating_add(1).max(self.singles.len());
            self.singles.resize(length, 0);
            if let Some(single) = self.singles.get_mut(index(last)) {
                *single = number;
            }
        } else {
            self.numbers.insert(key(rest, last), number);
        }
        self.nodes.push(Node { rest, last });
        Ok(Monomial(number))
    }
}

fn key(rest: Monomial, last: u32) -> u64 {
    u64::from(rest.0) << 32 | u64::from(last)
}
