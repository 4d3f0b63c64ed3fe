//! Bounded unwinding of Horn clauses from false back to facts: finds derivations of false, the
//! lowest first.
//!
//! A node stands for a predicate with arguments that is to be derived, an instance for a rule
//! that may derive it. If every rule has at most one predicate in its body, nodes of one depth and
//! predicate are one, and the unwinding grows linearly with the depth; otherwise it is a tree.
//!
//! Such a linear unwinding also shows by k-induction that false is not derivable: if no path from
//! anywhere reaches false at the greatest depth for the first time, nothing deeper does.

#![allow(clippy::indexing_slicing, reason = "indices are nodes and instances of one unwinding")]
#![allow(clippy::arithmetic_side_effects, reason = "numbers are bounded by nodes")]

mod backward;

use backward::{Backward, exclude};
use format_smtlib::{Formula, Sort, System};
use std::collections::HashMap;
use support_rules::{
    Argument, Derivation, Encoder, Linear, Literal, Node as Part, Place, Rule, Smt, Step, formula,
    translate,
};
use support_smt::Lit;

/// A tree of more nodes is not unwound further.
const MOST_NODES: usize = 4_000;

/// What one more level showed.
#[derive(Debug)]
pub enum Outcome {
    /// False is derivable.
    Fails(Derivation),
    /// The clauses are satisfiable: a formula for each predicate.
    Holds(Vec<Formula>),
    /// Not with this depth; a deeper one may show more.
    Deeper,
    /// Nothing more can be found by unwinding.
    Exhausted,
    /// It was told to end, or the solver gave up.
    Stopped,
}

/// A predicate with arguments that is to be derived.
#[derive(Debug)]
struct Node {
    predicate: usize,
    places: Vec<Place>,
    /// It is needed.
    need: Lit,
    instances: Vec<Instance>,
}

/// A rule that derives a node.
#[derive(Debug)]
struct Instance {
    rule: usize,
    encoder: Encoder,
    /// It is used.
    used: Lit,
    children: Vec<usize>,
}

/// All nodes up to a depth.
#[derive(Debug)]
pub struct Unwinding {
    rules: Vec<Rule>,
    /// For each predicate, and for false behind them, the rules that derive it.
    derive: Vec<Vec<usize>>,
    sorts: Vec<Vec<Sort>>,
    is_linear: bool,
    smt: Smt,
    nodes: Vec<Node>,
    /// Nodes of the greatest depth, which have no instances yet.
    leaves: Vec<usize>,
    depth: u32,
    /// Whether the search at this depth was stopped.
    is_open: bool,
    /// What derives false at once, if induction is tried.
    bad: Option<Backward>,
}

impl Unwinding {
    /// Only the wish to derive false.
    #[must_use]
    pub fn new(system: &System, seed: u64) -> Self {
        let clauses = system.clauses.iter().enumerate();
        let rules: Vec<Rule> = clauses.map(|(number, clause)| translate(clause, number)).collect();
        let goal = system.predicates.len();
        let mut derive = vec![Vec::new(); goal + 1];
        for (number, rule) in rules.iter().enumerate() {
            derive[rule.head.as_ref().map_or(goal, |atom| atom.predicate)].push(number);
        }
        let mut smt = Smt::new(seed);
        let need = smt.constant(true);
        let root = Node { predicate: goal, places: Vec::new(), need, instances: Vec::new() };
        smt.solver.add_clause(&[need]);
        Self {
            is_linear: rules.iter().all(|rule| rule.body.len() <= 1),
            rules,
            derive,
            sorts: system.predicates.iter().map(|predicate| predicate.sorts.clone()).collect(),
            smt,
            nodes: vec![root],
            leaves: vec![0],
            depth: 0,
            is_open: false,
            bad: None,
        }
    }

    /// Also tries k-induction on each level; whether the system has the form for it.
    pub fn induct(&mut self, stop: &mut dyn FnMut() -> bool) -> bool {
        let mut bad = Backward::new(self.sorts.len());
        let is_fit = self.is_linear && bad.go(1, &self.rules, &self.sorts, stop).is_some();
        self.bad = is_fit.then_some(bad);
        is_fit
    }

