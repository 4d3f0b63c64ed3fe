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
use crate::track::{Phase, Track};
use claim_multiplier::Claim;
use format_input::index;

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
pub(crate) fn search(claim: &Claim, seed: u32, track: &Track<'_>) -> Result<End, Error> {
    search_graph(claim, Graph::new(claim), seed, track)
}

/// Looks for a proof about a graph that computes the same.
pub(crate) fn search_graph(
    claim: &Claim,
    graph: Graph,
    seed: u32,
    track: &Track<'_>,
) -> Result<End, Error> {
    let outputs = graph.outputs.clone();
    let target = Target { columns: outputs.len(), outputs, signed: false };
    track.phase(Phase::Cuts);
    let Some(mut search) = Search::new(graph, track) else { return Ok(cut_off()) };
    if let Some(closed) = search.plain(&target) {
        return Ok(end(search, closed, Vec::new()));
    }
    if track.is_over() {
        return Ok(cut_off());
    }
    track.phase(Phase::Simulation);
    let all = index(search.graph.nodes());
    let stop = |node: u32| track.tick(index(node), all);
    let operands = claim.operands();
    let Some(simulation) = Simulation::new_unless(&search.graph, operands, seed, stop) else {
        return Ok(cut_off());
    };
    if let Some(inputs) = Product::new(claim).wrong(&search.graph, &simulation) {
        return Ok(End::Wrong(inputs));
    }
    if track.is_over() {
        return Ok(cut_off());
    }
    let (index, is_whole) = Index::new_unless(&search.graph, &simulation, stop);
    if !is_whole || track.is_over() {
        return Ok(cut_off());
    }
    let multiples = Multiples::find(claim, &search.graph, &simulation, &index);
    search.support.set_barriers(multiples.nodes());
    let Some(closed) = search.close(&target, &simulation, &index)? else {
        return Ok(cut_off());
    };
    search.support.set_barriers(std::iter::empty());
    if closed.rest.iter().all(|&(_, node, _)| search.support.is_small(&search.graph, node)) {
        return Ok(end(search, closed, Vec::new()));
    }
    with_lemmas(search, closed, &multiples, (&simulation, &index))
}

/// Ends a proof in whose partial products multiples of an operand are left: each has a sum of its
/// own.
fn with_lemmas(
    mut search: Search<'_>,
    mut closed: Closed,
    multiples: &Multiples,
    (simulation, index): (&Simulation, &Index),
) -> Result<End, Error> {
    search.support.set_barriers(multiples.nodes());
    let mut lemmas = Vec::new();
    let first = search.clauses.pairs.len();
    let (graph, support) = (&search.graph, &mut search.support);
    let Some(sum) = expand(graph, support, &mut closed, &multiples.copies, first) else {
        return Ok(End::Open(
            "all columns closed, but partial products depend on too many inputs".into(),
        ));
    };
    let Some(uses) = multiples.uses(&sum.sum) else {
        return Ok(End::Open(
            "all columns closed, but multiples of an operand have no common weight".into(),
        ));
    };
    if !search.prove_pairs(&sum.pairs, (&[], &[], None), Some(HARD))? {
        return Ok(End::Open(
            "all columns closed, but copies of a multiple of an operand differ".into(),
        ));
    }
    search.support.set_exact();
    search.is_lemma = true;
    for (multiple, uses) in multiples.all.iter().zip(uses) {
        if uses.is_empty() {
            continue;
        }
        let mut found = search.close(&multiple.target, simulation, index)?;
        if !found.as_ref().is_some_and(|closed| multiple.is_left(&closed.rest)) {
            found = search.close_multiple(multiple)?;
        }
        let Some(closed) = found.filter(|closed| multiple.is_left(&closed.rest)) else {
            let open = "all columns closed, but not those of a multiple of an operand";
            return Ok(End::Open(open.into()));
        };
        lemmas.push(Lemma { steps: closed.steps, uses });
    }
    Ok(end(search, closed, lemmas))
}

/// There is nothing to say but where attempts stopped.
fn cut_off() -> End {
    End::Open(String::new())
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
