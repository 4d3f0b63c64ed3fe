//! Decides whether a circuit multiplies: a proof by local steps, or operands for which it does
//! not.
//!
//! The outputs are a weighted sum of bits. Adders are found by their function on small cuts, and
//! every adder's sum is replaced by its inputs and its carry, until only bits are left that
//! depend on few inputs; the rest is the checker's arithmetic. The last adder of a multiplier has
//! carries that are no adder's: it is proved equal to a chain of full adders that the proof
//! defines.

#![allow(clippy::indexing_slicing, reason = "indices are nodes of one graph; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes; checked anyway")]
#![allow(clippy::struct_field_names, reason = "the columns of the columns are what they are")]

mod attempt;
mod chain;
mod check;
mod clauses;
mod columns;
mod compress;
mod cuts;
mod emit;
mod error;
mod expand;
pub mod export;
mod graph;
mod hash;
mod multiples;
mod part;
mod patterns;
mod product;
mod random;
mod reference;
mod regroup;
mod rows;
mod search;
mod simplify;
mod simulate;
mod steps;
mod support;
mod tables;
mod ties;
mod track;
mod window;

#[cfg(test)]
mod tests;

pub use check::{Proved, Wrong};
pub use claim_multiplier::{Constant, Options, Order};
pub use error::Error;
pub use track::Phase;

use claim_multiplier::Claim;
use format_aiger::Model;
use format_input::Encoding;
use search::End;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use support_answer::{Answer, Destination};
use support_limits::Limits;
use track::Track;

/// What to decide, and how.
pub struct Task<'a> {
    /// The bytes of the circuit.
    pub circuit: &'a [u8],
    /// What the circuit should compute.
    pub options: &'a Options,
    /// Text with the circuit inside, or binary without it.
    pub encoding: Encoding,
    /// Changes what is simulated.
    pub seed: u32,
    /// Where the proof goes.
    pub destination: &'a Destination,
    /// How the names of the three files for other checkers begin, if they are asked for.
    pub export: Option<&'a Path>,
    /// When to give up.
    pub limits: &'a Arc<Limits>,
    /// Hears how far the work is.
    pub progress: Rc<dyn Fn(Progress)>,
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub enum Progress {
    /// The circuit has these many inputs, gates and outputs.
    Loaded {
        /// The inputs.
        inputs: u32,
        /// The gates.
        gates: usize,
        /// The outputs.
        outputs: usize,
    },
    /// This goes on for a while; so much of so much is done, if that is known.
    Working {
        /// What goes on.
        phase: Phase,
        /// Columns, gates or multipliers.
        part: Option<(usize, usize)>,
    },
    /// The proof is written and is being checked.
    Checking,
    /// The proof is right and is being written for other checkers.
    Exporting,
}

/// Decides the task.
pub fn decide(task: &Task<'_>) -> Result<Answer<Proved, Wrong>, Error> {
    let track = Track::new(task.limits, &*task.progress);
    match search_and_check(task, &track) {
        // Whatever it was that failed, it failed because the limit was exceeded.
        Err(_) if track.is_over() => Ok(Answer::Unknown(track.reached(&[]))),
        answer => answer,
    }
}

/// The orders and signs, those of the options first, in which the circuit multiplies as far as
/// simulation tells. Of those that mean the same bits only the first counts.
#[must_use]
pub fn fitting(circuit: &Model, options: &Options) -> Vec<Options> {
    let orders = [options.order, Order::Separate, Order::Interleaved, Order::Names];
    let signs = [options.signed, !options.signed];
    let pairs = orders.iter().flat_map(|&order| signs.map(|signed| (order, signed)));
    let mut known: Vec<Claim> = Vec::new();
    let mut fitting = Vec::new();
    for (order, signed) in pairs {
        let other = Options { order, signed, ..options.clone() };
        let Ok(claim) = Claim::new(circuit, &other) else { continue };
        let is_known = known.iter().any(|known| {
            known.operands() == claim.operands()
                && known.outputs() == claim.outputs()
                && known.options().signed == signed
        });
        if !is_known && search::wrong(&claim, 0).is_none() {
            fitting.push(other);
        }
        known.push(claim);
    }
    fitting
}

/// A way to look for a proof; none if it has nothing to try.
type Way = fn(&Claim, u32, &Track<'_>) -> Result<Option<End>, Error>;

/// All ways, in the order in which they are tried.
const WAYS: [Way; 3] = [
    |claim, seed, track| search::search(claim, seed, track).map(Some),
    simplify::search,
    |claim, seed, track| reference::search(claim, seed, track).map(Some),
];

fn search_and_check(task: &Task<'_>, track: &Track<'_>) -> Result<Answer<Proved, Wrong>, Error> {
    let model = format_aiger::read(task.limits.guard(task.circuit)).map_err(Error::Circuit)?;
    let claim = Claim::new(&model, task.options).map_err(Error::Claim)?;
    drop(model);
    (task.progress)(Progress::Loaded {
        inputs: claim.inputs(),
        gates: claim.gates().len(),
        outputs: claim.outputs().len(),
    });
    let mut stopped: Vec<String> = Vec::new();
    let mut refused = None;
    for way in WAYS {
        match way(&claim, task.seed, track)? {
            None => {}
            Some(End::Open(reason)) => stopped.push(reason),
            Some(End::Wrong(inputs)) => {
                return check::wrong(task, &claim, &inputs).map(Answer::Fails);
            }
            Some(End::Closed(proof)) => {
                track.phase(Phase::Writing);
                let spool = check::write(task, &claim, &proof)?;
                drop(proof);
                track.phase(Phase::Checking);
                match check::proof(task, spool) {
                    // The circuit may be wrong in a place that no step looks at. If it is not,
                    // another way may lead to a proof; otherwise the mistake is reported.
                    Err(error @ Error::Refused(_)) if task.limits.exceeded().is_none() => {
                        if let Some(inputs) = search::wrong(&claim, task.seed) {
                            return check::wrong(task, &claim, &inputs).map(Answer::Fails);
                        }
                        refused = Some(error);
                    }
                    checked => return checked.map(Answer::Holds),
                }
            }
        }
        if task.limits.exceeded().is_some() {
            break;
        }
    }
    refused.map_or_else(|| Ok(Answer::Unknown(track.reached(&stopped))), Err)
}
