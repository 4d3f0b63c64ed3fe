//! Variables that may have equal or opposite values, told apart by values that were seen.

use format_aiger::Lit;
use format_input::index;
use std::collections::HashMap;

/// The number of no class.
const ALONE: u32 = u32::MAX;

/// Classes of variables. Each variable is in one class or in none.
#[derive(Clone, Debug)]
pub(crate) struct Classes {
    /// The variables of each class, increasing.
    members: Vec<Vec<u32>>,
    /// By variable: its class.
    class: Vec<u32>,
    /// By variable: whether it stands for its negation.
    is_negated: Vec<bool>,
    is_new: bool,
}

impl Classes {
    /// All variables in one class; the values that come first say which are negated.
    pub(crate) fn new(variables: u32) -> Self {
        let count = index(variables);
        Self {
            members: vec![(0..variables).collect()],
            class: vec![0; count],
            is_negated: vec![false; count],
            is_new: true,
        }
    }

    /// Whether a variable is in a class.
    pub(crate) fn is_shared(&self, variable: u32) -> bool {
        self.class[index(variable)] != ALONE
    }

    /// A literal of the first variable of the class that may have the value of this one, if that
    /// is another.
    pub(crate) fn first(&self, variable: u32) -> Option<Lit> {
        let members = self.members.get(index(self.class[index(variable)]))?;
        let first = *members.first().filter(|&&first| first != variable)?;
        let differs = self.is_negated[index(first)] != self.is_negated[index(variable)];
        Some(if differs { !Lit::positive(first) } else { Lit::positive(first) })
    }

    /// Splits classes by values.
    pub(crate) fn refine(&mut self, value: impl Fn(u32) -> u64) {
        if std::mem::take(&mut self.is_new) {
            for (variable, is_negated) in (0..).zip(&mut self.is_negated) {
                *is_negated = value(variable) & 1 != 0;
            }
        }
        for number in 0..self.members.len() {
            let normal = |&variable: &u32| {
                let value = value(variable);
                if self.is_negated[index(variable)] { !value } else { value }
            };
            let members = &self.members[number];
            let Some(first) = members.first().map(normal) else { continue };
            if members.iter().all(|member| normal(member) == first) {
                continue;
            }
            let mut parts: HashMap<u64, Vec<u32>> = HashMap::new();
            for member in members {
                parts.entry(normal(member)).or_default().push(*member);
            }
            self.members[number].clear();
            let mut parts: Vec<Vec<u32>> = parts.into_values().collect();
            parts.sort_unstable();
            for part in parts {
                self.place(number, part);
            }
        }
    }

    /// Makes a part of a class one of its own, in its place if that is free.
    fn place(&mut self, number: usize, part: Vec<u32>) {
        let number = match &*part {
            [alone] => {
                self.class[index(*alone)] = ALONE;
                return;
            }
            _ if self.members[number].is_empty() => number,
            _ => {
                self.members.push(Vec::new());
                self.members.len() - 1
            }
        };
        let class = u32::try_from(number).unwrap_or(ALONE);
        for &variable in &part {
            self.class[index(variable)] = class;
        }
        self.members[number] = part;
    }
}
