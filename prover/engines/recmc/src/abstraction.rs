//! Proof-based abstraction (thesis chapter 3): conjuncts of constraints that the proof for a level
//! does not need are left out on the next; a derivation that only exists without them brings back
//! those that refute it.
//!
//! Lemmas bound what is derived from fewer constraints, hence what is derived from all, and stay.
//! Facts may hold only because something is left out: they go when a conjunct comes back.

use crate::derive;
use crate::search::Search;
use crate::stop::Stopped;
use std::collections::{BTreeMap, HashSet};
use support_rules::{Derivation, Encoder, NodeId, Place, Smt, Step};
use support_smt::Lit;

/// Derivations with more instances are not unfolded.
const MOST_INSTANCES: usize = 3000;

/// An instance of a rule in a derivation, and those of its body.
struct Instance {
    rule: usize,
    children: Vec<usize>,
}

impl Search<'_> {
    /// A derivation from all constraints in the shape of the one found; if there is none, the
    /// conjuncts that refute it come back.
    pub(crate) fn concrete(&mut self) -> Result<Option<Derivation>, Stopped> {
        let Some(tree) = self.unfold() else {
            let rules: HashSet<usize> = self.rules_of_facts();
            let left = rules.iter().flat_map(|rule| self.left_out(*rule).map(|id| (*rule, id)));
            let left: Vec<(usize, NodeId)> = left.collect();
            if left.is_empty() {
                return derive::derivation(self).map(Some);
            }
            self.bring_back(&left);
            return Ok(None);
        };
        let mut smt = Smt::new(self.options.seed);
        let mut guards: BTreeMap<(usize, NodeId), Lit> = BTreeMap::new();
        let mut heads: Vec<Vec<Place>> = vec![Vec::new(); tree.len()];
        let mut encoders = Vec::new();
        for (number, instance) in tree.iter().enumerate() {
            let rule = &self.program.rules[instance.rule];
            let mut encoder = Encoder::new(rule);
            for (id, _) in &self.transfers[instance.rule].conjuncts {
                let guard = guards.entry((instance.rule, *id));
                let guard = *guard.or_insert_with(|| smt.solver.boolean());
                encoder.constrain_by(&mut smt, rule, *id, Some(guard));
            }
            let head = rule.head.iter().flat_map(|head| &head.arguments);
            for (argument, place) in head.zip(&heads[number]) {
                let own = encoder.argument(&mut smt, rule, argument);
                let equal = Place::equal(&mut smt, &own, place);
                smt.solver.add_clause(&[equal]);
            }
            for (atom, child) in rule.body.iter().zip(&instance.children) {
                let arguments = atom.arguments.iter();
                heads[*child] =
                    arguments.map(|argument| encoder.argument(&mut smt, rule, argument)).collect();
            }
            encoders.push(encoder);
        }
        let assumptions: Vec<Lit> = guards.values().copied().collect();
        if self.stop.solve(&mut smt, &assumptions)? {
            return Ok(Some(self.steps(&tree, &encoders, &smt)));
        }
        let core = smt.solver.core();
        let needed = guards.iter().filter(|(_, guard)| core.contains(guard)).map(|(key, _)| *key);
        let needed: Vec<(usize, NodeId)> = needed.collect();
        self.bring_back(&needed);
        Ok(None)
    }

    /// The derivation of false as a tree, parents before children; none if it is too large.
    fn unfold(&self) -> Option<Vec<Instance>> {
        let mut facts = vec![(self.program.goal, 0)];
        let mut tree: Vec<Instance> = Vec::new();
        while let Some(&(predicate, fact)) = facts.get(tree.len()) {
            let fact = &self.summaries[predicate].facts[fact];
            let first = facts.len();
            let body = self.program.rules[fact.rule].body.iter();
            facts.extend(body.map(|atom| atom.predicate).zip(fact.premises.iter().copied()));
            if facts.len() > MOST_INSTANCES {
                return None;
            }
            tree.push(Instance { rule: fact.rule, children: (first..facts.len()).collect() });
        }
        Some(tree)
    }

    fn rules_of_facts(&self) -> HashSet<usize> {
        self.summaries.iter().flat_map(|summary| &summary.facts).map(|fact| fact.rule).collect()
    }

    fn left_out(&self, rule: usize) -> impl Iterator<Item = NodeId> {
        let used = &self.program.rules[rule].constraints;
        let all = self.transfers[rule].conjuncts.iter().map(|(id, _)| *id);
        all.filter(|id| !used.contains(id))
    }

    /// Children before parents.
    fn steps(&self, tree: &[Instance], encoders: &[Encoder], smt: &Smt) -> Derivation {
        let last = tree.len().saturating_sub(1);
        let steps = tree.iter().zip(encoders).rev().map(|(instance, encoder)| {
            let rule = &self.program.rules[instance.rule];
            let values = rule.clause_values(&encoder.model(smt, rule));
            let premises = instance.children.iter().map(|child| last - child).collect();
            Step { clause: rule.clause, premises, values }
        });
        Derivation { steps: steps.collect() }
    }

    /// Conjuncts are used again, for good. Facts and obligations begin anew.
    fn bring_back(&mut self, conjuncts: &[(usize, NodeId)]) {
        for (rule, id) in conjuncts {
            self.pinned[*rule].insert(*id);
        }
        for rule in 0..self.program.rules.len() {
            let kept = &self.program.rules[rule].constraints;
            let kept = kept.iter().copied().chain(self.pinned[rule].iter().copied()).collect();
            self.use_only(rule, &kept);
            self.transfers[rule].forget_facts();
        }
        for summary in &mut self.summaries {
            summary.forget_facts();
        }
        self.obligations.clear();
        self.kept.clear();
    }

    /// Leaves out what the proofs of lemmas do not need.
    pub(crate) fn narrow(&mut self) -> Result<(), Stopped> {
        let mut needed = self.pinned.clone();
        for predicate in 0..self.program.predicates.len() {
            for at in 0..self.summaries[predicate].lemmas.len() {
                let lemma = self.summaries[predicate].lemmas[at].clone();
                for &rule in &self.program.predicates[predicate].rules.clone() {
                    let Some(modes) = self.modes(rule, lemma.level) else { continue };
                    let transfer = &mut self.transfers[rule];
                    match transfer.query(&modes, &lemma.cube, None, &self.stop) {
                        Ok(false) => needed[rule].extend(transfer.needed()),
                        Ok(true) | Err(Stopped::GaveUp) => {}
                        Err(stopped) => return Err(stopped),
                    }
                }
            }
        }
        for (rule, needed) in needed.iter().enumerate() {
            self.use_only(rule, needed);
        }
        Ok(())
    }

    fn use_only(&mut self, rule: usize, kept: &HashSet<NodeId>) {
        let all = self.transfers[rule].conjuncts.iter().map(|(id, _)| *id);
        let kept: Vec<NodeId> = all.filter(|id| kept.contains(id)).collect();
        self.transfers[rule].restrict(&kept);
        self.program.rules[rule].constraints = kept;
    }
}
