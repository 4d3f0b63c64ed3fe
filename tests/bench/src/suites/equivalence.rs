//! Pairs of circuits: `certify equivalence` and `mitercheck` beside ABC's `&cec`.

use super::generate::circuit;
use super::{Suite, always, certify};
use crate::raw::Verdict;
use crate::trial::{Contender, Task, Trial, word, words};
use crate::verdict::of_abc;
use std::path::{Path, PathBuf};

pub const SUITE: Suite = Suite {
    name: "equivalence",
    title: "Equivalence: `certify equivalence` and `mitercheck` beside ABC's `&cec`",
    folder: "../shared/bench/cnf",
    tasks: |folder, made| {
        let mut tasks = pairs(folder)?;
        tasks.extend(adders(made)?);
        Ok(tasks)
    },
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
            let place = first.with_file_name(name);
            let name = place.strip_prefix(folder).unwrap_or(&place).display().to_string();
            tasks.push(pair(name, first, second));
        }
    }
    Ok(tasks)
}

/// All adders of `certify generate`.
const ADDERS: [&str; 9] = [
    "ripple",
    "lookahead",
    "kogge-stone",
    "brent-kung",
    "ladner-fischer",
    "han-carlson",
    "carry-skip",
    "carry-select",
    "conditional-sum",
];

/// Every two adders, and every adder beside a ripple adder with one gate changed.
fn adders(made: &Path) -> Result<Vec<Task>, String> {
    std::fs::create_dir_all(made).map_err(|error| format!("{}: {error}", made.display()))?;
    let file = |name: &str, options: &str| {
        let file = made.join(format!("{name}.aig"));
        circuit("adder", options, 64, &file).map(|()| file)
    };
    let (mut tasks, mut before) = (Vec::new(), Vec::<(&str, PathBuf)>::new());
    for (adder, seed) in ADDERS.into_iter().zip(1..) {
        let good = file(adder, &format!("--adder {adder}"))?;
        let fault = file(&format!("fault_{seed}"), &format!("--adder ripple --fault {seed}"))?;
        for (other, circuit) in &before {
            let name = format!("adder_64_{other}_{adder}");
            tasks.push(pair(name, circuit.clone(), good.clone()));
        }
        let name = format!("adder_64_{adder}_fault_{seed}");
        tasks.push(pair(name, good.clone(), fault));
        before.push((adder, good));
    }
    Ok(tasks)
}

fn pair(name: String, first: PathBuf, second: PathBuf) -> Task {
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
