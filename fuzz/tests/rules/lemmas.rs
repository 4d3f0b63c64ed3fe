//! Lines of arithmetic in Horn certificates: Farkas sums, cuts and new atoms. A line that is
//! accepted derives a clause that holds at every point.

use super::horn::{points, sorts};
use claim_horn::{Atom, Cnf, obligation};
use format_number::Rational;
use format_sha256::digest;
use format_smtlib::Sort;
use proptest::prelude::*;

/// Coefficients of two variables, a bound, and whether it is strict.
type Inequality = (i64, i64, i64, bool);

fn inequality() -> impl Strategy<Value = Inequality> {
    (-3_i64..=3, -3_i64..=3, -4_i64..=4, any::<bool>())
}

/// A system whose only clause has these inequalities as its constraint.
fn system(sorts: [Sort; 2], inequalities: &[Inequality]) -> String {
    let number = |number: i64, point: &str| {
        if number < 0 { format!("(- {}{point})", -number) } else { format!("{number}{point}") }
    };
    let is_real = sorts.contains(&Sort::Real);
    let names = ["x", "y"].into_iter().zip(sorts).map(|(name, sort)| match sort {
        Sort::Int if is_real => format!("(to_real {name})"),
        _ => name.to_owned(),
    });
    let names: Vec<String> = names.collect();
    let mut text = String::new();
    for (a, b, c, is_strict) in inequalities {
        let relation = if *is_strict { "<" } else { "<=" };
        let [a, b, c] = [a, b, c].map(|value| number(*value, if is_real { ".0" } else { "" }));
        text += &format!(" ({relation} (+ (* {a} {}) (* {b} {})) {c})", names[0], names[1]);
    }
    let [first, second] = sorts;
    format!("(assert (forall ((x {first:?}) (y {second:?})) (=> (and{text}) false)))")
}

fn is_true(atom: &Atom, point: &[Rational; 2]) -> bool {
    let mut sum = -&atom.bound;
    for (variable, factor) in &atom.terms {
        sum = &sum + &(&Rational::from(factor.clone()) * &point[*variable as usize]);
    }
    sum.signum() < 0 || !atom.is_strict && sum.is_zero()
}

/// Whether the clause of atoms holds at all points; nothing if a literal is no atom.
fn is_valid(cnf: &Cnf, clause: &[i64], sorts: [Sort; 2]) -> bool {
    points(sorts).iter().all(|point| {
        clause.iter().any(|literal| {
            let atom = cnf.atom(literal.unsigned_abs() as u32).expect("an atom");
            is_true(atom, point) == (*literal > 0)
        })
    })
}

/// The fault in the only line of the block, if there is one.
fn check(text: &str, line: &str) -> Result<(), String> {
    let digest = digest(text.as_bytes());
    let certificate = format!("horn 1\nsystem {digest}\nsafe\nclause 0\n{line}\n");
    match horncheck::check(text.as_bytes(), certificate.as_bytes(), None) {
        Ok(_) | Err(horncheck::Failure::NotRefuted(0)) => Ok(()),
        Err(failure) => Err(failure.to_string()),
    }
}

fn obligations(text: &str) -> (Cnf, Vec<i64>) {
    let system = format_smtlib::read(text.as_bytes()).expect("a system");
    let cnf = obligation(&system, 0, &[]).expect("small");
    let atoms = (1..=cnf.variables()).filter(|v| cnf.atom(*v).is_some()).map(i64::from).collect();
    (cnf, atoms)
}

/// All multipliers from a list for up to three literals, with all signs of literals.
fn all_sums(sorts: [Sort; 2], inequalities: &[Inequality]) -> u32 {
    let text = system(sorts, inequalities);
    let (cnf, atoms) = obligations(&text);
    let id = cnf.axioms() + 1;
    let multipliers = ["-1", "0", "1/2", "1", "2", "3"];
    let mut accepted = 0;
    for signs in 0..1_u32 << atoms.len() {
        let negate = |(at, atom): (usize, &i64)| if signs >> at & 1 == 1 { -atom } else { *atom };
        let clause: Vec<i64> = atoms.iter().enumerate().map(negate).collect();
        let words: String = clause.iter().map(|literal| format!("{literal} ")).collect();
        let is_valid = is_valid(&cnf, &clause, sorts);
        for code in 0..multipliers.len().pow(clause.len() as u32) {
            let mut rest = code;
            let sum: String = clause
                .iter()
                .map(|_| {
                    let multiplier = multipliers[rest % multipliers.len()];
                    rest /= multipliers.len();
                    format!(" {multiplier}")
                })
                .collect();
            let line = format!("t {id} {words}0{sum}");
            if check(&text, &line).is_ok() {
                assert!(is_valid, "{text}\n{line}");
                accepted += 1;
            }
        }
    }
    accepted
}

