//! Equal latches: guessed by simulation, proved together by induction.

use crate::rebuild::{Plan, rebuild};
use crate::simulate::{Random, Words};
use crate::system::as_u32;
use crate::{Reset, System, encode};
use format_aiger::Lit;
use format_input::index;
use std::collections::BTreeMap;
use support_cdcl::Solver;

const RUNS: usize = 4;
const STEPS: usize = 32;
const ROUNDS: usize = 60;

/// For each latch a literal with the same value in all reachable states: an earlier latch or a
/// constant; its own literal if none is known.
pub(crate) fn correspond(
    system: &System,
    random: &mut Random,
    stop: &mut dyn FnMut() -> bool,
) -> Vec<Lit> {
    let own: Vec<Lit> = system.latch_variables().map(Lit::positive).collect();
    let mut classes = guess(system, random);
    for _ in 0..ROUNDS {
        if classes.is_empty() {
            return own;
        }
        match refine(system, &own, &classes, stop) {
            Verdict::Split(split) => classes = split,
            Verdict::Stopped => return own,
            Verdict::Proved => return places(&own, &classes, system),
        }
    }
    own
}

/// Latches thought to be equal: literals with value 0 at time 0, the constant among them.
type Class = Vec<Lit>;

enum Verdict {
    Proved,
    Split(Vec<Class>),
    Stopped,
}

/// The literal of a latch that is false at time 0, if its reset is constant.
fn normal(system: &System, number: usize) -> Option<Lit> {
    let lit = Lit::positive(system.first_latch() + as_u32(number));
    match system.latches[number].reset {
        Reset::Constant(value) => Some(if value { !lit } else { lit }),
        _ => None,
    }
}

fn guess(system: &System, random: &mut Random) -> Vec<Class> {
    let mut lits = vec![Lit::FALSE];
    lits.extend((0..system.latches.len()).filter_map(|number| normal(system, number)));
    let mut signatures: Vec<Vec<u64>> = vec![Vec::new(); lits.len()];
    for _ in 0..RUNS {
        let mut words = Words::new(system, random);
        for _ in 0..STEPS {
            words.step(random);
            for (&lit, signature) in lits.iter().zip(&mut signatures) {
                signature.push(words.value(lit));
            }
        }
    }
    let mut classes: BTreeMap<Vec<u64>, Class> = BTreeMap::new();
    for (lit, signature) in lits.into_iter().zip(signatures) {
        classes.entry(signature).or_default().push(lit);
    }
    classes.into_values().filter(|class| class.len() > 1).collect()
}

/// For each latch the first of its class.
fn places(own: &[Lit], classes: &[Class], system: &System) -> Vec<Lit> {
    let mut places = own.to_vec();
    for class in classes {
        for &lit in &class[1..] {
            let sign = lit.0 & 1;
            places[index(lit.variable() - system.first_latch())] = Lit(class[0].0 ^ sign);
        }
    }
    places
}

/// Assumes all classes and looks whether they hold one step later.
fn refine(
    system: &System,
    own: &[Lit],
    classes: &[Class],
    stop: &mut dyn FnMut() -> bool,
) -> Verdict {
    let places = places(own, classes, system);
    let (mut merged, map) = rebuild(&Plan { system, places: &places, keeps_all: true });
    let next = |lit: Lit| {
        if lit.is_constant() {
            return lit;
        }
        let next = system.next(lit);
        let new = map[index(next.variable())].unwrap_or(Lit::FALSE);
        Lit(new.0 ^ (next.0 & 1))
    };
    // What is compared has to be a variable of the clauses.
    merged.bad.extend(classes.iter().flatten().map(|&lit| next(lit)));
    let mut solver: Option<Solver> = None;
    let mut result = Vec::new();
    let mut has_split = false;
    for class in classes {
        let mut rest = class.clone();
        while rest.len() > 1 {
            let first = next(rest[0]);
            let mut others = Vec::new();
            for at in 1..rest.len() {
                let other = next(rest[at]);
                if other == first || others.contains(&rest[at]) {
                    continue;
                }
                let solver = solver.get_or_insert_with(|| fresh(&merged));
                match differ(solver, first, other, stop) {
                    None => return Verdict::Stopped,
                    Some(false) => {}
                    Some(true) => {
                        let value = |lit| solver.value(next(lit));
                        let mine = value(rest[0]);
                        let apart = |&lit: &Lit| value(lit).is_some_and(|v| Some(v) != mine);
                        let split: Vec<Lit> = rest.iter().copied().filter(apart).collect();
                        others.extend(
                            split
                                .into_iter()
                                .filter(|lit| !others.contains(lit))
                                .collect::<Vec<_>>(),
                        );
                    }
                }
            }
            has_split |= !others.is_empty();
            rest.retain(|lit| !others.contains(lit));
            if rest.len() > 1 {
                result.push(rest);
            }
            rest = others;
        }
    }
    if has_split { Verdict::Split(result) } else { Verdict::Proved }
}

fn fresh(system: &System) -> Solver {
    let mut solver = Solver::new(&encode(system));
    solver.fix_domain(system.constraints.iter().map(|lit| lit.variable()));
    solver
}

/// Whether two literals can have different values.
fn differ(solver: &mut Solver, a: Lit, b: Lit, stop: &mut dyn FnMut() -> bool) -> Option<bool> {
    if stop() {
        return None;
    }
    for question in [[a, !b], [!a, b]] {
        match solver.solve(&question, &[], stop) {
            Some(false) => {}
            answer => return answer,
        }
    }
    Some(false)
}
