//! Attempts to rewrite a sum of bits until only partial products are left.

use crate::clauses::{Clauses, Outcome};
use crate::columns::{Columns, Target};
use crate::cuts::Cuts;
use crate::error::Error;
use crate::graph::Graph;
use crate::hash::Set;
use crate::multiples::Multiple;
use crate::rows::{Finder, Rows};
use crate::simulate::{Index, Simulation};
use crate::steps::Step;
use crate::support::Support;
use crate::ties::Chain;
use crate::track::{Phase, Stop, Track, Why};
use format_aiger::Lit;
use format_input::index;
use std::ops::Range;
use support_sweep::Effort;

/// The most nodes that are looked at in all tries of rows together.
const EFFORT: usize = 40_000_000;

/// Rows with fewer gates above them in each column, or more, are not compared with later ones:
/// they are right, or the adder looks ahead.
const LARGE: Range<usize> = 18..64;

/// The gates of an adder in one column, or somewhat more.
const USUAL: usize = 16;

/// How many later columns are looked at.
const STARTS: usize = 64;

/// How many later rows are tried.
const LATER: usize = 6;

/// How many rows are tried whose carries are nodes.
const AHEAD: usize = 8;

/// What is spent on pairs that have to be equal.
pub(crate) const HARD: Effort = Effort { node: 100_000, pair: 1_000_000, deadline: None };

/// All that is known of the circuit.
pub(crate) struct Search<'a> {
    pub(crate) graph: Graph,
    pub(crate) support: Support,
    pub(crate) clauses: Clauses,
    cuts: Cuts,
    pub(crate) track: &'a Track<'a>,
    /// Whether it is about a multiple of an operand, not about the outputs.
    pub(crate) is_lemma: bool,
    /// Rows that did not help.
    failures: Vec<Failure>,
}

/// A sum that is rewritten.
pub(crate) struct Closed {
    pub(crate) steps: Vec<Step>,
    /// What is left: columns, nodes, coefficients.
    pub(crate) rest: Vec<(u32, u32, i32)>,
    /// What still has to be proved equal.
    pairs: Vec<(Lit, Lit)>,
    /// The chain on the rows.
    chain: Chain,
}

/// Rows from a column on that left something stuck in the next column.
struct Failure {
    column: usize,
    bits: Vec<[Lit; 2]>,
}

impl Failure {
    /// Whether other rows will leave the same.
    fn is_same(&self, rows: &Rows) -> bool {
        let from = self.column.checked_sub(rows.start);
        from.and_then(|from| rows.bits.get(from..)).is_some_and(|bits| bits == self.bits)
    }
}

impl<'a> Search<'a> {
    /// Looks for the functions of small cuts; none if there was no time for that.
    pub(crate) fn new(graph: Graph, track: &'a Track<'a>) -> Option<Self> {
        let mut cuts = Cuts::new();
        let all = index(graph.nodes());
        if !cuts.extend_unless(&graph, |node| track.tick(index(node), all)) {
            return None;
        }
        let (support, clauses) = (Support::new(), Clauses::default());
        let (failures, is_lemma) = (Vec::new(), false);
        Some(Self { graph, support, clauses, cuts, track, is_lemma, failures })
    }

    /// Rewrites a sum by adders only.
    pub(crate) fn plain(&mut self, target: &Target) -> Option<Closed> {
        let first = self.graph.nodes();
        self.failures = Vec::new();
        let closed = self.attempt(target, None);
        if closed.is_none() {
            self.forget(first);
        }
        closed
    }

    /// Rewrites a sum, with the help of the last adder's rows.
    pub(crate) fn close(
        &mut self,
        target: &Target,
        simulation: &Simulation,
        index: &Index,
    ) -> Result<Option<Closed>, Error> {
        if let Some(closed) = self.plain(target) {
            return Ok(Some(closed));
        }
        if let Some(closed) = self.close_ahead(target, simulation, index)? {
            return Ok(Some(closed));
        }
        let first = self.graph.nodes();
        let most = self.most_tries();
        let mut tries = 0;
        for start in 0..target.outputs.len().saturating_sub(1) {
            if self.look(start, target) {
                return Ok(None);
            }
            for rows in self.finder(target, simulation, index, false).rows(start) {
                if tries >= most || self.track.is_over() {
                    return Ok(None);
                }
                if self.failures.iter().any(|failure| failure.is_same(&rows)) {
                    continue;
                }
                tries += 1;
                if let Some(closed) = self.attempt(target, Some(&rows)) {
                    let later = self.later(target, &rows, simulation, index);
                    for later in &later {
                        self.forget(first);
                        if let Some(closed) = self.attempt(target, Some(later))
                            && self.prove(target, later, &closed)?
                        {
                            return Ok(Some(closed));
                        }
                    }
                    let closed = if later.is_empty() {
                        Some(closed)
                    } else {
                        self.forget(first);
                        self.attempt(target, Some(&rows))
                    };
                    if let Some(closed) = closed
                        && self.prove(target, &rows, &closed)?
                    {
                        return Ok(Some(closed));
                    }
                }
                self.forget(first);
            }
        }
        Ok(None)
    }

