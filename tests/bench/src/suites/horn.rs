//! Horn clauses: `certify horn` and `horncheck` beside z3.

use super::{Suite, always, certify, files_of};
use crate::raw::Verdict;
use crate::trial::{Contender, Task, Trial, word};
use crate::verdict::of_z3;

pub const SUITE: Suite = Suite {
    name: "horn",
    title: "Horn clauses: `certify horn` and `horncheck` beside z3's Spacer",
    folder: "../shared/bench/horn",
    tasks: |folder, _made| files_of(folder, "smt2"),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 2] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender { name: "z3", tools: &["z3"], applies: always, run: z3 },
];

pub(super) fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    certify(task, trial, "horn", &["--threads", "1"], ["horncheck", "horncheck"])
}

pub(super) fn z3(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let system = task.files.first().map(|file| word(file)).ok_or("no system")?;
    Ok(of_z3(&trial.find("z3", &[system], &[])?))
}
