//! Polynomial proofs in three files: our `pacheck` beside the public one, on AMulet2's proofs.

use super::Suite;
use super::multiplier::{is_for_amulet, multipliers, prove};
use crate::raw::Verdict;
use crate::trial::{Contender, Said, Task, Trial};
use crate::verdict::is_target_checked;

pub const SUITE: Suite = Suite {
    name: "lpac",
    title: "Polynomial proofs, three files: `pacheck` beside the public pacheck",
    folder: "../shared/bench/multipliers",
    tasks: |folder, _made| multipliers(folder),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 3] = [
    Contender { name: "amulet -p1", tools: &TOOLS, applies: is_for_amulet, run: first },
    Contender { name: "amulet -p2", tools: &TOOLS, applies: is_for_amulet, run: second },
    Contender { name: "amulet -p3", tools: &TOOLS, applies: is_for_amulet, run: third },
];

const TOOLS: [&str; 3] = ["amulet", "cadical", "public-pacheck"];

fn first(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    both(task, trial, "-p1")
}

fn second(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    both(task, trial, "-p2")
}

fn third(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    both(task, trial, "-p3")
}

/// Both checkers on one proof.
fn both(task: &Task, trial: &mut Trial, way: &str) -> Result<Verdict, String> {
    let verdict = prove(task, trial, way)?;
    if verdict == Verdict::Holds {
        let files = ["o.polys", "o.proof", "o.spec"].map(|file| trial.file(file));
        trial.check("public pacheck", "public-pacheck", &files, is_target_checked)?;
        trial.again("pacheck", "pacheck", &files, Said::is_verified)?;
    }
    Ok(verdict)
}
