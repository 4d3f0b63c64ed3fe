//! Random formulas against enumeration, and proofs replayed step by step.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

mod replay;

use crate::*;
use replay::{check_lemma, check_proof};

/// A xorshift generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % limit
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).cast_unsigned()).cast_signed()
    }
}

/// An inequality over small integers, and its literal.
struct Inequality {
    factors: Vec<i64>,
    relation: Relation,
    bound: i64,
    lit: Lit,
}

impl Inequality {
    fn holds(&self, values: &[Rational]) -> bool {
        let sum = self
            .factors
            .iter()
            .zip(values)
            .fold(Rational::ZERO, |sum, (factor, value)| sum + Rational::from(*factor) * value);
        let bound = Rational::from(self.bound);
        match self.relation {
            Relation::LessEqual => sum <= bound,
            Relation::Less => sum < bound,
            Relation::GreaterEqual => sum >= bound,
            Relation::Greater => sum > bound,
            Relation::Equal => sum == bound,
        }
    }
}

struct Problem {
    solver: Solver,
    variables: Vec<Var>,
    inequalities: Vec<Inequality>,
    booleans: Vec<Lit>,
    clauses: Vec<Vec<Lit>>,
}

const RELATIONS: [Relation; 5] = [
    Relation::LessEqual,
    Relation::Less,
    Relation::GreaterEqual,
    Relation::Greater,
    Relation::Equal,
];

impl Problem {
    fn new(
        random: &mut Random,
        proof: bool,
        sort: Sort,
        variables: u64,
        box_size: Option<i64>,
    ) -> Self {
        let seed = random.below(1000);
        let solver = if proof { Solver::with_proof(seed) } else { Solver::new(seed) };
        let mut problem = Self {
            solver,
            variables: Vec::new(),
            inequalities: Vec::new(),
            booleans: Vec::new(),
            clauses: Vec::new(),
        };
        for _ in 0..variables {
            let variable = problem.solver.numeric(sort);
            problem.variables.push(variable);
        }
        for index in 0..variables as usize {
            if let Some(size) = box_size {
                let mut factors = vec![0; variables as usize];
                factors[index] = 1;
                let low = problem.inequality(factors.clone(), Relation::GreaterEqual, -size);
                let high = problem.inequality(factors, Relation::LessEqual, size);
                problem.add(vec![low]);
                problem.add(vec![high]);
            }
        }
        for _ in 0..2 {
            let lit = problem.solver.boolean();
            problem.booleans.push(lit);
        }
        problem
    }

    fn inequality(&mut self, factors: Vec<i64>, relation: Relation, bound: i64) -> Lit {
        let sum: Vec<_> = self
            .variables
            .iter()
            .zip(&factors)
            .map(|(&variable, &factor)| (variable, Rational::from(factor)))
            .collect();
        let lit = self.solver.atom(&sum, relation, &Rational::from(bound));
        self.inequalities.push(Inequality { factors, relation, bound, lit });
        lit
    }

    fn random_literal(&mut self, random: &mut Random, largest: i64) -> Lit {
        let lit = if random.below(5) == 0 {
            self.booleans[random.below(2) as usize]
        } else {
            let factors =
                self.variables.iter().map(|_| random.between(-largest, largest)).collect();
            let relation = RELATIONS[random.below(5) as usize];
            let bound = random.between(-5, 5);
            self.inequality(factors, relation, bound)
        };
        if random.below(2) == 0 { lit } else { !lit }
    }

    fn add(&mut self, clause: Vec<Lit>) {
        self.solver.add_clause(&clause);
        self.clauses.push(clause);
    }

    /// Whether the formula with the assumptions is true for these values.
    fn holds(&self, booleans: &[bool], values: &[Rational], assumptions: &[Lit]) -> bool {
        let is_true = |lit: Lit| -> bool {
            let positive = if lit.is_negative() { !lit } else { lit };
            let found = self.booleans.iter().position(|&other| other == positive);
            if let Some(index) = found {
                return booleans[index] != lit.is_negative();
            }
            if positive == self.solver.truth() {
                return !lit.is_negative();
            }
            if let Some(same) = self.inequalities.iter().find(|other| other.lit == lit) {
                return same.holds(values);
            }
            let other = self.inequalities.iter().find(|other| other.lit == !lit).unwrap();
            !other.holds(values)
        };
        assumptions.iter().all(|&lit| is_true(lit))
            && self.clauses.iter().all(|clause| clause.iter().any(|&lit| is_true(lit)))
    }

    /// By enumeration of integers within the box.
    fn is_satisfiable(&self, assumptions: &[Lit], size: i64) -> bool {
        let mut values = vec![-size; self.variables.len()];
        loop {
            let numbers: Vec<Rational> = values.iter().map(|&value| value.into()).collect();
            for booleans in [[false, false], [false, true], [true, false], [true, true]] {
                if self.holds(&booleans, &numbers, assumptions) {
                    return true;
                }
            }
            let Some(place) = values.iter().position(|&value| value < size) else { return false };
            values[place] += 1;
            values[..place].fill(-size);
        }
    }

