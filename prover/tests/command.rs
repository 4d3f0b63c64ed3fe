//! What a command line means, what it may not mean, and the files beside the certificate.

mod program;

use program::{Place, Run};

/// Both latches follow the input; bad is that they differ, and that the first is 1.
const MODEL: &str = "aag 6 1 2 0 3 2\n2\n4 2\n6 2\n13\n4\n8 4 7\n10 5 6\n12 9 11\n";
const AND: &str = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n";
const OR: &str = "aag 3 2 0 1 1\n2\n4\n7\n6 3 5\n";
/// The highest output should be the conjunction's carry, which is always 0.
const WRONG: &str = "aag 3 2 0 2 1\n2\n4\n6\n6\n6 2 4\n";
const FORMULA: &str = "p cnf 1 2\n1 0\n-1 0\n";

fn place() -> Place {
    let place = Place::new();
    for (name, text) in [
        ("m.aag", MODEL),
        ("and.aag", AND),
        ("or.aag", OR),
        ("wrong.aag", WRONG),
        ("f.cnf", FORMULA),
        ("none.aag", "aag 0 0 0 1 0\n0\n"),
    ] {
        place.write(name, text);
    }
    place
}

fn certify(place: &Place, line: &str) -> Run {
    place.certify(&line.split(' ').collect::<Vec<_>>())
}

#[test]
fn counterexamples_are_written_as_waveforms() {
    let place = place();
    for (line, signals, end) in [
        ("safety m.aag", "$var wire 1 ! FAILS.b1 $end\n$var wire 1 \" i0 $end\n", "\n#2\n"),
        (
            "equivalence and.aag or.aag",
            "$var wire 2 ! inputs $end\n$var wire 1 \" first $end\n",
            "\n#1\n",
        ),
        ("equivalence and.aag", "$var wire 1 ! FAILS.o0 $end\n", "\n#1\n"),
        (
            "multiplier wrong.aag",
            "$var wire 1 ! a $end\n$var wire 1 \" b $end\n$var wire 2 # expected $end\n$var wire 2 $ FAILS.found $end\n",
            "b01 #\nb11 $\n#1\n",
        ),
    ] {
        let run = certify(&place, &format!("{line} --vcd w.vcd -o witness"));
        assert_eq!((run.code, run.verdict()), (10, "s FAILS"), "{line}: {}", run.stderr);
        assert!(run.says("waveform: w.vcd"), "{}", run.stderr);
        let text = String::from_utf8(place.read("w.vcd")).unwrap();
        assert!(text.contains(signals) && text.ends_with(end), "{line}:\n{text}");
        std::fs::remove_file(place.path("w.vcd")).unwrap();
    }
    // Without a counterexample there is nothing to write; and an input is not replaced.
    let run = certify(&place, "equivalence and.aag and.aag --vcd w.vcd -o proof");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!place.path("w.vcd").exists());
    let run = certify(&place, "safety m.aag --vcd m.aag -o proof");
    assert_eq!(run.verdict(), "error: m.aag: would replace an input");
    let run = certify(&place, "safety m.aag --vcd proof -o proof");
    assert_eq!(run.verdict(), "error: proof: would be written twice");
}

#[test]
fn mistyped_commands_are_told_from_files() {
    let place = place();
    for (line, why) in [
        (
            "saftey m.aag",
            "error: saftey: neither a command nor a file: did you mean 'certify safety'?",
        ),
        (
            "multipler",
            "error: multipler: neither a command nor a file: did you mean 'certify multiplier'?",
        ),
        ("m.aag --property 1", "--property is an option of certify safety"),
        (
            "m.aag --proof drat",
            "error: m.aag: --proof is an option for CNF formulas, and this is none",
        ),
        (
            "audit run",
            "error: audit: neither a command nor a file: 'audit' is a program of its own",
        ),
        ("help", "error: help: neither a command nor a file: see certify --help"),
        ("nowhere.cnf", "error: nowhere.cnf: No such file or directory (os error 2)"),
        (
            "and.aag or.aag",
            "error: or.aag: certify decides one file at a time; 'certify equivalence' compares two circuits",
        ),
        ("m.aag safety", "error: safety: a command stands before its files"),
        (".", "error: .: a folder: expected a file (bundles are checked by 'audit')"),
        ("multiplier none.aag", "error: none.aag: 0 inputs: too few for the operands"),
        ("multiplier or.aag --shape 1x2", "error: or.aag: 2 inputs in this order are not 1x2"),
    ] {
        let run = certify(&place, line);
        assert_eq!((run.code, run.verdict()), (2, why), "{line}: {}", run.stderr);
        assert!(run.stdout.is_empty());
    }
    let run = certify(&place, "f.cnf --proof drat --text");
    assert_eq!((run.code, run.stdout.as_slice()), (0, b"0\n".as_slice()), "{}", run.stderr);
}

#[test]
fn a_file_is_read_within_the_limits() {
    let place = place();
    place.write("large.aag", format!("{AND}c\n{}", "x\n".repeat(1 << 20)));
    for file in ["f.cnf", "m.aag", "large.aag"] {
        let run = certify(&place, &format!("{file} --time 0"));
        assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
    }
    place.write("model.btor2", "; words\n1 sort bitvec 8\n");
    let run = certify(&place, "model.btor2");
    assert_eq!(
        run.verdict(),
        "error: model.btor2: a BTOR2 model, which this version does not decide"
    );
}

