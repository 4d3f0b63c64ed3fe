//! The solver with a tracer that checks each step by the kernel of `lratcheck`.

#![allow(clippy::arithmetic_side_effects, reason = "the numbers of these tests are small")]

use crate::{Counts, Error, Options, Outcome, Solver, Tracer};
use format_dimacs::Lit;
use format_lrat::Id;
use lratcheck::Kernel;
use std::io;

/// The kernel has all clauses of the formula from the start.
struct Checking {
    kernel: Kernel,
    derived: Vec<(Id, Vec<Lit>)>,
}

impl Tracer for Checking {
    const HINTS: bool = true;

    fn derive(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        self.derived.push((id, clause.to_vec()));
        self.kernel.add(id, clause, hints).map_err(io::Error::other)
    }

    fn delete(&mut self, id: Id, _clause: &[Lit]) -> io::Result<()> {
        self.kernel.delete(id).map_err(io::Error::other)
    }
}

fn lit(number: i32) -> Lit {
    Lit::new(number.unsigned_abs(), number < 0).unwrap()
}

fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().copied().map(lit).collect()
}

fn checking(formula: &[&[i32]], incremental: bool) -> Solver<Checking> {
    let mut kernel = Kernel::default();
    for clause in formula {
        kernel.axiom(&lits(clause)).unwrap();
    }
    let reserved = Id::try_from(formula.len()).unwrap();
    let options = Options { reserved, incremental, ..Options::default() };
    let mut solver = Solver::new(&options, Checking { kernel, derived: Vec::new() }).unwrap();
    for (id, clause) in (1..).zip(formula) {
        solver.add_clause(id, &lits(clause)).unwrap();
    }
    solver
}

/// One pigeon more than holes; the variables begin with `first`.
fn pigeons(holes: i32, first: i32) -> Vec<Vec<i32>> {
    let at = |pigeon: i32, hole: i32| first + pigeon * holes + hole;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| at(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-at(pigeon, hole), -at(other, hole)]));
        }
    }
    clauses
}

fn refutes(formula: &[&[i32]]) -> bool {
    let mut solver = checking(formula, false);
    assert_eq!(solver.solve(&[]).unwrap(), Outcome::Unsatisfiable);
    solver.into_tracer().unwrap().kernel.is_refuted()
}

#[test]
fn proofs_end_with_the_empty_clause() {
    assert!(refutes(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]));
    assert!(refutes(&[&[1], &[-1]]));
    assert!(refutes(&[&[]]));
    assert!(refutes(&[&[2, 3], &[], &[1]]));
}

#[test]
fn clauses_that_shrink_while_they_are_added_keep_their_ids() {
    // Doubled literals, a tautology, literals that units make false, clauses that they satisfy.
    assert!(refutes(&[
        &[1, 1],
        &[2, -2, 3],
        &[-1, 2, 2, 3],
        &[1, 4],
        &[-1, 2, -3],
        &[-2, 3],
        &[-1, -3, -2],
        &[5, 6],
    ]));
}

#[test]
fn a_model_gives_values() {
    let mut solver = checking(&[&[1, 2], &[-1]], false);
    assert_eq!(solver.value(lit(1)), None);
    assert_eq!(solver.solve(&[]).unwrap(), Outcome::Satisfiable);
    assert_eq!([1, 2, -2].map(|l| solver.value(lit(l))), [Some(false), Some(true), Some(false)]);
    assert_eq!(solver.conclude().unwrap(), None);
}

#[test]
fn failed_assumptions_give_a_clause_that_may_come_back() {
    // 3 and 4 are both the conjunction of 1 and 2.
    let gates: [&[i32]; 6] = [&[-3, 1], &[-3, 2], &[3, -1, -2], &[-4, 1], &[-4, 2], &[4, -1, -2]];
    let mut solver = checking(&gates, true);
    assert_eq!(solver.solve(&lits(&[3, -4])).unwrap(), Outcome::Unsatisfiable);
    assert!(solver.failed(lit(3)) && solver.failed(lit(-4)) && !solver.failed(lit(1)));
    let id = solver.conclude().unwrap().unwrap();
    let (last, mut clause) = solver.tracer().unwrap().derived.last().unwrap().clone();
    clause.sort_unstable();
    assert_eq!((last, &clause), (id, &lits(&[-3, 4])));
    solver.add_clause(id, &clause).unwrap();
    assert_eq!(solver.solve(&lits(&[1, 2])).unwrap(), Outcome::Satisfiable);
    assert_eq!(solver.solve(&lits(&[-3, 4])).unwrap(), Outcome::Unsatisfiable);
    let other = solver.conclude().unwrap().unwrap();
    assert!(other > id);
}

#[test]
fn clauses_taken_out_can_be_used_again() {
    // Under 1 there are too many pigeons, which takes a search long enough for elimination to
    // begin. Apart from them, gates stand in a row; the queries about their eliminated outputs
    // make the solver put clauses back.
    let mut clauses = pigeons(8, 2);
    for clause in clauses.iter_mut().filter(|clause| clause.len() > 2) {
        clause.push(-1);
    }
    let gates = 1000..1100;
    for gate in gates.clone() {
        clauses.extend([vec![-gate - 1, gate], vec![-gate - 1, -gate - 500]]);
        clauses.push(vec![gate + 1, -gate, gate + 500]);
    }
    let formula: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
    let mut solver = checking(&formula, true);
    assert_eq!(solver.solve(&lits(&[1])).unwrap(), Outcome::Unsatisfiable);
    solver.conclude().unwrap().unwrap();
    for gate in gates {
        assert_eq!(solver.solve(&lits(&[gate + 1, -gate])).unwrap(), Outcome::Unsatisfiable);
        solver.conclude().unwrap().unwrap();
    }
}

#[test]
fn an_error_of_the_tracer_ends_the_search() {
    struct Full;
    impl Tracer for Full {
        const HINTS: bool = true;
        fn derive(&mut self, _: Id, _: &[Lit], _: &[Id]) -> io::Result<()> {
            Err(io::Error::from(io::ErrorKind::StorageFull))
        }
        fn delete(&mut self, _: Id, _: &[Lit]) -> io::Result<()> {
            Ok(())
        }
    }
    let mut solver = Solver::new(&Options::default(), Full).unwrap();
    solver.add_clause(1, &lits(&[1])).unwrap();
    let error = solver.add_clause(2, &lits(&[-1])).unwrap_err();
    assert!(matches!(error, Error::Tracer(error) if error.kind() == io::ErrorKind::StorageFull));
}

#[test]
fn a_condition_stops_the_search() {
    let mut solver = Solver::untraced(&Options::default()).unwrap();
    for clause in pigeons(9, 1) {
        solver.add_clause(0, &lits(&clause)).unwrap();
    }
    solver.stop_when(|_| true);
    assert_eq!(solver.solve(&[]).unwrap(), Outcome::Stopped);
    assert_eq!(solver.counts(), Counts::default());
}
