//! Attempts to rewrite a sum of bits until only partial products are left.

use crate::clauses::{Clauses, Outcome};
use crate::columns::{Columns, Target};
use crate::cuts::Cuts;
use crate::error::Error;
use crate::graph::Graph;
use crate::rows::{Finder, Rows};
use crate::simulate::{Index, Simulation};
use crate::steps::Step;
use crate::support::Support;
use format_aiger::Lit;
use std::sync::Arc;
use support_limits::Limits;
use support_sweep::Effort;

/// The most nodes that are looked at in all tries of rows together.
const EFFORT: usize = 40_000_000;

/// All that is known of the circuit.
pub(crate) struct Search<'a> {
    pub(crate) graph: Graph,
    pub(crate) support: Support,
    pub(crate) clauses: Clauses,
    cuts: Cuts,
    limits: &'a Arc<Limits>,
    /// Rows that did not help.
    failures: Vec<Failure>,
    /// Where the best attempt stopped.
    best: Option<(usize, String)>,
}

/// A sum that is rewritten.
pub(crate) struct Closed {
    pub(crate) steps: Vec<Step>,
    /// What is left: columns, nodes, coefficients.
    pub(crate) rest: Vec<(u32, u32, i32)>,
    /// What still has to be proved equal.
    pairs: Vec<(Lit, Lit)>,
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
    pub(crate) fn new(graph: Graph, limits: &'a Arc<Limits>) -> Self {
        let mut cuts = Cuts::new();
        cuts.extend(&graph);
        let (support, clauses) = (Support::new(), Clauses::default());
        Self { graph, support, clauses, cuts, limits, failures: Vec::new(), best: None }
    }

    /// Where the best attempt stopped.
    pub(crate) fn stopped(self) -> String {
        self.best.map_or_else(String::new, |(_, stopped)| stopped)
    }

    /// Rewrites a sum by adders only.
    pub(crate) fn plain(&mut self, target: &Target) -> Option<Closed> {
        let first = self.graph.nodes();
        (self.failures, self.best) = (Vec::new(), None);
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
        let first = self.graph.nodes();
        let most = (EFFORT / self.graph.fans().len().max(1)).clamp(16, 400);
        let mut tries = 0;
        for start in 0..target.outputs.len().saturating_sub(1) {
            let finder = Finder { outputs: &target.outputs, cuts: &self.cuts, simulation, index };
            for rows in finder.rows(start) {
                if tries >= most || self.limits.exceeded().is_some() {
                    return Ok(None);
                }
                if self.failures.iter().any(|failure| failure.is_same(&rows)) {
                    continue;
                }
                tries += 1;
                if let Some(closed) = self.attempt(target, Some(&rows))
                    && self.prove(&rows, &closed.pairs)?
                {
                    return Ok(Some(closed));
                }
                self.forget(first);
            }
        }
        Ok(None)
    }

    /// Rewrites the columns, those of the last adder by its rows.
    fn attempt(&mut self, target: &Target, rows: Option<&Rows>) -> Option<Closed> {
        let first = self.clauses.pairs.len();
        let (graph, cuts, support) = (&mut self.graph, &mut self.cuts, &mut self.support);
        let mut columns = Columns::new(graph, cuts, support, target);
        let pairs = rows.map_or_else(Vec::new, |rows| columns.replace(rows, first));
        columns.run();
        if columns.stuck.is_empty() {
            let rest = columns.rest();
            return Some(Closed { steps: columns.steps, rest, pairs });
        }
        let (highest, node) = columns.stuck[0];
        let stuck = columns.stuck.len();
        let variable = columns.graph.variable(node);
        let (open, all) = (columns.stuck_columns(), columns.outputs.len());
        let column = usize::try_from(highest).unwrap_or(0).saturating_sub(1);
        if let Some(rows) = rows
            && let Some(from) = column.checked_sub(rows.start)
            && let Some(bits) = rows.bits.get(from..)
        {
            self.failures.push(Failure { column, bits: bits.to_vec() });
        }
        if self.best.as_ref().is_none_or(|&(best, _)| stuck < best) {
            let closed = all.saturating_sub(open);
            let text = format!(
                "{closed} of {all} columns closed; no adder explains {stuck} signals, \
                 first variable {variable} in column {highest}"
            );
            self.best = Some((stuck, text));
        }
        None
    }

    /// Proves that outputs are what the chain has for them.
    fn prove(&mut self, rows: &Rows, pairs: &[(Lit, Lit)]) -> Result<bool, Error> {
        let cut: Vec<u32> = rows.nodes().collect();
        let effort = Effort { node: 100_000, pair: 1_000_000, deadline: None };
        for cut in [&cut[..], &[]] {
            let outcome = self.clauses.prove(&self.graph, pairs, cut, effort, self.limits)?;
            if let Outcome::Proved(_) = outcome {
                return Ok(true);
            }
        }
        self.best = Some((0, "the last adder is too hard".into()));
        Ok(false)
    }

    /// Forgets all definitions from this node on.
    fn forget(&mut self, first: u32) {
        self.graph.forget(first);
        self.cuts.forget(first);
        self.support.forget(first);
    }
}
