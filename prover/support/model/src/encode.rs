//! The clauses of a system's gates: conjunctions, and choices found among them.

use crate::{Reset, System};
use format_aiger::Lit;
use format_input::index;
use std::sync::Arc;
use support_cdcl::{Base, Builder};

/// The clauses of all gates and of the constraints, over the system's variables. Gates that only
/// serve a choice (`if a then b else c`, exclusive or) have no clauses.
#[must_use]
pub fn encode(system: &System) -> Arc<Base> {
    let uses = count_uses(system);
    let mut inner = vec![false; index(system.variables())];
    let mut builder = Builder::new(system.variables());
    let first = system.first_gate();
    for (variable, &[left, right]) in (first..system.variables()).zip(&system.gates).rev() {
        if inner[index(variable)] {
            continue;
        }
        if let Some([condition, yes, no]) = choice(system, &uses, left, right) {
            inner[index(left.variable())] = true;
            inner[index(right.variable())] = true;
            builder.choice(variable, condition, yes, no);
        } else {
            builder.and(variable, left, right);
        }
    }
    for &constraint in &system.constraints {
        builder.unit(constraint);
    }
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
    // A root counts twice: it has to be a variable of the clauses.
    for lit in roots.chain(nexts).chain(resets) {
        uses[index(lit.variable())] += 2;
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
