//! Decides whether a certificate shows that bad states are not reached.
//!
//! The question is built from the model alone. The certificate extends the model, names an
//! invariant, and derives it at time 0, at time 1 from time 0, and from it the properties; or it
//! proves properties by k-induction.

mod failure;
mod pages;
mod sections;
#[cfg(test)]
mod tests;
mod verdict;

pub use failure::Failure;
pub use verdict::verdict;

use claim_invariant::{Circuit, Induction, Obligations, Section};
use format_input::index;
use format_sha256::{Digest, digest};
use sections::Sections;
use std::io::Read;

/// What was checked: all lines of the certificate are right, and its invariant is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Safety {
    /// The model.
    pub model: Model,
    /// The properties that were asked for.
    pub asked: Vec<u32>,
    /// For every property of the model, by number: whether it is proved, or why it is not.
    pub properties: Vec<Result<(), Lack>>,
    /// The clauses of the invariant.
    pub invariant: usize,
    /// The auxiliary latches and gates.
    pub auxiliaries: usize,
    /// What the certificate says of k-induction.
    pub induction: Option<Induction>,
    /// The clauses that the certificate derives.
    pub derived: u64,
    /// Whether no initial state meets the constraints.
    pub no_initial_state: bool,
}

/// A model in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its inputs.
    pub inputs: u32,
    /// Its latches.
    pub latches: usize,
    /// Its gates.
    pub gates: usize,
    /// Its constraints.
    pub constraints: usize,
    /// Whether its properties are its outputs, for it has no others.
    pub bad_are_outputs: bool,
    /// The digest of its file.
    pub digest: Digest,
}

/// Why a property is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// No line says so.
    NoLine,
    /// It is proved together with others, and this section does not derive this one of them.
    Induction(Section, u32),
}

impl Safety {
    /// The properties that were asked for and are not proved.
    pub fn missing(&self) -> impl Iterator<Item = (u32, Lack)> + '_ {
        self.asked.iter().filter_map(|&number| match self.properties.get(index(number)) {
            Some(Ok(())) => None,
            Some(&Err(lack)) => Some((number, lack)),
            None => Some((number, Lack::NoLine)),
        })
    }
}

/// Checks a certificate to its last byte. `asked` are the properties that have to be proved, all
/// of the model if `None`; the result tells which are.
pub fn check(
    model: &[u8],
    certificate: impl Read,
    asked: Option<&[u32]>,
) -> Result<Safety, Failure> {
    let circuit = Circuit::new(&format_aiger::read(model).map_err(Failure::Model)?);
    let circuit = circuit.map_err(Failure::Question)?;
    let summary = Model {
        inputs: circuit.inputs,
        latches: circuit.latches.len(),
        gates: circuit.gates.len(),
        constraints: circuit.constraints.len(),
        bad_are_outputs: circuit.bad_are_outputs,
        digest: digest(model),
    };
    let all = u32::try_from(circuit.bad.len()).unwrap_or(u32::MAX);
    let mut asked = asked.map_or_else(|| (0..all).collect(), <[u32]>::to_vec);
    asked.sort_unstable();
    asked.dedup();
    if let Some(&last) = asked.last().filter(|&&last| last >= all) {
        return Err(Failure::NoSuchProperty(last));
    }
    let opening = format_inv::open(certificate)?;
    if opening.digest != summary.digest {
        return Err(Failure::OtherModel);
    }
    let (witness, mut lines) = opening.witness(circuit.variables())?;
    let auxiliaries = witness.latches.len().saturating_add(witness.gates.len());
    let obligations = Obligations::new(circuit, witness).map_err(Failure::Extension)?;
    let sections = Sections::check(&obligations, &mut lines)?;
    check_invariant(&obligations, &sections)?;
    let induction = check_induction(&obligations, &sections);
    let state = |number| {
        if sections.reaches(Section::Property, number) {
            Ok(())
        } else if obligations.is_in_induction(number) {
            induction
        } else {
            Err(Lack::NoLine)
        }
    };
    Ok(Safety {
        model: summary,
        asked,
        properties: (0..all).map(state).collect(),
        invariant: obligations.witness().invariant.len(),
        auxiliaries,
        induction: obligations.witness().induction.clone(),
        derived: sections.derived,
        no_initial_state: sections.no_initial_state,
    })
}

/// Every clause of the invariant holds at time 0, and at time 1 if all of them hold at time 0.
/// All that uses the invariant rests on this.
fn check_invariant(obligations: &Obligations, sections: &Sections<'_>) -> Result<(), Failure> {
    for (clause, number) in (0..obligations.witness().invariant.len()).zip(0..) {
        if !obligations.is_initial(clause) && !sections.reaches(Section::Init, number) {
            return Err(Failure::Invariant(clause, Section::Init));
        }
        if !sections.reaches(Section::Step, number) {
            return Err(Failure::Invariant(clause, Section::Step));
        }
    }
    Ok(())
}

/// Every property of the induction, unless it follows from the invariant, is derived in every
/// stage of the base and in the k-step. If one is missing, none is proved, for each section
/// assumes all of them in earlier frames.
fn check_induction(obligations: &Obligations, sections: &Sections<'_>) -> Result<(), Lack> {
    let Some(induction) = &obligations.witness().induction else { return Err(Lack::NoLine) };
    let is_open = |number: &&u32| !sections.reaches(Section::Property, **number);
    let open: Vec<u32> = induction.properties.iter().filter(is_open).copied().collect();
    let depth = if open.is_empty() { 0 } else { induction.depth };
    for section in (0..depth).map(Section::Base).chain([Section::Induction]) {
        if let Some(&property) = open.iter().find(|&&number| !sections.reaches(section, number)) {
            return Err(Lack::Induction(section, property));
        }
    }
    Ok(())
}
