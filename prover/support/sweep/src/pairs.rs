//! The pairs that are asked for: tried between the passes of a sweep, and settled in the end.

use crate::Error;
use crate::log::{ClauseId, Log};
use crate::sweep::{Sweep, find_difference};
use claim_miter::Signal;

/// Conflicts in the window for a pair that is asked for.
const WINDOW: u64 = 1000;
/// So many pairs may be too hard before the next pass begins.
const FAILURES: u32 = 2;

/// What became of a pair that is asked for.
enum Settled {
    Equal,
    Open,
    Differ(Vec<bool>),
}

impl Sweep<'_> {
    /// Derives what is asked of the pairs.
    pub(crate) fn outputs(mut self) -> Result<Result<Log, Vec<bool>>, Error> {
        for at in 0..self.graph.pairs.len() {
            match self.settle(at, self.problem.effort.pair)? {
                Settled::Equal => self.oblige(at)?,
                Settled::Open => {}
                Settled::Differ(vector) => return Ok(Err(vector)),
            }
        }
        Ok(Ok(self.log))
    }

    /// Tries the open pairs, up to so many clauses each, until some are too hard; the result is
    /// a vector that tells a pair apart.
    pub(crate) fn try_pairs(&mut self, limit: u64) -> Result<Option<Vec<bool>>, Error> {
        let mut failures = 0;
        for at in 0..self.graph.pairs.len() {
            match self.settle(at, limit)? {
                Settled::Equal => {}
                Settled::Open => failures += 1,
                Settled::Differ(vector) => return Ok(Some(vector)),
            }
            if failures >= FAILURES {
                break;
            }
        }
        Ok(None)
    }

    /// Merges the signals of a pair if it can.
    fn settle(&mut self, at: usize, limit: u64) -> Result<Settled, Error> {
        let (first, second) = self.graph.pairs[at];
        let Self { graph, log, merges, .. } = self;
        let [one, other] = [first, second].map(|signal| merges.find(graph, log, signal));
        if one == other {
            return Ok(Settled::Equal);
        }
        if self.must_stop() {
            return Ok(Settled::Open);
        }
        let waiting = self.simulation.waiting();
        match self.equate(one, other, (WINDOW, limit.min(self.problem.effort.pair)))? {
            Some(ids) => self.merge_roots(one, other, ids),
            None if self.simulation.waiting() == waiting => return Ok(Settled::Open),
            None => {
                self.simulation.waiting_round(self.graph);
                let vector = find_difference(self.graph, &self.simulation);
                return vector.map(Settled::Differ).ok_or(Error::Proof);
            }
        }
        Ok(Settled::Equal)
    }

    /// Notes that two signals are equal: the later one is merged.
    pub(crate) fn merge_roots(&mut self, one: Signal, other: Signal, [up, down]: [ClauseId; 2]) {
        let (late, early) =
            if one.variable() > other.variable() { (one, other) } else { (other, one) };
        // Implications between one and other, seen from the later one, not negated.
        let is_swapped = (late == other) != late.is_negative();
        let equal = Signal(early.0 ^ late.0 & 1);
        let ids = if is_swapped { [down, up] } else { [up, down] };
        self.merges.merge(late.variable(), equal, ids);
    }

    /// Derives both implications of a pair that is merged.
    fn oblige(&mut self, at: usize) -> Result<(), Error> {
        let Self { graph, log, merges, .. } = self;
        let (first, second) = graph.pairs[at];
        for signal in [first, second] {
            merges.find(graph, log, signal);
        }
        for (side, (from, to)) in [(first, second), (!first, !second)].into_iter().enumerate() {
            if to == Signal::TRUE || from == Signal::FALSE || from == to {
                continue;
            }
            let candidates = [merges.up(from), merges.down(to)];
            log.derive(graph, &[!from, to], &candidates).ok_or(Error::Proof)?;
            log.obligations[at][side] = Some(log.len() - 1);
        }
        Ok(())
    }
}
