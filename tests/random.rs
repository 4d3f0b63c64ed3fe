//! Random problems: what `certify` says agrees with brute force, and its checker, a process of its
//! own, accepts every answer.
//!
//! `CERTIFY_MODELS` sets how many are tried, `CERTIFY_SEED` where they begin; otherwise it is a few
//! with a fresh seed, which is printed.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise, and the numbers are small"
)]

#[path = "random/circuits.rs"]
mod circuits;
#[path = "random/formulas.rs"]
mod formulas;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use workspace_tests::{Random, conclude, fresh, ours, say};

/// More of them are not collected.
const MOST_FAULTS: usize = 5;

/// A problem, how it is put to `certify`, and what the answer must be.
struct Problem {
    files: Vec<(&'static str, Vec<u8>)>,
    /// The words before and after `-o FILE`.
    words: Vec<String>,
    /// By brute force.
    holds: bool,
    /// How a checker of proofs, and one of witnesses, is to be called, without the certificate.
    checkers: [Vec<String>; 2],
    /// A further call of a checker for the files that a proof was exported to.
    export: Option<Vec<String>>,
    /// What the report counts it under.
    kind: &'static str,
}

#[test]
fn formulas_agree_with_all_assignments() {
    attempt("formulas", formulas::problem);
}

#[test]
fn circuits_agree_with_all_inputs() {
    attempt("circuits", circuits::problem);
}

fn attempt(name: &str, problem: fn(&mut Random) -> Problem) {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let (count, first) = (number("CERTIFY_MODELS", 60), number("CERTIFY_SEED", now * 1_000_003));
    say(&format!("random {name}: {count} from seed {first}"));
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), &format!("random-{name}")).unwrap();
    let mut faults = Vec::new();
    let mut counts: BTreeMap<(&str, bool), u64> = BTreeMap::new();
    for seed in first..first.saturating_add(count) {
        let problem = problem(&mut Random::new(seed));
        match agrees(&folder, &problem) {
            Ok(()) => *counts.entry((problem.kind, problem.holds)).or_default() += 1,
            Err(fault) => {
                let kept = folder.join(format!("seed-{seed}"));
                save(&kept, &problem.files);
                faults.push(format!("seed {seed}: {}: {fault}", problem.words.join(" ")));
            }
        }
        if faults.len() == MOST_FAULTS {
            break;
        }
    }
    for ((kind, holds), count) in counts {
        say(&format!("random {name}: {count} {kind}, {}", if holds { "hold" } else { "fail" }));
    }
    conclude(&faults);
}

/// Whether `certify` says what brute force says, and the checker accepts it.
fn agrees(folder: &Path, problem: &Problem) -> Result<(), String> {
    save(folder, &problem.files);
    let certificate = folder.join("out");
    let _missing = fs::remove_file(&certificate);
    let words: Vec<&str> = problem.words.iter().map(String::as_str).collect();
    let answer = ours("certify", folder, &[&words, &["-o", "out"][..]].concat())?;
    let words = String::from_utf8_lossy(&answer.stderr).into_owned();
    let (code, verdict) = if problem.holds { (0, "s HOLDS") } else { (10, "s FAILS") };
    if answer.code != code || words.lines().last() != Some(verdict) {
        return Err(format!("expected {verdict}, found exit code {}:\n{words}", answer.code));
    }
    let checker = &problem.checkers[usize::from(!problem.holds)];
    let told = words.lines().find_map(|line| line.strip_prefix("check with: "));
    let told = line(told.ok_or_else(|| format!("expected a line 'check with', found\n{words}"))?);
    // Which output is not always 0 is part of the question about one circuit.
    let mut asked = told.clone();
    if let Some(at) = asked.iter().position(|word| word == "--property") {
        asked.drain(at..asked.len().min(at + 2));
    }
    if asked.split_last() != Some((&"out".to_owned(), checker)) {
        return Err(format!("expected '{} out' to be told, found\n{words}", checker.join(" ")));
    }
    accepts(folder, &told)?;
    match &problem.export {
        Some(checker) if problem.holds => accepts(folder, checker),
        _ => Ok(()),
    }
}

fn accepts(folder: &Path, checker: &[String]) -> Result<(), String> {
    let (program, words) = checker.split_first().ok_or("a checker without a name")?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let answer = ours(program, folder, &words)?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    if answer.code == 0 && text.lines().last() == Some("s VERIFIED") {
        return Ok(());
    }
    Err(format!("{} {}: exit code {}:\n{text}", program, words.join(" "), answer.code))
}

fn save(folder: &Path, files: &[(&'static str, Vec<u8>)]) {
    fs::create_dir_all(folder).unwrap();
    for (name, bytes) in files {
        let path: PathBuf = folder.join(name);
        fs::write(path, bytes).unwrap();
    }
}

/// The words of a command line.
fn line(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

/// True in one of `n` cases.
fn one_in(random: &mut Random, n: usize) -> bool {
    random.below(n) == 0
}

/// Puts them into another order.
fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.below(last + 1));
    }
}
