//! Writes a checked proof as the community's three files: polynomials, an LPAC proof, a target.
//!
//! Every gate is a polynomial `-g + a*b`, the modulus is the constant 2^m, and the target is the
//! specification minus the outputs. Each step of the certificate becomes one statement, or a few:
//!
//! - a definition is an extension;
//! - a clause is the product of its negated literals, which is 0; a negation is a variable of its
//!   own, so that a clause stays one product; unit propagation becomes a sum with products of
//!   what was propagated before;
//! - a linear step, an equality and a polynomial over leaves are what is left when the gates of
//!   the cone are eliminated from the outermost on;
//! - the sum is one last combination with all weights.

#![allow(clippy::indexing_slicing, reason = "the certificate was checked; a panic is our bug")]
#![allow(clippy::arithmetic_side_effects, reason = "bounded by the certificate that was checked")]
#![allow(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)]

mod clauses;
mod derive;
mod number;
mod polynomial;
mod sum;

mod text;

use crate::{Error as Fault, Task};
use claim_multiplier::Claim;
use derive::Derivation;
use format_input::ReadError;
use format_pac::Step;
use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use sum::Sum;
use support_answer::{Checked, Destination, Spool};
use support_limits::Reason;

/// Why a certificate is not exported.
#[derive(Debug)]
pub enum Error {
    /// The certificate could not be read.
    Certificate(ReadError),
    /// A file cannot stand where it should.
    Destination(PathBuf, io::Error),
    /// A file could not be written.
    Write(io::Error),
    /// A polynomial needs more terms or larger numbers than are written.
    TooLarge,
    /// Their own checker refuses the files, for this reason: our bug.
    Refused(String),
    /// This ran out meanwhile.
    Limit(Reason),
    /// A step does not give what it should: the certificate is wrong, or we are.
    Wrong(&'static str),
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Certificate(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Certificate(error) => write!(f, "the certificate cannot be read back: {error}"),
            Self::Destination(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Write(error) => write!(f, "cannot write: {error}"),
            Self::TooLarge => f.write_str("a polynomial of the export is too large"),
            Self::Refused(reason) => write!(f, "our own files are refused: {reason}"),
            Self::Limit(reason) => reason.fmt(f),
            Self::Wrong(what) => write!(f, "our own error: {what} cannot be exported"),
        }
    }
}

impl std::error::Error for Error {}

/// The names of the three files: polynomials, proof and target.
#[must_use]
pub fn paths(prefix: &Path) -> [PathBuf; 3] {
    [".polys", ".proof", ".spec"].map(|extension| {
        let mut name = prefix.as_os_str().to_owned();
        name.push(extension);
        name.into()
    })
}

/// Writes the three files for a certificate that was checked, and lets their own checker judge
/// them.
pub(crate) fn write(
    task: &Task<'_>,
    mut certificate: &File,
    prefix: &Path,
) -> Result<[Checked; 3], Fault> {
    let model = format_aiger::read(task.circuit).map_err(Fault::Circuit)?;
    let claim = Claim::new(&model, task.options).map_err(Fault::Claim)?;
    drop(model);
    certificate.rewind()?;
    let spool = |path: PathBuf| {
        let spool = Spool::new(&Destination::File(path.clone()));
        spool.map_err(|error| Error::Destination(path, error))
    };
    let [polynomials, proof, target] = paths(prefix).map(spool);
    let (polynomials, proof, target) = (polynomials?, proof?, target?);
    let files = Files {
        polynomials: polynomials.writer()?,
        proof: proof.writer()?,
        target: target.writer()?,
    };
    export(claim, task.limits.guard(certificate), files)?;
    let (polynomials, (proof, (target, _))) = polynomials.check(|given| {
        proof.check(|steps| {
            target.check(|target| {
                let steps = task.limits.guard(steps);
                checker_polynomial::check(given, steps, target)
                    .map_err(|failure| Fault::Export(Error::Refused(failure.to_string())))
            })
        })
    })?;
    Ok([polynomials, target, proof])
}

/// Where the three files go.
pub struct Files<W> {
    /// The gates, the outputs and the modulus.
    pub polynomials: W,
    /// The proof.
    pub proof: W,
    /// The target.
    pub target: W,
}

/// Writes the three files for a claim and its certificate.
pub fn export<W: Write>(
    claim: Claim,
    certificate: impl Read,
    files: Files<W>,
) -> Result<(), Error> {
    let (_, mut reader) = format_pac::read(certificate)?;
    reader.begin(claim.variables(), claim.axioms());
    let mut sum = Sum::new(&claim);
    let mut derivation = Derivation::new(claim, files.proof);
    derivation.axioms(files.polynomials)?;
    sum.write_target(&mut derivation, files.target)?;
    while let Some(step) = reader.next_step()? {
        match step {
            Step::Define { inputs } => derivation.define(inputs)?,
            Step::Clause { clause, hints } => derivation.clause(clause, hints)?,
            Step::Linear { weight, factor, leaves, terms, constant, given } => {
                if let Some(of) = sum.weight(weight, factor) {
                    let known = match (terms, constant, given) {
                        (&[(1, left), (-1, right)], 0, &[forth, back]) => {
                            derivation.equal(left, right, [forth, back])?
                        }
                        _ => derivation.linear(leaves, terms, constant, given)?,
                    };
                    sum.add(of, known)?;
                }
            }
            Step::Expand { weight, factor, literal, leaves } => {
                if let Some(of) = sum.weight(weight, factor) {
                    let known = derivation.expand(literal.code(), leaves)?;
                    sum.add(of, known)?;
                }
            }
        }
    }
    sum.expand_rest(&mut derivation)?;
    sum.conclude(&mut derivation)
}
