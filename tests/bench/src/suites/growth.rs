//! Curves: what an answer costs as the problem grows.

use super::generate::{circuit, counter, levels, pigeons, ring};
use super::{Suite, always, certify, equivalence, horn, multiplier, safety};
use crate::raw::Verdict;
use crate::trial::{Contender, Said, Task, Trial, word, words};
use crate::verdict::{is_lrat_trimmed, of_code};
use std::path::{Path, PathBuf};

pub const SUITE: Suite = Suite {
    name: "growth",
    title: "Growth: cost against width, gates, frames and proof bytes",
    folder: "",
    tasks: |_folder, made| curves(made),
    contenders: &CONTENDERS,
};

const CONTENDERS: [Contender; 6] = [
    Contender { name: "certify", tools: &[], applies: always, run: ours },
    Contender {
        name: "amulet",
        tools: &["amulet", "cadical"],
        applies: |task| is(task, "multiplier"),
        run: multiplier::amulet,
    },
    Contender {
        name: "abc",
        tools: &["abc"],
        applies: |task| is(task, "adder") || is_model(task),
        run: |task, trial| {
            if is(task, "adder") { equivalence::abc(task, trial) } else { safety::abc(task, trial) }
        },
    },
    Contender { name: "ric3", tools: &["ric3"], applies: is_model, run: safety::ric3 },
    Contender { name: "z3", tools: &["z3"], applies: |task| is(task, "levels"), run: horn::z3 },
    Contender {
        name: "cadical-lrat",
        tools: &["cadical", "lrat-trim"],
        applies: |task| is(task, "pigeons"),
        run: cadical,
    },
];

/// Curves of multipliers: the name, the options of `certify generate`, the widths.
const MULTIPLIERS: [(&str, &str, &[u32]); 2] = [
    (
        "multiplier array, bits",
        "--ppg simple --tree array --adder ripple",
        &[16, 32, 64, 128, 256, 512, 1024],
    ),
    (
        "multiplier Booth Wallace Kogge-Stone, bits",
        "--ppg booth4 --tree wallace --adder kogge-stone",
        &[16, 32, 64, 128, 256, 512, 1024],
    ),
];

/// The first word of a series.
fn kind_of(task: &Task) -> &str {
    task.series.split([' ', ',']).next().unwrap_or("")
}

fn is(task: &Task, kind: &str) -> bool {
    kind_of(task) == kind
}

fn is_model(task: &Task) -> bool {
    is(task, "counter") || is(task, "ring")
}

fn ours(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    match kind_of(task) {
        "multiplier" => multiplier::ours(task, trial),
        "adder" => equivalence::ours(task, trial),
        "levels" => horn::ours(task, trial),
        "pigeons" => certify(task, trial, "cnf", &["--threads", "1"], ["lratcheck"; 2]),
        _ => safety::ours(task, trial),
    }
}

/// For the cost of checking alone: both checkers on one proof.
fn cadical(task: &Task, trial: &mut Trial) -> Result<Verdict, String> {
    let formula = task.files.first().map(|file| word(file)).ok_or("no formula")?;
    let proof = trial.file("P");
    let line = words(&["-q", "-n", "--lrat", &formula, &proof]);
    let verdict = of_code(&trial.find("cadical", &line, &["P"])?);
    if verdict == Verdict::Holds {
        let line = words(&[&formula, &proof]);
        trial.check("lrat-trim", "lrat-trim", &line, is_lrat_trimmed)?;
        trial.again("lratcheck", "lratcheck", &line, Said::is_verified)?;
    }
    Ok(verdict)
}

/// All points, made in the folder.
fn curves(made: &Path) -> Result<Vec<Task>, String> {
    std::fs::create_dir_all(made).map_err(|error| format!("{}: {error}", made.display()))?;
    let mut tasks = Vec::new();
    for (series, options, widths) in MULTIPLIERS {
        for width in widths {
            let kind = series.split(',').next().unwrap_or(series).replace(' ', "_");
            let file = made.join(format!("{kind}_{width}.aig"));
            circuit("multiplier", options, *width, &file)?;
            tasks.push(point(series, f64::from(*width), vec![file]));
        }
    }
    for width in [32, 64, 128, 256, 512, 1024, 2048, 4096] {
        let [first, second] = ["ripple", "kogge-stone"];
        let files = [first, second].map(|adder| made.join(format!("{adder}_{width}.aig")));
        for (adder, file) in [first, second].iter().zip(&files) {
            circuit("adder", &format!("--adder {adder}"), width, file)?;
        }
        tasks.push(point("adder ripple and Kogge-Stone, bits", f64::from(width), files.to_vec()));
    }
    let mut written = |series: &str, size: u32, name: String, text: Vec<u8>| {
        let file = made.join(name);
        std::fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        tasks.push(point(series, f64::from(size), vec![file]));
        Ok::<(), String>(())
    };
    for size in [8, 16, 32, 64, 128, 256, 512] {
        let text = levels(usize::try_from(size).unwrap_or(0));
        written("levels of calls", size, format!("level_{size}.smt2"), text.into_bytes())?;
    }
    for size in [4, 8, 16, 32, 64, 128] {
        written("counter, frames", size, format!("counter_{size}.aig"), counter(size))?;
    }
    for size in [8, 16, 32, 64, 128, 256] {
        written("ring, latches", size, format!("ring_{size}.aig"), ring(size))?;
    }
    for size in [5, 6, 7, 8, 9] {
        let text = pigeons(usize::try_from(size).unwrap_or(0));
        written("pigeons, holes", size, format!("pigeons_{size}.cnf"), text.into_bytes())?;
    }
    Ok(tasks)
}

fn point(series: &str, size: f64, files: Vec<PathBuf>) -> Task {
    let name = files
        .first()
        .map_or(String::new(), |file| workspace_tests::last(&file.with_extension("")).to_owned());
    Task { name, files, series: series.to_owned(), size: Some(size), ..Task::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn series_tell_kinds() {
        for (series, kind) in [("counter, frames", "counter"), ("levels of calls", "levels")] {
            assert!(is(&point(series, 1.0, Vec::new()), kind));
        }
        assert!(is_model(&point("ring, latches", 1.0, Vec::new())));
    }
}
