//! Steps of LRAT and DRAT proofs, exhaustively over two variables, and the goals of miters.

use super::{implies, satisfies};
use claim_miter::{Matching, Miter};
use format_input::Encoding;
use format_lit::Lit;

const VARIABLES: u32 = 2;

/// All clauses over the variables without a tautology; the empty one comes first.
fn clauses() -> Vec<Vec<Lit>> {
    let mut all = vec![Vec::new()];
    for variable in 1..=VARIABLES {
        let with = |negative: bool| {
            let lit = Lit::new(variable, negative).unwrap();
            all.iter().map(move |clause: &Vec<Lit>| [clause.as_slice(), &[lit]].concat())
        };
        let longer: Vec<Vec<Lit>> = with(false).chain(with(true)).collect();
        all.extend(longer);
    }
    all
}

fn formulas() -> impl Iterator<Item = Vec<Vec<Lit>>> {
    let all = clauses();
    (0..1_u32 << (all.len() - 1)).map(move |chosen| {
        let chosen = (1..all.len()).filter(|at| chosen >> (at - 1) & 1 == 1);
        chosen.map(|at| all[at].clone()).collect()
    })
}

fn has_model(clauses: &[Vec<Lit>]) -> bool {
    (0..1_u64 << VARIABLES)
        .any(|assignment| clauses.iter().all(|clause| satisfies(assignment, clause)))
}

fn words(clause: &[Lit]) -> String {
    clause.iter().map(|lit| format!("{lit} ")).collect()
}

fn cnf(formula: &[Vec<Lit>]) -> String {
    let mut text = format!("p cnf {VARIABLES} {}\n", formula.len());
    for clause in formula {
        text += &format!("{}0\n", words(clause));
    }
    text
}

/// Hints of up to three numbers, the negative ones naming candidates of RAT.
fn hints(clauses: i64) -> Vec<Vec<i64>> {
    let numbers: Vec<i64> = (1..=clauses).flat_map(|id| [id, -id]).collect();
    let mut all = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..3 {
        let longer = last.iter().flat_map(|hints: &Vec<i64>| {
            numbers.iter().map(move |number| [hints.as_slice(), &[*number]].concat())
        });
        last = longer.collect();
        all.extend(last.clone());
    }
    all
}

#[test]
fn lrat_steps_keep_models() {
    let (mut tried, mut implied, mut rat) = (0_u32, 0_u32, 0_u32);
    for formula in formulas().filter(|formula| formula.len() <= 4) {
        let text = cnf(&formula);
        let ids = formula.len() as i64;
        for hints in hints(ids) {
            for clause in clauses() {
                tried += 1;
                let hints: String = hints.iter().map(|hint| format!("{hint} ")).collect();
                let proof = format!("{} {}0 {hints}0\n", ids + 1, words(&clause));
                let result = lratcheck::check(
                    text.as_bytes(),
                    proof.as_bytes(),
                    lratcheck::Options { encoding: Some(Encoding::Text), variables: None },
                );
                match result {
                    Ok(_) | Err(lratcheck::Failure::NoEmptyClause) => {}
                    Err(_) => continue,
                }
                if hints.contains('-') || !implies(VARIABLES, &formula, &clause) {
                    let more = [formula.as_slice(), std::slice::from_ref(&clause)].concat();
                    assert!(!has_model(&formula) || has_model(&more), "{text}{proof}");
                    rat += 1;
                } else {
                    implied += 1;
                }
            }
        }
    }
    assert!(tried > 300_000 && implied > 1000 && rat > 1000, "{tried} {implied} {rat}");
}

#[test]
fn drat_proofs_refute() {
    let steps: Vec<String> = clauses()
        .iter()
        .flat_map(|clause| ["", "d "].map(|letter| format!("{letter}{}0\n", words(clause))))
        .collect();
    let proofs = steps.iter().flat_map(|first| {
        steps.iter().map(move |second| format!("{first}{second}")).chain([first.clone()])
    });
    let proofs: Vec<String> = proofs.collect();
    let mut accepted = 0_u32;
    for formula in formulas() {
        let text = cnf(&formula);
        let has_model = has_model(&formula);
        for proof in &proofs {
            for deletion in [dratcheck::Deletion::Operational, dratcheck::Deletion::Specified] {
                let options = dratcheck::Options {
                    encoding: Some(Encoding::Text),
                    variables: None,
                    deletion,
                };
                let result =
                    dratcheck::check::<Vec<u8>>(text.as_bytes(), proof.as_bytes(), options, None);
                assert!(result.is_err() || !has_model, "{text}{proof}");
                accepted += u32::from(result.is_ok());
            }
        }
    }
    assert!(accepted > 10_000, "{accepted}");
}

/// The goals of a miter follow from its gates exactly if the circuits agree on all inputs.
#[test]
fn miters_say_that_circuits_are_equal() {
    let circuit = |code: u32| {
        let (left, right, output) = (code % 6, code / 6 % 6, code / 36);
        let text = format!("aag 3 2 0 1 1\n2\n4\n{output}\n6 {left} {right}\n");
        format_aiger::read(text.as_bytes()).ok()
    };
    let value = |code: u32, inputs: u32| {
        let (left, right, output) = (code % 6, code / 6 % 6, code / 36);
        let bit =
            |signal: u32, gate: u32| (inputs << 1 | gate << 3) >> (signal / 2) & 1 ^ signal & 1;
        bit(output, bit(left, 0) & bit(right, 0))
    };
    let (mut equal, mut different) = (0_u32, 0_u32);
    for first in (0..36 * 8).step_by(5) {
        for second in (0..36 * 8).step_by(3) {
            let (Some(a), Some(b)) = (circuit(first), circuit(second)) else { continue };
            let miter = Miter::equal(&a, &b, Matching::Position).unwrap();
            let mut axioms = Vec::new();
            for id in 1..=miter.axioms() {
                let mut clause = Vec::new();
                if miter.axiom(id, &mut clause) {
                    axioms.push(clause);
                }
            }
            let follows =
                miter.obligations().all(|(_, goal)| implies(miter.variables(), &axioms, &goal));
            let agree = (0..4).all(|inputs| value(first, inputs) == value(second, inputs));
            assert_eq!(follows, agree, "{first} {second}");
            if agree { equal += 1 } else { different += 1 }
        }
    }
    assert!(equal > 100 && different > 1000, "{equal} {different}");
}
