//! Horn clauses: inequalities keep their solutions, and propagation implies.

use super::implies;
use claim_horn::{Budget, Linear, obligation, tighten};
use format_lit::Lit;
use format_number::Rational;
use format_sha256::digest;
use format_smtlib::Sort;
use proptest::prelude::*;

pub(super) fn fraction(above: i64, below: i64) -> Rational {
    Rational::fraction(&above.into(), &below.into()).unwrap()
}

/// Points of the plane: all integers of a square for Int, thirds and halves in it for Real.
pub(super) fn points(sorts: [Sort; 2]) -> Vec<[Rational; 2]> {
    let values = |sort: Sort| -> Vec<Rational> {
        match sort {
            Sort::Int => (-7..=7).map(|number| fraction(number, 1)).collect(),
            _ => (-14..=14).flat_map(|n| [fraction(n, 2), fraction(n, 3)]).collect(),
        }
    };
    let (xs, ys) = (values(sorts[0]), values(sorts[1]));
    xs.iter().flat_map(|x| ys.iter().map(move |y| [x.clone(), y.clone()])).collect()
}

pub(super) fn sorts() -> impl Strategy<Value = [Sort; 2]> {
    prop::array::uniform2(prop::sample::select(vec![Sort::Int, Sort::Real]))
}

/// Whether `a x + b y + c <= 0`, or `< 0`.
fn holds(
    terms: &[(u32, Rational)],
    constant: &Rational,
    is_strict: bool,
    point: &[Rational; 2],
) -> bool {
    let mut sum = constant.clone();
    for (variable, factor) in terms {
        sum = &sum + &(factor * &point[*variable as usize]);
    }
    sum.signum() < 0 || !is_strict && sum.is_zero()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    /// The normal form of an inequality has the same solutions.
    #[test]
    fn tightening_keeps_solutions(
        sorts in sorts(),
        factors in prop::array::uniform2((-6_i64..=6, 1_i64..=4)),
        constant in (-9_i64..=9, 1_i64..=6),
        is_strict: bool,
    ) {
        let terms: Vec<(u32, Rational)> = (0..)
            .zip(factors.map(|(a, b)| fraction(a, b)))
            .filter(|(_, factor)| !factor.is_zero())
            .collect();
        let linear = Linear { terms, constant: fraction(constant.0, constant.1) };
        let atom = tighten(&linear, is_strict, &sorts, &mut Budget::default()).unwrap();
        let found: Vec<(u32, Rational)> =
            atom.terms.iter().map(|(v, number)| (*v, number.clone().into())).collect();
        for point in points(sorts) {
            prop_assert_eq!(
                holds(&linear.terms, &linear.constant, is_strict, &point),
                holds(&found, &-&atom.bound, atom.is_strict, &point),
                "{:?} and {:?} at {:?}", linear, atom, point
            );
        }
    }
}

/// A line `l` that is accepted follows from the clauses of the obligation: all clauses of two
/// literals and all hints of up to three ids, for a formula of gates.
#[test]
fn propagation_implies() {
    let text = "(assert (forall ((a Bool) (b Bool)) (not (= (or a b) a))))";
    let system = format_smtlib::read(text.as_bytes()).unwrap();
    let cnf = obligation(&system, 0, &[]).unwrap();
    let (axioms, variables) = (cnf.clauses(), i64::from(cnf.variables()));
    let last = axioms.len() as i64;
    let digest = digest(text.as_bytes());
    let lits: Vec<i64> = (1..=variables).flat_map(|v| [v, -v]).collect();
    let mut accepted = 0_u32;
    for &a in &lits {
        for &b in &lits {
            let goal = [a, b].map(|lit| Lit::new(lit.unsigned_abs() as u32, lit < 0).unwrap());
            let follows = implies(variables as u32, axioms, &goal);
            for code in 0..last * last * last {
                let hints = [code % last + 1, code / last % last + 1, code / last / last + 1];
                let [x, y, z] = hints;
                let line = format!("l {} {a} {b} 0 {x} {y} {z} 0", last + 1);
                let certificate = format!("horn 1\nsystem {digest}\nsafe\nclause 0\n{line}\n");
                let result = horncheck::check(text.as_bytes(), certificate.as_bytes(), None);
                if result == Err(horncheck::Failure::NotRefuted(0)) {
                    assert!(follows, "{line}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}
