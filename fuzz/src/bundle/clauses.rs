//! Whether Horn clauses derive false, by trying small values.

use claim_horn::evaluate;
use format_number::Rational;
use format_smtlib::{Clause, Sort, Value};

/// The most instances of a clause that are tried.
const MOST: usize = 20_000;

/// The most facts that are kept: a system may have no end of them.
const FACTS: usize = 200;

type Fact = (u32, Vec<Value>);

/// What an instance of a clause concludes.
enum Head {
    False,
    Fact(Fact),
}

/// Whether false follows with small values. The certificates that bundles are drafted from use no
/// others, so what they derive is found.
pub(super) fn derive_false(system: &[u8]) -> Option<bool> {
    let system = format_smtlib::read(system).ok()?;
    let mut facts: Vec<Fact> = Vec::new();
    loop {
        let mut fresh = Vec::new();
        for clause in &system.clauses {
            for values in assignments(clause)? {
                match conclude(clause, &values, &facts) {
                    Some(Head::False) => return Some(true),
                    Some(Head::Fact(fact)) if !facts.contains(&fact) && !fresh.contains(&fact) => {
                        fresh.push(fact);
                    }
                    _ => {}
                }
            }
        }
        if fresh.is_empty() || facts.len() > FACTS {
            return Some(false);
        }
        facts.append(&mut fresh);
    }
}

/// The head of an instance whose constraint and body hold.
fn conclude(clause: &Clause, values: &[Value], facts: &[Fact]) -> Option<Head> {
    let instance = evaluate(clause, values).ok().filter(|instance| instance.holds)?;
    let body = clause.body.iter().map(|atom| atom.predicate).zip(instance.body);
    let mut body = body.map(|fact| facts.contains(&fact));
    if !body.all(|holds| holds) {
        return None;
    }
    let head = clause.head.as_ref().map(|atom| atom.predicate).zip(instance.head);
    Some(head.map_or(Head::False, Head::Fact))
}

/// All small values of the variables, unless there are too many.
fn assignments(clause: &Clause) -> Option<Vec<Vec<Value>>> {
    let mut all = vec![Vec::new()];
    for (_, sort) in &clause.variables {
        let domain = domain(*sort)?;
        if all.len() * domain.len() > MOST {
            return None;
        }
        let longer = all.iter().flat_map(|values: &Vec<Value>| {
            domain.iter().map(|value| values.iter().chain([value]).cloned().collect())
        });
        all = longer.collect();
    }
    Some(all)
}

fn domain(sort: Sort) -> Option<Vec<Value>> {
    let half = Rational::from(2).recip()?;
    Some(match sort {
        Sort::Bool => [false, true].map(Value::Bool).to_vec(),
        Sort::Int => (-2..=8).map(|number| Value::Number(Rational::from(number))).collect(),
        Sort::Real => {
            (-4..=8).map(|number| Value::Number(&Rational::from(number) * &half)).collect()
        }
    })
}
