//! From the solver's clause ids to those of the proof.
//!
//! CaDiCaL counts all clauses together, those added from outside and those derived. In a proof
//! the clauses of the formula come first. So the map is a list of runs: from a solver id on, the
//! proof's ids differ by a constant. If all clauses are added before the first is derived there
//! is one run, and the ids are the same.

use format_lrat::Id;

/// The map, growing with the solver's ids.
#[derive(Debug)]
pub(crate) struct Ids {
    /// In increasing order of their first solver ids.
    runs: Vec<Run>,
    /// The largest solver id so far.
    newest: Id,
    /// The largest id of the proof that is taken.
    last: Id,
}

#[derive(Clone, Copy, Debug)]
struct Run {
    first: Id,
    /// What to add to a solver id, up to the next run.
    offset: Id,
}

impl Ids {
    /// The ids up to `reserved` are left to clauses from outside.
    pub(crate) fn new(reserved: Id) -> Self {
        Self { runs: Vec::new(), newest: 0, last: reserved }
    }

    /// Notes that a clause from outside, which the proof knows by `id`, got this solver id.
    pub(crate) fn outside(&mut self, solver_id: Id, id: Id) -> Option<()> {
        self.note(solver_id, id)?;
        Some(())
    }

    /// The proof's id of a clause derived just now: larger than all before it.
    pub(crate) fn derived(&mut self, solver_id: Id) -> Option<Id> {
        let same_run = self.runs.last().and_then(|run| solver_id.checked_add(run.offset));
        let id = match same_run {
            Some(id) if id > self.last => id,
            _ => self.last.checked_add(1)?,
        };
        self.note(solver_id, id)?;
        self.last = id;
        Some(id)
    }

    /// The proof's id of a clause that the solver has.
    #[inline]
    pub(crate) fn get(&self, solver_id: Id) -> Id {
        let offset = match self.runs.as_slice() {
            [.., last] if last.first <= solver_id => last.offset,
            runs => {
                let after = runs.partition_point(|run| run.first <= solver_id);
                runs.get(after.wrapping_sub(1)).map_or(0, |run| run.offset)
            }
        };
        solver_id.wrapping_add(offset)
    }

    /// Extends the map by the next solver id; none if it is not the next.
    #[inline]
    fn note(&mut self, solver_id: Id, id: Id) -> Option<()> {
        let offset = id.checked_sub(solver_id)?;
        if solver_id <= self.newest {
            return None;
        }
        self.newest = solver_id;
        if self.runs.last().is_none_or(|run| run.offset != offset) {
            self.runs.push(Run { first: solver_id, offset });
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_added_first_keep_one_run() {
        let mut ids = Ids::new(3);
        for id in 1..=3 {
            ids.outside(id, id).unwrap();
        }
        assert_eq!(ids.derived(4), Some(4));
        assert_eq!(ids.derived(7), Some(7));
        assert_eq!([1, 3, 4, 7].map(|id| ids.get(id)), [1, 3, 4, 7]);
        assert_eq!(ids.runs.len(), 1);
    }

    #[test]
    fn derived_clauses_stand_behind_the_formula() {
        let mut ids = Ids::new(3);
        ids.outside(1, 1).unwrap();
        assert_eq!(ids.derived(2), Some(4));
        ids.outside(3, 2).unwrap();
        assert_eq!(ids.derived(4), Some(5));
        ids.outside(5, 3).unwrap();
        assert_eq!(ids.derived(6), Some(6));
        assert_eq!(ids.derived(7), Some(7));
        assert_eq!([1, 2, 3, 4, 5, 6, 7].map(|id| ids.get(id)), [1, 4, 2, 5, 3, 6, 7]);
    }

    #[test]
    fn a_derived_clause_may_come_back_from_outside() {
        let mut ids = Ids::new(1);
        ids.outside(1, 1).unwrap();
        assert_eq!(ids.derived(2), Some(2));
        ids.outside(3, 2).unwrap();
        assert_eq!(ids.derived(4), Some(3));
        assert_eq!([1, 2, 3, 4].map(|id| ids.get(id)), [1, 2, 2, 3]);
    }

    #[test]
    fn ids_out_of_order_are_refused() {
        let mut ids = Ids::new(0);
        assert_eq!(ids.derived(5), Some(1));
        assert_eq!(ids.derived(5), None);
        assert_eq!(ids.derived(4), None);
    }
}