#[test]
fn bundles_do_not_stand_in_files_or_bundles() {
    let place = place();
    assert_eq!(certify(&place, "cnf f.cnf --bundle run").code, 0);
    assert_eq!(certify(&place, "cnf f.cnf --bundle lost").code, 0);
    std::fs::remove_file(place.path("lost/certificates/f.lrat")).unwrap();
    std::fs::create_dir(place.path("notes")).unwrap();
    place.write("notes/text", "words");
    place.write("list", "cnf f.cnf\n");
    for (line, why) in [
        ("cnf f.cnf --bundle run/problems/x", "run/problems/x: inside of the bundle run"),
        ("cnf f.cnf --bundle run/x", "run/x: inside of the bundle run"),
        ("batch list --bundle run/x", "run/x: inside of the bundle run"),
        ("cnf f.cnf --bundle m.aag", "m.aag: not a folder"),
        ("batch list --bundle m.aag", "m.aag: not a folder"),
        ("cnf f.cnf --bundle notes", "notes: not a bundle, for there is no manifest.json in it"),
        ("cnf f.cnf --bundle .", ".: a bundle gets its name when it is complete: name the folder"),
        (
            "cnf f.cnf --bundle lost",
            "lost/certificates/f.lrat: No such file or directory (os error 2)",
        ),
    ] {
        let run = certify(&place, line);
        assert_eq!((run.code, run.verdict()), (2, &*format!("error: {why}")), "{}", run.stderr);
        assert!(!run.stderr.contains("has no model"), "{}", run.stderr);
    }
    let names = place.files();
    assert!(names.iter().all(|name| !name.starts_with('.')), "{names:?}");
    assert_eq!(std::fs::read_dir(place.path("run")).unwrap().count(), 4);
}

#[test]
fn partial_answers_are_audited_with_the_option_that_allows_them() {
    let place = Place::new();
    place.write("two.aag", "aag 3 1 2 0 0 2\n2\n4 4\n6 6\n4\n6\n");
    let run = certify(&place, "safety two.aag --property 0 --bundle run");
    assert!(run.says("check with: audit --allow-partial run"), "{}", run.stderr);
    let run = certify(&place, "safety two.aag --property 1 --bundle run");
    assert!(run.says("check with: audit run"), "{}", run.stderr);
}

#[test]
fn numbers_are_told_what_is_wrong_with_them() {
    let place = place();
    for (line, why) in [
        ("cnf f.cnf --time -1", "invalid value '-1' for '--time <SECONDS>': expected a number"),
        ("cnf f.cnf --time 1e400", "invalid value '1e400' for '--time <SECONDS>': expected a num"),
        ("cnf f.cnf --memory -1", "invalid value '-1' for '--memory <MB>'"),
        ("cnf f.cnf --threads -1", "invalid value '-1' for '--threads <N>'"),
        ("cnf f.cnf --seed -1", "invalid value '-1' for '--seed <N>'"),
        ("multiplier or.aag --truncate 0", "--truncate: expected 1 or more, found \"0\""),
        ("multiplier or.aag --constant 0xZZ", "--constant: expected up to 10000 digits or 0x"),
    ] {
        let run = certify(&place, line);
        let first = run.stderr.lines().next().unwrap_or("");
        assert!(run.code == 2 && first.starts_with(&format!("error: {why}")), "{}", run.stderr);
    }
}

#[test]
fn differences_are_shown_with_their_inputs() {
    let place = place();
    let run = certify(&place, "equivalence and.aag or.aag -o witness");
    let text = String::from_utf8(place.read("witness")).unwrap();
    let inputs = text.lines().find(|line| line.len() == 2 && !line.starts_with('o')).unwrap();
    assert!(run.says(&format!("inputs from i0 on: {inputs}")), "{}", run.stderr);
    let run = certify(&place, "equivalence and.aag -o witness");
    assert!(run.says("inputs from i0 on: 11"), "{}", run.stderr);
}

#[test]
fn only_a_trace_of_the_circuit_is_shown_as_a_waveform() {
    let place = place();
    assert_eq!(certify(&place, "safety m.aag -o trace").code, 10);
    assert_eq!(certify(&place, "multiplier wrong.aag -o product").code, 10);
    assert_eq!(certify(&place, "equivalence and.aag -o constant").code, 10);
    for (line, why) in [
        ("show trace --circuit and.aag", "--vcd: trace is no trace of and.aag"),
        ("show constant --circuit m.aag", "--vcd: constant is no trace of m.aag"),
        ("show product --circuit wrong.aag", "--vcd: product shows a wrong output, which has no"),
        ("show f.cnf --circuit m.aag", "--vcd: expected a trace of the circuit m.aag"),
    ] {
        let run = certify(&place, &format!("{line} --vcd w.vcd"));
        assert_eq!(run.code, 2, "{line}: {}", run.stderr);
        assert!(run.verdict().starts_with(&format!("error: {why}")), "{}", run.stderr);
        assert!(!place.path("w.vcd").exists());
    }
    for line in ["show trace --circuit m.aag", "show constant --circuit and.aag"] {
        let run = certify(&place, &format!("{line} --vcd w.vcd"));
        assert_eq!(run.code, 0, "{}", run.stderr);
        std::fs::remove_file(place.path("w.vcd")).unwrap();
    }
}
