//! What is read is what the text says; what is written is read again.

use crate::{
    Formula, Node, Sort, System, read, read_formula, read_model, write_definition, write_term,
};
use format_input::Place;

const START: Place = Place::Text { line: 1, column: 1 };

fn formula(text: &str, sorts: &[Sort]) -> Formula {
    read_formula(text.as_bytes(), sorts, START).unwrap()
}

fn text(formula: &Formula) -> String {
    let mut out = Vec::new();
    let name = |variable| format!("p{variable}");
    write_term(&mut out, &formula.terms, formula.root, name).unwrap();
    String::from_utf8(out).unwrap()
}

fn clause(system: &System, number: usize) -> String {
    let clause = &system.clauses[number];
    let mut out = Vec::new();
    let name = |variable: u32| clause.variables[usize::try_from(variable).unwrap()].0.clone();
    write_term(&mut out, &clause.terms, clause.constraint, name).unwrap();
    let atoms: Vec<u32> = clause.body.iter().map(|atom| atom.predicate).collect();
    let head = clause.head.as_ref().map(|head| head.predicate);
    format!("{} {atoms:?} {head:?}", String::from_utf8(out).unwrap())
}

#[test]
fn operators_are_what_smtlib_says() {
    let sorts = [Sort::Bool, Sort::Bool, Sort::Int, Sort::Int, Sort::Real];
    for (given, expected) in [
        ("(=> p0 p1 p0)", "(or (not p0) (not p1) p0)"),
        ("(xor p0 p1 p0)", "(not (= (not (= p0 p1)) p0))"),
        ("(= p2 p3 4)", "(and (= p2 p3) (= p3 4))"),
        ("(distinct p2 p3 4)", "(and (not (= p2 p3)) (not (= p2 4)) (not (= p3 4)))"),
        ("(distinct p0 p1)", "(not (= p0 p1))"),
        ("(> p2 p3 1)", "(and (< p3 p2) (< 1 p3))"),
        ("(>= (- p2) (- p3 1 p2))", "(let ((s!0 (* (- 1) p2))) (<= (+ p3 (- 1) s!0) s!0))"),
        ("(< (* 2 p2 (- 3)) (div p2 (- 2) 3))", "(< (* (- 3) (* 2 p2)) (div (div p2 (- 2)) 3))"),
        ("(< p4 (/ 1 3))", "(< p4 (/ 1.0 3.0))"),
        ("(= (/ p4 (- 2)) 0.50)", "(= (* (- (/ 1.0 2.0)) p4) (/ 1.0 2.0))"),
        ("(= (to_real (mod p2 3)) (* 2 p4))", "(= (to_real (mod p2 3)) (* 2.0 p4))"),
        ("(let ((p0 p1) (p1 p0)) (and p0 p1))", "(and p1 p0)"),
        ("(let ((p0 p1)) (let ((p1 p0)) (and p0 p1)))", "(and p1 p1)"),
        ("(and (let ((p0 p1)) p0) p0)", "(and p1 p0)"),
        ("(ite p0 p1 (! (|p0|) :named x))", ""),
        ("(and)", "true"),
    ] {
        if expected.is_empty() {
            assert!(read_formula(given.as_bytes(), &sorts, START).is_err());
            continue;
        }
        let read = formula(given, &sorts);
        assert_eq!(text(&read), expected, "{given}");
        let again = formula(expected, &sorts);
        assert_eq!(text(&again), expected);
    }
}

#[test]
fn clauses_are_taken_apart() {
    let system = read(
        b"(set-logic HORN) (declare-fun P (Int) Bool) (declare-fun |Q| () Bool)
        (define-fun f ((x Int) (y Int)) Int (- y x))
        (assert (forall ((x Int)) (=> (= x 0) (P x))))
        (assert (forall ((x Int) (y Int)) (=> (and (P x) (and (= y (f x 1)) (P y)) Q) (> y 0))))
        (assert (not (exists ((x Int)) (and (P x) Q (< x 0)))))
        (assert (forall ((x Int)) (let ((a (and (P x) Q))) (=> a (=> (< x 9) (P (+ x 1)))))))
        (assert (=> Q false)) (assert Q) (assert (not Q)) (assert (forall ((x Int)) (> x 0)))
        (check-sat) (get-model) (exit)",
    );
    let system = system.unwrap();
    let clauses: Vec<String> = (0..8).map(|number| clause(&system, number)).collect();
    let expected = [
        "(= x 0) [] Some(0)",
        "(and (= y (+ 1 (* (- 1) x))) (not (< 0 y))) [0, 0, 1] None",
        "(< x 0) [0, 1] None",
        "(< x 9) [0, 1] Some(0)",
        "true [1] None",
        "true [] Some(1)",
        "true [1] None",
        "(not (< 0 x)) [] None",
    ];
    assert_eq!(clauses, expected);
}

