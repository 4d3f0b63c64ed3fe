//! The search for a proof: adders first, then the last adder's rows, then multiples of operands.

use crate::attempt::{Closed, HARD, Search};
use crate::columns::Target;
use crate::emit::Proof;
use crate::error::Error;
use crate::expand::expand;
use crate::graph::Graph;
use crate::multiples::Multiples;
use crate::product::Product;
use crate::simulate::{Index, Simulation};
use crate::steps::Lemma;
use claim_multiplier::Claim;
use std::sync::Arc;
use support_limits::Limits;

/// How a search ended.
pub(crate) enum End {
    /// What the certificate will say.
    Closed(Box<Proof>),
    /// Inputs for which the outputs are wrong.
    Wrong(Vec<bool>),
    /// How far it came.
    Open(String),
}

/// Looks for a proof.
pub(crate) fn search(claim: &Claim, seed: u32, limits: &Arc<Limits>) -> Result<End, Error> {
    search_graph(claim, Graph::new(claim), seed, limits)
}

/// Looks for a proof about a graph that computes the same.
pub(crate) fn search_graph(
    claim: &Claim,
    graph: Graph,
    seed: u32,
    limits: &Arc<Limits>,
) -> Result<End, Error> {
    let outputs = graph.outputs.clone();
    let target = Target { columns: outputs.len(), outputs, signed: false };
    let mut search = Search::new(graph, limits);
    if let Some(closed) = search.plain(&target) {
        return Ok(end(search, closed, Vec::new()));
    }
    let simulation = Simulation::new(&search.graph, claim.operands(), seed);
    if let Some(inputs) = Product::new(claim).wrong(&search.graph, &simulation) {
        return Ok(End::Wrong(inputs));
    }
    let index = Index::new(&search.graph, &simulation);
    let multiples = Multiples::find(claim, &search.graph, &simulation, &index);
    search.support.set_barriers(multiples.nodes());
    let Some(mut closed) = search.close(&target, &simulation, &index)? else {
        return Ok(End::Open(search.stopped()));
    };
    let mut lemmas = Vec::new();
    search.support.set_barriers(std::iter::empty());
    if closed.rest.iter().all(|&(_, node, _)| search.support.is_small(&search.graph, node)) {
        return Ok(end(search, closed, lemmas));
    }
    search.support.set_barriers(multiples.nodes());
    let first = search.clauses.pairs.len();
    let (graph, support) = (&search.graph, &mut search.support);
    let Some(sum) = expand(graph, support, &mut closed, &multiples.copies, first) else {
        return Ok(End::Open("partial products are too large".into()));
    };
    let Some(uses) = multiples.uses(&sum.sum) else {
        return Ok(End::Open("multiples of an operand have no common weight".into()));
    };
    if !search.prove_pairs(&sum.pairs, (&[], &[], None), Some(HARD))? {
        return Ok(End::Open("a bit of a multiple of an operand has no copies".into()));
    }
    search.support.set_exact();
    for (multiple, uses) in multiples.all.iter().zip(uses) {
        if uses.is_empty() {
            continue;
        }
        let mut found = search.close(&multiple.target, &simulation, &index)?;
        if !found.as_ref().is_some_and(|closed| multiple.is_left(&closed.rest)) {
            found = search.close_multiple(multiple)?;
        }
        match found.filter(|closed| multiple.is_left(&closed.rest)) {
            Some(closed) => lemmas.push(Lemma { steps: closed.steps, uses }),
            None => {
                return Ok(End::Open(format!("a multiple of an operand: {}", search.stopped())));
            }
        }
    }
    Ok(end(search, closed, lemmas))
}

fn end(search: Search<'_>, closed: Closed, lemmas: Vec<Lemma>) -> End {
    let Search { graph, clauses, .. } = search;
    End::Closed(Box::new(Proof { graph, clauses, steps: closed.steps, lemmas }))
}

/// Inputs for which the outputs are wrong, found by simulation.
pub(crate) fn wrong(claim: &Claim, seed: u32) -> Option<Vec<bool>> {
    let graph = Graph::new(claim);
    (0..16).find_map(|round| {
        let simulation = Simulation::new(&graph, claim.operands(), seed.wrapping_add(round));
        Product::new(claim).wrong(&graph, &simulation)
    })
}