    /// Looks for derivations that are one level higher, or once more at the level where the last
    /// search was stopped.
    pub fn deepen(&mut self, stop: &mut dyn FnMut() -> bool) -> Outcome {
        if !self.is_open && !self.grow() {
            return Outcome::Exhausted;
        }
        let outcome = self.ask(stop);
        self.is_open = matches!(outcome, Outcome::Stopped);
        outcome
    }

    /// Adds a level; not if there is nothing to add, or too much.
    fn grow(&mut self) -> bool {
        if self.leaves.is_empty() || (!self.is_linear && self.nodes.len() > MOST_NODES) {
            return false;
        }
        let mut shared = HashMap::new();
        for leaf in std::mem::take(&mut self.leaves) {
            if !self.is_linear {
                shared.clear();
            }
            self.expand(leaf, &mut shared);
        }
        self.depth += 1;
        true
    }

    /// Whether there is a derivation of this height.
    fn ask(&mut self, stop: &mut dyn FnMut() -> bool) -> Outcome {
        let assumptions: Vec<Lit> =
            self.leaves.iter().map(|leaf| !self.nodes[*leaf].need).collect();
        match self.smt.solver.solve(&assumptions, stop) {
            None => Outcome::Stopped,
            Some(true) => Outcome::Fails(self.derivation()),
            Some(false) if self.bad.is_some() => self.step(stop),
            Some(false) => Outcome::Deeper,
        }
    }

    /// Whether a path from anywhere may reach false at this depth. Nothing that is not at the end
    /// of a path derives false at once: the paths that do were refuted before.
    fn step(&mut self, stop: &mut dyn FnMut() -> bool) -> Outcome {
        match self.smt.solver.solve(&[], stop) {
            None => Outcome::Stopped,
            Some(true) => Outcome::Deeper,
            Some(false) => self.invariant(stop).map_or(Outcome::Stopped, Outcome::Holds),
        }
    }

    /// What does not lead to false within one step less than the depth.
    fn invariant(&self, stop: &mut dyn FnMut() -> bool) -> Option<Vec<Formula>> {
        let mut backward = Backward::new(self.sorts.len());
        let steps = format_input::index(self.depth.saturating_sub(1));
        backward.go(steps, &self.rules, &self.sorts, stop)?;
        let predicates = self.sorts.iter().enumerate();
        let formulas = predicates.map(|(predicate, sorts)| {
            let cubes: Vec<&[Literal]> =
                backward.cubes(predicate).iter().map(Vec::as_slice).collect();
            formula(sorts, &cubes).ok()
        });
        formulas.collect()
    }

    /// Gives a node its instances; their bodies are new leaves, or shared ones.
    fn expand(&mut self, node: usize, shared: &mut HashMap<(usize, usize), usize>) {
        let rules = self.derive[self.nodes[node].predicate].clone();
        let mut clause = vec![!self.nodes[node].need];
        for rule in rules {
            let instance = self.instance(node, rule, shared);
            clause.push(instance.used);
            self.nodes[node].instances.push(instance);
        }
        self.smt.solver.add_clause(&clause);
    }

