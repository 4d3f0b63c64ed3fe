//! One rule in a solver of its own: the head's cube, and the body by may or must summaries.

use crate::stop::{Stop, Stopped};
use format_number::Rational;
use format_smtlib::Sort;
use std::collections::HashMap;
use support_rules::{Encoder, Linear, Literal, Model, NodeId, Place, Rule, Smt, tidy};
use support_smt::{Lit, Proof};

/// Numbers up to these are small.
const SMALL: [i64; 2] = [32, 1024];

/// How a body atom is approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// From above, by the lemmas from this level on.
    May(u32),
    /// From below, by facts.
    Must,
}

/// What one body atom's predicate is known to be.
#[derive(Debug)]
struct Premise {
    places: Vec<Place>,
    /// The lemmas from this level on hold if the literal does; it implies the next one.
    levels: Vec<Lit>,
    /// True if one of the facts must hold, or the last of the chain.
    must: Lit,
    tail: Lit,
    facts: Vec<Lit>,
}

/// A rule and all that is known about its body.
#[derive(Debug)]
pub(crate) struct Transfer {
    pub(crate) smt: Smt,
    encoder: Encoder,
    head: Vec<Place>,
    premises: Vec<Premise>,
    /// Each conjunct of the constraints and the literal under which it holds, if they may be left
    /// out.
    pub(crate) conjuncts: Vec<(NodeId, Lit)>,
    /// The literals of those that are not left out.
    active: Vec<Lit>,
    /// Literals of the head's parameters.
    literals: HashMap<Literal, Lit>,
}

impl Transfer {
    pub(crate) fn new(rule: &Rule, seed: u64, is_apart: bool) -> Self {
        let mut smt = Smt::new(seed);
        let mut encoder = Encoder::new(rule);
        let mut conjuncts = Vec::new();
        if is_apart {
            for &id in &rule.constraints {
                let guard = smt.solver.boolean();
                encoder.constrain_by(&mut smt, rule, id, Some(guard));
                conjuncts.push((id, guard));
            }
        } else {
            encoder.constrain(&mut smt, rule, None);
        }
        let active = conjuncts.iter().map(|(_, guard)| *guard).collect();
        let mut premises = Vec::new();
        for atom in &rule.body {
            let places = atom.arguments.iter().map(|a| encoder.argument(&mut smt, rule, a));
            let places = places.collect();
            let must = smt.solver.boolean();
            premises.push(Premise { places, levels: Vec::new(), must, tail: must, facts: vec![] });
        }
        let arguments = rule.head.iter().flat_map(|atom| &atom.arguments);
        let head = arguments.map(|a| encoder.argument(&mut smt, rule, a)).collect();
        Self { smt, encoder, head, premises, conjuncts, active, literals: HashMap::new() }
    }

    /// Leaves out all conjuncts but these.
    pub(crate) fn restrict(&mut self, kept: &[NodeId]) {
        let kept = self.conjuncts.iter().filter(|(id, _)| kept.contains(id));
        self.active = kept.map(|(_, guard)| *guard).collect();
    }

    /// The conjuncts that the last refutation needed.
    pub(crate) fn needed(&self) -> impl Iterator<Item = NodeId> {
        let core = self.smt.solver.core();
        self.conjuncts.iter().filter(|(_, guard)| core.contains(guard)).map(|(id, _)| *id)
    }

    /// Facts of body atoms do not hold any more.
    pub(crate) fn forget_facts(&mut self) {
        for premise in &mut self.premises {
            premise.must = self.smt.solver.boolean();
            premise.tail = premise.must;
            premise.facts.clear();
        }
    }

    fn level(&mut self, place: usize, level: u32) -> Lit {
        while self.premises[place].levels.len() <= level as usize {
            let fresh = self.smt.solver.boolean();
            if let Some(last) = self.premises[place].levels.last() {
                self.smt.solver.add_clause(&[!*last, fresh]);
            }
            self.premises[place].levels.push(fresh);
        }
        self.premises[place].levels[level as usize]
    }

    fn instance(&mut self, place: usize, literal: &Literal) -> Lit {
        Place::literal(&mut self.smt, &self.premises[place].places, literal)
    }

    /// A cube is excluded in a body atom, up to a level.
    pub(crate) fn add_lemma(&mut self, place: usize, cube: &[Literal], level: u32) {
        let mut clause = vec![!self.level(place, level)];
        for literal in cube {
            clause.push(!self.instance(place, literal));
        }
        self.smt.solver.add_clause(&clause);
    }

    /// The same for as long as the literal that is given is assumed.
    pub(crate) fn suppose(&mut self, places: &[usize], cube: &[Literal]) -> Lit {
        let guard = self.smt.solver.boolean();
        for place in places {
            let mut clause = vec![!guard];
            for literal in cube {
                clause.push(!self.instance(*place, literal));
            }
            self.smt.solver.add_clause(&clause);
        }
        guard
    }

    /// What was supposed is of no use any more.
    pub(crate) fn forget(&mut self, guard: Lit) {
        self.smt.solver.add_clause(&[!guard]);
    }

    /// All of a cube is reached in a body atom.
    pub(crate) fn add_fact(&mut self, place: usize, cube: &[Literal]) {
        let fact = self.smt.solver.boolean();
        for literal in cube {
            let lit = self.instance(place, literal);
            self.smt.solver.add_clause(&[!fact, lit]);
        }
        let next = self.smt.solver.boolean();
        let premise = &mut self.premises[place];
        self.smt.solver.add_clause(&[!premise.tail, fact, next]);
        premise.tail = next;
        premise.facts.push(fact);
    }

