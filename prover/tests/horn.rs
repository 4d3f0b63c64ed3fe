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

/// A counter modulo 4 that should not be 7: not inductive, but 2-inductive.
const CYCLE: &str = "(set-logic HORN)
(declare-fun P (Int) Bool)
(assert (P 0))
(assert (forall ((x Int)) (=> (and (P x) (not (= x 3))) (P (+ x 1)))))
(assert (forall ((x Int)) (=> (and (P x) (= x 3)) (P 0))))
(assert (forall ((x Int)) (=> (and (P x) (= x 7)) false)))
(check-sat)
";

/// D is derived by nothing, U is of no use, and y has nothing to do with the property.
const SPARE: &str = "(set-logic HORN)
(declare-fun D (Int) Bool)
(declare-fun P (Int Int) Bool)
(declare-fun U (Int) Bool)
(assert (forall ((x Int)) (=> (D x) (P x x))))
(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 9)) (P x y))))
(assert (forall ((x Int) (y Int) (z Int) (w Int))
  (=> (and (P x y) (= z (+ x 2)) (= w (mod (+ y x) 5))) (P z w))))
(assert (forall ((x Int) (y Int)) (=> (P x y) (U y))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (D y) (U x)) false)))
(assert (forall ((x Int) (y Int)) (=> (and (P x y) (= x LIMIT)) false)))
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
fn k_induction_gives_plain_invariants() {
    let cycle = place(CYCLE);
    let run = cycle.certify(&["horn", "s.smt2", "--engine", "kinduction", "-o", "p.horn"]);
    expect(&run, 0, "s HOLDS");
    accept(&cycle, "p.horn", Claim::Safe);
    let wrong = place(&CYCLE.replace("(= x 7)", "(= x 2)"));
    let run = wrong.certify(&["horn", "s.smt2", "--engine", "kinduction", "-o", "d.horn"]);
    expect(&run, 10, "s FAILS");
    accept(&wrong, "d.horn", Claim::Unsafe);
    let with = ["horn", "s.smt2", "--engine", "kinduction", "--abstraction"];
    expect(&wrong.certify(&with), 2, "error: --abstraction is for the engines recmc and auto");
    // A body with two predicates is not for this engine.
    let run = place(HALVES).certify(&["horn", "s.smt2", "--engine", "kinduction", "-o", "d.horn"]);
    expect(
        &run,
        30,
        "s UNKNOWN k-induction needs at most one predicate in each body, and few ways to derive false at once",
    );
}

#[test]
fn constraints_are_left_out_and_come_back() {
    for engine in ["auto", "recmc"] {
        let command = ["horn", "s.smt2", "--engine", engine, "--abstraction", "-o", "p.horn"];
        for (text, limit) in [(EVEN, ""), (SPARE, "7"), (CYCLE, "")] {
            let place = place(&text.replace("LIMIT", limit));
            expect(&place.certify(&command), 0, "s HOLDS");
            accept(&place, "p.horn", Claim::Safe);
        }
        for (text, limit) in [(HALVES, ""), (SPARE, "8")] {
            let place = place(&text.replace("LIMIT", limit));
            expect(&place.certify(&command), 10, "s FAILS");
            accept(&place, "p.horn", Claim::Unsafe);
        }
    }
}

#[test]
fn predicates_that_do_not_matter_have_formulas_too() {
    let place = place(&SPARE.replace("LIMIT", "7"));
    let run = place.certify(&["horn", "s.smt2", "-o", "p.horn", "--model", "m.smt2"]);
    expect(&run, 0, "s HOLDS");
    accept(&place, "p.horn", Claim::Safe);
    let model = String::from_utf8(place.read("m.smt2")).unwrap();
    assert!(model.contains("(define-fun D ((p0 Int)) Bool false)"), "{model}");
    assert!(model.contains("(define-fun U ((p0 Int)) Bool true)"), "{model}");
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
