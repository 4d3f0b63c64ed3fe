//! Decides whether two circuits compute the same, or whether all outputs of one are 0: a proof,
//! or inputs for which it is not so.
//!
//! Both circuits become one netlist with common inputs, and the pairs of their outputs are proved
//! equal by sweeping ([`support_sweep`]).

#![allow(clippy::doc_markdown, reason = "CaDiCaL is a name, not code")]
#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]

mod check;
mod error;
mod export;

#[cfg(test)]
mod tests;

pub use check::{Difference, Proved};
pub use claim_miter::Matching;
pub use error::Error;
pub use export::{Export, Format};
pub use support_sweep::Statistics;

use claim_miter::Miter;
use format_input::Encoding;
use format_sha256::digest;
use std::rc::Rc;
use std::sync::Arc;
use support_answer::{Answer, Destination};
use support_limits::Limits;
use support_sweep::{End, Netlist, Problem};

/// What to decide, and how.
pub struct Task<'a> {
    /// The bytes of the circuit, or of the first one.
    pub first: &'a [u8],
    /// The bytes of the second circuit, and how it is matched with the first.
    pub second: Option<(&'a [u8], Matching)>,
    /// How the proof is written; a witness is text.
    pub encoding: Encoding,
    /// Its bounds are those of [`support_sweep::Problem::seed`].
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
    let progress = |statistics: &Statistics| (task.progress)(Progress::Sweeping(*statistics));
    let netlist = Netlist { inputs: miter.inputs(), gates: miter.gates() };
    let problem = Problem {
        pairs: miter.pairs(),
        split: first.unwrap_or(0),
        seed: task.seed,
        progress: &progress,
        ..Problem::new(netlist, task.limits)
    };
    match support_sweep::prove(&problem)? {
        End::Partial { .. } => Ok(Answer::Unknown("too many steps".into())),
        End::Differ(inputs) => check::difference(task, &miter, &inputs).map(Answer::Fails),
        End::Equal(proof) => {
            let spool = check::write(task, &miter, &proof)?;
            let Some(export) = &task.export else {
                drop((proof, miter));
                return check::proof(task, spool).map(Answer::Holds);
            };
            let proved = check::proof(task, spool)?;
            let export = Some(export.write(task, &miter, &proof)?);
            Ok(Answer::Holds(Proved { export, ..proved }))
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
