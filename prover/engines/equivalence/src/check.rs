//! Evidence, written and read back by the checkers' kernels as the user's checker would.

use crate::{Error, Progress, Task, subject};
use claim_miter::{Miter, Signal};
use format_input::index;
use format_lrat::Writer;
use format_trace::{Property, Status, Value, write_end, write_header, write_line};
use mitercheck::{Equivalence, check_constant, check_equal};
use std::io::{self, Write};
use support_answer::{Checked, Spool};
use support_sweep::{Id, Ids, Proof, Step};

/// A checked proof.
#[derive(Debug)]
pub struct Proved {
    /// The proof.
    pub certificate: Checked,
    /// What the checker says of it.
    pub facts: Equivalence,
    /// The formula and its proof for other checkers, if they are asked for.
    pub export: Option<[Checked; 2]>,
}

/// Checked inputs for which the claim fails.
#[derive(Debug)]
pub struct Difference {
    /// The witness.
    pub certificate: Checked,
    /// The outputs of the circuit, or of the first one.
    pub first: Vec<bool>,
    /// Those of the second circuit, in the order of the first one's; or what they should be.
    pub second: Vec<bool>,
    /// The first output that differs.
    pub output: u32,
}

/// Writes a proof.
pub(crate) fn write(task: &Task<'_>, miter: &Miter, proof: &Proof) -> Result<Spool, Error> {
    let spool = Spool::new(task.destination).map_err(Error::Destination)?;
    let mut out = spool.writer()?;
    format_miter::write_header(&mut out, &subject(task), task.encoding)?;
    let mut writer = Writer::new(out, task.encoding);
    write_steps(task, &mut writer, proof, miter.axioms(), false)?;
    writer.finish()?;
    Ok(spool)
}

/// Writes the steps of a proof behind the clauses up to `before`.
pub(crate) fn write_steps<W: Write>(
    task: &Task<'_>,
    out: &mut Writer<W>,
    proof: &Proof,
    before: Id,
    keeps: bool,
) -> io::Result<Ids> {
    proof.walk(before, keeps, |step| {
        if task.limits.exceeded().is_some() {
            return Err(io::Error::other("a limit was exceeded"));
        }
        match step {
            Step::Add { id, clause, hints } => out.add(id, clause, hints),
            Step::Delete { after, ids } => out.delete(after, ids),
        }
    })
}

/// Checks a proof.
pub(crate) fn proof(task: &Task<'_>, spool: Spool) -> Result<Proved, Error> {
    (task.progress)(Progress::Checking);
    let (certificate, facts) = spool.check(|file| {
        let file = task.limits.guard(file);
        let result = match task.second {
            None => check_constant(task.first, file),
            Some((second, matching)) => check_equal(task.first, second, matching, file),
        };
        result.map_err(|failure| Error::Refused(failure.to_string()))
    })?;
    Ok(Proved { certificate, facts, export: None })
}

/// Writes and checks a witness.
pub(crate) fn difference(
    task: &Task<'_>,
    miter: &Miter,
    inputs: &[bool],
) -> Result<Difference, Error> {
    let (first, second) = evaluate(miter, inputs);
    let output = (0..).zip(first.iter().zip(&second)).find(|(_, (one, other))| one != other);
    let output = output.map(|(number, _)| number).ok_or(support_sweep::Error::Proof)?;
    let spool = Spool::new(task.destination).map_err(Error::Destination)?;
    let mut out = spool.writer()?;
    let is_pair = task.second.is_some();
    let property = if is_pair { Property::Differs(output) } else { Property::Bad(output) };
    write_header(&mut out, Status::Fails, &[property])?;
    write_line(&mut out, &[])?;
    write_line(&mut out, &inputs.iter().copied().map(Some).collect::<Vec<Value>>())?;
    write_end(&mut out)?;
    out.flush()?;
    (task.progress)(Progress::Checking);
    let (certificate, ()) = spool.check(|file| {
        let file = task.limits.guard(file);
        let failure = match task.second {
            None => tracecheck::check(task.first, file, tracecheck::Asked::Property(output)).err(),
            Some((second, matching)) => {
                tracecheck::check_difference(task.first, second, matching, file).err()
            }
        };
        failure.map_or(Ok(()), |failure| Err(Error::Refused(failure.to_string())))
    })?;
    Ok(Difference { certificate, first, second, output })
}

/// The values of both sides of all pairs of outputs.
fn evaluate(miter: &Miter, inputs: &[bool]) -> (Vec<bool>, Vec<bool>) {
    let mut values = vec![false];
    values.extend_from_slice(inputs);
    let first = values.len();
    values.resize(first + miter.gates().len(), false);
    let value =
        |values: &[bool], signal: Signal| values[index(signal.variable())] != signal.is_negative();
    for &gate in miter.order() {
        let [left, right] = miter.gates()[index(gate)];
        values[first + index(gate)] = value(&values, left) && value(&values, right);
    }
    let pairs = miter.pairs().iter();
    pairs.map(|&(one, other)| (value(&values, one), value(&values, other))).unzip()
}
