//! Formulas: `certify cnf` and `lratcheck` beside CaDiCaL, drat-trim and lrat-trim.

use super::{Suite, always, certify, files_of};
use crate::raw::Verdict;
use crate::trial::{Contender, Said, Task, Trial, word, words};
use crate::verdict::{is_drat_trimmed, is_lrat_trimmed, of_code};

pub const SUITE: Suite = Suite {
    name: "cnf",
    title: "Formulas: `certify cnf`, `lratcheck` and `dratcheck` beside CaDiCaL, lrat-trim and drat-trim",
    folder: "../shared/bench/cnf",
    tasks: |folder, _made| files_of(folder, "cnf"),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 4] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender { name: "cadical", tools: &["cadical"], applies: always, run: plain },
    Contender { name: "cadical-lrat", tools: &["cadical"], applies: always, run: with_lrat },
    Contender { name: "cadical-drat", tools: &["cadical"], applies: always, run: with_drat },
];

fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    certify(task, trial, "cnf", &["--threads", "1"], ["lratcheck", "tracecheck"])
}

/// Without a proof.
fn plain(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let formula = formula(task)?;
    Ok(of_code(&trial.find("cadical", &words(&["-q", "-n", &formula]), &[])?))
}

/// With hints; lrat-trim once as it comes and once step by step, then our checker.
fn with_lrat(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let (formula, proof) = (formula(task)?, trial.file("P"));
    let line = words(&["-q", "-n", "--lrat", &formula, &proof]);
    let verdict = of_code(&trial.find("cadical", &line, &["P"])?);
    if verdict == Verdict::Holds {
        if trial.tools.has("lrat-trim") {
            let line = words(&[&formula, &proof]);
            trial.check("lrat-trim", "lrat-trim", &line, is_lrat_trimmed)?;
            let line = words(&["-S", &formula, &proof]);
            trial.again("lrat-trim -S", "lrat-trim", &line, is_lrat_trimmed)?;
        }
        trial.again("lratcheck", "lratcheck", &words(&[&formula, &proof]), Said::is_verified)?;
    }
    Ok(verdict)
}

/// Without hints; drat-trim, then our checker.
fn with_drat(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let (formula, proof) = (formula(task)?, trial.file("P"));
    let line = words(&["-q", "-n", &formula, &proof]);
    let verdict = of_code(&trial.find("cadical", &line, &["P"])?);
    if verdict == Verdict::Holds {
        if trial.tools.has("drat-trim") {
            let line = words(&[&formula, &proof, "-w"]);
            trial.check("drat-trim", "drat-trim", &line, is_drat_trimmed)?;
        }
        trial.again("dratcheck", "dratcheck", &words(&[&formula, &proof]), Said::is_verified)?;
    }
    Ok(verdict)
}

fn formula(task: &Task) -> Result<String, String> {
    task.files.first().map(|file| word(file)).ok_or_else(|| "no formula".to_owned())
}
