//! Unit propagation over the few clauses around a node.

use format_aiger::Lit;
use format_input::index;

/// At most four literals; the rest is false.
pub(crate) type Clause = [Lit; 4];

/// Where a clause comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A gate, and which of its three clauses.
    Gate(u32, u8),
    /// A derived clause, by number.
    Tie(u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    Free,
    True,
    False,
}

/// The clauses around a node.
pub(crate) struct Window {
    clauses: Vec<(Clause, Source)>,
    /// By variable: when it was entered, and how deep one went from there.
    entered: Vec<(u32, u32)>,
    stamp: u32,
    /// By literal.
    values: Vec<Value>,
    /// What was set, and by which clause.
    trail: Vec<(Lit, usize)>,
}

/// No clause: the literal is assumed.
const ASSUMED: usize = usize::MAX;

impl Window {
    pub(crate) fn new(variables: usize) -> Self {
        let mut values = vec![Value::Free; 2 * variables];
        (values[0], values[1]) = (Value::False, Value::True);
        let entered = vec![(0, 0); variables];
        Self { clauses: Vec::new(), entered, stamp: 0, values, trail: Vec::new() }
    }

    pub(crate) fn clear(&mut self) {
        self.clauses.clear();
        self.stamp += 1;
    }

    /// Whether one has to go so deep from a node, and whether its clauses are missing.
    pub(crate) fn enter(&mut self, node: u32, depth: u32) -> Option<bool> {
        let (stamp, known) = self.entered[index(node)];
        if stamp == self.stamp && known >= depth {
            return None;
        }
        self.entered[index(node)] = (self.stamp, depth);
        Some(stamp != self.stamp)
    }

    pub(crate) fn add(&mut self, clause: Clause, source: Source) {
        self.clauses.push((clause, source));
    }

    pub(crate) fn add_gate(&mut self, node: u32, [left, right]: [Lit; 2]) {
        let gate = Lit::positive(node);
        let clauses = [
            [!gate, left, Lit::FALSE, Lit::FALSE],
            [!gate, right, Lit::FALSE, Lit::FALSE],
            [gate, !left, !right, Lit::FALSE],
        ];
        for (clause, which) in clauses.into_iter().zip(0..) {
            if !clause.contains(&Lit::TRUE) && left != !right {
                self.add(clause, Source::Gate(node, which));
            }
        }
    }

    /// The hints by which a clause follows.
    pub(crate) fn follows(&mut self, clause: Clause) -> Option<Vec<Source>> {
        for lit in clause {
            if lit != Lit::FALSE {
                self.set(!lit, ASSUMED);
            }
        }
        let hints = self.propagate().map(|conflict| self.reasons(conflict));
        for (lit, _) in self.trail.drain(..) {
            self.values[index(lit.0)] = Value::Free;
            self.values[index((!lit).0)] = Value::Free;
        }
        hints
    }

    fn set(&mut self, lit: Lit, by: usize) {
        self.values[index(lit.0)] = Value::True;
        self.values[index((!lit).0)] = Value::False;
        self.trail.push((lit, by));
    }

    /// Sets all that follows; the clause that is false then.
    fn propagate(&mut self) -> Option<usize> {
        loop {
            let before = self.trail.len();
            for at in 0..self.clauses.len() {
                let mut free = None;
                let mut count = 0;
                for &lit in &self.clauses[at].0 {
                    match self.values[index(lit.0)] {
                        Value::True => count = 2,
                        Value::Free if free != Some(lit) => {
                            count += 1;
                            free = Some(lit);
                        }
                        _ => {}
                    }
                }
                match (count, free) {
                    (0, _) => return Some(at),
                    (1, Some(lit)) => self.set(lit, at),
                    _ => {}
                }
            }
            if self.trail.len() == before {
                return None;
            }
        }
    }

    /// The clauses that a conflict needs, in the order in which they were used.
    fn reasons(&self, conflict: usize) -> Vec<Source> {
        let mut needed: Vec<Lit> = self.clauses[conflict].0.to_vec();
        let mut hints = vec![self.clauses[conflict].1];
        for &(lit, by) in self.trail.iter().rev() {
            if by != ASSUMED && needed.contains(&!lit) {
                let (clause, source) = &self.clauses[by];
                needed.extend(clause.iter().filter(|&&other| other != lit));
                hints.push(*source);
            }
        }
        hints.reverse();
        hints
    }

    /// Literals that may tell cases apart: of those variables that are asked for, the first few.
    pub(crate) fn cases(&self, is_case: &[bool], most: usize) -> Vec<Lit> {
        let mut cases: Vec<Lit> = Vec::new();
        for lit in self.clauses.iter().flat_map(|(clause, _)| clause) {
            let lit = Lit::positive(lit.variable());
            if is_case[index(lit.variable())] && !cases.contains(&lit) {
                cases.push(lit);
                if cases.len() == most {
                    break;
                }
            }
        }
        cases
    }
}
