//! Rules of multiplier certificates, exhaustively on a circuit of two inputs and two gates, and of
//! polynomial proofs in three files.

use claim_multiplier::Options;
use format_sha256::digest;
use pacheck::{Failure, check};

/// Inputs 1 and 2; gate 3 is 1 and 2, gate 4 is not 1 and not 2; output: the literal.
fn circuit(output: u32) -> String {
    format!("aag 4 2 0 1 2\n2\n4\n{output}\n6 2 4\n8 3 5\n")
}

/// The value of a literal of the four variables, or of a fifth one with this value.
fn value(literal: i64, inputs: u32, fifth: i64) -> i64 {
    let (a, b) = (i64::from(inputs & 1), i64::from(inputs >> 1));
    let values = [0, a, b, a & b, (1 - a) & (1 - b), fifth];
    let value = values[literal.unsigned_abs() as usize];
    if literal < 0 { 1 - value } else { value }
}

/// Whether the steps have no fault, whatever they add up to; and whether the claim is accepted.
fn judge(circuit: &str, steps: &str) -> (bool, bool) {
    let digest = digest(circuit.as_bytes());
    let claim = "--shape 1x1 --truncate 1 --order separate";
    let certificate = format!("pac 1\ncircuit {digest}\nclaim {claim}\nsteps text\n{steps}");
    let options = Options::default();
    match check(Some(circuit.as_bytes()), &options, certificate.as_bytes()) {
        Ok(_) => (true, true),
        Err(Failure::Remainder(..) | Failure::Gate(..)) => (true, false),
        Err(Failure::Step(..)) => (false, false),
        Err(other) => panic!("{steps}: {other}"),
    }
}

fn always(holds: impl Fn(u32) -> bool) -> bool {
    (0..4).all(holds)
}

const LITERALS: [i64; 8] = [1, 2, 3, 4, -1, -2, -3, -4];

#[test]
fn linear_steps_are_identities() {
    let circuit = circuit(6);
    let (mut tried, mut accepted) = (0_u32, 0_u32);
    for leaves in 0..16_u32 {
        let leaves: String =
            (1..=4).filter(|v| leaves >> (v - 1) & 1 == 1).map(|v| format!("{v} ")).collect();
        for code in 0..243_i64 {
            let factors = [1, 3, 9, 27, 81].map(|power| code / power % 3 - 1);
            let terms = (1..=4).zip(factors).filter(|(_, factor)| *factor != 0);
            let terms: Vec<(i64, i64)> = terms.collect();
            let constant = factors[4];
            let is_zero = always(|inputs| {
                let sum: i64 = terms.iter().map(|(v, factor)| factor * value(*v, inputs, 0)).sum();
                sum + constant == 0
            });
            let words: String = terms.iter().map(|(v, factor)| format!("{factor} {v} ")).collect();
            for given in 0..=6 {
                tried += 1;
                let given = if given == 0 { String::new() } else { format!("{given} ") };
                let step = format!("l 0 1 0 {leaves}0 {words}0 {constant} {given}0\n");
                if judge(&circuit, &step).0 {
                    assert!(is_zero, "{step}");
                    accepted += 1;
                }
            }
        }
    }
    assert!(tried > 27_000 && accepted > 20, "{tried} {accepted}");
}

#[test]
fn equalities_and_clauses_hold() {
    let circuit = circuit(6);
    let (mut equal, mut clauses) = (0_u32, 0_u32);
    for a in LITERALS {
        for b in LITERALS {
            let same = always(|inputs| value(a, inputs, 0) == value(b, inputs, 0));
            let either = always(|inputs| value(a, inputs, 0) + value(b, inputs, 0) > 0);
            for code in 0..49 {
                let (x, y) = (code % 7, code / 7);
                let step = format!("e 0 1 0 {a} {b} {} {}\n", x + 1, y + 1);
                if judge(&circuit, &step).0 {
                    assert!(same, "{step}");
                    equal += 1;
                }
                let hints: String =
                    [x, y].iter().filter(|id| **id > 0).map(|id| format!("{id} ")).collect();
                let step = format!("r {a} {b} 0 {hints}0\n");
                if judge(&circuit, &step).0 {
                    assert!(either, "{step}");
                    clauses += 1;
                }
            }
        }
    }
    assert!(clauses > 10, "{equal} {clauses}");
}

