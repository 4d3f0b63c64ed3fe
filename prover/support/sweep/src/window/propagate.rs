//! Propagation through gates and learned clauses.

use super::{Context, FALSE, FREE, Lit, NONE, Reason, TRUE, Variable, Window};
use format_input::index;

impl Window {
    /// Finds all consequences; the result is a clause that is false.
    pub(super) fn propagate(&mut self, context: &mut Context<'_>) -> Option<Reason> {
        while let Some(&lit) = self.trail.get(self.head) {
            self.head += 1;
            let gate = lit >> 1;
            if !self.variables[index(gate)].is_active {
                self.activate(context, gate);
            }
            let variable = &self.variables[index(gate)];
            let mut link = variable.first;
            if variable.is_active
                && let Some(conflict) = self.visit(gate)
            {
                return Some(conflict);
            }
            while link != NONE {
                if let Some(conflict) = self.visit(link >> 1) {
                    return Some(conflict);
                }
                link = self.variables[index(link >> 1)].next[index(link & 1)];
            }
            if !self.watches[index(lit ^ 1)].is_empty()
                && let Some(conflict) = self.visit_learned(lit ^ 1)
            {
                return Some(conflict);
            }
        }
        None
    }

    /// Lets a gate take part, if the variable is one.
    fn activate(&mut self, context: &mut Context<'_>, gate: u32) {
        let Variable { node, is_leaf, .. } = self.variables[index(gate)];
        if is_leaf {
            return;
        }
        let Some(fans) = context.graph.fan(node) else { return };
        let Context { graph, log, merges } = context;
        let mut roots = fans.map(|fan| merges.find(graph, log, fan));
        if roots[0] == roots[1] {
            // The gate's third clause would not be unit for the common root.
            roots = fans;
        }
        let fans = roots.map(|root| self.local(root));
        for (side, fan) in (0..).zip(fans) {
            let first =
                std::mem::replace(&mut self.variables[index(fan >> 1)].first, gate << 1 | side);
            self.variables[index(gate)].next[index(side)] = first;
        }
        let variable = &mut self.variables[index(gate)];
        variable.fans = fans;
        variable.is_active = true;
    }

    /// Applies the three clauses of a gate.
    #[inline]
    fn visit(&mut self, gate: u32) -> Option<Reason> {
        self.work += 1;
        let positive = gate << 1;
        let reason = gate << 2;
        let [left, right] = self.variables[index(gate)].fans;
        let value = |window: &Self, lit: Lit| window.values[index(lit)];
        let values = (value(self, positive), value(self, left), value(self, right));
        match values {
            (TRUE, FALSE, _) => return Some(reason),
            (TRUE, _, FALSE) => return Some(reason | 1),
            (FALSE, TRUE, TRUE) => return Some(reason | 2),
            (TRUE, a, b) => {
                if a == FREE {
                    self.assign(left, reason);
                }
                if b == FREE {
                    // The first assignment may have made it false.
                    if value(self, right) == FALSE {
                        return Some(reason | 1);
                    }
                    if value(self, right) == FREE {
                        self.assign(right, reason | 1);
                    }
                }
            }
            (FREE, FALSE, _) => self.assign(positive | 1, reason),
            (FREE, _, FALSE) => self.assign(positive | 1, reason | 1),
            (FREE, TRUE, TRUE) => self.assign(positive, reason | 2),
            (FALSE, TRUE, FREE) => self.assign(right ^ 1, reason | 2),
            (FALSE, FREE, TRUE) => self.assign(left ^ 1, reason | 2),
            _ => {}
        }
        None
    }

    /// Applies the learned clauses that watch a literal, which is false now.
    fn visit_learned(&mut self, lit: Lit) -> Option<Reason> {
        let mut watchers = std::mem::take(&mut self.watches[index(lit)]);
        let mut conflict = None;
        let mut kept = 0;
        for at in 0..watchers.len() {
            let number = watchers[at];
            watchers[kept] = number;
            kept += 1;
            if conflict.is_some() {
                continue;
            }
            let (start, end) = self.learned[index(number)].literals;
            let literals = &mut self.literals[index(start)..index(end)];
            if literals[0] == lit {
                literals.swap(0, 1);
            }
            let first = literals[0];
            if self.values[index(first)] == TRUE {
                continue;
            }
            let other = literals[2..].iter().position(|&l| self.values[index(l)] != FALSE);
            if let Some(other) = other {
                literals.swap(1, other + 2);
                let watched = literals[1];
                self.watches[index(watched)].push(number);
                kept -= 1;
            } else if self.values[index(first)] == FALSE {
                conflict = Some(number << 2 | 3);
            } else {
                self.assign(first, number << 2 | 3);
            }
        }
        self.work += u64::try_from(watchers.len()).unwrap_or(0);
        watchers.truncate(kept);
        self.watches[index(lit)] = watchers;
        conflict
    }
}
