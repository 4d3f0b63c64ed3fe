//! The program `certify` on small circuits: exit codes, words, verdict lines, and every
//! certificate through a checker's kernel.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod program;

use claim_miter::Matching;
use program::{Place, Run};

/// The exclusive or of two inputs, in two ways, with names.
const XOR: &str = "aag 5 2 0 1 3\n2\n4\n10\n6 2 4\n8 3 5\n10 7 9\ni0 a\ni1 b\no0 x\n";
const OTHER: &str = "aag 5 2 0 1 3\n2\n4\n11\n6 2 5\n8 3 4\n10 7 9\ni0 a\ni1 b\no0 x\n";
const AND: &str = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n";
/// a and not b, once with the inputs swapped.
const LESS: &str = "aag 3 2 0 1 1\n2\n4\n6\n6 2 5\ni0 a\ni1 b\no0 x\n";
const SWAPPED: &str = "aag 3 2 0 1 1\n2\n4\n6\n6 3 4\ni0 b\ni1 a\no0 x\n";

fn place(files: &[(&str, &str)]) -> Place {
    let place = Place::new();
    for (name, text) in files {
        place.write(name, text);
    }
    place
}

fn accept_proof(place: &Place, circuits: &[&str], matching: Matching, proof: &str) {
    let bytes: Vec<Vec<u8>> = circuits.iter().map(|name| place.read(name)).collect();
    let proof = place.read(proof);
    let result = match &*bytes {
        [first, second] => mitercheck::check_equal(first, second, matching, &*proof),
        _ => mitercheck::check_constant(&bytes.concat(), &*proof),
    };
    assert_eq!(result.err().map(|failure| failure.to_string()), None);
}

fn expect(run: &Run, code: i32, verdict: &str) {
    assert_eq!((run.code, run.verdict()), (code, verdict), "{}", run.stderr);
}

#[test]
fn proofs_are_accepted() {
    for options in [&[][..], &["--text"]] {
        let place = place(&[("a.aag", XOR), ("b.aag", OTHER)]);
        let all = [&["equivalence", "a.aag", "b.aag", "-o", "proof"], options].concat();
        let run = place.certify(&all);
        expect(&run, 0, "s HOLDS");
        assert!(run.says("check with: mitercheck a.aag b.aag proof"), "{}", run.stderr);
        accept_proof(&place, &["a.aag", "b.aag"], Matching::Position, "proof");
        assert_eq!(place.files(), ["a.aag", "b.aag", "proof"]);
    }
}

#[test]
fn names_match_what_positions_do_not() {
    let place = place(&[("a.aag", LESS), ("b.aag", SWAPPED)]);
    let all = ["equivalence", "a.aag", "b.aag", "--match", "names", "-o", "proof"];
    let run = place.certify(&all);
    expect(&run, 0, "s HOLDS");
    assert!(run.says("check with: mitercheck --match names a.aag b.aag proof"), "{}", run.stderr);
    accept_proof(&place, &["a.aag", "b.aag"], Matching::Names, "proof");
    let run = place.certify(&["equivalence", "a.aag", "b.aag", "-o", "witness"]);
    expect(&run, 10, "s FAILS");
}

#[test]
fn differences_are_accepted() {
    let place = place(&[("a.aag", XOR), ("b.aag", AND)]);
    let run = place.certify(&["equivalence", "a.aag", "b.aag", "-o", "witness"]);
    expect(&run, 10, "s FAILS");
    assert!(run.says("check with: tracecheck a.aag b.aag witness"), "{}", run.stderr);
    let (first, second) = (place.read("a.aag"), place.read("b.aag"));
    let witness = place.read("witness");
    let found = tracecheck::check_difference(&*first, &*second, Matching::Position, &*witness);
    let value = u8::from(found.unwrap().first[0]);
    let other = 1_u8.wrapping_sub(value);
    assert!(run.says(&format!("a.aag: [{value}]")), "{}", run.stderr);
    assert!(run.says(&format!("b.aag: [{other}]")), "{}", run.stderr);
}

