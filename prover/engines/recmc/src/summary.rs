//! What is known of one predicate: lemmas that bound it from above, facts that bound it from
//! below.

use crate::stop::{Stop, Stopped};
use format_smtlib::Sort;
use std::collections::HashMap;
use support_rules::{Linear, Literal, Place, Smt};
use support_smt::Lit;

/// A cube that is excluded for derivations up to a level.
#[derive(Clone, Debug)]
pub(crate) struct Lemma {
    pub(crate) cube: Vec<Literal>,
    pub(crate) level: u32,
}

/// A cube all of which is derivable, by one rule from facts.
#[derive(Clone, Debug)]
pub(crate) struct Fact {
    pub(crate) cube: Vec<Literal>,
    pub(crate) rule: usize,
    /// For each body atom, a fact of its predicate.
    pub(crate) premises: Vec<usize>,
}

/// Lemmas and facts of one predicate, and a solver over its parameters.
#[derive(Debug)]
pub(crate) struct Summary {
    pub(crate) lemmas: Vec<Lemma>,
    pub(crate) facts: Vec<Fact>,
    smt: Smt,
    places: Vec<Place>,
    levels: Vec<Lit>,
    must: Lit,
    tail: Lit,
    literals: HashMap<Literal, Lit>,
}

impl Summary {
    pub(crate) fn new(sorts: &[Sort], seed: u64) -> Self {
        let mut smt = Smt::new(seed);
        let place = |sort: &Sort| match sort {
            Sort::Bool => Place::Bool(smt.solver.boolean()),
            sort => Place::Number(Linear::variable(smt.numeric(*sort))),
        };
        let places = sorts.iter().map(place).collect();
        let must = smt.solver.boolean();
        Self {
            lemmas: Vec::new(),
            facts: Vec::new(),
            smt,
            places,
            levels: Vec::new(),
            must,
            tail: must,
            literals: HashMap::new(),
        }
    }

    fn lit(&mut self, literal: &Literal) -> Lit {
        if let Some(lit) = self.literals.get(literal) {
            return *lit;
        }
        let lit = Place::literal(&mut self.smt, &self.places, literal);
        self.literals.insert(literal.clone(), lit);
        lit
    }

    fn level(&mut self, level: u32) -> Lit {
        while self.levels.len() <= level as usize {
            let fresh = self.smt.solver.boolean();
            if let Some(last) = self.levels.last() {
                self.smt.solver.add_clause(&[!*last, fresh]);
            }
            self.levels.push(fresh);
        }
        self.levels[level as usize]
    }

    /// Makes the solver know that a cube is excluded up to a level.
    pub(crate) fn exclude(&mut self, cube: &[Literal], level: u32) {
        let mut clause = vec![!self.level(level)];
        for literal in cube {
            clause.push(!self.lit(literal));
        }
        self.smt.solver.add_clause(&clause);
    }

    /// A new fact.
    pub(crate) fn add_fact(&mut self, fact: Fact) {
        let own = self.smt.solver.boolean();
        for literal in &fact.cube {
            let lit = self.lit(literal);
            self.smt.solver.add_clause(&[!own, lit]);
        }
        let next = self.smt.solver.boolean();
        self.smt.solver.add_clause(&[!self.tail, own, next]);
        self.tail = next;
        self.facts.push(fact);
    }

    /// Facts do not hold any more.
    pub(crate) fn forget_facts(&mut self) {
        self.must = self.smt.solver.boolean();
        self.tail = self.must;
        self.facts.clear();
    }

    /// Whether some fact meets a cube.
    pub(crate) fn is_reached(
        &mut self,
        cube: &[Literal],
        stop: &Stop<'_>,
    ) -> Result<bool, Stopped> {
        if self.facts.is_empty() || cube.is_empty() {
            return Ok(!self.facts.is_empty());
        }
        let mut assumptions = vec![self.must, !self.tail];
        for literal in cube {
            assumptions.push(self.lit(literal));
        }
        stop.solve(&mut self.smt, &assumptions)
    }

    /// Whether the lemmas from a level on exclude a cube.
    pub(crate) fn is_excluded(
        &mut self,
        cube: &[Literal],
        level: u32,
        stop: &Stop<'_>,
    ) -> Result<bool, Stopped> {
        let mut assumptions = vec![self.level(level)];
        for literal in cube {
            assumptions.push(self.lit(literal));
        }
        Ok(!stop.solve(&mut self.smt, &assumptions)?)
    }
}
