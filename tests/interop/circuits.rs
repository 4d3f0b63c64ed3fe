//! Circuits: ABC on the same questions, `AMulet2`'s proofs through our `pacheck`.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;
use workspace_tests::{Tool, conclude, fresh, ours, say};

const TEST: &str = "tests/interop/circuits";

/// Adders that are equal, and adders with one gate changed.
#[test]
fn abc_gives_the_same_answers() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-abc").unwrap();
    let Some(abc) = Tool::find("abc", TEST) else { return };
    let mut faults = Vec::new();
    let mut counts = [0_usize; 2];
    for (number, adder) in
        ["kogge-stone", "lookahead", "carry-skip", "han-carlson"].iter().enumerate()
    {
        for fault in [None, Some("1"), Some("2"), Some("3")] {
            generate(&folder, "adder", "a.aig", &["--width", "8", "--adder", "ripple"]);
            let mut options = vec!["--width", "8", "--adder", adder];
            options.extend(fault.iter().flat_map(|seed| ["--fault", seed]));
            generate(&folder, "adder", "b.aig", &options);
            let line = ["equivalence", "a.aig", "b.aig", "-o", "p", "--quiet"];
            let holds = match ours("certify", &folder, &line).unwrap().code {
                0 => true,
                10 => false,
                code => panic!("{adder}: exit code {code}"),
            };
            let said = abc.run(&folder, &["-q", "&r a.aig; &cec b.aig"]).unwrap();
            let text = String::from_utf8_lossy(&said.stdout).into_owned();
            let words = if holds { "Networks are equivalent" } else { "NOT EQUIVALENT" };
            if !text.contains(words) {
                faults.push(format!("{number} {adder} {fault:?}: {holds}, but ABC: {text}"));
            }
            if let Some(count) = counts.get_mut(usize::from(holds)) {
                *count = count.saturating_add(1);
            }
        }
    }
    say(&format!("{TEST}: ABC agrees on {} equal and {} other pairs", counts[1], counts[0]));
    assert!(counts[1] >= 4 && counts[0] >= 4, "{counts:?}");
    conclude(&faults);
}

/// Multipliers that `AMulet2` proves in its three ways: three files for our checker; and its
/// verdict must be ours.
#[test]
fn we_accept_polynomial_proofs_of_others() {
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "interop-amulet").unwrap();
    let Some(amulet) = Tool::find("amulet", TEST) else { return };
    let public = Tool::find("public-pacheck", TEST);
    let mut faults = Vec::new();
    let mut count = 0_usize;
    for (tree, adder) in [("array", "ripple"), ("wallace", "ripple"), ("dadda", "ripple")] {
        for signed in [false, true] {
            let mut options =
                vec!["--width", "6", "--ppg", "simple", "--tree", tree, "--adder", adder];
            options.extend(signed.then_some("--signed"));
            generate(&folder, "multiplier", "m.aig", &options);
            let flag = signed.then_some("-signed");
            let mut line = vec!["-substitute", "m.aig", "s.cnf", "s.aig"];
            line.extend(flag);
            amulet.run(&folder, &line).unwrap();
            for way in ["-p1", "-p2", "-p3"] {
                let mut line = vec!["-certify", "s.aig", "o.polys", "o.proof", "o.spec", way];
                line.extend(flag);
                let said = amulet.run(&folder, &line).unwrap();
                let text = String::from_utf8_lossy(&said.stdout).into_owned();
                let what = format!("{tree} {adder} {signed} {way}");
                if !text.contains("CORRECT MULTIPLIER") || text.contains("INCORRECT") {
                    say(&format!("{TEST}: NOT RUN: AMulet2 does not prove {what}"));
                    continue;
                }
                count = count.saturating_add(1);
                faults.extend(judge(&folder, public.as_ref(), &what));
            }
        }
    }
    say(&format!("{TEST}: our pacheck agrees with {count} proofs of AMulet2"));
    assert!(count >= 6, "only {count} proofs");
    conclude(&faults);
}

/// Our checker and the public one accept the three files, and neither accepts another target.
fn judge(folder: &Path, public: Option<&Tool>, what: &str) -> Vec<String> {
    let mut faults = Vec::new();
    let target = fs::read_to_string(folder.join("o.spec")).unwrap();
    fs::write(folder.join("other.spec"), format!("{}+s0;\n", target.trim().trim_end_matches(';')))
        .unwrap();
    for (target, is_right) in [("o.spec", true), ("other.spec", false)] {
        let line = ["o.polys", "o.proof", target];
        if (ours("pacheck", folder, &line).unwrap().code == 0) != is_right {
            faults.push(format!("{what}: pacheck does not say {is_right} of {target}"));
        }
        let says = |tool: &Tool| tool.says(folder, &line, "c TARGET CHECKED").unwrap();
        if public.is_some_and(|tool| says(tool) != is_right) {
            faults.push(format!("{what}: the public pacheck does not say {is_right} of {target}"));
        }
    }
    faults
}

fn generate(folder: &Path, kind: &str, file: &str, options: &[&str]) {
    let mut line = vec!["generate", kind, "-o", file];
    line.extend(options);
    assert_eq!(ours("certify", folder, &line).unwrap().code, 0);
}
