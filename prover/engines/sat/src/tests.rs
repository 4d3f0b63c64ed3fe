//! Formulas from text to checked answers.

#![allow(clippy::arithmetic_side_effects, reason = "the numbers of these tests are small")]

use super::*;

fn decide_text(formula: &str, proof: Proof, encoding: Encoding) -> Answer<Refutation, Model> {
    let task = Task {
        formula: formula.as_bytes(),
        proof,
        encoding,
        seed: 0,
        destination: &Destination::Nowhere,
        limits: &Limits::none(),
        progress: Rc::new(|_| ()),
    };
    decide(&task).unwrap()
}

#[test]
fn every_kind_of_proof_is_accepted() {
    let formulas = [
        "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
        "p cnf 1 2\n1 0\n-1 0\n",
        "p cnf 0 1\n0\n",
        "p cnf 3 5\n1 1 0\n2 -2 0\n-1 2 2 3 0\n-1 2 -3 0\n-2 -2 -1 0\n",
        "p cnf 2000000000 2\n-2000000000 0\n2000000000 2000000000 0\n",
    ];
    for formula in formulas {
        for proof in [Proof::Lrat, Proof::Drat] {
            for encoding in [Encoding::Text, Encoding::Binary] {
                let answer = decide_text(formula, proof, encoding);
                assert!(matches!(answer, Answer::Holds(_)), "{formula} {proof:?} {answer:?}");
            }
        }
    }
}

#[test]
fn every_model_is_accepted() {
    let formulas = [
        ("p cnf 0 0\n", 0),
        ("p cnf 3 1\n-2 0\n", 3),
        ("p cnf 2000000000 2\n1 2000000000 0\n-2000000000 0\n", 2),
        ("p cnf 2000000000 0\n", 0),
    ];
    for (formula, variables) in formulas {
        match decide_text(formula, Proof::Lrat, Encoding::Binary) {
            Answer::Fails(model) => assert_eq!(model.assigned, variables, "{formula}"),
            other => panic!("{formula} {other:?}"),
        }
    }
}

#[test]
fn a_malformed_formula_is_no_answer() {
    let task = Task {
        formula: b"p cnf 1 2\n1 0\n",
        proof: Proof::Lrat,
        encoding: Encoding::Binary,
        seed: 0,
        destination: &Destination::Nowhere,
        limits: &Limits::none(),
        progress: Rc::new(|_| ()),
    };
    let error = decide(&task).unwrap_err().to_string();
    assert_eq!(error, "3:1: the header announces 2 clauses, the file has 1");
}

/// Numbers that look random and are the same in every run (Knuth's constants).
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33).checked_rem(limit).unwrap_or(0)
    }
}

/// Clauses with doubled literals, tautologies, units and, now and then, no literal at all.
fn random_formula(dice: &mut Dice, variables: u64, clauses: u64, longest: u64) -> String {
    let mut text = format!("p cnf {variables} {clauses}\n");
    for _ in 0..clauses {
        let shortest = u64::from(dice.below(200) > 0);
        for _ in 0..dice.below(longest).max(shortest) {
            text += if dice.below(2) == 0 { "-" } else { "" };
            text += &(dice.below(variables) + 1).to_string();
            text.push(' ');
        }
        text += "0\n";
    }
    text
}

fn has_model(formula: &str, variables: u32) -> bool {
    let clauses = formula.lines().skip(1);
    let clauses: Vec<Vec<i32>> =
        clauses.map(|line| line.split(' ').map(|word| word.parse().unwrap()).collect()).collect();
    (0_u32..1 << variables).any(|values| {
        let is_true =
            |lit: &i32| *lit != 0 && (values >> (lit.unsigned_abs() - 1) & 1 == 1) == (*lit > 0);
        clauses.iter().all(|clause| clause.iter().any(is_true))
    })
}

#[test]
fn answers_are_right_on_small_random_formulas() {
    let mut dice = Dice(1);
    for number in 0..400 {
        let clauses = 4 + dice.below(16);
        let formula = random_formula(&mut dice, 5, clauses, 5);
        for (proof, encoding) in [
            (Proof::Lrat, Encoding::Binary),
            (Proof::Lrat, Encoding::Text),
            (Proof::Drat, Encoding::Binary),
        ] {
            let holds = matches!(decide_text(&formula, proof, encoding), Answer::Holds(_));
            assert_eq!(holds, !has_model(&formula, 5), "formula {number}:\n{formula}");
        }
    }
}

#[test]
fn longer_random_proofs_are_accepted() {
    let mut dice = Dice(2);
    for _ in 0..20 {
        let formula = random_formula(&mut dice, 150, 900, 7);
        for proof in [Proof::Lrat, Proof::Drat] {
            let answer = decide_text(&formula, proof, Encoding::Binary);
            assert!(!matches!(answer, Answer::Unknown(_)));
        }
    }
}
