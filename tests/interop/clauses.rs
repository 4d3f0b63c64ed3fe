//! Other people's checkers of clausal proofs on what `certify` writes.
//!
//! Each tool is looked for on the PATH, or where `INTEROP_NAME` points (`INTEROP_DRAT_TRIM`). One
//! that is absent is NOT RUN. `docs/interop.md` has the list.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use workspace_tests::{conclude, program, say};

/// A tool, the proof that it takes, and what it prints if the proof is right.
const TOOLS: [(&str, &str, &str); 3] = [
    ("drat-trim", "drat", "s VERIFIED"),
    ("lrat-trim", "lrat", "s VERIFIED"),
    ("cake_lpr", "lrat", "s VERIFIED UNSAT"),
];

#[test]
fn others_accept_our_proofs_and_refuse_broken_ones() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interop-clauses");
    fs::create_dir_all(&folder).unwrap();
    let mut faults = Vec::new();
    for (tool, kind, words) in TOOLS {
        let Some(path) = find(tool) else {
            say(&format!("tests/interop/clauses: NOT RUN: {tool} is not installed"));
            continue;
        };
        for holes in 2..6 {
            let (formula, proof) = (folder.join("f.cnf"), folder.join("p.proof"));
            fs::write(&formula, pigeons(holes)).unwrap();
            let mut certify = Command::new(program("certify").unwrap());
            certify.args(["cnf", "--text", "--quiet", "--proof", kind, "-o"]);
            assert!(certify.arg(&proof).arg(&formula).output().unwrap().status.success());
            let mut judge = |is_right: bool| {
                let output = Command::new(&path).args([&formula, &proof]).output().unwrap();
                let text = String::from_utf8_lossy(&output.stdout).into_owned();
                if text.lines().any(|line| line.trim() == words) != is_right {
                    faults.push(format!("{tool}, {holes} holes, {is_right}: {text}"));
                }
            };
            judge(true);
            // With room for one pigeon more the formula has a model, and no proof is right.
            fs::write(&formula, pigeons(holes).replacen("-1 ", "-1 1 ", usize::MAX)).unwrap();
            judge(false);
        }
        say(&format!("tests/interop/clauses: {tool} agrees"));
    }
    conclude(&faults);
}

/// One pigeon more than holes.
fn pigeons(holes: usize) -> String {
    let variable = |pigeon: usize, hole: usize| pigeon.saturating_mul(holes).saturating_add(hole);
    let mut clauses: Vec<String> = Vec::new();
    for pigeon in 0..=holes {
        let mut clause = String::new();
        for hole in 1..=holes {
            write!(clause, "{} ", variable(pigeon, hole)).unwrap();
        }
        clauses.push(clause);
        for other in 0..pigeon {
            for hole in 1..=holes {
                clauses.push(format!("-{} -{} ", variable(pigeon, hole), variable(other, hole)));
            }
        }
    }
    let count = holes.saturating_add(1).saturating_mul(holes);
    format!("p cnf {count} {}\n{}0\n", clauses.len(), clauses.join("0\n"))
}

fn find(tool: &str) -> Option<PathBuf> {
    let name = format!("INTEROP_{}", tool.to_uppercase().replace('-', "_"));
    if let Some(path) = std::env::var_os(name) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(tool)).find(|place| place.is_file())
}
