//! Decides whether a certificate shows that bad states are not reached.
//!
//! The question is built from the model alone. The certificate extends the model, names an
//! invariant, and derives it at time 0, at time 1 from time 0, and from it the properties; or it
//! proves properties by k-induction.

mod failure;
mod pages;
mod sections;
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
    /// For every property of the model, by number: how it is proved, or why it is not.
    pub properties: Vec<Result<Proof, Lack>>,
    /// The clauses of the invariant.
    pub invariant: usize,
    /// The auxiliary latches.
    pub latches: usize,
    /// The auxiliary gates.
    pub gates: usize,
    /// The clauses that the certificate derives.
    pub derived: u64,
    /// Whether no initial state meets the constraints.
    pub no_initial_state: bool,
}

/// A model in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Model {
    /// Its inputs.
    pub inputs: usize,
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

/// How a property is proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It follows from the invariant.
    Invariant,
    /// By induction.
    Induction {
        /// The number of frames before the last.
        depth: u32,
        /// Whether only simple paths were considered.
        simple: bool,
    },
}

/// Why a property is not proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// No line says so.
    NoLine,
    /// It is proved together with others, of which this one is not derived in a section.
    Induction {
        /// The section.
        section: Section,
        /// The property that is missing there.
        property: u32,
    },
}

impl Safety {
    /// The properties that were asked for and are not proved.
    pub fn missing(&self) -> impl Iterator<Item = (u32, Lack)> + '_ {
        self.asked.iter().filter_map(|&number| match self.properties.get(index(number)) {
            Some(Ok(_)) => None,
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
    let (circuit, summary) = read_model(model)?;
    let properties = circuit.bad.len();
    let all = u32::try_from(properties).unwrap_or(u32::MAX);
    let mut asked = asked.map_or_else(|| (0..all).collect(), <[u32]>::to_vec);
    asked.sort_unstable();
    asked.dedup();
    if let Some(&asked) = asked.iter().find(|&&asked| asked >= all) {
        return Err(Failure::NoSuchProperty { asked, properties });
    }
    let opening = format_inv::open(certificate)?;
    if opening.digest != summary.digest {
        return Err(Failure::OtherModel);
    }
    let (witness, mut lines) = opening.witness(circuit.variables())?;
    let obligations = Obligations::new(circuit, witness).map_err(Failure::Extension)?;
    let sections = Sections::check(&obligations, &mut lines)?;
    check_invariant(&obligations, &sections)?;
    let induction = check_induction(&obligations, &sections);
    let state = |number| {
        if sections.reaches(Section::Property, number) {
            Ok(Proof::Invariant)
        } else if obligations.is_in_induction(number) {
            induction
        } else {
            Err(Lack::NoLine)
        }
    };
    let witness = obligations.witness();
    Ok(Safety {
        model: summary,
        asked,
        properties: (0..all).map(state).collect(),
        invariant: witness.invariant.len(),
        latches: witness.latches.len(),
        gates: witness.gates.len(),
        derived: sections.derived,
        no_initial_state: sections.no_initial_state,
    })
}

fn read_model(bytes: &[u8]) -> Result<(Circuit, Model), Failure> {
    let model = format_aiger::read(bytes).map_err(Failure::Model)?;
    let circuit = Circuit::new(&model).map_err(Failure::Question)?;
    let summary = Model {
        inputs: model.inputs.len(),
        latches: model.latches.len(),
        gates: model.gates.len(),
        constraints: model.constraints.len(),
        bad_are_outputs: circuit.bad_are_outputs,
        digest: digest(bytes),
    };
    Ok((circuit, summary))
}

/// Every clause of the invariant holds at time 0, and at time 1 if all of them hold at time 0.
/// All that uses the invariant rests on this.
fn check_invariant(obligations: &Obligations, sections: &Sections<'_>) -> Result<(), Failure> {
    for (clause, number) in (0..obligations.witness().invariant.len()).zip(0..) {
        if !obligations.is_initial(clause) && !sections.reaches(Section::Init, number) {
            return Err(Failure::NotInitial { clause });
        }
        if !sections.reaches(Section::Step, number) {
            return Err(Failure::NotInductive { clause });
        }
    }
    Ok(())
}

/// Every property of the induction is derived in every stage of the base and in the k-step. If one
/// is missing, none is proved, for each section assumes all of them in earlier frames.
fn check_induction(obligations: &Obligations, sections: &Sections<'_>) -> Result<Proof, Lack> {
    let Some(induction) = &obligations.witness().induction else { return Err(Lack::NoLine) };
    let Induction { depth, simple, .. } = *induction;
    // What is constant 0 needs a line nowhere; the others need one in every stage, so that the
    // loop below is not longer than the certificate.
    let is_needed = |&&property: &&u32| {
        obligations.goal(Section::Induction, property, &mut Vec::new()) != Some(false)
    };
    let needed: Vec<u32> = induction.properties.iter().filter(is_needed).copied().collect();
    let complete = |section| {
        let missing = needed.iter().find(|&&property| !sections.reaches(section, property));
        missing.map_or(Ok(()), |&property| Err(Lack::Induction { section, property }))
    };
    if !needed.is_empty() {
        (0..depth).map(Section::Base).try_for_each(complete)?;
        complete(Section::Induction)?;
    }
    Ok(Proof::Induction { depth, simple })
}
