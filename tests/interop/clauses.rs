//! Clausal proofs: other people's checkers on what `certify` writes, ours on what they write.
//!
//! `docs/interop.md` has the list of tools, and where each is looked for.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fmt::Write;
use std::fs;
use std::path::Path;
use workspace_tests::{Tool, conclude, fresh, ours, say};

const TEST: &str = "tests/interop/clauses";

/// A tool, the proof that it takes, and what it prints if the proof is right.
const TOOLS: [(&str, &str, &str); 3] = [
    ("drat-trim", "drat", "s VERIFIED"),
    ("lrat-trim", "lrat", "s VERIFIED"),
    ("cake_lpr", "lrat", "s VERIFIED UNSAT"),
];

#[test]
fn others_accept_our_proofs_and_refuse_broken_ones() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-clauses").unwrap();
    let mut faults = Vec::new();
    for (tool, kind, words) in TOOLS {
        let Some(tool) = Tool::find(tool, TEST) else { continue };
        for holes in 2..6 {
            fs::write(folder.join("f.cnf"), pigeons(holes)).unwrap();
            let line = ["cnf", "--text", "--quiet", "--proof", kind, "-o", "p", "f.cnf"];
            assert_eq!(ours("certify", &folder, &line).unwrap().code, 0);
            let mut judge = |is_right: bool| {
                if tool.says(&folder, &["f.cnf", "p"], words).unwrap() != is_right {
                    faults.push(format!("{}, {holes} holes, {is_right}", tool.name));
                }
            };
            judge(true);
            fs::write(folder.join("f.cnf"), with_a_model(holes)).unwrap();
            judge(false);
        }
        say(&format!("{TEST}: {} agrees on formulas", tool.name));
    }
    conclude(&faults);
}

/// Circuits that are equal, exported as a formula with its proof.
#[test]
fn others_accept_our_exports_of_equivalence() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-exports").unwrap();
    let mut faults = Vec::new();
    for (tool, kind, words) in TOOLS {
        let Some(tool) = Tool::find(tool, TEST) else { continue };
        for adder in ["kogge-stone", "lookahead", "carry-select"] {
            generate(&folder, "a.aig", "ripple");
            generate(&folder, "b.aig", adder);
            let line =
                ["equivalence", "a.aig", "b.aig", "--text", "-o", "p", "--export", kind, "e"];
            assert_eq!(ours("certify", &folder, &line).unwrap().code, 0);
            let proof = format!("e.{kind}");
            if !tool.says(&folder, &["e.cnf", &proof], words).unwrap() {
                faults.push(format!("{} refuses the export for {adder}", tool.name));
            }
            // Without its last clause the formula says nothing of the outputs.
            let formula = fs::read_to_string(folder.join("e.cnf")).unwrap();
            fs::write(folder.join("e.cnf"), without_last_clause(&formula)).unwrap();
            if tool.says(&folder, &["e.cnf", &proof], words).unwrap() {
                faults.push(format!("{} accepts another formula for {adder}", tool.name));
            }
        }
        say(&format!("{TEST}: {} agrees on circuits", tool.name));
    }
    conclude(&faults);
}

/// CaDiCaL's four kinds of proofs, and what the trimmers make of them.
#[test]
fn we_accept_proofs_of_others_and_refuse_them_for_other_formulas() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-others").unwrap();
    let Some(cadical) = Tool::find("cadical", TEST) else { return };
    let trimmers = [Tool::find("drat-trim", TEST), Tool::find("lrat-trim", TEST)];
    let help = cadical.run(&folder, &["--help"]).unwrap();
    let knows_lrat = String::from_utf8_lossy(&help.stdout).contains("--lrat");
    if !knows_lrat {
        say(&format!("{TEST}: NOT RUN: LRAT of CaDiCaL, for this one has no option --lrat"));
    }
    let mut faults = Vec::new();
    for holes in 2..7 {
        let formula = pigeons(holes);
        fs::write(folder.join("f.cnf"), &formula).unwrap();
        fs::write(folder.join("other.cnf"), with_a_model(holes)).unwrap();
        let mut proofs = Vec::new();
        for (name, options) in [
            ("lrat", ["--lrat", "--binary"]),
            ("lrat-text", ["--lrat", "--no-binary"]),
            ("drat", ["-q", "--binary"]),
            ("drat-text", ["-q", "--no-binary"]),
        ] {
            if name.starts_with("lrat") && !knows_lrat {
                continue;
            }
            let line = ["-q", options[0], options[1], "f.cnf", name];
            assert_eq!(cadical.run(&folder, &line).unwrap().code, 20);
            proofs.push(name);
        }
        if let [Some(drat_trim), _] = &trimmers {
            let line = ["f.cnf", "drat-text", "-L", "lrat-of-drat-trim"];
            assert!(drat_trim.says(&folder, &line, "s VERIFIED").unwrap());
            proofs.push("lrat-of-drat-trim");
        }
        if let ([_, Some(lrat_trim)], true) = (&trimmers, knows_lrat) {
            let line = ["f.cnf", "lrat-text", "lrat-of-lrat-trim"];
            lrat_trim.run(&folder, &line).unwrap();
            proofs.push("lrat-of-lrat-trim");
        }
        for proof in proofs {
            let checker = if proof.starts_with("lrat") { "lratcheck" } else { "dratcheck" };
            let code = |formula: &str| ours(checker, &folder, &[formula, proof]).unwrap().code;
            if code("f.cnf") != 0 {
                faults.push(format!("{checker} refuses {proof}, {holes} holes"));
            }
            if code("other.cnf") != 1 {
                faults.push(format!("{checker} does not refuse {proof} of another formula"));
            }
        }
    }
    say(&format!("{TEST}: our checkers agree with what CaDiCaL and the trimmers write"));
    conclude(&faults);
}

/// z3 on the same questions.
#[test]
fn z3_gives_the_same_answers() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-z3").unwrap();
    let Some(z3) = Tool::find("z3", TEST) else { return };
    for holes in 2..6 {
        for (formula, code, word) in
            [(pigeons(holes), 0, "s UNSATISFIABLE"), (with_a_model(holes), 10, "s SATISFIABLE")]
        {
            fs::write(folder.join("f.cnf"), formula).unwrap();
            let said = ours("certify", &folder, &["cnf", "f.cnf", "-o", "p", "--quiet"]).unwrap();
            assert_eq!(said.code, code, "{holes} holes");
            let plain = word.trim_start_matches("s ").replace("ISFIABLE", "").to_lowercase();
            let says = |word: &str| z3.says(&folder, &["-dimacs", "f.cnf"], word).unwrap();
            assert!(says(word) || says(&plain), "{holes} holes: z3 does not say '{word}'");
        }
    }
    say(&format!("{TEST}: z3 agrees on 8 formulas"));
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

/// With room for one pigeon more the formula has a model, and no proof is right.
fn with_a_model(holes: usize) -> String {
    pigeons(holes).replacen("-1 ", "-1 1 ", usize::MAX)
}

/// The formula with its last clause replaced by a repetition of its first.
fn without_last_clause(formula: &str) -> String {
    let mut lines: Vec<&str> = formula.lines().collect();
    let first = lines.iter().copied().find(|line| !line.starts_with(['c', 'p'])).unwrap();
    lines.pop();
    lines.push(first);
    lines.join("\n") + "\n"
}

fn generate(folder: &Path, file: &str, adder: &str) {
    let line = ["generate", "adder", "--width", "8", "--adder", adder, "-o", file];
    assert_eq!(ours("certify", folder, &line).unwrap().code, 0);
}
