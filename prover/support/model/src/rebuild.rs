//! A system made again: with literals put in the place of latches, gates shared by structure, and
//! only what the roots depend on.

use crate::system::as_u32;
use crate::{Latch, Reset, System};
use format_aiger::Lit;
use format_input::index;
use std::collections::HashMap;

/// What a new system is made from.
pub(crate) struct Plan<'a> {
    pub(crate) system: &'a System,
    /// For each latch, and for each gate if there are so many, what to put in its place: a literal
    /// of the old system without cycles, for a gate one of an earlier variable; its own literal
    /// to keep it.
    pub(crate) places: &'a [Lit],
    /// Keep all latches, whether needed or not.
    pub(crate) keeps_all: bool,
}

impl Plan<'_> {
    /// What stands in the place of a latch or a gate.
    fn place(&self, variable: u32) -> Lit {
        let at = index(variable - self.system.first_latch());
        self.places.get(at).copied().unwrap_or(Lit::positive(variable))
    }
}

/// The new system, and for each old variable the literal that has its value.
pub(crate) fn rebuild(plan: &Plan<'_>) -> (System, Vec<Option<Lit>>) {
    let system = plan.system;
    let needed = needed(plan);
    let mut map: Vec<Option<Lit>> = vec![None; index(system.variables())];
    map[0] = Some(Lit::FALSE);
    let mut new = System::default();
    let mut count = 1;
    for (number, &input) in system.inputs.iter().enumerate() {
        if needed[number + 1] {
            map[number + 1] = Some(Lit::positive(count));
            count += 1;
            new.inputs.push(input);
        }
    }
    let first = index(system.first_latch());
    let is_kept = |number: usize| {
        needed[first + number] && plan.places[number] == Lit::positive(as_u32(first + number))
    };
    for number in (0..system.latches.len()).filter(|&number| is_kept(number)) {
        map[first + number] = Some(Lit::positive(count));
        count += 1;
        new.numbers.push(system.numbers[number]);
    }
    for number in (0..system.latches.len()).filter(|&number| !is_kept(number)) {
        map[first + number] = get(&map, plan.places[number]);
    }
    let mut gates = HashMap::new();
    for (variable, &rhs) in (system.first_gate()..).zip(&system.gates) {
        let place = plan.place(variable);
        if place != Lit::positive(variable) {
            map[index(variable)] = get(&map, place);
        } else if needed[index(variable)] {
            let [left, right] = rhs.map(|lit| get(&map, lit).unwrap_or(Lit::FALSE));
            map[index(variable)] = Some(and(&mut new.gates, &mut gates, count, left, right));
        }
    }
    let lit = |old: Lit| get(&map, old).unwrap_or(Lit::FALSE);
    for number in (0..system.latches.len()).filter(|&number| is_kept(number)) {
        let Latch { next, reset } = system.latches[number];
        let reset = match reset {
            Reset::Function(function) => match lit(function) {
                Lit::FALSE => Reset::Constant(false),
                Lit::TRUE => Reset::Constant(true),
                function => Reset::Function(function),
            },
            reset => reset,
        };
        new.latches.push(Latch { next: lit(next), reset });
    }
    new.bad = system.bad.iter().copied().map(lit).collect();
    let constraints = system.constraints.iter().copied().map(lit);
    new.constraints = constraints.filter(|&lit| lit != Lit::TRUE).collect();
    new.constraints.sort_unstable();
    new.constraints.dedup();
    (new, map)
}

fn get(map: &[Option<Lit>], lit: Lit) -> Option<Lit> {
    map[index(lit.variable())].map(|new| Lit(new.0 ^ (lit.0 & 1)))
}

/// The variables that the roots depend on after the replacements.
fn needed(plan: &Plan<'_>) -> Vec<bool> {
    let system = plan.system;
    let mut needed = vec![false; index(system.variables())];
    let mut path: Vec<u32> =
        system.bad.iter().chain(&system.constraints).map(|lit| lit.variable()).collect();
    if plan.keeps_all {
        path.extend(system.latch_variables());
    }
    while let Some(variable) = path.pop() {
        if std::mem::replace(&mut needed[index(variable)], true) {
            continue;
        }
        if let Some(rhs) = system.gate(variable) {
            match plan.place(variable) {
                place if place == Lit::positive(variable) => path.extend(rhs.map(Lit::variable)),
                place => path.push(place.variable()),
            }
        } else if let Some(latch) = system.latch(variable) {
            let place = plan.places[index(variable - system.first_latch())];
            path.push(place.variable());
            if plan.keeps_all || place == Lit::positive(variable) {
                path.push(latch.next.variable());
                if let Reset::Function(function) = latch.reset {
                    path.push(function.variable());
                }
            }
        }
    }
    needed
}

/// The conjunction of two literals: simplified, found, or made.
pub(crate) fn and(
    gates: &mut Vec<[Lit; 2]>,
    known: &mut HashMap<[Lit; 2], u32>,
    first: u32,
    left: Lit,
    right: Lit,
) -> Lit {
    let rhs = if left < right { [left, right] } else { [right, left] };
    match rhs {
        [Lit::FALSE, _] => return Lit::FALSE,
        [Lit::TRUE, other] => return other,
        [one, other] if one == other => return one,
        [one, other] if one == !other => return Lit::FALSE,
        _ => {}
    }
    let variable = *known.entry(rhs).or_insert_with(|| {
        gates.push(rhs);
        first + as_u32(gates.len()) - 1
    });
    Lit::positive(variable)
}