/// Sums that are known to have contradictions among them.
#[test]
fn farkas_sums_of_known_systems_are_valid() {
    let known: [&[Inequality]; 5] = [
        &[(1, 0, 0, false), (-1, 0, -1, false)],
        &[(1, 1, 0, true), (-1, -1, 0, false)],
        &[(2, 3, 1, false), (-1, 0, 0, false), (0, -1, -1, true)],
        &[(1, 0, 0, true), (-1, 0, 1, true)],
        &[(2, -2, 1, false), (-2, 2, -1, false)],
    ];
    for sorts in [[Sort::Int; 2], [Sort::Int, Sort::Real], [Sort::Real; 2]] {
        let accepted: u32 = known.iter().map(|inequalities| all_sums(sorts, inequalities)).sum();
        assert!(accepted > 0, "{sorts:?}");
    }
}

fn sum(inequalities: u32) -> impl Strategy<Value = Vec<(u32, String)>> {
    let multiplier = prop::sample::select(vec!["0", "1/3", "1/2", "1", "2", "3", "-1"]);
    prop::collection::vec((1..=inequalities, multiplier.prop_map(str::to_owned)), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn farkas_sums_are_valid(
        sorts in sorts(), inequalities in prop::collection::vec(inequality(), 1..4)
    ) {
        all_sums(sorts, &inequalities);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    /// Sums of sums, divided and rounded, with all signs of literals.
    #[test]
    fn cuts_are_valid(
        sorts in sorts(),
        inequalities in prop::collection::vec(inequality(), 2..4),
        sums in prop::collection::vec(sum(6), 1..4),
    ) {
        let text = system(sorts, &inequalities);
        let (cnf, atoms) = obligations(&text);
        let steps: String = sums
            .iter()
            .map(|sum| {
                let pairs = sum.iter().map(|(place, factor)| format!(" {place} {factor}"));
                format!("{} 0", pairs.collect::<String>())
            })
            .collect();
        for signs in 0..1_u32 << atoms.len() {
            let negate = |(at, atom): (usize, &i64)| if signs >> at & 1 == 1 { -atom } else { *atom };
            let clause: Vec<i64> = atoms.iter().enumerate().map(negate).collect();
            let words: String = clause.iter().map(|literal| format!("{literal} ")).collect();
            let line = format!("p {} {words}0{steps}", cnf.axioms() + 1);
            if check(&text, &line).is_ok() {
                prop_assert!(is_valid(&cnf, &clause, sorts), "{}\n{}", text, line);
            }
        }
    }

    /// `x + y <= b` and `x - y <= c`, times anything, rounded once or twice.
    #[test]
    fn cuts_round_as_integers_do(
        sorts in sorts(), b in -5_i64..=5, c in -5_i64..=5, d in -5_i64..=5, times in 1_i64..=3
    ) {
        let text = system(sorts, &[(1, 1, b, false), (1, -1, c, false), (1, 0, d, false)]);
        let (cnf, atoms) = obligations(&text);
        prop_assume!(atoms.len() == 3);
        let clause = [-atoms[0], -atoms[1], atoms[2]];
        let words: String = clause.iter().map(|literal| format!("{literal} ")).collect();
        let line = format!("p {} {words}0 1 {times} 2 {times} 0 4 1 3 1 0", cnf.axioms() + 1);
        let valid = is_valid(&cnf, &clause, sorts);
        let accepted = check(&text, &line);
        prop_assert!(valid || accepted.is_err(), "{}\n{}", text, line);
        // Of Ints the cut is all that is needed.
        if valid && sorts == [Sort::Int; 2] {
            prop_assert_eq!(accepted, Ok(()), "{}\n{}", text, line);
        }
    }

    /// A new atom is in normal form and not known, so its variable is free.
    #[test]
    fn new_atoms_are_new(
        sorts in sorts(), old in inequality(), a in -3_i64..=3, b in -3_i64..=3,
        bound in -4_i64..=4, half: bool, is_strict: bool
    ) {
        let text = system(sorts, &[old]);
        let (cnf, _) = obligations(&text);
        let relation = if is_strict { "<" } else { "<=" };
        let bound = if half { format!("{}/2", 2 * bound + 1) } else { bound.to_string() };
        let line = format!("a {} {relation} {bound} {a} 0 {b} 1", cnf.variables() + 1);
        if check(&text, &line).is_ok() {
            let terms = vec![(0, a.into()), (1, b.into())];
            let bound = Rational::parse(&bound).expect("a fraction");
            let atom = Atom { terms, bound, is_strict };
            prop_assert!(a > 0 && b != 0, "{}", line);
            prop_assert_eq!(cnf.find(&atom), None);
            let known = (1..=cnf.variables()).filter_map(|v| cnf.atom(v));
            for other in known {
                let same = |point: &[Rational; 2]| is_true(&atom, point) == is_true(other, point);
                // Parallel lines may agree on all points of the square.
                prop_assert!(!points(sorts).iter().all(same) || other.bound != atom.bound, "{}", line);
            }
        }
    }
}
