//! Decides whether a certificate shows that a circuit multiplies.
//!
//! The question is built from the circuit and the user's options alone. The outputs minus what
//! they have to be, plus multiples of expressions that each step shows to be 0, have to be 0
//! modulo 2^m coefficient by coefficient.

mod clauses;
mod cone;
mod failure;
mod kernel;
mod sum;
#[cfg(test)]
mod tests;

pub use cone::{MOST_GATES, MOST_LEAVES};
pub use failure::{Cause, Failure};

use claim_multiplier::{Claim, Options};
use format_pac::Step;
use kernel::Kernel;
use std::io::Read;

/// What was checked: the circuit, the certificate and the claim, in sentences with a name each.
pub type Multiplication = Vec<(&'static str, String)>;

/// Checks a certificate for a circuit's file, or for the one inside the certificate.
pub fn check(
    circuit: Option<&[u8]>,
    options: &Options,
    certificate: impl Read,
) -> Result<Multiplication, Failure> {
    let (header, mut reader) = format_pac::read(certificate).map_err(Failure::Certificate)?;
    let inside = header.circuit.as_deref();
    let bytes = circuit.or(inside).ok_or(Failure::NoCircuit)?;
    let model = format_aiger::read(bytes).map_err(Failure::Circuit)?;
    let digest = format_sha256::digest(bytes);
    if digest != header.digest || inside.is_some_and(|inside| inside != bytes) {
        return Err(Failure::OtherCircuit);
    }
    let mut claim = Claim::new(&model, options).map_err(Failure::Question)?;
    let place = if circuit.is_none() { "the one inside the certificate: " } else { "" };
    let (inputs, outputs, gates) = (claim.inputs(), claim.modulus(), model.gates.len());
    let words =
        format!("{place}inputs {inputs}, outputs {outputs}, gates {gates}, sha256 {digest}");
    drop(model);
    let asked = claim.options().to_string();
    if header.claim != asked {
        return Err(Failure::OtherClaim(header.claim, asked));
    }
    let mut facts = claim.facts();
    reader.begin(claim.variables(), claim.axioms());
    let (mut definitions, mut steps) = (0_u64, 0_u64);
    let mut step = reader.next_step().map_err(Failure::Certificate)?;
    while let Some(Step::Define { inputs }) = step {
        definitions = definitions.saturating_add(1);
        if !claim.define(inputs) {
            return Err(Failure::Step(reader.place(), Cause::Full));
        }
        step = reader.next_step().map_err(Failure::Certificate)?;
    }
    let mut kernel = Kernel::new(&claim).map_err(|cause| Failure::Gate(0, cause))?;
    while let Some(known) = step {
        steps = steps.saturating_add(1);
        kernel.apply(known).map_err(|cause| Failure::Step(reader.place(), cause))?;
        step = reader.next_step().map_err(Failure::Certificate)?;
    }
    let expanded = kernel.finish()?;
    let steps =
        format!("{definitions} definitions, {steps} steps, {expanded} gates expanded at the end");
    facts.splice(..0, [("circuit", words), ("certificate", steps)]);
    Ok(facts)
}