    /// Rows that begin at a column are looked for; true if there is no time for that.
    fn look(&self, start: usize, target: &Target) -> bool {
        self.track.phase(Phase::Rows);
        self.track.tick(start, target.outputs.len())
    }

    /// How many rows are tried.
    fn most_tries(&self) -> usize {
        (EFFORT / self.graph.fans().len().max(1)).clamp(16, 400)
    }

    fn finder<'b>(
        &'b self,
        target: &'b Target,
        simulation: &'b Simulation,
        index: &'b Index,
        is_ahead: bool,
    ) -> Finder<'b> {
        Finder { outputs: &target.outputs, cuts: &self.cuts, simulation, index, is_ahead }
    }

    /// Rewrites a sum, with the help of rows whose carries are nodes. Only if all outputs are tied
    /// to the chain this is the way: it takes little time and space.
    fn close_ahead(
        &mut self,
        target: &Target,
        simulation: &Simulation,
        index: &Index,
    ) -> Result<Option<Closed>, Error> {
        let first = self.graph.nodes();
        let mut left = AHEAD.min(self.most_tries());
        for start in 0..target.outputs.len().saturating_sub(1) {
            if self.look(start, target) {
                return Ok(None);
            }
            for rows in self.finder(target, simulation, index, true).rows(start) {
                if left == 0 || self.track.is_over() {
                    return Ok(None);
                }
                left -= 1;
                if let Some(closed) = self.attempt(target, Some(&rows)) {
                    let cut: Vec<u32> = rows.nodes().collect();
                    let above = (&cut[..], &rows.patterns()[..], Some(&closed.chain));
                    if self.prove_pairs(&closed.pairs, above, None)? {
                        return Ok(Some(closed));
                    }
                    self.forget(first);
                    return Ok(None);
                }
                self.forget(first);
            }
        }
        Ok(None)
    }

    /// Rewrites the bits of a multiple of an operand as a sum of its own.
    pub(crate) fn close_multiple(&mut self, multiple: &Multiple) -> Result<Option<Closed>, Error> {
        let first = self.clauses.pairs.len();
        let (graph, cuts, support) = (&mut self.graph, &mut self.cuts, &mut self.support);
        let mut columns = Columns::new(graph, cuts, support, &multiple.target);
        let pairs =
            columns.replace_by_multiple(&multiple.operand, multiple.times, multiple.signed, first);
        let is_closed = columns.run(self.track).is_none();
        let (steps, rest) = (std::mem::take(&mut columns.steps), columns.rest());
        // A constant has no clauses that make it equal to something.
        let is_open = pairs.iter().any(|(one, two)| one.is_constant() || two.is_constant());
        if !is_closed || is_open || !self.prove_pairs(&pairs, (&[], &[], None), Some(HARD))? {
            return Ok(None);
        }
        Ok(Some(Closed { steps, rest, pairs, chain: Chain::default() }))
    }

    /// Rows that begin later and have far fewer gates above them, the fewest first: the first
    /// ones may reach into what is below the last adder.
    fn later(
        &self,
        target: &Target,
        rows: &Rows,
        simulation: &Simulation,
        index: &Index,
    ) -> Vec<Rows> {
        let outputs = &target.outputs;
        let size = self.size(outputs, rows, usize::MAX);
        if !LARGE.contains(&(size / rows.bits.len().max(1))) {
            return Vec::new();
        }
        let finder = self.finder(target, simulation, index, false);
        let stride = rows.bits.len().div_ceil(STARTS).max(1);
        let starts = (rows.start + stride..outputs.len().saturating_sub(1)).step_by(stride);
        let mut later: Vec<(usize, Rows)> = Vec::new();
        let before = |start: usize| (start - rows.start) * USUAL;
        for start in starts {
            let found = finder.rows(start).into_iter().map(|rows| {
                // The columns before these need some gates each, too.
                (self.size(outputs, &rows, size) + before(start), rows)
            });
            later.extend(found.min_by_key(|&(size, _)| size));
        }
        later.retain(|&(other, _)| other < size / 4 * 3);
        later.sort_by_key(|&(size, _)| size);
        later.into_iter().take(LATER).map(|(_, rows)| rows).collect()
    }

    /// The number of gates of the outputs that are above the rows, counted up to a number.
    fn size(&self, outputs: &[Lit], rows: &Rows, most: usize) -> usize {
        let cut: Set<u32> = rows.nodes().collect();
        let mut seen: Set<u32> = Set::default();
        let mut stack: Vec<u32> = outputs[rows.start..].iter().map(|lit| lit.variable()).collect();
        while let Some(node) = stack.pop()
            && seen.len() < most
        {
            if !cut.contains(&node)
                && let Some(fan) = self.graph.fan(node)
                && seen.insert(node)
            {
                stack.extend(fan.iter().map(|lit| lit.variable()));
            }
        }
        seen.len()
    }

    /// Rewrites the columns, those of the last adder by its rows.
    fn attempt(&mut self, target: &Target, rows: Option<&Rows>) -> Option<Closed> {
        self.track.phase(Phase::Columns);
        let first = self.clauses.pairs.len();
        let (graph, cuts, support) = (&mut self.graph, &mut self.cuts, &mut self.support);
        let mut columns = Columns::new(graph, cuts, support, target);
        let (pairs, chain) =
            rows.map_or_else(Default::default, |rows| columns.replace(rows, first));
        let Some((highest, nodes)) = columns.run(self.track) else {
            let rest = columns.rest();
            return Some(Closed { steps: columns.steps, rest, pairs, chain });
        };
        let column = usize::try_from(highest).unwrap_or(0);
        if !nodes.is_empty()
            && let Some(rows) = rows
            && let Some(from) = column.saturating_sub(1).checked_sub(rows.start)
            && let Some(bits) = rows.bits.get(from..)
        {
            self.failures.push(Failure { column: column.saturating_sub(1), bits: bits.to_vec() });
        }
        if nodes.is_empty() {
            self.stop(target, column, target.outputs.get(column).copied(), Why::CutOff);
        } else {
            self.stop(target, column, nodes.into_iter().map(Lit::positive), Why::Stuck);
        }
        None
    }

    /// Tells where an attempt stopped. Only literals of the circuit mean something to the user.
    fn stop(
        &self,
        target: &Target,
        column: usize,
        literals: impl IntoIterator<Item = Lit>,
        why: Why,
    ) {
        let literals = literals.into_iter().filter_map(|lit| self.graph.of_circuit(lit));
        let literals: Vec<u32> = literals.collect();
        if !self.is_lemma && !literals.is_empty() {
            self.track.stop(Stop { all: target.columns, column, literals, why });
        }
    }

    /// Proves that outputs are what the chain has for them.
    fn prove(&mut self, target: &Target, rows: &Rows, closed: &Closed) -> Result<bool, Error> {
        let cut: Vec<u32> = rows.nodes().collect();
        let patterns = rows.patterns();
        for above in [(&cut[..], &patterns[..], Some(&closed.chain)), (&[], &[], None)] {
            let outcome =
                self.clauses.prove(&self.graph, &closed.pairs, above, Some(HARD), self.track)?;
            match outcome {
                Outcome::Proved(_) => return Ok(true),
                Outcome::Open(Some((output, _))) => {
                    let column = target.outputs.iter().position(|&one| one == output);
                    self.stop(target, column.unwrap_or(rows.start), [output], Why::Open);
                }
                Outcome::Open(None) | Outcome::Differ(_) => {}
            }
        }
        Ok(false)
    }

    /// Proves pairs equal for all values of the nodes of a cut; without effort, mostly by ties.
    pub(crate) fn prove_pairs(
        &mut self,
        pairs: &[(Lit, Lit)],
        above: (&[u32], &[Vec<u64>], Option<&Chain>),
        effort: Option<Effort>,
    ) -> Result<bool, Error> {
        if pairs.is_empty() {
            return Ok(true);
        }
        let outcome = self.clauses.prove(&self.graph, pairs, above, effort, self.track)?;
        Ok(matches!(outcome, Outcome::Proved(_)))
    }

    /// Forgets all definitions from this node on.
    fn forget(&mut self, first: u32) {
        self.graph.forget(first);
        self.cuts.forget(first);
        self.support.forget(first);
    }
}
