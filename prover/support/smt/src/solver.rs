//! The solver's state, and its interface.

use crate::arithmetic::{Arithmetic, positive};
use crate::clauses::{Clauses, truth};
use crate::gates::Gates;
use crate::linear::{Normal, normal_form};
use crate::model::Model;
use crate::order::Order;
use crate::trace::{Trace, UNTRACED, Use};
use crate::{Atom, Lemma, Lit, Rational, Relation, Sort, Var};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was chosen, or nobody will ask.
    None,
    /// All others of a clause are false.
    Clause(u32),
    /// A bound of the same variable that is as strong.
    Bound(Lit),
    /// The explanation with this index.
    Row(u32),
}

/// What is known about a Boolean variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Variable {
    pub(crate) level: u32,
    pub(crate) reason: Reason,
    /// Where it stands on the trail.
    pub(crate) position: u32,
    /// The step of its reason, or of the unit clause at level 0.
    pub(crate) step: u32,
    pub(crate) phase: bool,
    pub(crate) is_seen: bool,
    pub(crate) is_assumption: bool,
}

/// How things stood when a level began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Level {
    pub(crate) trail: usize,
    pub(crate) satisfied: usize,
    pub(crate) gate_head: usize,
}

/// Clauses, atoms, and what was found out about them.
#[derive(Debug)]
pub struct Solver {
    pub(crate) clauses: Clauses,
    /// By the code of a literal: 1 true, -1 false, 0 free.
    pub(crate) values: Vec<i8>,
    pub(crate) variables: Vec<Variable>,
    pub(crate) trail: Vec<Lit>,
    pub(crate) levels: Vec<Level>,
    pub(crate) head: usize,
    pub(crate) theory_head: usize,
    /// Gates on the trail before this place are true or have a false input.
    pub(crate) gate_head: usize,
    /// So many clauses from outside have a true literal.
    pub(crate) satisfied: usize,
    pub(crate) order: Order,
    pub(crate) arithmetic: Arithmetic,
    /// Explanations of literals on the trail, and where each begins.
    pub(crate) explanations: Vec<(Lit, Rational)>,
    pub(crate) explained: Vec<(u32, Lit)>,
    pub(crate) trace: Trace,
    /// How many clauses came from outside.
    pub(crate) inputs: u32,
    #[cfg(test)]
    pub(crate) input_clauses: Vec<Vec<Lit>>,
    pub(crate) is_refuted: bool,
    /// What the refutation, or the failure of the last assumptions, uses.
    pub(crate) conclusion: Vec<Use>,
    pub(crate) simplified: usize,
    pub(crate) max_learned: usize,
    pub(crate) random: u64,
    pub(crate) statistics: Statistics,
    pub(crate) gates: Gates,
    pub(crate) model: Model,
    core: Vec<Lit>,
    clausal_core: Vec<Lit>,
    lemmas: Vec<Lemma>,
}

/// What a solver did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Calls of [`Solver::solve`].
    pub calls: u64,
    /// Clauses with all literals false.
    pub conflicts: u64,
    /// Of these, found by arithmetic.
    pub theory_conflicts: u64,
    /// Literals chosen.
    pub decisions: u64,
    /// Cases of integers.
    pub branches: u64,
    /// Cutting planes.
    pub cuts: u64,
    /// Steps of the simplex method.
    pub pivots: u64,
}

