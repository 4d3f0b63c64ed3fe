//! The clauses of a system's gates: conjunctions, and choices found among them.

use crate::eliminate::Definitions;
use crate::{Reset, System};
use format_aiger::Lit;
use format_input::index;
use std::sync::Arc;
use support_cdcl::{Base, Builder};

/// The clauses of all gates and of the constraints, over the system's variables. Gates that only
/// serve a choice (`if a then b else c`, exclusive or) have no clauses.
#[must_use]
pub fn encode(system: &System) -> Arc<Base> {
    build(system, &definitions(system, &count_uses(system)))
}

/// The same for many questions: gates are also substituted away where that gives no more clauses,
/// but for those that bad literals, constraints and next states are, and those `kept`.
#[must_use]
pub fn encode_tightly(system: &System, kept: &[u32]) -> Arc<Base> {
    let mut uses = count_uses(system);
    for &variable in kept {
        uses[index(variable)] |= ROOT;
    }
    let mut definitions = definitions(system, &uses);
    definitions.eliminate(|variable| uses[index(variable)] >= ROOT);
    build(system, &definitions)
}

/// More than any number of uses.
const ROOT: u32 = 1 << 31;

fn definitions(system: &System, uses: &[u32]) -> Definitions {
    let mut inner = vec![false; index(system.variables())];
    let mut definitions = Definitions::new(system.variables());
    let first = system.first_gate();
    for (variable, &[left, right]) in (first..system.variables()).zip(&system.gates).rev() {
        if inner[index(variable)] {
            continue;
        }
        let gate = Lit::positive(variable);
        if let Some([condition, yes, no]) = choice(system, uses, left, right) {
            inner[index(left.variable())] = true;
            inner[index(right.variable())] = true;
            let mut clauses = vec![
                vec![!condition, !yes, gate],
                vec![!condition, yes, !gate],
                vec![condition, !no, gate],
                vec![condition, no, !gate],
            ];
            // An exclusive or is defined by the four; for others these two help to propagate.
            if yes.variable() != no.variable() {
                clauses.extend([vec![!yes, !no, gate], vec![yes, no, !gate]]);
            }
            definitions.define(variable, &[condition, yes, no], clauses);
        } else {
            let clauses = vec![vec![!gate, left], vec![!gate, right], vec![gate, !left, !right]];
            definitions.define(variable, &[left, right], clauses);
        }
    }
    definitions
}

fn build(system: &System, definitions: &Definitions) -> Arc<Base> {
    let mut builder = Builder::new(system.variables());
    for (variable, fanins, clauses) in definitions.gates() {
        builder.depends(variable, fanins);
        for clause in clauses {
            builder.clause(clause);
        }
    }
    system.constraints.iter().for_each(|&constraint| builder.clause(&[constraint]));
    Arc::new(builder.build())
}

fn count_uses(system: &System) -> Vec<u32> {
    let mut uses = vec![0_u32; index(system.variables())];
    let roots = system.bad.iter().chain(&system.constraints).copied();
    let nexts = system.latches.iter().map(|latch| latch.next);
    let resets = system.latches.iter().filter_map(|latch| match latch.reset {
        Reset::Function(function) => Some(function),
        _ => None,
    });
    // A root has to be a variable of the clauses.
    for lit in roots.chain(nexts).chain(resets) {
        uses[index(lit.variable())] |= ROOT;
    }
    for lit in system.gates.iter().flatten() {
        uses[index(lit.variable())] += 1;
    }
    uses
}

/// The condition and the two values, if the conjunction of these two is a choice between two
/// gates that serve nothing else.
fn choice(system: &System, uses: &[u32], left: Lit, right: Lit) -> Option<[Lit; 3]> {
    if !left.is_negative() || !right.is_negative() {
        return None;
    }
    if uses[index(left.variable())] != 1 || uses[index(right.variable())] != 1 {
        return None;
    }
    let [a, b] = system.gate(left.variable())?;
    let [c, d] = system.gate(right.variable())?;
    for [condition, yes, other, no] in [[a, b, c, d], [a, b, d, c], [b, a, c, d], [b, a, d, c]] {
        let distinct = condition.variable() != yes.variable()
            && condition.variable() != no.variable()
            && yes != no;
        if condition == !other && distinct {
            return Some([condition, !yes, !no]);
        }
    }
    None
}
