//! Small systems, and what is derivable from them within bounds.

use super::syntax::{Sort, Term, Value};
use crate::Random;
use format_number::{Integer, Rational};

/// A predicate with arguments.
pub(crate) type Atom = (usize, Vec<Term>);

#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) variables: Vec<Sort>,
    pub(crate) constraint: Term,
    pub(crate) body: Vec<Atom>,
    pub(crate) head: Option<Atom>,
}

#[derive(Clone, Debug)]
pub(crate) struct System {
    pub(crate) predicates: Vec<Vec<Sort>>,
    pub(crate) clauses: Vec<Clause>,
}

/// An instance of a clause: its number, its premises from 0, and values.
pub(crate) type Step = (usize, Vec<usize>, Vec<Value>);

/// The most facts that are derived.
const MOST: usize = 60;

impl System {
    /// A random system, and formulas for its predicates that are often a model.
    pub(crate) fn random(random: &mut Random) -> (Self, Vec<Term>) {
        let sorts = [Sort::Bool, Sort::Int, Sort::Int, Sort::Real];
        let some = |random: &mut Random, count| (0..count).map(|_| *random.pick(&sorts)).collect();
        let count = 1 + random.below(2);
        let predicates: Vec<Vec<Sort>> = (0..count)
            .map(|_| {
                let arity = random.below(3);
                some(random, arity)
            })
            .collect();
        let models: Vec<Term> =
            predicates.iter().map(|sorts| Term::random(random, Sort::Bool, sorts, 2)).collect();
        let mut clauses = Vec::new();
        for _ in 0..2 + random.below(3) {
            let count = 1 + random.below(2);
            let variables: Vec<Sort> = some(random, count);
            let atom = |random: &mut Random| -> Atom {
                let predicate = random.below(predicates.len());
                let sorts = predicates[predicate].iter();
                (predicate, sorts.map(|sort| Term::random(random, *sort, &variables, 1)).collect())
            };
            let body: Vec<Atom> = (0..random.below(3)).map(|_| atom(random)).collect();
            let head = (!random.one_in(3)).then(|| atom(random));
            let mut constraint = vec![Term::random(random, Sort::Bool, &variables, 2)];
            if !random.one_in(4) {
                // So that the model keeps the clause: the head's formula, or not that of the body.
                if let Some((predicate, arguments)) = &head {
                    constraint.push(replace(&models[*predicate], arguments));
                } else if let Some((predicate, arguments)) = body.first() {
                    let holds = replace(&models[*predicate], arguments);
                    constraint.push(Term::Apply("not", vec![holds]));
                } else {
                    constraint.push(Term::Constant(Sort::Bool, 0));
                }
            }
            let constraint = Term::Apply("and", constraint);
            clauses.push(Clause { variables, constraint, body, head });
        }
        (Self { predicates, clauses }, models)
    }

    /// A system that differs in one place.
    pub(crate) fn vary(&self, random: &mut Random) -> Self {
        let mut system = self.clone();
        let at = random.below(system.clauses.len());
        let clause = &mut system.clauses[at];
        match random.below(4) {
            0 => clause.constraint = Term::random(random, Sort::Bool, &clause.variables, 2),
            1 => {
                if let Term::Apply("and", parts) = &mut clause.constraint {
                    parts.pop();
                }
            }
            2 => clause.body.clear(),
            _ => {
                if let Some((predicate, arguments)) = &mut clause.head
                    && let Some(place) =
                        (!arguments.is_empty()).then(|| random.below(arguments.len()))
                {
                    let sort = self.predicates[*predicate][place];
                    arguments[place] = Term::random(random, sort, &clause.variables, 1);
                }
            }
        }
        system
    }

    /// Instances that derive false, found among small values; none proves nothing.
    pub(crate) fn derive_false(&self) -> Option<Vec<Step>> {
        let mut facts: Vec<(usize, Vec<Value>)> = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        loop {
            let before = facts.len();
            for (number, clause) in self.clauses.iter().enumerate() {
                for values in assignments(&clause.variables) {
                    if clause.constraint.value(&values).is_zero() {
                        continue;
                    }
                    let fact = |(predicate, arguments): &Atom| {
                        (*predicate, arguments.iter().map(|term| term.value(&values)).collect())
                    };
                    let premises = clause.body.iter().map(|atom| {
                        let fact: (usize, Vec<Value>) = fact(atom);
                        facts.iter().position(|known| *known == fact)
                    });
                    let Some(premises) = premises.collect::<Option<Vec<usize>>>() else { continue };
                    match clause.head.as_ref().map(fact) {
                        None => {
                            steps.push((number, premises, values));
                            return Some(steps);
                        }
                        Some(head) if !facts.contains(&head) && facts.len() < MOST => {
                            facts.push(head);
                            steps.push((number, premises, values));
                        }
                        Some(_) => {}
                    }
                }
            }
            if facts.len() == before {
                return None;
            }
        }
    }

    /// The file.
    pub(crate) fn text(&self) -> String {
        let mut text = String::from("(set-logic HORN)\n");
        for (number, sorts) in self.predicates.iter().enumerate() {
            let sorts: Vec<String> = sorts.iter().map(|sort| format!("{sort:?}")).collect();
            text += &format!("(declare-fun P{number} ({}) Bool)\n", sorts.join(" "));
        }
        let atom = |(predicate, arguments): &Atom| {
            let arguments: Vec<String> = arguments.iter().map(|term| term.text("x")).collect();
            let text = format!("P{predicate} {}", arguments.join(" "));
            if arguments.is_empty() { text.trim().to_owned() } else { format!("({text})") }
        };
        for clause in &self.clauses {
            let variables: Vec<String> = clause
                .variables
                .iter()
                .enumerate()
                .map(|(v, sort)| format!("(x{v} {sort:?})"))
                .collect();
            let mut body: Vec<String> = clause.body.iter().map(atom).collect();
            body.push(clause.constraint.text("x"));
            let head = clause.head.as_ref().map_or("false".to_owned(), atom);
            let (variables, body) = (variables.join(" "), body.join(" "));
            text += &format!("(assert (forall ({variables}) (=> (and {body}) {head})))\n");
        }
        text + "(check-sat)\n"
    }
}

/// A formula whose parameters stand for terms.
fn replace(formula: &Term, arguments: &[Term]) -> Term {
    match formula {
        Term::Variable(variable) => arguments[*variable].clone(),
        Term::Constant(..) => formula.clone(),
        Term::Apply(name, parts) => {
            Term::Apply(name, parts.iter().map(|part| replace(part, arguments)).collect())
        }
        Term::Exchange(a, b, inner) => {
            let mut arguments = arguments.to_vec();
            arguments.swap(*a, *b);
            replace(inner, &arguments)
        }
    }
}

/// Small values for variables of these sorts.
fn assignments(variables: &[Sort]) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for sort in variables {
        let values: Vec<Value> = match sort {
            Sort::Bool => (0..2).map(Value::from).collect(),
            Sort::Int => (-3..=3).map(Value::from).collect(),
            Sort::Real => (-6..=6)
                .filter_map(|half| Rational::fraction(&Integer::from(half), &Integer::from(2)))
                .collect(),
        };
        all = all
            .iter()
            .flat_map(|before: &Vec<Value>| {
                values.iter().map(|value| {
                    let mut longer = before.clone();
                    longer.push(value.clone());
                    longer
                })
            })
            .collect();
    }
    all
}