    /// The literal of a statement about the head's parameters.
    pub(crate) fn head_literal(&mut self, literal: &Literal) -> Lit {
        if let Some(lit) = self.literals.get(literal) {
            return *lit;
        }
        let lit = Place::literal(&mut self.smt, &self.head, literal);
        self.literals.insert(literal.clone(), lit);
        lit
    }

    /// Whether the rule derives a point of the cube from a body that is approximated as said.
    pub(crate) fn query(
        &mut self,
        modes: &[Mode],
        cube: &[Literal],
        guard: Option<Lit>,
        stop: &Stop<'_>,
    ) -> Result<bool, Stopped> {
        let mut assumptions: Vec<Lit> = guard.into_iter().chain(self.active.clone()).collect();
        for (place, mode) in modes.iter().enumerate() {
            match mode {
                Mode::May(level) => assumptions.push(self.level(place, *level)),
                Mode::Must => {
                    let premise = &self.premises[place];
                    if premise.facts.is_empty() {
                        return Ok(false);
                    }
                    assumptions.extend([premise.must, !premise.tail]);
                }
            }
        }
        for literal in cube {
            let lit = self.head_literal(literal);
            assumptions.push(lit);
        }
        match stop.solve(&mut self.smt, &assumptions) {
            Err(Stopped::GaveUp) => self.query_within(&assumptions, stop),
            answer => answer,
        }
    }

    /// Looks for small numbers where the solver gave up: there may be a model among them.
    fn query_within(&mut self, assumptions: &[Lit], stop: &Stop<'_>) -> Result<bool, Stopped> {
        for most in SMALL {
            let mut assumptions = assumptions.to_vec();
            assumptions.extend(self.encoder.within(&mut self.smt, &Rational::from(most)));
            match stop.solve(&mut self.smt, &assumptions) {
                Ok(false) | Err(Stopped::GaveUp) => {}
                answer => return answer,
            }
        }
        Err(Stopped::GaveUp)
    }

    /// Whether the rule derives the values from these facts.
    pub(crate) fn instantiate(
        &mut self,
        facts: &[usize],
        values: &[Literal],
        stop: &Stop<'_>,
    ) -> Result<bool, Stopped> {
        let mut assumptions: Vec<Lit> = self.active.clone();
        for (premise, fact) in self.premises.iter().zip(facts) {
            assumptions.push(premise.facts[*fact]);
        }
        for literal in values {
            let lit = self.head_literal(literal);
            assumptions.push(lit);
        }
        stop.solve(&mut self.smt, &assumptions)
    }

    /// The literals of the cube that the last refutation needed.
    pub(crate) fn core(&mut self, cube: &[Literal]) -> Vec<bool> {
        let lits: Vec<Lit> = cube.iter().map(|literal| self.head_literal(literal)).collect();
        let core = self.smt.solver.core();
        lits.iter().map(|lit| core.contains(lit)).collect()
    }

    /// What the last refutation needs of the cube, weaker than the core: literals that clauses
    /// use, and for each theory lemma the sum of its literals of the cube, weighted as in the
    /// lemma's proof.
    pub(crate) fn interpolant(&mut self, cube: &[Literal], sorts: &[Sort]) -> Vec<Literal> {
        let lits: Vec<Lit> = cube.iter().map(|literal| self.head_literal(literal)).collect();
        let place = |lit: Lit| lits.iter().position(|own| *own == lit);
        let clausal = self.smt.solver.clausal_core().iter().filter_map(|lit| place(*lit));
        let mut parts: Vec<Literal> = clausal.map(|at| cube[at].clone()).collect();
        for lemma in self.smt.solver.lemmas() {
            let own = lemma.literals.iter().enumerate();
            let own: Vec<(usize, usize)> =
                own.filter_map(|(at, lit)| Some((at, place(!*lit)?))).collect();
            let sum = match &lemma.proof {
                Proof::Sum(multipliers) if own.len() > 1 => {
                    self.sum(cube, &own, multipliers, sorts)
                }
                _ => None,
            };
            match sum {
                Some(literal) => parts.push(literal),
                None => parts.extend(own.iter().map(|(_, at)| cube[*at].clone())),
            }
        }
        tidy(parts, sorts)
    }

    fn sum(
        &self,
        cube: &[Literal],
        own: &[(usize, usize)],
        multipliers: &[Rational],
        sorts: &[Sort],
    ) -> Option<Literal> {
        let mut sum = Linear::default();
        let mut is_strict = false;
        for (multiplier, at) in own {
            let Literal::Bound(linear, strict) = &cube[*at] else { return None };
            is_strict |= *strict;
            // The solver's atom is the instance with coprime coefficients.
            let instance = Place::linear(&self.head, linear);
            sum = sum.plus(&(&multipliers[*multiplier] * &instance.scale()), linear);
        }
        Literal::bound(&sum, is_strict, sorts).ok()
    }

    /// The last model.
    pub(crate) fn model(&self, rule: &Rule) -> Model {
        self.encoder.model(&self.smt, rule)
    }

    /// A fact of a body atom that holds in the last model.
    pub(crate) fn true_fact(&self, place: usize) -> Option<usize> {
        self.premises[place].facts.iter().position(|fact| self.smt.solver.value(*fact))
    }
}
