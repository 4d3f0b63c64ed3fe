//! Decides whether a certificate shows that two circuits compute the same, or that one is
//! constant 0.
//!
//! The question is built from the circuits and the user's matching alone. The certificate has to
//! derive both implications for every output from what the gates compute.

mod failure;
mod verdict;

pub use failure::Failure;
pub use verdict::verdict;

use checker_derivation::Derivation;
use claim_miter::{Matching, Miter};
use format_aiger::Model;
use format_dimacs::Lit;
use format_hash::Multiplier;
use format_lrat::Step;
use format_miter::Subject;
use format_sha256::{Digest, digest};
use std::collections::HashMap;
use std::io::Read;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalence {
    /// The circuits: inputs, outputs, gates, and the digest of the file.
    pub circuits: Vec<Circuit>,
    /// How inputs and outputs were matched, if there are two circuits.
    pub matching: Option<Matching>,
    /// The clauses that the certificate derives.
    pub derived: u64,
}

/// A circuit in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Circuit {
    /// Its inputs.
    pub inputs: usize,
    /// Its outputs.
    pub outputs: usize,
    /// Its gates.
    pub gates: usize,
    /// The digest of its file.
    pub digest: Digest,
}

/// Checks a certificate that all outputs of a circuit are 0.
pub fn check_constant(circuit: &[u8], certificate: impl Read) -> Result<Equivalence, Failure> {
    let (model, summary) = read_circuit(circuit, 1)?;
    let miter = Miter::constant(&model).map_err(Failure::Question)?;
    let asked = Subject::Constant(summary.digest);
    let derived = check_miter(&miter, &asked, certificate)?;
    Ok(Equivalence { circuits: vec![summary], matching: None, derived })
}

/// Checks a certificate that two circuits, matched as the user says, compute the same.
pub fn check_equal(
    first: &[u8],
    second: &[u8],
    matching: Matching,
    certificate: impl Read,
) -> Result<Equivalence, Failure> {
    let (first, first_summary) = read_circuit(first, 1)?;
    let (second, second_summary) = read_circuit(second, 2)?;
    let miter = Miter::equal(&first, &second, matching).map_err(Failure::Question)?;
    drop((first, second));
    let digests = [first_summary.digest, second_summary.digest];
    let asked = Subject::Equal { digests, by_names: matching == Matching::Names };
    let derived = check_miter(&miter, &asked, certificate)?;
    let circuits = vec![first_summary, second_summary];
    Ok(Equivalence { circuits, matching: Some(matching), derived })
}

fn read_circuit(bytes: &[u8], number: u32) -> Result<(Model, Circuit), Failure> {
    let model = format_aiger::read(bytes).map_err(|error| Failure::Circuit { number, error })?;
    let summary = Circuit {
        inputs: model.inputs.len(),
        outputs: model.outputs.len(),
        gates: model.gates.len(),
        digest: digest(bytes),
    };
    Ok((model, summary))
}

/// Every obligation of the miter is the clause of some step, and every step is right.
fn check_miter(miter: &Miter, asked: &Subject, certificate: impl Read) -> Result<u64, Failure> {
    let (subject, mut steps) = format_miter::read(certificate, miter.variables())?;
    if subject != *asked {
        return Err(Failure::other_subject(&subject, asked));
    }
    let mut open = open_obligations(miter)?;
    let mut derivation = Derivation::new(miter.axioms());
    let axiom = |id, clause: &mut Vec<Lit>| miter.axiom(id, clause);
    let mut derived = 0_u64;
    while let Some(step) = steps.next_step().map_err(format_miter::Error::Read)? {
        let result = match step {
            Step::Add { id, clause, hints } => {
                derived = derived.saturating_add(1);
                derivation.add(axiom, id, clause, hints).map(Some)
            }
            Step::Delete { ids } => {
                ids.iter().try_for_each(|&id| derivation.delete(id)).map(|()| None)
            }
        };
        let place = steps.place();
        match result.map_err(|rejection| Failure::Step { place, rejection })? {
            // What the gates compute has a model for every input.
            Some([]) => return Err(Failure::EmptyClause { place }),
            Some(&[only]) => drop(open.remove(&key(only, only))),
            Some(&[first, second]) => drop(open.remove(&key(first, second))),
            Some(_) | None => {}
        }
    }
    // The lowest output, whatever the order of the map.
    match open.into_values().min() {
        None => Ok(derived),
        Some(output) => Err(Failure::NotDerived { output }),
    }
}

/// The clauses to derive, by [`key`], and for which output.
fn open_obligations(miter: &Miter) -> Result<HashMap<u64, usize, Multiplier>, Failure> {
    let mut open = HashMap::default();
    for (output, clause) in miter.obligations() {
        let clause = match *clause {
            [only] => key(only, only),
            [first, second] => key(first, second),
            // Two different constants; there are no clauses of more literals.
            _ => return Err(Failure::NotDerived { output }),
        };
        open.entry(clause).or_insert(output);
    }
    Ok(open)
}

/// A clause of two literals, in any order, or of one twice, as a number.
fn key(first: Lit, second: Lit) -> u64 {
    u64::from(first.min(second).code()) << 32 | u64::from(first.max(second).code())
}