#[test]
fn a_miter_needs_no_command() {
    // (a and b) and not a
    let place = place(&[
        ("zero.aag", "aag 4 2 0 1 2\n2\n4\n8\n6 2 4\n8 6 3\n"),
        ("and.aag", AND),
        ("two.aag", "aag 1 1 0 2 0\n2\n2\n3\n"),
        ("latch.aag", "aag 1 0 1 1 0\n2 3\n2\n"),
    ]);
    let run = place.certify(&["zero.aag", "-o", "proof"]);
    expect(&run, 0, "s HOLDS");
    assert!(run.says("check with: mitercheck zero.aag proof"), "{}", run.stderr);
    accept_proof(&place, &["zero.aag"], Matching::Position, "proof");
    let run = place.certify(&["and.aag", "-o", "witness"]);
    expect(&run, 10, "s FAILS");
    assert_eq!(place.read("witness"), b"1\nb0\n\n11\n.\n");
    place.accept("tracecheck", "and.aag", "witness");
    assert_eq!(place.certify(&["two.aag", "-o", "x"]).code, 2);
    // With latches the question is another one.
    let run = place.certify(&["latch.aag", "-o", "trace"]);
    expect(&run, 10, "s FAILS");
    place.accept("tracecheck", "latch.aag", "trace");
}

#[test]
fn circuits_that_cannot_be_compared_are_refused() {
    let latch = "aag 1 0 1 1 0\n2 3\n2\n";
    let one = "aag 1 1 0 1 0\n2\n2\n";
    let place = place(&[("a.aag", AND), ("latch.aag", latch), ("one.aag", one)]);
    for (other, options, why) in [
        ("latch.aag", &[][..], "error: circuit 2 has 1 latches: only combinational circuits"),
        ("one.aag", &[], "error: the circuits have different numbers of inputs: 2 and 1"),
        ("a.aag", &["--match", "names"], "error: circuit 1: input 0 has no name to match by"),
        ("a.aag", &["--export", "pdf", "x"], "error: --export: expected lrat or drat"),
    ] {
        let run = place.certify(&[&["equivalence", "a.aag", other, "-o", "x"], options].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.lines().any(|line| line.starts_with(why)), "{why}: {}", run.stderr);
    }
    assert_eq!(place.files(), ["a.aag", "latch.aag", "one.aag"]);
}

#[test]
fn exports_pass_the_clausal_checkers() {
    for (format, checker) in [("lrat", "lratcheck"), ("drat", "dratcheck")] {
        // Equal gates, a constant, and an output that is the same input.
        let first = "aag 5 2 0 3 3\n2\n4\n10\n0\n2\n6 2 4\n8 3 5\n10 7 9\n";
        let second = "aag 6 2 0 3 4\n2\n4\n11\n12\n2\n6 2 5\n8 3 4\n10 7 9\n12 6 8\n";
        let place = place(&[("a.aag", first), ("b.aag", second)]);
        let all = ["equivalence", "a.aag", "b.aag", "-o", "p", "--export", format, "export"];
        expect(&place.certify(&all), 0, "s HOLDS");
        place.accept(checker, "export.cnf", &format!("export.{format}"));
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let place = place(&[("a.aag", XOR), ("b.aag", OTHER)]);
    let runs = [(); 2].map(|()| place.certify(&["equivalence", "a.aag", "b.aag"]));
    let [first, second] = runs.map(|run| run.stdout);
    assert_eq!(first, second);
    assert!(!first.is_empty());
}

#[test]
fn no_time_is_unknown() {
    let place = place(&[("a.aag", XOR), ("b.aag", OTHER)]);
    let run = place.certify(&["equivalence", "a.aag", "b.aag", "--time", "0", "-o", "proof"]);
    expect(&run, 30, "s UNKNOWN time limit");
    assert_eq!(place.files(), ["a.aag", "b.aag"]);
}