    fn check_model(&self, assumptions: &[Lit], sort: Sort) {
        let values: Vec<Rational> =
            self.variables.iter().map(|&variable| self.solver.number(variable)).collect();
        let booleans: Vec<bool> = self.booleans.iter().map(|&lit| self.solver.value(lit)).collect();
        assert!(self.holds(&booleans, &values, assumptions), "{values:?}");
        assert!(sort == Sort::Real || values.iter().all(Rational::is_integer));
        for inequality in &self.inequalities {
            assert_eq!(self.solver.value(inequality.lit), inequality.holds(&values));
        }
    }

    fn check_lemmas(&self) {
        for lemma in self.solver.lemmas() {
            check_lemma(&self.solver, lemma);
        }
    }
}

const SIZE: i64 = 3;

fn never() -> impl FnMut() -> bool {
    || false
}

#[test]
fn integers_agree_with_enumeration() {
    let mut counts = [0, 0];
    for seed in 1..600 {
        let mut random = Random(seed * 7919);
        let variables = 1 + random.below(3);
        let mut problem = Problem::new(&mut random, false, Sort::Int, variables, Some(SIZE));
        for _ in 0..6 {
            for _ in 0..random.below(4) {
                let length = 1 + random.below(3);
                let clause = (0..length).map(|_| problem.random_literal(&mut random, 4)).collect();
                problem.add(clause);
            }
            let assumptions: Vec<Lit> =
                (0..random.below(4)).map(|_| problem.random_literal(&mut random, 4)).collect();
            let expected = problem.is_satisfiable(&assumptions, SIZE);
            let found = problem.solver.solve(&assumptions, &mut never());
            assert_eq!(found, Some(expected), "seed {seed}");
            counts[usize::from(expected)] += 1;
            if expected {
                problem.check_model(&assumptions, Sort::Int);
            } else {
                problem.check_lemmas();
                let core = problem.solver.core().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert!(!problem.is_satisfiable(&core, SIZE), "seed {seed}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

#[test]
fn refutations_have_proofs() {
    let mut refuted = 0;
    for seed in 1..1500 {
        let mut random = Random(seed * 104_729);
        let variables = 1 + random.below(4);
        let sort = if random.below(3) == 0 { Sort::Real } else { Sort::Int };
        let size = (random.below(3) > 0).then_some(SIZE);
        let mut problem = Problem::new(&mut random, true, sort, variables, size);
        for _ in 0..3 + random.below(12) {
            let length = 1 + random.below(3);
            let clause = (0..length).map(|_| problem.random_literal(&mut random, 4)).collect();
            problem.add(clause);
        }
        match problem.solver.solve(&[], &mut never()) {
            Some(true) => problem.check_model(&[], sort),
            Some(false) => {
                refuted += 1;
                check_proof(&problem.solver);
                if let (Sort::Int, Some(size)) = (sort, size) {
                    assert!(!problem.is_satisfiable(&[], size));
                }
            }
            None => assert!(sort == Sort::Int && size.is_none()),
        }
    }
    assert!(refuted > 300, "{refuted}");
}

/// Incremental answers agree with those of a new solver.
#[test]
fn reals_agree_with_a_new_solver() {
    let mut counts = [0, 0];
    for seed in 1..400 {
        let mut random = Random(seed * 15_485_863);
        let variables = 1 + random.below(5);
        let mut problem = Problem::new(&mut random, false, Sort::Real, variables, None);
        for _ in 0..6 {
            for _ in 0..random.below(5) {
                let length = 1 + random.below(3);
                let clause = (0..length).map(|_| problem.random_literal(&mut random, 3)).collect();
                problem.add(clause);
            }
            let assumptions: Vec<Lit> =
                (0..random.below(5)).map(|_| problem.random_literal(&mut random, 3)).collect();
            let found = problem.solver.solve(&assumptions, &mut never()).unwrap();
            counts[usize::from(found)] += 1;
            if found {
                problem.check_model(&assumptions, Sort::Real);
            } else {
                problem.check_lemmas();
                let core = problem.solver.core().to_vec();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert_eq!(solve_anew(&problem, &core), Some(false), "seed {seed}");
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

fn solve_anew(problem: &Problem, assumptions: &[Lit]) -> Option<bool> {
    let mut solver = Solver::with_proof(0);
    let variables: Vec<Var> =
        problem.variables.iter().map(|_| solver.numeric(Sort::Real)).collect();
    let booleans: Vec<Lit> = problem.booleans.iter().map(|_| solver.boolean()).collect();
    let translate = |solver: &mut Solver, lit: Lit| -> Lit {
        if let Some(place) =
            problem.booleans.iter().position(|&other| other.variable() == lit.variable())
        {
            return if lit.is_negative() { !booleans[place] } else { booleans[place] };
        }
        if lit.variable() == 1 {
            return lit;
        }
        let same = problem
            .inequalities
            .iter()
            .find(|other| other.lit.variable() == lit.variable())
            .unwrap();
        let sum: Vec<_> = variables
            .iter()
            .zip(&same.factors)
            .map(|(&variable, &factor)| (variable, factor.into()))
            .collect();
        let new = solver.atom(&sum, same.relation, &same.bound.into());
        if same.lit == lit { new } else { !new }
    };
    let units = assumptions.iter().map(|&lit| vec![lit]);
    for clause in problem.clauses.iter().cloned().chain(units) {
        let clause: Vec<Lit> = clause.iter().map(|&lit| translate(&mut solver, lit)).collect();
        solver.add_clause(&clause);
    }
    solver.solve(&[], &mut never())
}
