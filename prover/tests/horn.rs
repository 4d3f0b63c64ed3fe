//! The program `certify horn` on small systems: exit codes, words, verdict lines, and every
//! certificate through the checker's kernel.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod program;

use horncheck::Claim;
use program::{Place, Run};

/// A counter from 0 in steps of 2 that should not be 5.
const EVEN: &str = "(set-logic HORN)
(declare-fun P (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (P x))))
(assert (forall ((x Int)) (=> (P x) (P (+ x 2)))))
(assert (forall ((x Int)) (=> (and (P x) (= x 5)) false)))
(check-sat)
";

/// A recursive procedure over Reals and a Boolean that halves its argument.
const HALVES: &str = "(set-logic HORN)
(declare-fun H (Real Bool) Bool)
(assert (H 1.0 true))
(assert (forall ((x Real) (y Real) (b Bool)) (=> (and (H x b) (= y (/ x 2.0))) (H y (not b)))))
(assert (forall ((x Real) (y Real)) (=> (and (H x true) (H y false) (< (+ x y) (/ 1 3))) false)))
(check-sat)
";

fn place(text: &str) -> Place {
    let place = Place::new();
    place.write("s.smt2", text);
    place
}

fn expect(run: &Run, code: i32, verdict: &str) {
    assert_eq!((run.code, run.verdict()), (code, verdict), "{}", run.stderr);
}

fn accept(place: &Place, proof: &str, claim: Claim) {
    let answer = horncheck::check(&place.read("s.smt2"), &*place.read(proof), Some(claim));
    assert_eq!(answer.err().map(|failure| failure.to_string()), None);
}

#[test]
fn solutions_are_accepted() {
    let place = place(EVEN);
    for command in [vec!["s.smt2"], vec!["horn", "s.smt2", "--engine", "recmc", "--seed", "7"]] {
        let run = place.certify(&[&*command, &["-o", "p.horn"]].concat());
        expect(&run, 0, "s HOLDS");
        assert!(run.says("check with: horncheck --claim safe s.smt2 p.horn"), "{}", run.stderr);
        accept(&place, "p.horn", Claim::Safe);
    }
}

#[test]
fn derivations_are_accepted() {
    let place = place(HALVES);
    for engine in ["auto", "bmc", "recmc"] {
        let run = place.certify(&["horn", "s.smt2", "--engine", engine, "-o", "d.horn"]);
        expect(&run, 10, "s FAILS");
        assert!(run.says("check with: horncheck --claim unsafe s.smt2 d.horn"), "{}", run.stderr);
        accept(&place, "d.horn", Claim::Unsafe);
    }
    let run = place.certify(&["horn", "s.smt2", "--threads", "2", "-o", "d.horn"]);
    expect(&run, 10, "s FAILS");
}

#[test]
fn models_go_out_and_come_in() {
    let place = place(EVEN);
    let run = place.certify(&["horn", "s.smt2", "-o", "p.horn", "--model", "m.smt2"]);
    expect(&run, 0, "s HOLDS");
    let run = place.certify(&["horn", "s.smt2", "-o", "q.horn", "--import", "m.smt2"]);
    expect(&run, 0, "s HOLDS");
    accept(&place, "q.horn", Claim::Safe);
    place.write("m.smt2", "(define-fun P ((x Int)) Bool (>= x 0))\n");
    let run = place.certify(&["horn", "s.smt2", "-o", "r.horn", "--import", "m.smt2"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("clause 2 (s.smt2:5:"), "{}", run.stderr);
    assert!(run.stderr.contains("is violated with x = 5"), "{}", run.stderr);
    assert!(!place.files().contains(&"r.horn".into()));
}

#[test]
fn what_unwinding_cannot_find_is_unknown() {
    let place = place(EVEN);
    let run = place.certify(&["horn", "s.smt2", "--engine", "bmc", "--time", "1", "-o", "p.horn"]);
    assert_eq!(run.code, 30, "{}", run.stderr);
    assert!(!place.files().contains(&"p.horn".into()));
}

#[test]
fn same_input_same_bytes() {
    let place = place(EVEN);
    let run = || place.certify(&["horn", "s.smt2", "--quiet"]).stdout;
    assert!(!run().is_empty());
    assert_eq!(run(), run());
}

#[test]
fn what_is_not_horn_is_refused_with_its_place() {
    let place =
        place("(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (not (P 1)))\n(push)\n");
    let run = place.certify(&["horn", "s.smt2"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("s.smt2:4:"), "{}", run.stderr);
}
