//! The clauses that matter: only predicates that rules can derive, and that false depends on.
//!
//! What no rules derive is false, what false does not depend on may be true: so answers about the
//! clauses that are left are answers about all.

use format_smtlib::{Formula, Node, System, Terms};
use support_rules::Derivation;

/// The clauses that matter, and what is known about the predicates that do not.
#[derive(Debug)]
pub struct Cone {
    /// All predicates, and the clauses that matter.
    pub system: System,
    /// Their numbers among all clauses.
    clauses: Vec<usize>,
    /// The value of each predicate that does not matter.
    constants: Vec<Option<bool>>,
}

impl Cone {
    /// Leaves out what does not matter; none if everything does.
    #[must_use]
    pub fn of(system: &System) -> Option<Self> {
        let count = system.predicates.len();
        let number = |predicate: u32| format_input::index(predicate);
        // The last one is false.
        let mut is_derived = vec![false; count.saturating_add(1)];
        let mut is_wanted = is_derived.clone();
        if let Some(goal) = is_wanted.last_mut() {
            *goal = true;
        }
        let rules: Vec<(Vec<usize>, usize)> = system
            .clauses
            .iter()
            .map(|clause| {
                let body = clause.body.iter().map(|atom| number(atom.predicate)).collect();
                (body, clause.head.as_ref().map_or(count, |head| number(head.predicate)))
            })
            .collect();
        let holds = |set: &[bool], at: usize| set.get(at) == Some(&true);
        // Rules with something in their body that is not derived do not count.
        let mut is_stable = false;
        while !is_stable {
            is_stable = true;
            for (body, head) in &rules {
                if body.iter().all(|at| holds(&is_derived, *at)) {
                    is_stable &= !insert(&mut is_derived, *head);
                }
            }
        }
        is_stable = false;
        while !is_stable {
            is_stable = true;
            for (body, head) in rules.iter().rev() {
                let is_live = body.iter().all(|at| holds(&is_derived, *at));
                if is_live && holds(&is_wanted, *head) {
                    for at in body {
                        is_stable &= !insert(&mut is_wanted, *at);
                    }
                }
            }
        }
        let matters = |(body, head): &(Vec<usize>, usize)| {
            holds(&is_wanted, *head) && body.iter().all(|at| holds(&is_derived, *at))
        };
        let numbers = rules.iter().enumerate().filter(|(_, rule)| matters(rule));
        let clauses: Vec<usize> = numbers.map(|(number, _)| number).collect();
        if clauses.len() == rules.len() {
            return None;
        }
        let kept = clauses.iter().filter_map(|number| system.clauses.get(*number).cloned());
        let (predicates, is_query) = (system.predicates.clone(), system.is_query);
        let states = is_derived.iter().zip(&is_wanted).take(count);
        let constants = states.map(|(derived, wanted)| match (derived, wanted) {
            (false, _) => Some(false),
            (true, false) => Some(true),
            (true, true) => None,
        });
        let constants = constants.collect();
        let system = System { predicates, clauses: kept.collect(), is_query };
        Some(Self { system, clauses, constants })
    }

    /// Formulas for all clauses.
    #[must_use]
    pub fn lift_model(&self, formulas: Vec<Formula>) -> Vec<Formula> {
        let predicates = self.system.predicates.iter().zip(&self.constants);
        let lifted =
            formulas.into_iter().zip(predicates).map(|(formula, (predicate, constant))| {
                let mut terms = Terms::new(predicate.sorts.clone());
                let root = constant.and_then(|value| terms.add(Node::Bool(value)).ok());
                root.map_or(formula, |root| Formula { terms, root })
            });
        lifted.collect()
    }

    /// A derivation from all clauses.
    #[must_use]
    pub fn lift_derivation(&self, mut derivation: Derivation) -> Derivation {
        for step in &mut derivation.steps {
            step.clause = self.clauses.get(step.clause).copied().unwrap_or(step.clause);
        }
        derivation
    }
}

/// Whether it was not yet in the set.
fn insert(set: &mut [bool], at: usize) -> bool {
    set.get_mut(at).is_some_and(|state| !std::mem::replace(state, true))
}
