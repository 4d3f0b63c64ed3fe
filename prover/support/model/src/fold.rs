//! Reset functions folded into the circuit: a latch that is true at time 0 only chooses between
//! them and the latches.
//!
//! An initial state may go together with some inputs only. A set of states cannot say so; after
//! this change it need not.

use crate::system::as_u32;
use crate::{Latch, Reset, System};
use format_aiger::Lit;
use format_input::index;

/// The number of the latch that is true at time 0 only, which no model has.
pub const FIRST: u32 = u32::MAX;

/// The same system with constant and free resets only. If there are functions, it has one latch
/// more, the last, whose number is [`FIRST`]; and latches with functions are free, for their
/// values at time 0 are no longer read.
#[must_use]
pub fn fold(system: System) -> System {
    if !system.has_reset_functions() {
        return system;
    }
    let mut new = System { gates: Vec::new(), ..system.clone() };
    let latches = system.latch_variables();
    for latch in &mut new.latches {
        if let Reset::Function(_) = latch.reset {
            latch.reset = Reset::Free;
        }
    }
    new.latches.push(Latch { next: Lit::FALSE, reset: Reset::Constant(true) });
    new.numbers.push(FIRST);
    let mut folding = Folding { system: &system, new, map: Vec::new() };
    folding.map = vec![None; index(system.variables())];
    for variable in 0..system.first_latch() {
        folding.map[index(variable)] = Some(Lit::positive(variable));
    }
    for variable in latches.chain(system.first_gate()..system.variables()) {
        folding.settle(variable);
    }
    let Folding { mut new, map, .. } = folding;
    let lit = |old: Lit| get(&map, old).unwrap_or(Lit::FALSE);
    for (latch, old) in new.latches.iter_mut().zip(&system.latches) {
        latch.next = lit(old.next);
    }
    new.bad = system.bad.iter().copied().map(lit).collect();
    new.constraints = system.constraints.iter().copied().map(lit).collect();
    new
}

fn get(map: &[Option<Lit>], lit: Lit) -> Option<Lit> {
    map[index(lit.variable())].map(|new| Lit(new.0 ^ (lit.0 & 1)))
}

struct Folding<'a> {
    system: &'a System,
    new: System,
    /// By old variable: the literal with its value.
    map: Vec<Option<Lit>>,
}

impl Folding<'_> {
    /// Finds the literal of a variable, after those that it depends on at time 0. Resets do not
    /// depend on each other in a circle.
    fn settle(&mut self, root: u32) {
        let mut path = vec![root];
        while let Some(&variable) = path.last() {
            let function = match self.system.latch(variable) {
                Some(Latch { reset: Reset::Function(function), .. }) => Some(*function),
                _ => None,
            };
            let rhs = self.system.gate(variable);
            let children = rhs.into_iter().flatten().chain(function);
            let open: Vec<u32> = children
                .map(Lit::variable)
                .filter(|&child| self.map[index(child)].is_none())
                .collect();
            if self.map[index(variable)].is_none() && !open.is_empty() {
                path.extend(open);
                continue;
            }
            path.pop();
            if self.map[index(variable)].is_none() {
                let own = Lit::positive(variable);
                self.map[index(variable)] = Some(match (rhs, function) {
                    (Some(rhs), _) => {
                        let rhs = rhs.map(|lit| get(&self.map, lit).unwrap_or(Lit::FALSE));
                        self.and(rhs)
                    }
                    (None, Some(function)) => self.choose(function, own),
                    (None, None) => own,
                });
            }
        }
    }

    /// The function at time 0, the latch later.
    fn choose(&mut self, function: Lit, latch: Lit) -> Lit {
        let function = get(&self.map, function).unwrap_or(Lit::FALSE);
        let first = Lit::positive(self.new.first_gate() - 1);
        let now = self.and([first, function]);
        let later = self.and([!first, latch]);
        !self.and([!now, !later])
    }

    fn and(&mut self, rhs: [Lit; 2]) -> Lit {
        self.new.gates.push(rhs);
        Lit::positive(self.new.first_gate() + as_u32(self.new.gates.len()) - 1)
    }
}
