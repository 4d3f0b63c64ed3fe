//! Decides whether a certificate shows that a circuit multiplies.
//!
//! The question is built from the circuit and the user's options alone. The outputs minus what
//! they have to be, plus multiples of expressions that each step shows to be 0, have to be 0
//! modulo 2^m coefficient by coefficient.

mod cone;
mod failure;
mod kernel;
mod sum;
#[cfg(test)]
mod tests;

pub use failure::{Cause, Failure};

use claim_multiplier::{Claim, Options};
use format_pac::Step;
use format_sha256::{Digest, digest};
use kernel::Kernel;
use std::io::Read;

/// What was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multiplication {
    /// Inputs, outputs and gates of the circuit.
    pub sizes: [usize; 3],
    /// The digest of the circuit's file.
    pub digest: Digest,
    /// Whether the circuit is the one inside the certificate.
    pub inside: bool,
    /// The claim in words.
    pub claim: Vec<(&'static str, String)>,
    /// How many definitions, clauses, linear steps, equalities and polynomials there are.
    pub steps: [u64; 5],
    /// How many gates were expanded to their inputs at the end.
    pub expanded: u64,
}

/// Checks a certificate for a circuit's file, or for the one inside the certificate.
pub fn check(
    circuit: Option<&[u8]>,
    options: &Options,
    certificate: impl Read,
) -> Result<Multiplication, Failure> {
    let (header, mut reader) = format_pac::read(certificate)?;
    let inside = header.circuit.as_deref();
    let bytes = circuit.or(inside).ok_or(Failure::NoCircuit)?;
    let digest = digest(bytes);
    if digest != header.digest {
        let is_given = circuit.is_some();
        return Err(if is_given { Failure::OtherCircuit } else { Failure::OtherInside });
    }
    if inside.is_some_and(|inside| inside != bytes) {
        return Err(Failure::OtherInside);
    }
    let model = format_aiger::read(bytes).map_err(Failure::Circuit)?;
    let sizes = [model.inputs.len(), model.outputs.len(), model.gates.len()];
    let mut claim = Claim::new(&model, options).map_err(Failure::Question)?;
    drop(model);
    let asked = claim.options().to_string();
    if header.claim != asked {
        return Err(Failure::OtherClaim { found: header.claim, asked });
    }
    let facts = claim.facts();
    let mut steps = [0_u64; 5];
    reader.begin(claim.variables(), claim.axioms());
    let mut step = reader.next_step().map_err(format_pac::Error::Read)?;
    while let Some(Step::Define { inputs }) = step {
        count(&mut steps, 0);
        if !claim.define(inputs) {
            return Err(Failure::Step { place: reader.place(), cause: Cause::Full });
        }
        step = reader.next_step().map_err(format_pac::Error::Read)?;
    }
    let first = claim.axioms();
    let mut kernel = Kernel::new(claim).map_err(Failure::Claim)?;
    while let Some(known) = step {
        count(&mut steps, kind(&known));
        let [_, clauses, ..] = steps;
        let id = first.saturating_add_unsigned(clauses);
        let result = kernel.apply(known, id);
        result.map_err(|cause| Failure::Step { place: reader.place(), cause })?;
        step = reader.next_step().map_err(format_pac::Error::Read)?;
    }
    let expanded = kernel.finish()?;
    let inside = circuit.is_none();
    Ok(Multiplication { sizes, digest, inside, claim: facts, steps, expanded })
}

fn kind(step: &Step<'_>) -> usize {
    match step {
        Step::Define { .. } => 0,
        Step::Clause { .. } => 1,
        Step::Linear { .. } => 2,
        Step::Equal { .. } => 3,
        Step::Expand { .. } => 4,
    }
}

fn count(steps: &mut [u64; 5], kind: usize) {
    if let Some(count) = steps.get_mut(kind) {
        *count = count.saturating_add(1);
    }
}
