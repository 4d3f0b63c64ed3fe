//! The clauses of one solver, with two watched literals each.

use crate::Lit;
use format_input::index;

/// Why a clause is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Added from outside.
    Given,
    /// Learnt, and true whatever is asked.
    Learnt,
    /// Only for the current question.
    Temporary,
    /// No longer there.
    Deleted,
}

/// What stands before the literals of a clause.
const HEAD: usize = 2;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Clause {
    start: u32,
    len: u32,
    pub(crate) kind: Kind,
    pub(crate) activity: f32,
    /// Whether it follows from the base alone.
    pub(crate) is_pure: bool,
}

/// A clause in the list of one of its first two literals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    /// Where its literals begin.
    pub(crate) start: u32,
    /// Another literal of the clause: if it is true, the clause need not be read.
    pub(crate) blocker: Lit,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Clauses {
    /// The literals of all clauses, each after the number of its clause and of its literals: whoever
    /// comes from a list of watches finds all in one place.
    literals: Vec<Lit>,
    pub(crate) list: Vec<Clause>,
    pub(crate) watches: Vec<Vec<Watch>>,
    pub(crate) learnt: usize,
    increment: f32,
}

impl Clauses {
    pub(crate) fn new(variables: u32) -> Self {
        let watches = vec![Vec::new(); 2 * index(variables)];
        Self { watches, increment: 1.0, ..Self::default() }
    }

    #[inline]
    pub(crate) fn literals(&self, clause: u32) -> &[Lit] {
        let Clause { start, len, .. } = self.list[index(clause)];
        &self.literals[index(start)..index(start + len)]
    }

    /// The number and the literals of the clause whose literals begin here.
    #[inline]
    pub(crate) fn at(&mut self, start: u32) -> (u32, &mut [Lit]) {
        let (head, tail) = self.literals.split_at_mut(index(start));
        let &mut [.., number, len] = head else { return (0, &mut []) };
        (number.0, &mut tail[..index(len.0)])
    }

    /// Adds a clause of at least two literals, of which the first two are watched.
    pub(crate) fn add(&mut self, literals: &[Lit], kind: Kind) -> u32 {
        let as_u32 = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let clause = as_u32(self.list.len());
        self.literals.extend([Lit(clause), Lit(as_u32(literals.len()))]);
        let start = as_u32(self.literals.len());
        self.literals.extend_from_slice(literals);
        let activity = self.increment;
        self.list.push(Clause {
            start,
            len: as_u32(literals.len()),
            kind,
            activity,
            is_pure: false,
        });
        self.learnt += usize::from(kind == Kind::Learnt);
        self.watches[index((!literals[0]).0)].push(Watch { start, blocker: literals[1] });
        self.watches[index((!literals[1]).0)].push(Watch { start, blocker: literals[0] });
        clause
    }

    /// Removes the temporary clauses, which are the last ones from `first` on but for learnt
    /// ones, so that their places can be used again if they stand at the end.
    pub(crate) fn remove_temporary(&mut self, first: usize) {
        for number in first..self.list.len() {
            if self.list[number].kind == Kind::Temporary {
                let start = self.list[number].start;
                let [a, b] = [self.literals[index(start)], self.literals[index(start) + 1]];
                for lit in [a, b] {
                    let list = &mut self.watches[index((!lit).0)];
                    if let Some(at) = list.iter().rposition(|watch| watch.start == start) {
                        list.swap_remove(at);
                    }
                }
                self.list[number].kind = Kind::Deleted;
            }
        }
        while let Some(last) = self.list.last()
            && last.kind == Kind::Deleted
            && self.list.len() > first
        {
            self.literals.truncate(index(last.start) - HEAD);
            self.list.pop();
        }
    }

    pub(crate) fn bump(&mut self, clause: u32) {
        let clause = &mut self.list[index(clause)];
        clause.activity += self.increment;
        if clause.activity > 1e20 {
            self.list.iter_mut().for_each(|clause| clause.activity /= 1e20);
            self.increment /= 1e20;
        }
    }

    pub(crate) fn decay(&mut self) {
        self.increment /= 0.99;
    }

    /// Keeps the given and temporary clauses that `keep` wants and the more active half of the
    /// learnt ones. No clause may be a reason.
    pub(crate) fn reduce(&mut self, keep: impl Fn(&[Lit]) -> bool) {
        let of_kind = |clause: &&Clause| clause.kind == Kind::Learnt;
        let mut activities: Vec<f32> =
            self.list.iter().filter(of_kind).map(|clause| clause.activity).collect();
        let middle = activities.len() / 2;
        let bound = if activities.is_empty() {
            0.0
        } else {
            *activities.select_nth_unstable_by(middle, f32::total_cmp).1
        };
        let old = std::mem::take(&mut self.list);
        let literals = std::mem::take(&mut self.literals);
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
        for Clause { start, len, kind, activity, is_pure } in old {
            let lits = &literals[index(start)..index(start + len)];
            let stays = match kind {
                Kind::Given | Kind::Temporary => true,
                Kind::Learnt => activity >= bound,
                Kind::Deleted => false,
            };
            if stays && keep(lits) {
                let clause = self.add(lits, kind);
                self.list[index(clause)].activity = activity;
                self.list[index(clause)].is_pure = is_pure;
            }
        }
    }

    /// Removes all clauses.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.literals.clear();
        self.watches.iter_mut().for_each(Vec::clear);
        self.learnt = 0;
    }
}
