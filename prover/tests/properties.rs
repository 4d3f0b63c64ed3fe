//! The program `certify safety` on models of several properties: each has a state, with evidence.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod accept;
mod program;

use accept::{accept_proof, accept_run, expect, place};
use program::Run;
use std::process::Command;

/// Three properties: the input, constant 0, and a latch that stays 0.
const SEVERAL: &str = "aag 2 1 1 0 0 3\n2\n4 4\n2\n0\n4\n";

#[test]
fn every_property_has_its_state() {
    let place = place(SEVERAL);
    let run = place.certify(&["safety", "m.aag", "-o", "run"]);
    expect(&run, 10, "s FAILS");
    for line in [
        "property 0: fails after 0 steps, trace checked",
        "property 1: holds, proof checked",
        "property 2: holds, proof checked",
        "what shows the states of the other properties is not kept: --others PREFIX or \
         --bundle DIR keeps it",
    ] {
        assert!(run.says(line), "{line}: {}", run.stderr);
    }
    accept_run(&place, "run", 0);
    assert_eq!(place.files(), ["m.aag", "run"]);
    for property in ["1", "2"] {
        let run = place.certify(&["safety", "m.aag", "--property", property, "-o", "proof"]);
        expect(&run, 0, "s HOLDS");
        let check = format!("check with: invcheck --property {property} m.aag proof");
        assert!(run.says(&check), "{}", run.stderr);
        accept_proof(&place, "proof", Some(&[property.parse().unwrap()]));
    }
}

/// The first and the last property fail, and the second holds.
#[test]
fn evidence_for_all_properties_can_be_kept() {
    let place = place("aag 2 1 1 0 0 3\n2\n4 4\n2\n4\n3\n");
    for engine in ["auto", "ic3", "kinduction"] {
        let arguments = ["safety", "m.aag", "--engine", engine, "-o", "run", "--others", "rest"];
        let run = place.certify(&arguments);
        expect(&run, 10, "s FAILS");
        for line in [
            "property 0: fails after 0 steps, trace checked",
            "property 1: holds, proof checked",
            "property 2: fails after 0 steps, trace checked",
            "check with: tracecheck --property 0 m.aag run",
            "check with: invcheck --property 1 m.aag rest.inv",
            "check with: tracecheck --property 2 m.aag rest.b2.trace",
        ] {
            assert!(run.says(line), "{line}: {}", run.stderr);
        }
        accept_run(&place, "run", 0);
        accept_proof(&place, "rest.inv", Some(&[1]));
        accept_run(&place, "rest.b2.trace", 2);
        assert_eq!(place.files(), ["m.aag", "rest.b2.trace", "rest.inv", "run"]);
    }
    let run = place.certify(&["safety", "m.aag", "-o", "rest.inv", "--others", "rest"]);
    assert_eq!(run.verdict(), "error: rest.inv: would be written twice");
    let run = place.certify(&["safety", "m.aag", "-o", "rest.b2.trace", "--others", "rest"]);
    assert_eq!(run.verdict(), "error: rest.b2.trace: would be written twice");
    let run =
        place.certify(&["safety", "m.aag", "-o", "proof", "--property", "1", "--others", "r"]);
    expect(&run, 0, "s HOLDS");
    assert!(!place.path("r.inv").exists());
}

/// A counter of so many bits that never counts to its end in any time. Bad: that it does, and a
/// latch that stays 0.
#[allow(clippy::arithmetic_side_effects, reason = "a few dozen bits")]
#[allow(clippy::format_push_string, reason = "a test")]
fn hard(bits: u32) -> String {
    let (mut latches, mut gates) = (String::from("2 3\n"), String::new());
    let (mut next, mut carry) = (2 * (bits + 2), 2);
    for bit in 2..=bits {
        let bit = 2 * bit;
        let (this, same) = (next, next + 4);
        gates += &format!("{this} {bit} {}\n{} {} {carry}\n", carry ^ 1, this + 2, bit ^ 1);
        gates += &format!("{same} {} {}\n{} {bit} {carry}\n", this ^ 1, (this + 2) ^ 1, this + 6);
        latches += &format!("{bit} {}\n", same ^ 1);
        (carry, next) = (this + 6, next + 8);
    }
    let still = 2 * (bits + 1);
    latches += &format!("{still} {still}\n");
    let (most, ands) = (next / 2 - 1, 4 * (bits - 1));
    format!("aag {most} 0 {} 0 {ands} 2\n{latches}{carry}\n{still}\n{gates}", bits + 1)
}

