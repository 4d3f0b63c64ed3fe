//! Evidence, written and read back by the checker's kernel as the user's checker would.

use crate::emit::Proof;
use crate::error::Error;
use crate::export;
use crate::product::Product;
use crate::{Progress, Task};
use claim_multiplier::{Claim, Signal};
use format_input::{Encoding, index};
use format_pac::{Header, Writer};
use format_sha256::digest;
use format_trace::{Property, Status, Value, write_end, write_header, write_line};
use pacheck::Multiplication;
use std::io::Write;
use support_answer::{Checked, Spool};
use tracecheck::WrongProduct;

/// A checked proof.
#[derive(Debug)]
pub struct Proved {
    /// The proof.
    pub certificate: Checked,
    /// What the checker says of it.
    pub facts: Multiplication,
    /// The files for other checkers, if they are asked for, or why there are none.
    pub export: Option<Result<[Checked; 3], export::Error>>,
}

/// A checked witness that the outputs are wrong.
#[derive(Debug)]
pub struct Wrong {
    /// The witness.
    pub certificate: Checked,
    /// The operands, what the outputs are and what they should be.
    pub facts: WrongProduct,
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
    let (certificate, (facts, export)) = spool.check(|certificate| {
        let file = task.limits.guard(certificate);
        let checked = pacheck::check(Some(task.circuit), task.options, file);
        let facts = checked.map_err(|failure| Error::Refused(failure.to_string()))?;
        let Some(prefix) = task.export else { return Ok((facts, None)) };
        (task.progress)(Progress::Exporting);
        let export = match (export::write(task, certificate, prefix), task.limits.exceeded()) {
            (Ok(files), _) => Ok(files),
            // The proof is right all the same.
            (Err(Error::Export(error @ export::Error::TooLarge)), _) => Err(error),
            (Err(_), Some(reason)) => Err(export::Error::Limit(reason)),
            (Err(error), None) => return Err(error),
        };
        Ok::<_, Error>((facts, Some(export)))
    })?;
    Ok(Proved { certificate, facts, export })
}

/// Writes and checks a witness.
pub(crate) fn wrong(task: &Task<'_>, claim: &Claim, inputs: &[bool]) -> Result<Wrong, Error> {
    let expected = Product::new(claim).outputs(inputs);
    let found = outputs(claim, inputs);
    let numbers = claim.output_numbers().iter();
    let mut wrong = numbers.zip(found.iter().zip(&expected)).filter(|(_, (one, two))| one != two);
    let output = wrong.next().map(|(&number, _)| number).ok_or(Error::Proof)?;
    let spool = Spool::new(task.destination).map_err(Error::Destination)?;
    let mut out = spool.writer()?;
    write_header(&mut out, Status::Fails, &[Property::Product(output)])?;
    write_line(&mut out, &[])?;
    write_line(&mut out, &inputs.iter().copied().map(Some).collect::<Vec<Value>>())?;
    write_end(&mut out)?;
    out.flush()?;
    (task.progress)(Progress::Checking);
    let (certificate, facts) = spool.check(|file| {
        let file = task.limits.guard(file);
        tracecheck::check_product(task.circuit, task.options, file)
            .map_err(|failure| Error::Refused(failure.to_string()))
    })?;
    Ok(Wrong { certificate, facts })
}

/// The outputs for some inputs, lowest bit first.
fn outputs(claim: &Claim, inputs: &[bool]) -> Vec<bool> {
    let mut values = vec![false];
    values.extend_from_slice(inputs);
    let first = values.len();
    values.resize(first + claim.gates().len(), false);
    let value = |values: &[bool], lit: Signal| values[index(lit.variable())] != lit.is_negative();
    for &gate in claim.order() {
        let [left, right] = claim.gates()[index(gate)];
        values[first + index(gate)] = value(&values, left) && value(&values, right);
    }
    claim.outputs().iter().map(|&lit| value(&values, lit)).collect()
}