/// A definition, an equality of it with another literal from two derived clauses.
#[test]
fn definitions_and_equalities_hold() {
    let circuit = circuit(6);
    let mut accepted = 0_u32;
    for a in LITERALS {
        for b in LITERALS {
            for other in LITERALS {
                let same = always(|inputs| {
                    let fifth = value(a, inputs, 0) & value(b, inputs, 0);
                    fifth == value(other, inputs, 0)
                });
                // Ids: gates 1 to 6, the definition 7 to 9, then the derived ones.
                for [first, second] in
                    [["7", "9"], ["7 3", "9 1 2"], ["7 8 3", "9 1 2"], ["8", "9"]]
                {
                    let steps = format!(
                        "d {a} {b}\nr -5 {other} 0 {first} 0\nr 5 {} 0 {second} 0\ne 0 1 0 5 {other} 10 11\n",
                        -other
                    );
                    if judge(&circuit, &steps).0 {
                        assert!(same, "{steps}");
                        accepted += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 5, "{accepted}");
}

/// With any output and any two steps of a list, only what multiplies is accepted.
#[test]
fn only_multipliers_are_accepted() {
    let steps = [
        "",
        "p 0 1 0 3 1 2 0\n",
        "p 0 1 0 4 1 2 0\n",
        "p 0 -1 0 3 1 2 0\n",
        "p 0 1 1 0 3 1 2 0\n",
        "l 0 1 0 1 0 1 1 -1 1 0 0 0\n",
        "l 0 1 0 1 2 0 1 3 0 0 1 0\n",
        "p 1 1 0 3 1 2 0\n",
        "h 0 1 2 3 4\n",
        "f 0 1 2 -1 3 4\n",
    ];
    let (mut accepted, mut refused) = (0_u32, 0_u32);
    for output in 0..10_u32 {
        let circuit = circuit(output);
        let signal = i64::from(output / 2) * if output % 2 == 1 { -1 } else { 1 };
        let multiplies = always(|inputs| {
            let found = if output < 2 { i64::from(output) } else { value(signal, inputs, 0) };
            found == value(3, inputs, 0)
        });
        for first in steps {
            for second in steps {
                let is_accepted = judge(&circuit, &format!("{first}{second}")).1;
                assert!(!is_accepted || multiplies, "{output}\n{first}{second}");
                if is_accepted { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 10 && refused > 500, "{accepted} {refused}");
}

/// Polynomials over x and y by their coefficients of 1, x, y and x*y.
fn text(polynomial: [i64; 4]) -> String {
    let [one, x, y, xy] = polynomial;
    let parts = [(one, ""), (x, "*x"), (y, "*y"), (xy, "*x*y")];
    let mut text = String::from("0");
    for (factor, product) in parts {
        if factor != 0 {
            let sign = if factor < 0 { "-" } else { "+" };
            text += &format!(" {sign} {}{product}", factor.abs());
        }
    }
    text
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

fn at(polynomial: [i64; 4], point: u32) -> i64 {
    let (x, y) = (i64::from(point & 1), i64::from(point >> 1));
    polynomial[0] + polynomial[1] * x + polynomial[2] * y + polynomial[3] * x * y
}

/// Sums, multiples and linear combinations: where the given polynomials are 0, so is the target;
/// and at every point it is a combination of their values.
#[test]
fn polynomial_steps_follow() {
    let some: Vec<[i64; 4]> = (0..81_i64)
        .map(|code| [1, 3, 9, 27].map(|power| code / power % 3 - 1))
        .filter(|polynomial| polynomial.iter().filter(|factor| **factor != 0).count() <= 2)
        .collect();
    let mut accepted = 0_u32;
    for (number, &first) in some.iter().enumerate() {
        let second = some[(number * 7 + 3) % some.len()];
        let given = format!("1 {};\n2 {};\n", text(first), text(second));
        for &factor in some.iter().step_by(2) {
            for &target in &some {
                let follows = always(|point| {
                    let (a, b) = (at(first, point), at(second, point));
                    let (value, common) = (at(target, point), gcd(a, b));
                    if common == 0 { value == 0 } else { value % common == 0 }
                });
                let (factor, target) = (text(factor), text(target));
                for step in [
                    format!("3 + 1, 2, {target};\n"),
                    format!("3 * 1, {factor}, {target};\n"),
                    format!("3 % 1*({factor}) + 2, {target};\n"),
                    format!("3 = q, {factor};\n4 * 1, {factor}, {target};\n"),
                ] {
                    let goal = format!("{target};\n");
                    let result = checker_polynomial::check(
                        given.as_bytes(),
                        step.as_bytes(),
                        goal.as_bytes(),
                    );
                    if result.is_ok() {
                        assert!(follows, "{given}{step}");
                        accepted += 1;
                    }
                }
            }
        }
    }
    assert!(accepted > 300, "{accepted}");
}

/// A new variable stands for a polynomial only if that is 0 or 1 everywhere.
#[test]
fn extensions_are_idempotent() {
    let (mut accepted, mut refused) = (0_u32, 0_u32);
    for code in 0..625_i64 {
        let polynomial = [1, 5, 25, 125].map(|power| code / power % 5 - 2);
        let step = format!("2 = q, {};\n", text(polynomial));
        let given = "1 x + y;\n".as_bytes();
        let result = checker_polynomial::check(given, step.as_bytes(), "x + y;\n".as_bytes());
        let is_truth = always(|point| matches!(at(polynomial, point), 0 | 1));
        assert_eq!(result.is_ok(), is_truth, "{step}");
        if result.is_ok() { accepted += 1 } else { refused += 1 }
    }
    assert!(accepted > 3 && refused > 100, "{accepted} {refused}");
}
