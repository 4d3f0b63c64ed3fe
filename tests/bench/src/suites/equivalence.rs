//! Pairs of circuits: `certify equivalence` and `mitercheck` beside ABC's `&cec`.

use super::{Suite, always, certify};
use crate::raw::Verdict;
use crate::trial::{Contender, Task, Trial, word, words};
use crate::verdict::of_abc;
use std::path::{Path, PathBuf};

pub const SUITE: Suite = Suite {
    name: "equivalence",
    title: "Equivalence: `certify equivalence` and `mitercheck` beside ABC's `&cec`",
    folder: "../shared/bench/cnf",
    tasks: |folder, _made| pairs(folder),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 2] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender { name: "abc", tools: &["abc"], applies: always, run: abc },
];

/// `X_a.aig` and `X_b.aig`, anywhere below the folder.
fn pairs(folder: &Path) -> Result<Vec<Task>, String> {
    let mut tasks = Vec::new();
    for first in workspace_tests::files(folder)? {
        let Some(name) = workspace_tests::last(&first).strip_suffix("_a.aig") else { continue };
        let second = first.with_file_name(format!("{name}_b.aig"));
        if second.is_file() {
            tasks.push(pair(folder, name, first.clone(), second));
        }
    }
    Ok(tasks)
}

fn pair(folder: &Path, name: &str, first: PathBuf, second: PathBuf) -> Task {
    let place = first.with_file_name(name);
    let name = place.strip_prefix(folder).unwrap_or(&place).display().to_string();
    Task { name, files: vec![first, second], ..Task::default() }
}

pub(super) fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    certify(task, trial, "equivalence", &["--threads", "1"], ["mitercheck", "tracecheck"])
}

pub(super) fn abc(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let [first, second] = task.files.as_slice() else { return Err("no pair".into()) };
    let script = format!("&r {}; &cec {}", word(first), word(second));
    Ok(of_abc(&trial.find("abc", &words(&["-q", &script]), &[])?))
}