#[test]
fn rules_are_clauses() {
    let system = read(
        b"(declare-rel P (Int)) (declare-rel q ()) (declare-var x Int) (declare-var y Int)
        (rule (P 0) init) (rule (=> (and (P y) (= x (+ y 1))) (P x)))
        (rule (=> (and (P x) (let ((x 3)) (> x 2))) q)) (query q :print-certificate true)",
    );
    let system = system.unwrap();
    assert!(system.is_query);
    assert_eq!(clause(&system, 1), "(= x (+ y 1)) [0] Some(0)");
    assert_eq!(system.clauses[1].variables[0].0, "y");
    assert_eq!(system.clauses[2].variables.len(), 1);
    assert_eq!(clause(&system, 3), "true [1] None");
}

#[test]
fn models_are_read_as_solvers_print_them() {
    let system = read(b"(declare-fun P (Int Bool) Bool) (declare-fun Q () Bool)").unwrap();
    for text in [
        "sat (model (define-fun Q () Bool false) (define-fun P ((x Int) (y Bool)) Bool (ite y (> x 0) true)))",
        "(define-fun Q () Bool false)\n(define-fun P ((x Int) (y Bool)) Bool (ite y (> x 0) true))",
        "sat\n((define-fun g ((a Int)) Bool (> a 0)) (define-fun P ((x Int) (y Bool)) Bool (ite y (g x) true)) (define-fun |Q| () Bool false))",
    ] {
        let model = read_model(text.as_bytes(), &system).unwrap();
        let mut out = Vec::new();
        write_definition(&mut out, "P", &model[0]).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "(define-fun P ((p0 Int) (p1 Bool)) Bool (ite p1 (< 0 p0) true))\n");
        assert_eq!(model[1].terms.node(model[1].root), Some(&Node::Bool(false)));
    }
    assert!(read_model(b"(define-fun P ((x Int) (y Int)) Bool true)", &system).is_err());
}

#[test]
fn depth_costs_no_stack() {
    let deep = format!("{}true{}", "(not ".repeat(200_000), ")".repeat(200_000));
    assert_eq!(formula(&deep, &[]).terms.len(), 200_001);
    let mut lets = String::new();
    for _ in 0..100_000 {
        lets.push_str("(let ((p0 (not p0))) ");
    }
    let lets = format!("{lets}p0{}", ")".repeat(100_000));
    assert_eq!(formula(&lets, &[Sort::Bool]).terms.len(), 100_001);
}

/// Conjunctions nested on either side are the same body, in the order of the text.
#[test]
fn conjunctions_keep_their_order() {
    let joined = |parts: Vec<String>| parts.join(" ");
    let declared = joined((0..200).map(|n| format!("(declare-fun P{n} (Int) Bool)")).collect());
    let parts: Vec<String> = (0..200).map(|n| format!("(P{n} x) (< x {n})")).collect();
    let right = joined(parts.iter().map(|part| format!("(and {part}")).collect());
    let left = joined(parts.iter().map(|part| format!("{part})")).collect());
    let read_body = |body: &str| {
        let text = format!("{declared}(assert (forall ((x Int)) (=> {body} false)))");
        clause(&read(text.as_bytes()).unwrap(), 0)
    };
    let atoms: Vec<u32> = (0..200).collect();
    let bounds = joined((0..200).map(|n| format!("(< x {n})")).collect());
    let flat = format!("(and {})", parts.join(" "));
    assert_eq!(read_body(&flat), format!("(and {bounds}) {atoms:?} None"));
    let right = format!("{right} true{}", ")".repeat(200));
    assert_eq!(read_body(&right), format!("(and {bounds} true) {atoms:?} None"));
    // Two before three: the longer part stays, the shorter keeps its order before it.
    let (two, three) = (parts[..2].join(" "), parts[2..5].join(" "));
    let bounds_of_five = joined((0..5).map(|n| format!("(< x {n})")).collect());
    let five = read_body(&format!("(and {two} (and {three}))"));
    assert_eq!(five, format!("(and {bounds_of_five}) {:?} None", &atoms[..5]));
    let left = format!("{}true {left}", "(and ".repeat(200));
    assert_eq!(read_body(&left), format!("(and true {bounds}) {atoms:?} None"));
}
