//! Models and derivations of small systems, judged by the checker.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

use crate::{Cone, Value, Verdict, certify_derivation, certify_model, export, import};
use format_number::Rational;
use format_sha256::digest;
use format_smtlib::read;
use horncheck::{Claim, check};
use support_rules::{Derivation, Step};

const SYSTEM: &str = "(set-logic HORN)
(declare-fun P (Int Int Bool) Bool)
(declare-fun Q (Real) Bool)
(assert (forall ((x Int) (b Bool)) (=> (and (= x 0) b) (P x (* 2 x) b))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (P x y b) (P (+ x 1) (+ y 2) b))))
(assert (forall ((x Int) (y Int) (b Bool) (r Real))
  (=> (and (P x y b) (< r (to_real (mod y 2))) (> r (- 1.0))) (Q r))))
(assert (forall ((x Int) (y Int)) (=> (and (P x y true) (= (mod y 2) 1)) false)))
(assert (forall ((r Real)) (=> (and (Q r) (>= r 0.0)) false)))
(check-sat)
";

fn never() -> impl FnMut() -> bool {
    || false
}

/// The certificate of a model that the checker accepts, or the violated clause and its values.
fn judge(system: &str, model: &str) -> Result<String, (usize, Vec<Value>)> {
    let parsed = read(system.as_bytes()).unwrap();
    let formulas = import(model.as_bytes(), &parsed, &mut never()).unwrap();
    let mut out = Vec::new();
    let digest = digest(system.as_bytes());
    match certify_model(&parsed, digest, &formulas, 0, &mut out, &mut never()).unwrap() {
        Verdict::Proved(_) => {
            check(system.as_bytes(), out.as_slice(), Some(Claim::Safe)).unwrap();
            Ok(String::from_utf8(out).unwrap())
        }
        Verdict::Violated(violation) => Err((violation.clause, violation.values)),
        Verdict::Unknown(clause) => panic!("clause {clause}"),
    }
}

#[test]
fn a_model_becomes_a_certificate() {
    let model = "(define-fun P ((a Int) (b Int) (c Bool)) Bool (and (= b (* 2 a)) (>= a 0)))
        (define-fun Q ((r Real)) Bool (< r 0.0))";
    judge(SYSTEM, model).unwrap();
}

#[test]
fn a_wrong_model_is_answered_with_values() {
    let model = |p: &str, q: &str| {
        format!(
            "(model (define-fun P ((a Int) (b Int) (c Bool)) Bool {p})
             (define-fun Q ((r Real)) Bool {q}))"
        )
    };
    let number = |number: i64| Value::Number(Rational::from(number));
    let (clause, values) = judge(SYSTEM, &model("(> b 0)", "true")).unwrap_err();
    assert_eq!((clause, values), (0, vec![number(0), Value::Bool(true)]));
    let (clause, values) = judge(SYSTEM, &model("(not c)", "true")).unwrap_err();
    assert_eq!((clause, values), (0, vec![number(0), Value::Bool(true)]));
    let (clause, values) = judge(SYSTEM, &model("(= b (* 2 a))", "(< r (- 0.5))")).unwrap_err();
    assert_eq!(clause, 2);
    let Value::Number(r) = &values[3] else { panic!("{values:?}") };
    assert!(*r < Rational::ZERO && *r >= Rational::parse("-1/2").unwrap());
}

#[test]
fn quantifiers_of_models_are_eliminated() {
    let model = "(define-fun P ((a Int) (b Int) (c Bool)) Bool
          (let ((some (exists ((k Int)) (! (and (= b (* 2 k)) (>= k 0) (= a k)) :weight 0))))
            (or some (not (forall ((k Int) (d Bool)) (not (and d (= a k) (= b (+ a k)) (> k 3))))))))
        (define-fun Q ((r Real)) Bool (exists ((s Real)) (and (< r s) (<= s 0.0))))";
    let certificate = judge(SYSTEM, model).unwrap();
    assert!(!certificate.contains("exists"));
    let parsed = read(SYSTEM.as_bytes()).unwrap();
    let universal = "(define-fun P ((a Int) (b Int) (c Bool)) Bool (forall ((k Int)) (< a k)))
        (define-fun Q ((r Real)) Bool true)";
    assert!(import(universal.as_bytes(), &parsed, &mut never()).is_err());
}

#[test]
fn exported_models_are_imported() {
    let parsed = read(SYSTEM.as_bytes()).unwrap();
    let model = "(define-fun P ((a Int) (b Int) (c Bool)) Bool (and (= b (* 2 a)) (>= a 0)))
        (define-fun Q ((r Real)) Bool (< (+ r (/ 1.0 3.0)) (/ 1.0 3.0)))";
    let formulas = import(model.as_bytes(), &parsed, &mut never()).unwrap();
    let mut out = Vec::new();
    export(&parsed, &formulas, &mut out).unwrap();
    let exported = String::from_utf8(out).unwrap();
    assert_eq!(judge(SYSTEM, model), judge(SYSTEM, &exported));
}

