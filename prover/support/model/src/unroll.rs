//! A system unrolled over time into one circuit without latches.

use crate::system::as_u32;
use crate::{Reset, Run, System};
use format_aiger::Lit;
use format_input::index;
use std::collections::HashMap;

/// What a variable of the unrolled circuit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Node {
    Leaf,
    Gate([Lit; 2]),
}

/// Frames of a system, from an initial state or from any.
pub struct Unrolling<'a> {
    system: &'a System,
    /// By variable of the unrolled circuit.
    nodes: Vec<Node>,
    known: HashMap<[Lit; 2], u32>,
    /// By frame and variable of the system: the literal that has its value.
    frames: Vec<Vec<Lit>>,
    /// By variable of the unrolled circuit: whether its clauses were handed out.
    is_defined: Vec<bool>,
    starts_anywhere: bool,
}

impl<'a> Unrolling<'a> {
    /// No frame yet; the first will be of an initial state.
    #[must_use]
    pub fn from_reset(system: &'a System) -> Self {
        Self {
            system,
            nodes: vec![Node::Leaf],
            known: HashMap::new(),
            frames: Vec::new(),
            is_defined: vec![true],
            starts_anywhere: false,
        }
    }

    /// No frame yet; the first will be of any state.
    #[must_use]
    pub fn from_anywhere(system: &'a System) -> Self {
        Self { starts_anywhere: true, ..Self::from_reset(system) }
    }

    /// The number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there is no frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// The literal of the unrolled circuit for a literal of the system in a frame.
    #[must_use]
    pub fn lit(&self, lit: Lit, frame: usize) -> Lit {
        Lit(self.frames[frame][index(lit.variable())].0 ^ (lit.0 & 1))
    }

    /// Adds a frame.
    pub fn extend(&mut self) {
        let system = self.system;
        let mut frame = vec![Lit::FALSE; index(system.variables())];
        for value in &mut frame[1..=system.inputs.len()] {
            *value = self.leaf();
        }
        let mut functions = false;
        for (variable, latch) in system.latch_variables().zip(&system.latches) {
            frame[index(variable)] = match (self.frames.last(), latch.reset) {
                (Some(last), _) => Lit(last[index(latch.next.variable())].0 ^ (latch.next.0 & 1)),
                (None, Reset::Constant(value)) if !self.starts_anywhere => Lit(u32::from(value)),
                (None, Reset::Function(_)) if !self.starts_anywhere => {
                    functions = true;
                    Lit::FALSE
                }
                (None, _) => self.leaf(),
            };
        }
        if functions {
            self.settle_resets(&mut frame);
        }
        self.compute(&mut frame);
        self.frames.push(frame);
    }

    /// Reset functions do not depend on each other in a circle: after as many rounds as there are
    /// functions all are right.
    fn settle_resets(&mut self, frame: &mut [Lit]) {
        for _ in 0..=self.system.latches.len() {
            self.compute(frame);
            let mut is_settled = true;
            for (variable, latch) in self.system.latch_variables().zip(&self.system.latches) {
                if let Reset::Function(function) = latch.reset {
                    let value = Lit(frame[index(function.variable())].0 ^ (function.0 & 1));
                    is_settled &= frame[index(variable)] == value;
                    frame[index(variable)] = value;
                }
            }
            if is_settled {
                return;
            }
        }
    }

    fn compute(&mut self, frame: &mut [Lit]) {
        let first = index(self.system.first_gate());
        for (number, rhs) in self.system.gates.iter().enumerate() {
            let [left, right] = rhs.map(|lit| Lit(frame[index(lit.variable())].0 ^ (lit.0 & 1)));
            frame[first + number] = self.and(left, right);
        }
    }

    fn new_variable(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.is_defined.push(false);
        as_u32(self.nodes.len() - 1)
    }

    fn leaf(&mut self) -> Lit {
        Lit::positive(self.new_variable(Node::Leaf))
    }

    fn and(&mut self, left: Lit, right: Lit) -> Lit {
        let rhs = if left < right { [left, right] } else { [right, left] };
        match rhs {
            [Lit::FALSE, _] => return Lit::FALSE,
            [Lit::TRUE, other] => return other,
            [one, other] if one == other => return one,
            [one, other] if one == !other => return Lit::FALSE,
            _ => {}
        }
        if let Some(&variable) = self.known.get(&rhs) {
            return Lit::positive(variable);
        }
        let variable = self.new_variable(Node::Gate(rhs));
        self.known.insert(rhs, variable);
        Lit::positive(variable)
    }

    /// Hands out the clauses of a literal's cone, each once.
    pub fn define(&mut self, root: Lit, mut add: impl FnMut(&[Lit])) {
        let mut path = vec![root.variable()];
        while let Some(variable) = path.pop() {
            if std::mem::replace(&mut self.is_defined[index(variable)], true) {
                continue;
            }
            if let Node::Gate([left, right]) = self.nodes[index(variable)] {
                let gate = Lit::positive(variable);
                add(&[!gate, left]);
                add(&[!gate, right]);
                add(&[gate, !left, !right]);
                path.extend([left.variable(), right.variable()]);
            }
        }
    }

    /// For each latch a literal that is true if its values in two frames differ.
    pub fn differences(&mut self, early: usize, late: usize) -> Vec<Lit> {
        let differ = |this: &mut Self, variable: u32| {
            let lit = Lit::positive(variable);
            let [x, y] = [early, late].map(|frame| this.lit(lit, frame));
            let [only_x, only_y] = [this.and(x, !y), this.and(!x, y)];
            !this.and(!only_x, !only_y)
        };
        self.system.latch_variables().map(|variable| differ(self, variable)).collect()
    }

    /// The run that values of the unrolled variables stand for, up to a frame.
    pub fn run(&self, last: usize, mut value: impl FnMut(Lit) -> bool) -> Run {
        let mut get = |lit: Lit| {
            let is_known = lit.is_constant() || self.is_defined[index(lit.variable())];
            is_known && if lit.is_constant() { lit == Lit::TRUE } else { value(lit) }
        };
        let latches = self.system.latch_variables();
        let latches = latches.map(|variable| get(self.frames[0][index(variable)])).collect();
        let inputs = self.frames[..=last].iter();
        let inputs = inputs
            .map(|frame| frame[1..=self.system.inputs.len()].iter().map(|&lit| get(lit)).collect());
        Run { latches, inputs: inputs.collect() }
    }
}
