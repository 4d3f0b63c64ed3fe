//! The checkers' kernels on our own evidence, read back as the user's checker would read it.

use crate::{Error, Model, Progress, Proof, Refutation, Task};
use claim_unsat::Formula;
use format_dimacs::Lit;
use format_model::write_model;
use std::fs::File;
use std::io::{Sink, Write};
use support_answer::Spool;
use tracecheck::{Asked, Witness};

/// Checks a proof.
pub(crate) fn refutation(task: &Task<'_>, spool: Spool) -> Result<Refutation, Error> {
    (task.progress)(Progress::Checking);
    let (certificate, (formula, words)) = spool.check(|file| match task.proof {
        Proof::Lrat => lrat(task, file),
        Proof::Drat => drat(task, file),
    })?;
    Ok(Refutation { certificate, formula, words })
}

fn lrat(task: &Task<'_>, proof: &File) -> Result<(Formula, String), Error> {
    let (formula, proof) = (task.limits.guard(task.formula), task.limits.guard(proof));
    match lratcheck::check(formula, proof, lratcheck::Options::default()) {
        Ok(lratcheck::Refutation { formula, added, deleted }) => {
            Ok((formula, format!("{added} clauses added, {deleted} deleted")))
        }
        Err(failure) => Err(Error::Refused(failure.to_string())),
    }
}

fn drat(task: &Task<'_>, proof: &File) -> Result<(Formula, String), Error> {
    let (formula, proof) = (task.limits.guard(task.formula), task.limits.guard(proof));
    match dratcheck::check::<Sink>(formula, proof, dratcheck::Options::default(), None) {
        Ok(found) => {
            let words = format!("{} steps, {} clauses needed", found.steps, found.checked);
            Ok((found.formula, words))
        }
        Err(failure) => Err(Error::Refused(failure.to_string())),
    }
}

/// Writes and checks a model.
pub(crate) fn model(task: &Task<'_>, lits: &[Lit]) -> Result<Model, Error> {
    let spool = Spool::new(task.destination)?;
    let mut out = spool.writer()?;
    write_model(&mut out, lits.iter().copied())?;
    out.flush()?;
    (task.progress)(Progress::Checking);
    let (certificate, (formula, assigned)) = spool.check(|file| {
        let (formula, model) = (task.limits.guard(task.formula), task.limits.guard(file));
        match tracecheck::check(formula, model, Asked::Natural) {
            Ok(Witness::Model { formula, assigned }) => Ok((formula, assigned)),
            Ok(_) => Err(Error::Refused("the formula is a circuit".into())),
            Err(failure) => Err(Error::Refused(failure.to_string())),
        }
    })?;
    Ok(Model { certificate, formula, assigned })
}
