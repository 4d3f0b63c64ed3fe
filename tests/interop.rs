//! What other people's checkers say of what `certify` writes.
//!
//! `PUBLIC_PACHECK` names the public pacheck, the program of the authors of LPAC. Without it the
//! exports are checked by our own `pacheck` only, and the rest is reported as NOT RUN.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use workspace_tests::{conclude, fresh, program, say, text, write};

/// How `certify generate multiplier` makes a circuit, and what it is claimed to be.
const CIRCUITS: [(&str, &str); 20] = [
    ("--width 8 --ppg simple --tree array --adder ripple", ""),
    ("--width 8 --ppg simple --tree wallace --adder lookahead", ""),
    ("--width 8 --ppg simple --tree dadda --adder kogge-stone", ""),
    ("--width 8 --ppg simple --tree balanced --adder brent-kung", ""),
    ("--width 8 --ppg simple --tree compressor42 --adder ladner-fischer", ""),
    ("--width 8 --ppg simple --tree counter73 --adder han-carlson", ""),
    ("--width 8 --ppg simple --tree array --adder carry-skip", ""),
    ("--width 8 --ppg simple --tree wallace --adder carry-select", ""),
    ("--width 8 --ppg simple --tree dadda --adder conditional-sum", ""),
    ("--width 8 --ppg booth2 --tree wallace --adder brent-kung", ""),
    ("--width 8 --ppg booth4 --tree wallace --adder kogge-stone", ""),
    ("--width 8 --ppg booth8 --tree dadda --adder ripple", ""),
    ("--width 8 --signed --ppg simple --tree wallace --adder kogge-stone", "--signed"),
    ("--width 8 --signed --ppg booth4 --tree dadda --adder brent-kung", "--signed"),
    ("--width 7x4 --ppg simple --tree wallace --adder kogge-stone", "--shape 7x4"),
    ("--width 8 --truncate 8 --ppg simple --tree dadda --adder ripple", ""),
    ("--width 6 --accumulate --ppg simple --tree wallace --adder kogge-stone", "--accumulate"),
    ("--width 6 --square --ppg simple --tree wallace --adder ripple", "--square"),
    ("--width 6 --constant 23 --ppg simple --tree wallace --adder ripple", "--constant 23"),
    (
        "--width 8 --order interleaved --ppg simple --tree array --adder ripple",
        "--order interleaved",
    ),
];

/// Every kind of multiplier: certified, exported, accepted; and refused when a proof or a target
/// is changed.
#[test]
fn polynomial_proofs_are_accepted() {
    let public = std::env::var_os("PUBLIC_PACHECK").map(PathBuf::from);
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-lpac").unwrap();
    let mut faults = Vec::new();
    let mut exported = 0;
    for (circuit, claim) in CIRCUITS {
        let Some(files) = export(&folder, circuit, claim) else {
            say(&format!("no export of {circuit}"));
            continue;
        };
        exported += 1;
        let mut expect = |files: &[PathBuf; 3], accepted: bool, what: &str| {
            let verdict = run(program("pacheck").unwrap(), files);
            if (verdict.status.code() == Some(0)) != accepted {
                faults.push(format!("{circuit}: {what}: pacheck: {}", stdout(&verdict)));
            }
            let Some(public) = &public else { return };
            let verdict = run(public, files);
            let is_checked = stdout(&verdict).contains("c TARGET CHECKED");
            if (verdict.status.success() && is_checked) != accepted {
                faults.push(format!("{circuit}: {what}: the public pacheck differs"));
            }
        };
        expect(&files, true, "as written");
        let [polynomials, proof, target] = files;
        let other = folder.join("other");
        write(&other, text(&target).unwrap().replacen("-s0", "-3*s0", 1)).unwrap();
        expect(&[polynomials.clone(), proof.clone(), other.clone()], false, "another target");
        write(&other, with_another_output(&text(&polynomials).unwrap())).unwrap();
        expect(&[other.clone(), proof, target], false, "another output");
    }
    if public.is_none() {
        say(&format!(
            "NOT RUN: {exported} exports were not given to the public pacheck: PUBLIC_PACHECK is \
             not set"
        ));
    } else {
        say(&format!("tests/interop: the public pacheck accepts {exported} exports"));
    }
    assert_eq!(exported, CIRCUITS.len(), "exports");
    conclude(&faults);
}

/// The polynomials with the first output negated.
fn with_another_output(polynomials: &str) -> String {
    polynomials.replacen(" -s0+", " -s0+1+", 1)
}

/// The files of an export, or nothing if there is no proof.
fn export(folder: &Path, circuit: &str, claim: &str) -> Option<[PathBuf; 3]> {
    let (multiplier, prefix) = (folder.join("m.aig"), folder.join("m"));
    let certify = || Command::new(program("certify").unwrap());
    let mut command = certify();
    command.args(["generate", "multiplier", "-o"]).arg(&multiplier);
    assert!(command.args(circuit.split_whitespace()).output().unwrap().status.success());
    let mut command = certify();
    command.args(["multiplier", "--binary", "-o"]).arg(folder.join("m.pac"));
    command.args(["--export", "lpac"]).arg(&prefix).args(claim.split_whitespace());
    let answer = command.arg(&multiplier).output().unwrap();
    let files = ["polys", "proof", "spec"].map(|extension| prefix.with_extension(extension));
    (answer.status.code() == Some(0)).then_some(files)
}

fn run(checker: &Path, files: &[PathBuf; 3]) -> Output {
    Command::new(checker).args(files).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}
