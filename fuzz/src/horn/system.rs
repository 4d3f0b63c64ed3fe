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

/// A predicate with values.
type Fact = (usize, Vec<Value>);
/// Values that make the constraint true, the body and the head.
type Instance = (Vec<Value>, Vec<Fact>, Option<Fact>);

impl Clause {
    /// All instances with small values.
    fn instances(&self) -> Vec<Instance> {
        let mut all = assignments(&self.variables);
        all.retain(|values| !self.constraint.value(values).is_zero());
        all.into_iter()
            .map(|values| {
                let fact = |(predicate, arguments): &Atom| {
                    (*predicate, arguments.iter().map(|term| term.value(&values)).collect())
                };
                let body = self.body.iter().map(fact).collect();
                let head = self.head.as_ref().map(fact);
                (values, body, head)
            })
            .collect()
    }
}

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

    /// Confines the variables of all clauses: an Int lies between two numbers, a Real is half of
    /// an Int or a multiple of it. Enumeration then is complete.
    pub(crate) fn confine(&mut self, random: &mut Random) {
        for clause in &mut self.clauses {
            let mut confined = Vec::new();
            let reals: Vec<usize> = (0..clause.variables.len())
                .filter(|v| clause.variables[*v] == Sort::Real)
                .collect();
            if !reals.is_empty() {
                clause.variables.push(Sort::Int);
            }
            let last = clause.variables.len().saturating_sub(1);
            for (variable, sort) in clause.variables.iter().enumerate() {
                let variable = Term::Variable(variable);
                if *sort == Sort::Int {
                    let low = -(random.below(3) as i64);
                    let high = low + 1 + random.below(4) as i64;
                    let bounds = [low, high].map(|number| Term::Constant(Sort::Int, number));
                    let [low, high] = bounds;
                    confined.push(Term::Apply("<=", vec![low, variable, high]));
                } else if *sort == Sort::Real {
                    let number = Term::Apply("to_real", vec![Term::Variable(last)]);
                    let factor = 1 + random.below(3) as i64;
                    let name = if random.one_in(4) { "*" } else { "/" };
                    let parts = if name == "*" {
                        vec![Term::Constant(Sort::Real, factor), number]
                    } else {
                        vec![number, Term::Constant(Sort::Real, factor)]
                    };
                    confined.push(Term::Apply("=", vec![variable, Term::Apply(name, parts)]));
                }
            }
            confined.push(clause.constraint.clone());
            clause.constraint = Term::Apply("and", confined);
        }
    }

    /// The file with rules and a query, and the order in which each clause names its variables.
    /// Queries but the first are left out.
    pub(crate) fn rules(&mut self) -> (String, Vec<Vec<usize>>) {
        let mut queries = 0;
        self.clauses.retain(|clause| {
            queries += usize::from(clause.head.is_none());
            clause.head.is_some() || queries == 1
        });
        self.clauses.sort_by_key(|clause| clause.head.is_none());
        let mut text = String::new();
        for (number, sorts) in self.predicates.iter().enumerate() {
            let sorts: Vec<String> = sorts.iter().map(|sort| format!("{sort:?}")).collect();
            text += &format!("(declare-rel P{number} ({}))\n", sorts.join(" "));
        }
        let mut orders = Vec::new();
        for (number, clause) in self.clauses.iter().enumerate() {
            let names = format!("x{number}_");
            for (variable, sort) in clause.variables.iter().enumerate() {
                text += &format!("(declare-var {names}{variable} {sort:?})\n");
            }
            let mut body = vec![clause.constraint.text(&names)];
            body.extend(clause.body.iter().map(|atom| application(atom, &names)));
            let body = body.join(" ");
            let line = match &clause.head {
                Some(head) => format!("(rule (=> (and {body}) {}))\n", application(head, &names)),
                None => format!("(query (and {body}))\n"),
            };
            let mut order: Vec<usize> = (0..clause.variables.len()).collect();
            order.retain(|variable| line.contains(&format!("{names}{variable}")));
            order.sort_by_key(|variable| line.find(&format!("{names}{variable}")));
            orders.push(order);
            text += &line;
        }
        (text, orders)
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
        let instances: Vec<Vec<Instance>> = self.clauses.iter().map(Clause::instances).collect();
        let mut facts: Vec<Fact> = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        loop {
            let before = facts.len();
            for (number, (values, body, head)) in instances
                .iter()
                .enumerate()
                .flat_map(|(number, all)| all.iter().map(move |instance| (number, instance)))
            {
                let premises = body.iter().map(|fact| facts.iter().position(|known| known == fact));
                let Some(premises) = premises.collect::<Option<Vec<usize>>>() else { continue };
                match head {
                    None => {
                        steps.push((number, premises, values.clone()));
                        return Some(steps);
                    }
                    Some(head) if !facts.contains(head) && facts.len() < MOST => {
                        facts.push(head.clone());
                        steps.push((number, premises, values.clone()));
                    }
                    Some(_) => {}
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
        let atom = |atom: &Atom| application(atom, "x");
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

/// The text of a predicate with arguments.
fn application((predicate, arguments): &Atom, names: &str) -> String {
    let arguments: Vec<String> = arguments.iter().map(|term| term.text(names)).collect();
    let text = format!("P{predicate} {}", arguments.join(" "));
    if arguments.is_empty() { text.trim().to_owned() } else { format!("({text})") }
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
