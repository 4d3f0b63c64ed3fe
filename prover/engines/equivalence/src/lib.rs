//! Decides whether two circuits compute the same, or whether all outputs of one are 0: a proof,
//! or inputs for which it is not so.
//!
//! Both circuits become one graph. Simulation guesses which nodes are equal, and the sweep proves
//! it, from the inputs to the outputs: by structure, by a small solver of our own, or by CaDiCaL.
//! Every equality that is proved makes the next ones easier. All steps go into one log, from
//! which the certificate takes what it needs.

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]

mod check;
mod classes;
mod cone;
mod emit;
mod error;
mod export;
mod graph;
mod log;
mod merges;
mod random;
mod simulate;
mod structure;
mod sweep;
mod window;

#[cfg(test)]
mod tests;

pub use check::{Difference, Proved};
pub use claim_miter::Matching;
pub use error::Error;
pub use export::{Export, Format};

use claim_miter::Miter;
use emit::Proof;
use format_input::Encoding;
use format_sha256::digest;
use graph::Graph;
use std::rc::Rc;
use std::sync::Arc;
use support_answer::{Answer, Destination};
use support_limits::Limits;
use sweep::{End, Sweep};

/// What to decide, and how.
pub struct Task<'a> {
    /// The bytes of the circuit, or of the first one.
    pub first: &'a [u8],
    /// The bytes of the second circuit, and how it is matched with the first.
    pub second: Option<(&'a [u8], Matching)>,
    /// How the proof is written; a witness is text.
    pub encoding: Encoding,
    /// At most [`support_sat::Options::MAX_SEED`].
    pub seed: u32,
    /// Where the evidence goes.
    pub destination: &'a Destination,
    /// A formula and its proof for other checkers.
    pub export: Option<Export>,
    /// When to give up.
    pub limits: &'a Arc<Limits>,
    /// Hears how far the work is, often.
    pub progress: Rc<dyn Fn(Progress)>,
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// The circuits together have these many inputs, gates and pairs of outputs.
    Loaded {
        /// The common inputs.
        inputs: u32,
        /// The gates of all circuits.
        gates: usize,
        /// The pairs of outputs.
        outputs: usize,
    },
    /// The sweep has come so far.
    Sweeping(Statistics),
    /// The evidence is written and is being checked.
    Checking,
}

/// What a sweep did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes merged by structure.
    pub structural: u64,
    /// Nodes merged by search.
    pub proved: u64,
    /// Candidates that were told apart by search.
    pub refuted: u64,
    /// Questions for CaDiCaL.
    pub asked: u64,
    /// Those that it gave up.
    pub given_up: u64,
    /// Rounds of simulation of what search found.
    pub rounds: u64,
}

/// Decides the task.
pub fn decide(task: &Task<'_>) -> Result<Answer<Proved, Difference>, Error> {
    let answer = search_and_check(task);
    match (task.limits.exceeded(), answer) {
        // Whatever it was that failed, it failed because the limit was exceeded.
        (Some(reason), Err(_) | Ok(Answer::Unknown(_))) => Ok(Answer::Unknown(reason.to_string())),
        (_, answer) => answer,
    }
}

fn search_and_check(task: &Task<'_>) -> Result<Answer<Proved, Difference>, Error> {
    let (miter, first) = question(task)?;
    (task.progress)(Progress::Loaded {
        inputs: miter.inputs(),
        gates: miter.gates().len(),
        outputs: miter.pairs().len(),
    });
    // Ids of clauses have 32 bits here.
    if miter.axioms() > i64::from(u32::MAX / 2) {
        return Err(Error::TooLarge);
    }
    let graph = Graph::new(&miter, first);
    let progress = |statistics: &Statistics| (task.progress)(Progress::Sweeping(*statistics));
    let end = match Sweep::new(&graph, task.limits, task.seed) {
        Ok(sweep) => sweep.run(&progress)?,
        Err(vector) => End::Differ(vector),
    };
    match end {
        End::Stopped => Ok(Answer::Unknown("too many steps".into())),
        End::Differ(inputs) => check::difference(task, &miter, &inputs).map(Answer::Fails),
        End::Equal(log) => {
            let proof = Proof::trim(&graph, &log);
            let spool = check::write(task, &miter, &proof)?;
            if let Some(export) = &task.export {
                export.write(task, &miter, &proof)?;
            }
            drop(proof);
            drop((log, graph, miter));
            check::proof(task, spool).map(Answer::Holds)
        }
    }
}

/// The question, and the number of gates of the first circuit if there are two.
fn question(task: &Task<'_>) -> Result<(Miter, Option<usize>), Error> {
    let read = |bytes, number| {
        format_aiger::read(task.limits.guard(bytes))
            .map_err(|error| Error::Circuit { number, error })
    };
    let first = read(task.first, 1)?;
    let miter = match task.second {
        None => Miter::constant(&first),
        Some((second, matching)) => Miter::equal(&first, &read(second, 2)?, matching),
    };
    let gates = task.second.map(|_| first.gates.len());
    Ok((miter.map_err(Error::Question)?, gates))
}

/// What the certificate says that it is about.
fn subject(task: &Task<'_>) -> format_miter::Subject {
    let first = digest(task.first);
    match task.second {
        None => format_miter::Subject::Constant(first),
        Some((second, matching)) => format_miter::Subject::Equal {
            digests: [first, digest(second)],
            by_names: matching == Matching::Names,
        },
    }
}
