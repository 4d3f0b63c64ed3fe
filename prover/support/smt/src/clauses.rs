//! Clauses in one array of words, watched by two of their literals.

use crate::Lit;

/// A clause that may become a unit when a literal becomes false.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) clause: u32,
    /// A literal of the clause: if it is true there is nothing to do.
    pub(crate) blocker: Lit,
}

/// The clauses; each is named by the index of its first word.
#[derive(Debug, Default)]
pub(crate) struct Clauses {
    /// For each clause: its length, its level count (0 for clauses from outside), the step that
    /// derived it, and the codes of its literals.
    words: Vec<u32>,
    /// By the code of the literal that became false.
    pub(crate) watches: Vec<Vec<Watch>>,
    /// Clauses that a model must make true.
    pub(crate) needed: Vec<u32>,
    gates: Vec<u32>,
    pub(crate) learned: Vec<u32>,
}

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// From outside.
    Needed,
    /// The definition of a gate.
    Gate,
    /// Derived; with the number of levels of its literals.
    Learned(u32),
}

const HEADER: usize = 3;

/// The literal with a code that was one's.
#[inline]
pub(crate) fn literal(code: u32) -> Lit {
    Lit::from_code(code).unwrap_or_else(|| std::process::abort())
}

/// The literal that is always true.
#[inline]
pub(crate) fn truth() -> Lit {
    literal(2)
}

impl Clauses {
    /// Adds a clause of two literals or more, whose first two are watched.
    pub(crate) fn add(&mut self, clause: &[Lit], kind: Kind, step: u32) -> u32 {
        let name = self.words.len() as u32;
        let (list, levels) = match kind {
            Kind::Needed => (&mut self.needed, 0),
            Kind::Gate => (&mut self.gates, 0),
            Kind::Learned(levels) => (&mut self.learned, levels.max(1)),
        };
        list.push(name);
        self.words.extend([clause.len() as u32, levels, step]);
        self.words.extend(clause.iter().map(|lit| lit.code()));
        self.watch(name);
        name
    }

    fn watch(&mut self, name: u32) {
        let lits = self.codes(name);
        let (first, second) = (literal(lits[0]), literal(lits[1]));
        self.watches[first.code() as usize].push(Watch { clause: name, blocker: second });
        self.watches[second.code() as usize].push(Watch { clause: name, blocker: first });
    }

    #[inline]
    pub(crate) fn codes(&self, name: u32) -> &[u32] {
        let at = name as usize;
        &self.words[at + HEADER..at + HEADER + self.words[at] as usize]
    }

    #[inline]
    pub(crate) fn codes_mut(&mut self, name: u32) -> &mut [u32] {
        let at = name as usize;
        let end = at + HEADER + self.words[at] as usize;
        &mut self.words[at + HEADER..end]
    }

    pub(crate) fn levels(&self, name: u32) -> u32 {
        self.words[name as usize + 1]
    }

    pub(crate) fn step(&self, name: u32) -> u32 {
        self.words[name as usize + 2]
    }

    /// Keeps the clauses that are wanted and makes the array dense. No name stays valid.
    pub(crate) fn keep(&mut self, mut is_wanted: impl FnMut(&Self, u32) -> bool) {
        let mut lists = [&mut self.needed, &mut self.gates, &mut self.learned].map(std::mem::take);
        for list in &mut lists {
            list.retain(|&name| is_wanted(self, name));
        }
        let words = std::mem::take(&mut self.words);
        self.words.reserve(words.len());
        for watches in &mut self.watches {
            watches.clear();
        }
        for name in lists.iter_mut().flatten() {
            let at = *name as usize;
            *name = self.words.len() as u32;
            self.words.extend(&words[at..at + HEADER + words[at] as usize]);
            self.watch(*name);
        }
        [self.needed, self.gates, self.learned] = lists;
    }
}
