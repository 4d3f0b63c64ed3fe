//! Smaller reasons: which latches make literals true, given the values of all leaves.

use format_input::index;
use support_model::{Lit, System};

const CAP: u32 = 1 << 20;

/// Reusable memory for walks through the circuit.
#[derive(Clone, Debug)]
pub(crate) struct Lifter {
    /// By variable: the walk in which it was evaluated.
    stamps: Vec<u32>,
    /// By variable: the walk in which it was needed.
    marks: Vec<u32>,
    walk: u32,
    values: Vec<bool>,
    costs: Vec<u32>,
    /// By variable: whether it is named by the cube if it is needed.
    is_bit: Vec<bool>,
    path: Vec<u32>,
}

impl Lifter {
    pub(crate) fn new(system: &System) -> Self {
        let variables = index(system.variables());
        Self {
            stamps: vec![0; variables],
            marks: vec![0; variables],
            walk: 0,
            values: vec![false; variables],
            costs: vec![0; variables],
            is_bit: vec![false; variables],
            path: Vec::new(),
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.values[index(lit.variable())] != lit.is_negative()
    }

    /// Literals of state bits that, with the values of all inputs, make the targets true. The
    /// leaves' values make them true; `weight` says how much a bit with this value should be
    /// avoided, and which variables are bits.
    pub(crate) fn lift(
        &mut self,
        system: &System,
        targets: &[Lit],
        leaf: impl Fn(u32) -> bool,
        weight: impl Fn(u32, bool) -> Option<u32>,
    ) -> Vec<Lit> {
        self.walk += 1;
        for &target in targets {
            self.evaluate(system, target.variable(), &leaf, &weight);
        }
        debug_assert!(targets.iter().all(|&target| self.value(target)));
        let mut bits = Vec::new();
        self.path.extend(targets.iter().map(|lit| lit.variable()));
        while let Some(variable) = self.path.pop() {
            if std::mem::replace(&mut self.marks[index(variable)], self.walk) == self.walk {
                continue;
            }
            if self.is_bit[index(variable)] {
                let lit = Lit::positive(variable);
                bits.push(if self.values[index(variable)] { lit } else { !lit });
                continue;
            }
            let Some([left, right]) = system.gate(variable) else { continue };
            let children = [left.variable(), right.variable()];
            if self.values[index(variable)] {
                self.path.extend(children);
                continue;
            }
            let chosen = match (self.value(left), self.value(right)) {
                (true, _) => children[1],
                (_, true) => children[0],
                _ => self.cheaper(children),
            };
            self.path.push(chosen);
        }
        bits
    }

    fn cheaper(&self, children: [u32; 2]) -> u32 {
        let [left, right] = children.map(|child| {
            if self.marks[index(child)] == self.walk { 0 } else { self.costs[index(child)] }
        });
        children[usize::from(right < left)]
    }

    /// Computes the values and costs of a variable and all below it.
    fn evaluate(
        &mut self,
        system: &System,
        root: u32,
        leaf: &impl Fn(u32) -> bool,
        weight: &impl Fn(u32, bool) -> Option<u32>,
    ) {
        let mut path = std::mem::take(&mut self.path);
        path.push(root);
        while let Some(&variable) = path.last() {
            let at = index(variable);
            if self.stamps[at] == self.walk {
                path.pop();
                continue;
            }
            let Some(rhs) = system.gate(variable) else {
                self.stamps[at] = self.walk;
                self.values[at] = variable != 0 && leaf(variable);
                let weight = weight(variable, self.values[at]);
                self.is_bit[at] = weight.is_some();
                self.costs[at] = weight.unwrap_or(0);
                path.pop();
                continue;
            };
            let is_open = |lit: &Lit| self.stamps[index(lit.variable())] != self.walk;
            let before = path.len();
            path.extend(rhs.iter().filter(|lit| is_open(lit)).map(|lit| lit.variable()));
            if path.len() > before {
                continue;
            }
            path.pop();
            let [left, right] = rhs.map(|lit| (self.value(lit), self.costs[index(lit.variable())]));
            self.stamps[at] = self.walk;
            self.values[at] = left.0 && right.0;
            self.costs[at] = match (left.0, right.0) {
                (true, true) => (left.1 + right.1).min(CAP),
                (false, true) => left.1,
                (true, false) => right.1,
                (false, false) => left.1.min(right.1),
            };
            // An internal signal is named if that is cheaper than the latches it stands for.
            let weight = weight(variable, self.values[at]);
            self.is_bit[at] = weight.is_some_and(|weight| weight < self.costs[at]);
            if let Some(weight) = weight {
                self.costs[at] = self.costs[at].min(weight);
            }
        }
        self.path = path;
    }
}