#[test]
fn derivations_become_certificates() {
    let system = "(set-logic HORN)
(declare-fun P (Int Bool) Bool)
(assert (forall ((x Int)) (=> (= x 3) (P x true))))
(assert (forall ((x Int) (b Bool)) (=> (P x b) (P (- x 1) (not b)))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (P x b) (P y b) (= x (+ y 2))) false)))
(check-sat)
";
    let number = |number: i64| support_rules::Value::Number(Rational::from(number));
    let truth = support_rules::Value::Bool;
    let step = |clause, premises: &[usize], values: &[support_rules::Value]| Step {
        clause,
        premises: premises.to_vec(),
        values: values.to_vec(),
    };
    let derivation = Derivation {
        steps: vec![
            step(0, &[], &[number(3)]),
            step(1, &[0], &[number(3), truth(true)]),
            step(1, &[1], &[number(2), truth(false)]),
            step(2, &[0, 2], &[number(3), number(1), truth(true)]),
        ],
    };
    let mut out = Vec::new();
    certify_derivation(digest(system.as_bytes()), &derivation, &mut out).unwrap();
    check(system.as_bytes(), out.as_slice(), Some(Claim::Unsafe)).unwrap();
}

/// Proofs with branches and cuts are accepted, too.
#[test]
fn integers_need_more_than_sums() {
    let system = |constraint: &str| {
        format!(
            "(set-logic HORN)\n(declare-fun P () Bool)\n(assert (forall ((x Int) (y Int) (z Int))
             (=> {constraint} false)))\n(check-sat)\n"
        )
    };
    for constraint in [
        "(and (= (+ (* 3 x) (* 6 y)) (+ 1 z)) (= z (* 3 (div z 3))))",
        "(and (= (+ (* 2 x) (* 4 y)) (+ z 1)) (= z (* 6 x)))",
        "(and (< (* 3 x) (* 2 y)) (< (* 2 y) (+ (* 3 x) 2)) (= (mod x 2) 1) (= (mod x 4) 0))",
        "(and (<= 1 (- (* 5 x) (* 3 y))) (<= (- (* 5 x) (* 3 y)) 2) (<= 0 x 3) (= y (* 2 z)) (= x (* 2 z)))",
        "(and (<= 7 (+ (* 6 x) (* 15 y) (* 10 z))) (<= (+ (* 6 x) (* 15 y) (* 10 z)) 8)
              (<= 0 x) (<= 0 y) (<= 0 z))",
    ] {
        let system = system(constraint);
        judge(&system, "(define-fun P () Bool true)").unwrap();
    }
}

/// D has no rule, U does not lead to false, R and Q matter.
const PARTLY: &str = "(declare-fun D (Int) Bool)
(declare-fun Q (Int) Bool)
(declare-fun R (Int) Bool)
(declare-fun U (Int) Bool)
(assert (forall ((x Int)) (=> (D x) (Q x))))
(assert (forall ((x Int)) (=> (= x 7) (R x))))
(assert (forall ((x Int)) (=> (R x) (Q (+ x 1)))))
(assert (forall ((x Int)) (=> (Q x) (U x))))
(assert (forall ((x Int)) (=> (and (U x) (D x)) false)))
(assert (forall ((x Int)) (=> (and (Q x) (> x LIMIT)) false)))
";

#[test]
fn what_does_not_matter_is_left_out_and_comes_back() {
    let safe = PARTLY.replace("LIMIT", "8");
    let system = read(safe.as_bytes()).unwrap();
    let cone = Cone::of(&system).unwrap();
    assert_eq!(cone.system.clauses.len(), 3);
    let model = "(define-fun D ((x Int)) Bool true) (define-fun Q ((x Int)) Bool (<= x 8))
        (define-fun R ((x Int)) Bool (<= x 7)) (define-fun U ((x Int)) Bool false)";
    let formulas = import(model.as_bytes(), &system, &mut never()).unwrap();
    let formulas = cone.lift_model(formulas);
    let mut out = Vec::new();
    let digest = digest(safe.as_bytes());
    certify_model(&system, digest, &formulas, 0, &mut out, &mut never()).unwrap();
    check(safe.as_bytes(), out.as_slice(), Some(Claim::Safe)).unwrap();
}

#[test]
fn derivations_name_the_clauses_of_the_file() {
    let wrong = PARTLY.replace("LIMIT", "7");
    let system = read(wrong.as_bytes()).unwrap();
    let cone = Cone::of(&system).unwrap();
    let value = |number: i64| vec![support_rules::Value::Number(Rational::from(number))];
    let step = |clause, premises, number| Step { clause, premises, values: value(number) };
    let steps = vec![step(0, vec![], 7), step(1, vec![0], 7), step(2, vec![1], 8)];
    let derivation = cone.lift_derivation(Derivation { steps });
    let mut out = Vec::new();
    certify_derivation(digest(wrong.as_bytes()), &derivation, &mut out).unwrap();
    check(wrong.as_bytes(), out.as_slice(), Some(Claim::Unsafe)).unwrap();
    assert!(Cone::of(&read(SYSTEM.as_bytes()).unwrap()).is_none());
}