impl Solver {
    /// No variable, no clause; the seed decides between choices that are as good.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::with(seed, false)
    }

    /// As [`Solver::new`], and a refutation without assumptions has a proof: [`Solver::proof`].
    #[must_use]
    pub fn with_proof(seed: u64) -> Self {
        Self::with(seed, true)
    }

    fn with(seed: u64, is_proof: bool) -> Self {
        let mut solver = Self {
            clauses: Clauses::default(),
            values: Vec::new(),
            variables: Vec::new(),
            trail: Vec::new(),
            levels: Vec::new(),
            head: 0,
            theory_head: 0,
            gate_head: 0,
            satisfied: 0,
            order: Order::default(),
            arithmetic: Arithmetic::default(),
            explanations: Vec::new(),
            explained: Vec::new(),
            trace: Trace::new(is_proof),
            inputs: 0,
            #[cfg(test)]
            input_clauses: Vec::new(),
            is_refuted: false,
            conclusion: Vec::new(),
            simplified: 0,
            max_learned: 10_000,
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            statistics: Statistics::default(),
            gates: Gates::default(),
            model: Model::default(),
            core: Vec::new(),
            clausal_core: Vec::new(),
            lemmas: Vec::new(),
        };
        // Literals with the codes 0 and 1 do not exist; variable 1 is true.
        solver.new_variable();
        solver.order.pop();
        let truth = solver.boolean();
        solver.add_clause(&[truth]);
        solver
    }

    fn new_variable(&mut self) -> u32 {
        let variable = self.variables.len() as u32;
        self.variables.push(Variable {
            level: 0,
            reason: Reason::None,
            position: 0,
            step: UNTRACED,
            phase: false,
            is_seen: false,
            is_assumption: false,
        });
        self.values.extend([0, 0]);
        self.clauses.watches.extend([Vec::new(), Vec::new()]);
        let activity = self.jitter();
        self.order.add(activity);
        self.arithmetic.add_boolean();
        self.gates.add_variable();
        variable
    }

    /// A number below what one conflict adds; 0 with seed 0.
    fn jitter(&mut self) -> f64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        f64::from((self.random >> 40) as u32) / f64::from(1 << 25)
    }

    /// The literal that is always true.
    #[must_use]
    pub fn truth(&self) -> Lit {
        truth()
    }

    /// A new Boolean variable.
    pub fn boolean(&mut self) -> Lit {
        positive(self.new_variable())
    }

    /// A new numeric variable.
    pub fn numeric(&mut self, sort: Sort) -> Var {
        Var(self.arithmetic.add_column(sort == Sort::Int))
    }

    /// The literal of an inequality or equality; equal ones have equal literals.
    pub fn atom(&mut self, sum: &[(Var, Rational)], relation: Relation, bound: &Rational) -> Lit {
        if relation == Relation::Equal {
            return self.equality(sum, bound);
        }
        let is_int = |variable: Var| self.arithmetic.columns[variable.0 as usize].is_int;
        match normal_form(sum, relation, bound, is_int) {
            Normal::Constant(true) => truth(),
            Normal::Constant(false) => !truth(),
            Normal::Atom { sum, bound, strict, negated } => {
                let lit = self.atom_of_sum(&sum, bound, strict);
                if negated { !lit } else { lit }
            }
        }
    }

    /// The atom `sum <= bound` in normal form.
    pub(crate) fn atom_of_sum(
        &mut self,
        sum: &[(u32, crate::Integer)],
        bound: Rational,
        strict: bool,
    ) -> Lit {
        let variable = self.arithmetic.name_sum(sum);
        if let Some(boolean) = self.arithmetic.find(variable, &bound, strict) {
            return positive(boolean);
        }
        let boolean = self.new_variable();
        self.arithmetic.add_atom(boolean, variable, bound, strict);
        if self.levels.is_empty() {
            self.imply_new_atom(boolean);
        }
        positive(boolean)
    }

    /// An atom may be decided by bounds that hold always.
    fn imply_new_atom(&mut self, boolean: u32) {
        let Some(record) = self.arithmetic.atom_of(boolean) else { return };
        let column = &self.arithmetic.columns[record.variable as usize];
        let implied = match (&column.upper, &column.lower) {
            (Some(bound), _) if bound.value <= record.upper => {
                Some((positive(boolean), bound.reason))
            }
            (_, Some(bound)) if bound.value > record.upper => {
                Some((!positive(boolean), bound.reason))
            }
            _ => None,
        };
        if let Some((lit, reason)) = implied {
            self.enqueue(lit, Reason::Bound(reason));
        }
    }

    /// What a literal's variable means, if it is an atom.
    #[must_use]
    pub fn meaning(&self, lit: Lit) -> Option<Atom> {
        let record = self.arithmetic.atom_of(lit.variable())?;
        let terms = match &self.arithmetic.columns[record.variable as usize].sum {
            Some(sum) => {
                sum.iter().map(|(variable, factor)| (Var(*variable), factor.clone())).collect()
            }
            None => vec![(Var(record.variable), crate::Integer::ONE)],
        };
        Some(Atom { terms, bound: record.bound.clone(), strict: record.strict })
    }

    /// Whether clauses and assumptions have a model; `None` if it was stopped or gave up.
    pub fn solve(&mut self, assumptions: &[Lit], stop: &mut dyn FnMut() -> bool) -> Option<bool> {
        self.statistics.calls += 1;
        self.core.clear();
        self.clausal_core.clear();
        self.lemmas.clear();
        if self.is_refuted {
            return Some(false);
        }
        self.trace.begin();
        self.order.begin();
        self.conclusion.clear();
        for lit in assumptions {
            self.variables[lit.variable() as usize].is_assumption = true;
        }
        let answer = self.search(assumptions, stop);
        match answer {
            Some(true) => self.save_model(),
            Some(false) => self.save_core(),
            None => {}
        }
        self.backtrack(0);
        self.arithmetic.retire();
        for lit in assumptions {
            self.variables[lit.variable() as usize].is_assumption = false;
        }
        self.statistics.pivots = self.arithmetic.pivots;
        answer
    }

    fn save_core(&mut self) {
        let (steps, assumptions) = self.trace.needed(&self.conclusion);
        self.clausal_core = assumptions;
        if !self.trace.is_proof {
            for step in steps {
                if let crate::trace::Step::Lemma(index) = *self.trace.step(step) {
                    self.lemmas.push(self.trace.lemma_at(index).clone());
                }
            }
        }
    }

    pub(crate) fn set_core(&mut self, core: Vec<Lit>) {
        self.core = core;
    }

    /// The assumptions that failed together in the last call.
    #[must_use]
    pub fn core(&self) -> &[Lit] {
        &self.core
    }

    /// Those of the core that clauses use as they are, and not only lemmas of [`Solver::lemmas`].
    #[must_use]
    pub fn clausal_core(&self) -> &[Lit] {
        &self.clausal_core
    }

    /// The theory lemmas that the last call needed to refute the assumptions. Lemmas of earlier
    /// calls are part of the clauses.
    #[must_use]
    pub fn lemmas(&self) -> &[Lemma] {
        &self.lemmas
    }

    /// What was done so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}