/// What is proved before the time is over is not lost.
#[test]
fn properties_that_hold_have_evidence_when_others_are_open() {
    let place = place(&hard(40));
    let arguments = ["safety", "m.aag", "--engine", "ic3", "--time", "1", "-o", "proof"];
    let run = place.certify(&[&arguments[..], &["--others", "rest"]].concat());
    expect(&run, 30, "s UNKNOWN time limit");
    for line in [
        "property 0: not decided",
        "property 1: holds, proof checked",
        "check with: invcheck --property 1 m.aag rest.inv",
    ] {
        assert!(run.says(line), "{line}: {}", run.stderr);
    }
    accept_proof(&place, "rest.inv", Some(&[1]));
    assert_eq!(place.files(), ["m.aag", "rest.inv"]);
    // Asked for alone, or as a list, it is decided at once.
    let run = place.certify(&["safety", "m.aag", "--property", "1,1", "-o", "proof"]);
    expect(&run, 0, "s HOLDS");
    accept_proof(&place, "proof", Some(&[1]));
}

/// What shows the other states cannot be written, for there is no folder for temporary files.
#[test]
fn a_run_is_delivered_whatever_becomes_of_the_other_properties() {
    let place = place(SEVERAL);
    let arguments = ["safety", "m.aag", "-o", "run"];
    let run = Run::of(place.command(&arguments).env("TMPDIR", "/nonexistent"));
    expect(&run, 10, "s FAILS");
    let why = "not decided: a temporary file in /nonexistent: No such file";
    for line in ["property 1", "property 2"] {
        assert!(run.stderr.contains(&format!("{line}: {why}")), "{}", run.stderr);
    }
    accept_run(&place, "run", 0);
}

/// Evidence about many properties is not kept open: all of it is delivered with few open files.
#[cfg(unix)]
#[test]
fn many_properties_need_few_open_files() {
    let bad = "2\n".repeat(200);
    let place = place(&format!("aag 1 1 0 0 0 200\n2\n{bad}"));
    let program = env!("CARGO_BIN_EXE_certify");
    let line = format!("ulimit -n 64; exec {program} safety m.aag -o run --others rest");
    let run = Run::of(Command::new("sh").args(["-c", &line]).current_dir(place.path("")));
    expect(&run, 10, "s FAILS");
    assert_eq!(place.files().len(), 201);
    accept_run(&place, "rest.b199.trace", 199);
}

/// No property is left open, so the bundle is verified, with failures.
#[test]
fn bundles_hold_evidence_for_all_properties() {
    let place = place("aag 2 1 1 0 0 3\n2\n4 4\n2\n4\n3\n");
    let arguments = ["safety", "m.aag", "--bundle", "b", "-o", "run", "--others", "rest"];
    let run = place.certify(&arguments);
    expect(&run, 10, "s FAILS");
    assert!(run.says("check with: audit b"), "{}", run.stderr);
    accept_run(&place, "run", 0);
    accept_proof(&place, "rest.inv", Some(&[1]));
    accept_run(&place, "rest.b2.trace", 2);
    assert_eq!(place.files(), ["b", "m.aag", "rest.b2.trace", "rest.inv", "run"]);
    let options = audit::Options { problems: None, jobs: 1, waves: false };
    let report = audit::audit(&place.path("b").display().to_string(), &options);
    let states: Vec<audit::Status> = report.findings.iter().map(|finding| finding.status).collect();
    assert_eq!(states, [audit::Status::Verified; 3]);
}
