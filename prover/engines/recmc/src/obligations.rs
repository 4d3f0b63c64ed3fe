//! Obligations: cubes of a predicate that are to be excluded or reached, lowest levels first.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use support_rules::Literal;

/// A cube that leads to false if it is reached.
#[derive(Clone, Debug)]
pub(crate) struct Obligation {
    pub(crate) predicate: usize,
    pub(crate) cube: Vec<Literal>,
    pub(crate) level: u32,
    /// The obligation that needs it; none if it is kept for its own sake.
    pub(crate) parent: Option<usize>,
    pub(crate) is_reached: bool,
    /// How many obligations it stems from.
    pub(crate) depth: u32,
}

/// What comes first is worked on first: low levels, what others use, what is new.
type Key = Reverse<(u32, usize, Reverse<u64>, usize)>;

/// All obligations and those that are waiting.
#[derive(Debug, Default)]
pub(crate) struct Obligations {
    all: Vec<Obligation>,
    waiting: BinaryHeap<Key>,
    count: u64,
}

impl Obligations {
    pub(crate) fn add(&mut self, obligation: Obligation, component: usize) -> usize {
        self.all.push(obligation);
        self.wait(self.all.len() - 1, component);
        self.all.len() - 1
    }

    /// An obligation is to be worked on (again).
    pub(crate) fn wait(&mut self, number: usize, component: usize) {
        self.count += 1;
        let level = self.all[number].level;
        self.waiting.push(Reverse((level, component, Reverse(self.count), number)));
    }

    /// The next one up to a level.
    pub(crate) fn next(&mut self, level: u32) -> Option<usize> {
        let Reverse((least, ..)) = self.waiting.peek()?;
        if *least > level {
            return None;
        }
        self.waiting.pop().map(|Reverse((.., number))| number)
    }

    pub(crate) fn get(&self, number: usize) -> &Obligation {
        &self.all[number]
    }

    pub(crate) fn get_mut(&mut self, number: usize) -> &mut Obligation {
        &mut self.all[number]
    }

    pub(crate) fn clear(&mut self) {
        self.all.clear();
        self.waiting.clear();
    }
}
