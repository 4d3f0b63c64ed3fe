//! The clauses as rules, grouped by the predicate that they derive, and which predicates depend
//! on each other.

use format_smtlib::{Sort, System};
use support_rules::{Atom, Rule, translate, translate_apart};

/// A predicate; the last one of a program is false, and has no arguments.
#[derive(Debug)]
pub(crate) struct Predicate {
    pub(crate) sorts: Vec<Sort>,
    /// The rules that derive it.
    pub(crate) rules: Vec<usize>,
    /// The rules and places in their bodies where it is used.
    pub(crate) uses: Vec<(usize, usize)>,
    /// Predicates that depend on each other share a component; what a component uses has smaller
    /// numbers.
    pub(crate) component: usize,
}

/// All rules and predicates.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) rules: Vec<Rule>,
    pub(crate) predicates: Vec<Predicate>,
    /// The predicate that should not be derivable.
    pub(crate) goal: usize,
    /// For each rule, its head's predicate.
    pub(crate) heads: Vec<usize>,
}

impl Program {
    /// If constraints are to be left out, each conjunct stands apart.
    pub(crate) fn new(system: &System, is_apart: bool) -> Self {
        let clauses = system.clauses.iter().enumerate();
        let translate = if is_apart { translate_apart } else { translate };
        let mut rules: Vec<Rule> =
            clauses.map(|(number, clause)| translate(clause, number)).collect();
        for rule in rules.iter_mut().filter(|_| is_apart) {
            rule.constraints = rule.conjuncts();
        }
        let goal = system.predicates.len();
        let mut predicates: Vec<Predicate> = Vec::new();
        let sorts = system.predicates.iter().map(|predicate| predicate.sorts.clone());
        for sorts in sorts.chain([Vec::new()]) {
            predicates.push(Predicate { sorts, rules: Vec::new(), uses: Vec::new(), component: 0 });
        }
        let mut heads = Vec::new();
        for (number, rule) in rules.iter().enumerate() {
            let head = rule.head.as_ref().map_or(goal, |atom| atom.predicate);
            predicates[head].rules.push(number);
            heads.push(head);
            for (place, atom) in rule.body.iter().enumerate() {
                predicates[atom.predicate].uses.push((number, place));
            }
        }
        let mut program = Self { rules, predicates, goal, heads };
        program.number_components();
        program
    }

    /// What a body atom's predicate is derived with, if the head is with this level: within a
    /// component one less; `None` if that is too little.
    pub(crate) fn body_level(&self, rule: usize, place: usize, level: u32) -> Option<u32> {
        let own = self.predicates[self.heads[rule]].component;
        let other = self.predicates[self.rules[rule].body[place].predicate].component;
        if own == other { level.checked_sub(1) } else { Some(level) }
    }

    /// The head as an atom.
    pub(crate) fn head(&self, rule: usize) -> Atom {
        let none = || Atom { predicate: self.goal, arguments: Vec::new() };
        self.rules[rule].head.clone().unwrap_or_else(none)
    }

    /// Tarjan's strongly connected components, without recursion.
    fn number_components(&mut self) {
        const NONE: usize = usize::MAX;
        let count = self.predicates.len();
        let callees: Vec<Vec<usize>> = (0..count)
            .map(|p| {
                let rules = self.predicates[p].rules.iter();
                let body = rules.flat_map(|rule| &self.rules[*rule].body);
                body.map(|atom| atom.predicate).collect()
            })
            .collect();
        let (mut index, mut low) = (vec![NONE; count], vec![NONE; count]);
        let (mut open, mut next, mut component) = (Vec::new(), 0, 0);
        let mut is_open = vec![false; count];
        for start in 0..count {
            if index[start] != NONE {
                continue;
            }
            let mut work = vec![(start, 0)];
            while let Some((at, child)) = work.pop() {
                if child == 0 {
                    index[at] = next;
                    low[at] = next;
                    next += 1;
                    open.push(at);
                    is_open[at] = true;
                }
                if let Some(&callee) = callees[at].get(child) {
                    work.push((at, child + 1));
                    if index[callee] == NONE {
                        work.push((callee, 0));
                    } else if is_open[callee] {
                        low[at] = low[at].min(index[callee]);
                    }
                    continue;
                }
                if low[at] == index[at] {
                    while let Some(member) = open.pop() {
                        is_open[member] = false;
                        self.predicates[member].component = component;
                        if member == at {
                            break;
                        }
                    }
                    component += 1;
                }
                if let Some((parent, _)) = work.last() {
                    low[*parent] = low[*parent].min(low[at]);
                }
            }
        }
    }
}
