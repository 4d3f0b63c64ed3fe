//! Formulas of at most 14 variables: clauses of one length near the point where half of them have a
//! model, of all lengths, parities, pigeons in holes, implications.

use crate::{Problem, line, one_in, shuffle};
use std::fmt::Write;
use workspace_tests::Random;

type Clauses = Vec<Vec<i64>>;

/// A formula and how it is put to `certify`.
pub fn problem(random: &mut Random) -> Problem {
    let (kind, variables, mut clauses) = match random.below(6) {
        0 | 1 => threshold(random),
        2 => mixed(random),
        3 => parities(random),
        4 => pigeons(random),
        _ => implications(random),
    };
    let holds = !has_model(variables, &clauses);
    decorate(random, &mut clauses);
    let text = write(random, variables, &clauses);
    let (words, checker) = match random.below(8) {
        0..3 => ("cnf f.cnf", "lratcheck f.cnf"),
        3 => ("cnf --text f.cnf", "lratcheck f.cnf"),
        4 => ("cnf --seed 7 --quiet f.cnf", "lratcheck f.cnf"),
        5 => ("f.cnf", "lratcheck f.cnf"),
        6 => ("cnf --proof drat f.cnf", "dratcheck f.cnf"),
        _ => ("cnf --proof drat --text --threads 2 f.cnf", "dratcheck f.cnf"),
    };
    Problem {
        files: vec![("f.cnf", text.into_bytes())],
        words: line(words),
        holds,
        checkers: [line(checker), line("tracecheck f.cnf")],
        export: None,
        kind,
    }
}

fn has_model(variables: usize, clauses: &Clauses) -> bool {
    let masks: Vec<[u32; 2]> = clauses
        .iter()
        .map(|clause| {
            let mask = |sign: i64| {
                let own = clause.iter().filter(|lit| lit.signum() == sign);
                own.fold(0, |mask, lit| mask | 1 << (lit.unsigned_abs() - 1))
            };
            [mask(1), mask(-1)]
        })
        .collect();
    (0..1_u32 << variables)
        .any(|model| masks.iter().all(|[yes, no]| model & yes != 0 || !model & no != 0))
}

fn signed(random: &mut Random, variable: usize) -> i64 {
    let lit = i64::try_from(variable + 1).unwrap();
    if one_in(random, 2) { -lit } else { lit }
}

/// Different variables.
fn clause(random: &mut Random, variables: usize, length: usize) -> Vec<i64> {
    let mut all: Vec<usize> = (0..variables).collect();
    shuffle(random, &mut all);
    all.truncate(length);
    all.into_iter().map(|variable| signed(random, variable)).collect()
}

fn threshold(random: &mut Random) -> (&'static str, usize, Clauses) {
    let variables = 4 + random.below(11);
    let (length, percent) = [(2, 120), (3, 450), (3, 500), (4, 1000)][random.below(4)];
    let count = variables * percent * (75 + random.below(50)) / 10_000;
    ("of one length", variables, (0..count).map(|_| clause(random, variables, length)).collect())
}

/// Also empty clauses, tautologies and doubled literals.
fn mixed(random: &mut Random) -> (&'static str, usize, Clauses) {
    let variables = random.below(10);
    let count = random.below(4 * variables + 3);
    let some = |_| {
        let length = if one_in(random, 30) { 0 } else { 1 + random.below(5) };
        let length = if variables == 0 { 0 } else { length };
        (0..length)
            .map(|_| {
                let variable = random.below(variables);
                signed(random, variable)
            })
            .collect()
    };
    ("of all lengths", variables, (0..count).map(some).collect())
}

/// Sums of two to four variables are even or odd.
fn parities(random: &mut Random) -> (&'static str, usize, Clauses) {
    let variables = 3 + random.below(8);
    let mut clauses = Vec::new();
    for _ in 0..variables + random.below(4) {
        let length = 2 + random.below(3);
        let sum = clause(random, variables, length);
        for signs in 0..1_u32 << sum.len() {
            if signs.count_ones() % 2 == 1 {
                let signed = sum.iter().enumerate();
                clauses.push(
                    signed
                        .map(|(at, &lit)| if signs >> at & 1 == 1 { -lit } else { lit })
                        .collect(),
                );
            }
        }
    }
    ("of parities", variables, clauses)
}

/// Pigeons in holes; seldom a clause is missing.
fn pigeons(random: &mut Random) -> (&'static str, usize, Clauses) {
    let holes = 1 + random.below(3);
    let pigeons = holes + random.below(2);
    let at = |pigeon: usize, hole: usize| i64::try_from(pigeon * holes + hole + 1).unwrap();
    let mut clauses: Clauses = Vec::new();
    for pigeon in 0..pigeons {
        clauses.push((0..holes).map(|hole| at(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-at(pigeon, hole), -at(other, hole)]));
        }
    }
    if one_in(random, 2) {
        clauses.swap_remove(random.below(clauses.len()));
    }
    ("of pigeons", pigeons * holes, clauses)
}

/// Equal and different pairs along circles, with a few units.
fn implications(random: &mut Random) -> (&'static str, usize, Clauses) {
    let variables = 2 + random.below(12);
    let mut clauses: Clauses = Vec::new();
    for _ in 0..2 * variables {
        clauses.push(clause(random, variables, 2));
    }
    for _ in 0..random.below(3) {
        clauses.push(clause(random, variables, 1));
    }
    clauses.truncate(variables + random.below(variables + 1));
    ("of implications", variables, clauses)
}

/// Changes that mean nothing.
fn decorate(random: &mut Random, clauses: &mut Clauses) {
    for _ in 0..random.below(3) {
        if !clauses.is_empty() {
            let copy = clauses[random.below(clauses.len())].clone();
            clauses.push(copy);
        }
    }
    for clause in clauses.iter_mut().filter(|clause| !clause.is_empty()) {
        if one_in(random, 12) {
            let copy = clause[random.below(clause.len())];
            clause.push(copy);
        }
        shuffle(random, clause);
    }
    if one_in(random, 2) {
        shuffle(random, clauses);
    }
}

/// The file; at times its variables are few of many.
fn write(random: &mut Random, variables: usize, clauses: &Clauses) -> String {
    let (stride, first) = match random.below(6) {
        0 => (1 + random.below(1000), random.below(1000)),
        1 => (1 + random.below(90_000_000), random.below(1000)),
        _ => (1, 0),
    };
    let end = if one_in(random, 10) { "\r\n" } else { "\n" };
    let most = if variables == 0 { first } else { (variables - 1) * stride + first + 1 };
    let most = most + random.below(2) * random.below(5);
    let mut text = String::new();
    if one_in(random, 6) {
        write!(text, "c p cnf 1 1{end}").unwrap();
    }
    write!(text, "p cnf {most} {}{end}", clauses.len()).unwrap();
    for clause in clauses {
        for &lit in clause {
            let variable = usize::try_from(lit.unsigned_abs() - 1).unwrap() * stride + first + 1;
            let sign = if lit < 0 { "-" } else { "" };
            write!(text, "{sign}{variable} ").unwrap();
        }
        write!(text, "0{end}").unwrap();
    }
    text
}
