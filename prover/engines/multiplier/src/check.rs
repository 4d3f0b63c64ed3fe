//! Evidence, written and read back by the checker's kernel as the user's checker would.

use crate::emit::Proof;
use crate::error::Error;
use crate::product::Product;
use crate::{Progress, Task};
use claim_multiplier::Claim;
use format_input::{Encoding, index};
use format_pac::{Header, Writer};
use format_sha256::digest;
use pacheck::Multiplication;
use support_answer::{Checked, Spool};

/// A checked proof.
#[derive(Debug)]
pub struct Proved {
    /// The proof.
    pub certificate: Checked,
    /// What the checker says of it.
    pub facts: Multiplication,
}

/// Inputs for which the outputs are wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The inputs in the order of the file.
    pub inputs: Vec<bool>,
    /// The outputs, lowest bit first.
    pub found: Vec<bool>,
    /// What they should be.
    pub expected: Vec<bool>,
}

/// Writes a proof.
pub(crate) fn write(task: &Task<'_>, claim: &Claim, proof: &Proof) -> Result<Spool, Error> {
    let spool = Spool::new(task.destination).map_err(Error::Destination)?;
    let out = spool.writer()?;
    let inside = (task.encoding == Encoding::Text).then(|| task.circuit.to_vec());
    let header = Header {
        digest: digest(task.circuit),
        claim: claim.options().to_string(),
        circuit: inside,
    };
    let mut writer = Writer::new(out, task.encoding, &header, claim.variables(), claim.axioms())?;
    proof.write(&mut writer, || task.limits.exceeded().is_some())?;
    writer.finish()?;
    Ok(spool)
}

/// Checks a proof.
pub(crate) fn proof(task: &Task<'_>, spool: Spool) -> Result<Proved, Error> {
    (task.progress)(Progress::Checking);
    let (certificate, facts) = spool.check(|file| {
        let file = task.limits.guard(file);
        pacheck::check(Some(task.circuit), task.options, file)
            .map_err(|failure| Error::Refused(failure.to_string()))
    })?;
    Ok(Proved { certificate, facts })
}

/// The outputs for some inputs, and what they should be.
pub(crate) fn wrong(claim: &Claim, inputs: Vec<bool>) -> Wrong {
    let expected = Product::new(claim).outputs(&inputs);
    let mut values = vec![false];
    values.extend_from_slice(&inputs);
    let first = values.len();
    values.resize(first + claim.gates().len(), false);
    let value = |values: &[bool], lit: claim_multiplier::Signal| {
        values[index(lit.variable())] != lit.is_negative()
    };
    for &gate in claim.order() {
        let [left, right] = claim.gates()[index(gate)];
        values[first + index(gate)] = value(&values, left) && value(&values, right);
    }
    let found = claim.outputs().iter().map(|&lit| value(&values, lit)).collect();
    Wrong { inputs, found, expected }
}
