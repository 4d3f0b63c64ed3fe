//! The second checkers: every case whose files hold a certificate is judged once more, by the
//! programs in `tests/second`, which are written from the format pages alone.
//!
//! `cases.rs` compares the checkers with `expected.txt`; this compares the second ones with the
//! same line, so both agree. Without `python3` this is NOT RUN.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};
use workspace_tests::{Class, conclude, entries, name, program, root, say, text};

/// Cases that the second checkers do not judge, or judge otherwise, each group with its reason. A
/// path stands for all cases that begin with it.
const APART: [(&str, &[&str]); 6] = [
    (
        "audit runs the other checkers on the files of a bundle; there is no second audit",
        &["accept/bundle/", "reject/bundle/", "regressions/bundle/"],
    ),
    (
        "no certificate is judged: help, version, names that no file has, certify itself",
        &[
            "regressions/horn/number-computed-too-long",
            "accept/command/help",
            "accept/command/version",
            "accept/drat/help",
            "accept/miter/help",
            "accept/pac/help",
            "reject/command/argument-not-utf-8",
            "reject/command/file-name-",
            "reject/command/option-forges-verdict",
        ],
    ),
    (
        "what is wrong is the file to be written, and the second checkers write none",
        &[
            "reject/drat/lrat-given-twice",
            "reject/drat/lrat-not-writable",
            "reject/drat/lrat-replaces-formula",
            "reject/drat/lrat-to-standard-output",
        ],
    ),
    (
        "compressed files are recognised and undecided; the second checkers refuse such bytes",
        &["reject/lrat/bzip2", "reject/lrat/gzip", "reject/lrat/xz", "reject/lrat/zstd"],
    ),
    (
        "beyond a limit of memory; the second checkers have whole numbers of any size and refuse later",
        &["reject/lpac/products-too-large", "reject/pac/products-too-many"],
    ),
    (
        "beyond a limit on terms or numbers; the second checker of Horn clauses has none",
        &[
            "reject/horn/invariant-without-end",
            "reject/horn/limit-of-",
            "reject/smtlib/definitions-without-end",
            "reject/smtlib/distinct-without-end",
            "reject/smtlib/let-bodies-without-end",
            "regressions/horn/many-uses-of-",
            "regressions/horn/sums-that-grow",
            "regressions/smtlib/many-uses-of-",
            "regressions/smtlib/squares-of-squares",
        ],
    ),
];

#[test]
fn second_checkers_agree() {
    if Command::new("python3").arg("--version").output().is_err() {
        say("NOT RUN: second checkers: there is no python3");
        return;
    }
    let mut cases = Vec::new();
    let mut apart = vec![0_usize; APART.len()];
    for class in [Class::Accept, Class::Reject, Class::Regressions] {
        for kind in entries(&class.folder()).unwrap() {
            for case in entries(&kind).unwrap() {
                let path = name(&case);
                let path = path.strip_prefix("tests/").unwrap();
                let reason = APART
                    .iter()
                    .position(|(_, list)| list.iter().any(|start| path.starts_with(start)));
                match reason {
                    Some(reason) => *apart.get_mut(reason).unwrap() += 1,
                    None => cases.push(name(&case)),
                }
            }
        }
    }
    for ((reason, _), count) in APART.iter().zip(apart) {
        say(&format!("second checkers: {count} cases left out: {reason}"));
    }
    conclude(&compare(&cases, |expected, found| expected == found));
}

/// The cases that are judged otherwise than `expected.txt` says.
fn compare(cases: &[String], agree: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let mut python = Command::new("python3");
    python.args(["tests/second/check.py", "--cases"]).current_dir(root());
    python.env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut python = python.spawn().unwrap();
    let list = cases.join("\n");
    let mut input = python.stdin.take().unwrap();
    let feeder = std::thread::spawn(move || input.write_all(list.as_bytes()));
    let output = python.wait_with_output().unwrap();
    feeder.join().unwrap().unwrap();
    let mut faults = Vec::new();
    let mut judged: BTreeMap<String, usize> = BTreeMap::new();
    let answers = String::from_utf8(output.stdout).unwrap();
    for answer in answers.lines() {
        let [case, code, reason] = answer.splitn(3, '\t').collect::<Vec<_>>()[..] else {
            faults.push(format!("no answer: {answer}"));
            continue;
        };
        let expected = text(&root().join(case).join("expected.txt")).unwrap();
        let expected = expected.lines().next().unwrap_or("");
        if !agree(expected, &format!("exit {code}")) {
            faults.push(format!("{case}: {expected}, the second checker: {code}, {reason}"));
        }
        *judged.entry(expected.to_owned()).or_default() += 1;
    }
    let total: usize = judged.values().sum();
    say(&format!("second checkers: {total} cases judged: {judged:?}"));
    if total != cases.len() || !output.status.success() {
        faults.push(format!("{} cases, but {total} answers", cases.len()));
    }
    faults
}

/// Mutants of a campaign with a fresh seed: accepted by both, or by neither.
#[test]
fn second_checkers_agree_on_mutants() {
    if Command::new("python3").arg("--version").output().is_err() {
        say("NOT RUN: second checkers on mutants: there is no python3");
        return;
    }
    let folder = std::env::temp_dir().join(format!("certify-second-{}", std::process::id()));
    let mut fuzz = Command::new(program("fuzz").unwrap());
    fuzz.args(["campaign", "--mutants", "4000", "--every", "40", "--sample"]).arg(&folder);
    let output = fuzz.output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    say(&format!("second checkers on mutants: {}", report.lines().next().unwrap_or("")));
    assert!(output.status.success(), "{report}");
    let mut cases = Vec::new();
    for kind in entries(&folder).unwrap() {
        cases.extend(entries(&kind).unwrap().iter().map(|case| case.display().to_string()));
    }
    assert!(cases.len() > 900, "only {} mutants", cases.len());
    let is_accepted = |code: &str| code == "exit 0";
    conclude(&compare(&cases, |expected, found| is_accepted(expected) == is_accepted(found)));
    std::fs::remove_dir_all(&folder).unwrap();
}