    fn instance(
        &mut self,
        node: usize,
        number: usize,
        shared: &mut HashMap<(usize, usize), usize>,
    ) -> Instance {
        let rule = &self.rules[number];
        let smt = &mut self.smt;
        let used = smt.solver.boolean();
        let mut encoder = Encoder::new(rule);
        let mut unequal = Vec::new();
        let arguments = rule.head.iter().flat_map(|head| &head.arguments);
        let sorts = rule.head.iter().flat_map(|head| &self.sorts[head.predicate]);
        for ((argument, sort), place) in arguments.zip(sorts).zip(&self.nodes[node].places) {
            // An Int may stand where a Real is expected: it stays an Int of its own.
            let variable = variable(rule, argument)
                .filter(|v| rule.sorts.get(format_input::index(*v)) == Some(sort));
            if !variable.is_some_and(|variable| encoder.bind(variable, place)) {
                unequal.push((argument, place.clone()));
            }
        }
        for (argument, place) in unequal {
            let own = encoder.argument(smt, rule, argument);
            equate(smt, used, &own, &place);
        }
        encoder.constrain(smt, rule, Some(used));
        let mut children = Vec::new();
        for (at, atom) in rule.body.iter().enumerate() {
            let earlier = rule.body[..at].iter().filter(|a| a.predicate == atom.predicate).count();
            let child = *shared.entry((atom.predicate, earlier)).or_insert_with(|| {
                let place = |sort: &Sort| match sort {
                    Sort::Bool => Place::Bool(smt.solver.boolean()),
                    sort => Place::Number(Linear::variable(smt.numeric(*sort))),
                };
                let places: Vec<Place> = self.sorts[atom.predicate].iter().map(place).collect();
                let need = smt.solver.boolean();
                let predicate = atom.predicate;
                let bad = self.bad.iter().filter(|_| self.depth > 0);
                for cube in bad.flat_map(|bad| bad.cubes(predicate)) {
                    exclude(smt, Some(need), &places, cube);
                }
                self.nodes.push(Node { predicate, places, need, instances: Vec::new() });
                self.leaves.push(self.nodes.len() - 1);
                self.nodes.len() - 1
            });
            for (argument, place) in atom.arguments.iter().zip(&self.nodes[child].places) {
                let own = encoder.argument(smt, rule, argument);
                equate(smt, used, &own, place);
            }
            smt.solver.add_clause(&[!used, self.nodes[child].need]);
            children.push(child);
        }
        Instance { rule: number, encoder, used, children }
    }

    /// The derivation of the last model.
    fn derivation(&self) -> Derivation {
        let mut steps = Vec::new();
        let mut done: HashMap<usize, usize> = HashMap::new();
        let mut stack = vec![0];
        while let Some(&node) = stack.last() {
            if done.contains_key(&node) {
                stack.pop();
                continue;
            }
            let instances = &self.nodes[node].instances;
            let Some(instance) = instances.iter().find(|i| self.smt.solver.value(i.used)) else {
                // Cannot be: a node that is needed has an instance. The checker would refuse.
                return Derivation { steps };
            };
            let missing: Vec<usize> =
                instance.children.iter().filter(|c| !done.contains_key(c)).copied().collect();
            if !missing.is_empty() {
                stack.extend(missing);
                continue;
            }
            let rule = &self.rules[instance.rule];
            let model = instance.encoder.model(&self.smt, rule);
            done.insert(node, steps.len());
            steps.push(Step {
                clause: rule.clause,
                premises: instance.children.iter().map(|child| done[child]).collect(),
                values: rule.clause_values(&model),
            });
            stack.pop();
        }
        Derivation { steps }
    }
}

/// The variable that an argument is.
fn variable(rule: &Rule, argument: &Argument) -> Option<u32> {
    let variable = match argument {
        Argument::Number(linear) => linear.as_variable()?,
        Argument::Bool(id) => match rule.node(*id) {
            Part::Literal(Literal::Bool(variable, true)) => *variable,
            _ => return None,
        },
    };
    rule.definition(variable).is_none().then_some(variable)
}

/// Two places hold the same where a literal is true.
fn equate(smt: &mut Smt, guard: Lit, left: &Place, right: &Place) {
    match (left, right) {
        (Place::Bool(a), Place::Bool(b)) => {
            smt.solver.add_clause(&[!guard, !*a, *b]);
            smt.solver.add_clause(&[!guard, *a, !*b]);
        }
        (Place::Number(a), Place::Number(b)) => {
            let difference = a.plus(&format_number::Rational::from(-1), b);
            for bound in [difference.negated(), difference] {
                let lit = smt.number_literal(&Literal::Bound(bound, false));
                smt.solver.add_clause(&[!guard, lit]);
            }
        }
        _ => smt.solver.add_clause(&[!guard]),
    }
}
