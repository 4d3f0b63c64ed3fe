//! The search for a proof: adders first, then the last adder's rows, then a proof about it.

use crate::clauses::{Clauses, Outcome};
use crate::columns::Columns;
use crate::cuts::Cuts;
use crate::emit::Proof;
use crate::error::Error;
use crate::graph::Graph;
use crate::product::Product;
use crate::rows::{Finder, Rows};
use crate::simulate::{Index, Simulation};
use crate::steps::Step;
use crate::support::Support;
use claim_multiplier::Claim;
use std::sync::Arc;
use support_limits::Limits;
use support_sweep::Effort;

/// The most nodes that are looked at in all tries of rows together.
const EFFORT: usize = 40_000_000;

/// How a search ended.
pub(crate) enum End {
    /// What the certificate will say.
    Closed(Box<Proof>),
    /// Inputs for which the outputs are wrong.
    Wrong(Vec<bool>),
    /// How far it came.
    Open(String),
}

/// All that is known of the circuit.
struct Search<'a> {
    graph: Graph,
    cuts: Cuts,
    support: Support,
    clauses: Clauses,
    limits: &'a Arc<Limits>,
    /// Rows that did not help.
    failures: Vec<Failure>,
    /// Where the best attempt stopped.
    best: Option<(usize, String)>,
}

/// Rows from a column on that left something stuck in the next column.
struct Failure {
    column: usize,
    bits: Vec<[format_aiger::Lit; 2]>,
}

impl Failure {
    /// Whether other rows will leave the same.
    fn is_same(&self, rows: &Rows) -> bool {
        let from = self.column.checked_sub(rows.start);
        from.and_then(|from| rows.bits.get(from..)).is_some_and(|bits| bits == self.bits)
    }
}

/// Looks for a proof.
pub(crate) fn search(claim: &Claim, seed: u32, limits: &Arc<Limits>) -> Result<End, Error> {
    let graph = Graph::new(claim);
    let mut cuts = Cuts::new();
    cuts.extend(&graph);
    let (support, clauses) = (Support::new(), Clauses::default());
    let mut search =
        Search { graph, cuts, support, clauses, limits, failures: Vec::new(), best: None };
    if let Some((steps, _)) = search.attempt(None) {
        return Ok(search.closed(steps));
    }
    search.forget();
    let simulation = Simulation::new(&search.graph, claim.operands(), seed);
    if let Some(inputs) = Product::new(claim).wrong(&search.graph, &simulation) {
        return Ok(End::Wrong(inputs));
    }
    let index = Index::new(&search.graph, &simulation);
    let most = (EFFORT / search.graph.fans().len().max(1)).clamp(16, 400);
    let mut tries = 0;
    for start in 0..search.graph.outputs.len().saturating_sub(1) {
        let Search { graph, cuts, .. } = &search;
        let finder = Finder { graph, cuts, simulation: &simulation, index: &index };
        for rows in finder.rows(start) {
            if tries >= most || limits.exceeded().is_some() {
                break;
            }
            if search.failures.iter().any(|failure| failure.is_same(&rows)) {
                continue;
            }
            tries += 1;
            if let Some((steps, pairs)) = search.attempt(Some(&rows))
                && search.prove(&rows, &pairs)?
            {
                return Ok(search.closed(steps));
            }
            search.forget();
        }
    }
    let stopped = search.best.map_or_else(String::new, |(_, stopped)| stopped);
    Ok(End::Open(stopped))
}

/// Inputs for which the outputs are wrong, found by simulation.
pub(crate) fn wrong(claim: &Claim, seed: u32) -> Option<Vec<bool>> {
    let graph = Graph::new(claim);
    (0..16).find_map(|round| {
        let simulation = Simulation::new(&graph, claim.operands(), seed.wrapping_add(round));
        Product::new(claim).wrong(&graph, &simulation)
    })
}

type Pairs = Vec<(format_aiger::Lit, format_aiger::Lit)>;

impl Search<'_> {
    /// Rewrites the columns, those of the last adder by its rows. The result is the steps and the
    /// pairs that are still to be proved equal.
    fn attempt(&mut self, rows: Option<&Rows>) -> Option<(Vec<Step>, Pairs)> {
        let mut columns = Columns::new(&mut self.graph, &mut self.cuts, &mut self.support);
        let pairs = rows.map_or_else(Vec::new, |rows| columns.replace(rows, 0).pairs);
        columns.run();
        let stuck = columns.stuck.len();
        if stuck == 0 {
            let pairs = pairs.into_iter().map(|(_, left, right)| (left, right)).collect();
            return Some((columns.steps, pairs));
        }
        let (highest, _) = columns.stuck[0];
        let column = usize::try_from(highest).unwrap_or(0).saturating_sub(1);
        if let Some(rows) = rows
            && let Some(from) = column.checked_sub(rows.start)
        {
            self.failures.push(Failure { column, bits: rows.bits[from..].to_vec() });
        }
        if self.best.as_ref().is_none_or(|&(best, _)| stuck < best) {
            let (column, node) = columns.stuck[0];
            let variable = columns.graph.variable(node);
            let closed = columns.columns.len() - columns.stuck_columns();
            let of = columns.columns.len();
            let text = format!(
                "{closed} of {of} columns closed; no adder explains {stuck} signals, \
                 first variable {variable} in column {column}"
            );
            self.best = Some((stuck, text));
        }
        None
    }

    /// Proves that outputs are what the chain has for them.
    fn prove(&mut self, rows: &Rows, pairs: &Pairs) -> Result<bool, Error> {
        let cut: Vec<u32> = rows.nodes().collect();
        let effort = Effort { node: 100_000, pair: 1_000_000, deadline: None };
        let outcome = self.clauses.prove(&self.graph, pairs, &cut, effort, self.limits)?;
        if matches!(outcome, Outcome::Proved(_)) {
            return Ok(true);
        }
        let outcome = self.clauses.prove(&self.graph, pairs, &[], effort, self.limits)?;
        let is_proved = matches!(outcome, Outcome::Proved(_));
        if !is_proved {
            self.best = Some((0, "the last adder is too hard".into()));
        }
        Ok(is_proved)
    }

    fn forget(&mut self) {
        let first = self.graph.first_definition();
        self.graph.forget(first);
        self.cuts.forget(first);
        self.support.forget(first);
    }

    fn closed(self, steps: Vec<Step>) -> End {
        End::Closed(Box::new(Proof { graph: self.graph, clauses: self.clauses, steps }))
    }
}
