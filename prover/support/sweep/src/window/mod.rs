//! A small solver for one question at a time: it looks only at the gates that the question
//! reaches, and keeps nothing but the proof.
//!
//! Variables are nodes that are met, gates take part once their node has a value, and the search
//! ends when every gate that is false has a false fan-in (Goel's justification). Clauses are
//! learned as usual. They enter the proof only if a question is settled by them.

mod analyze;
mod propagate;
mod settle;

use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use crate::merges::Merges;
use claim_miter::Signal;
use format_input::index;

/// What the solver works on.
pub(crate) struct Context<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) log: &'a mut Log,
    pub(crate) merges: &'a mut Merges,
}

/// How a question ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The clause is proved and has this id.
    Proved(ClauseId),
    /// There is an input under which it is false.
    Refuted,
    /// Too many conflicts.
    GaveUp,
}

/// Twice a variable of the solver, plus one if negated.
type Lit = u32;

/// Why a literal is true: a clause of an active gate (its variable times 4 plus 0, 1 or 2), or
/// a learned clause (its number times 4 plus 3).
type Reason = u32;

const NONE: u32 = u32::MAX;

const FREE: u8 = 0;
const TRUE: u8 = 1;
const FALSE: u8 = 2;

#[derive(Clone, Copy)]
struct Variable {
    node: u32,
    /// What the gate reads, once it is active.
    fans: [Lit; 2],
    /// The active gates that read this node: a list of gates times 2 plus which side.
    first: u32,
    /// Where those lists go on, for both sides.
    next: [u32; 2],
    level: u32,
    reason: Reason,
    activity: f32,
    is_active: bool,
    /// Whether the search stops here: what the gate reads is not looked at.
    is_leaf: bool,
    is_seen: bool,
}

struct Learned {
    literals: (u32, u32),
    hints: (u32, u32),
    /// Its id, once it is in the proof.
    id: ClauseId,
    is_needed: bool,
}

/// The solver.
#[derive(Default)]
pub(crate) struct Window {
    /// By node: its variable plus 1, or 0.
    locals: Vec<u32>,
    variables: Vec<Variable>,
    /// By literal.
    values: Vec<u8>,
    /// By literal: the learned clauses that watch it.
    watches: Vec<Vec<u32>>,
    trail: Vec<Lit>,
    head: usize,
    /// By decision: the lengths of the trail and of its part that is justified.
    levels: Vec<(usize, usize)>,
    justified: usize,
    learned: Vec<Learned>,
    literals: Vec<Lit>,
    /// The clauses that a learned clause follows from, the last one first, each with the literal
    /// that it makes true.
    hints: Vec<(Reason, Lit)>,
    increment: f32,
    // What the analysis of a conflict finds.
    clause: Vec<Lit>,
    marked: Vec<u32>,
    candidates: Vec<ClauseId>,
    signals: Vec<Signal>,
    /// How much was done so far, in visits of gates.
    pub(crate) work: u64,
    /// How many conflicts there were in all.
    pub(crate) conflicts: u64,
}

impl Window {
    pub(crate) fn new(graph: &Graph) -> Self {
        let mut window = Self { locals: vec![0; index(graph.nodes())], ..Self::default() };
        window.reset();
        window
    }

    /// Forgets everything about earlier questions.
    pub(crate) fn reset(&mut self) {
        for variable in &self.variables {
            self.locals[index(variable.node)] = 0;
        }
        let used = self.values.len();
        self.watches[..used].iter_mut().for_each(Vec::clear);
        self.variables.clear();
        self.values.clear();
        self.trail.clear();
        self.levels.clear();
        self.learned.clear();
        self.literals.clear();
        self.hints.clear();
        (self.head, self.justified, self.increment) = (0, 0, 1.0);
        // Variable 0 is the constant false.
        let constant = self.local(Signal::FALSE);
        self.assign(constant ^ 1, NONE);
    }

    /// Takes a node for an input in the question that follows: the clause may then be refuted
    /// though it is true.
    pub(crate) fn stop_at(&mut self, node: u32) {
        let leaf = self.local(Signal::positive(node));
        self.variables[index(leaf >> 1)].is_leaf = true;
    }

    /// Decides whether a clause of two signals follows from the circuit, up to so many conflicts.
    pub(crate) fn prove(
        &mut self,
        context: &mut Context<'_>,
        clause: [Signal; 2],
        limit: u64,
    ) -> Verdict {
        self.backtrack(0);
        let assumptions = clause.map(|signal| self.local(!signal));
        let limit = self.conflicts + limit;
        loop {
            if let Some(conflict) = self.propagate(context) {
                self.conflicts += 1;
                if self.levels.len() <= assumptions.len() {
                    return self.settle(context, clause, conflict);
                }
                self.learn(conflict);
            } else if let Some(&assumption) = assumptions.get(self.levels.len()) {
                if self.values[index(assumption)] == FALSE {
                    // Without a reason, one assumption is the negation of the other: a tautology.
                    let reason = self.variables[index(assumption >> 1)].reason;
                    let is_tautology = reason == NONE;
                    return if is_tautology {
                        Verdict::GaveUp
                    } else {
                        self.settle(context, clause, reason)
                    };
                }
                self.levels.push((self.trail.len(), self.justified));
                if self.values[index(assumption)] == FREE {
                    self.assign(assumption, NONE);
                }
            } else if self.conflicts >= limit {
                return Verdict::GaveUp;
            } else if !self.decide() {
                return Verdict::Refuted;
            }
        }
    }

    /// The true signals among the inputs after a clause was refuted; the others may be anything.
    pub(crate) fn model(&self, graph: &Graph) -> impl Iterator<Item = Signal> {
        let inputs = graph.inputs();
        self.trail.iter().filter_map(move |&lit| {
            let node = self.variables[index(lit >> 1)].node;
            (node != 0 && node <= inputs).then_some(Signal(node << 1 | lit & 1))
        })
    }

    /// Makes a fan-in false of the first gate on the trail that is false without reason.
    fn decide(&mut self) -> bool {
        while let Some(&lit) = self.trail.get(self.justified) {
            let variable = &self.variables[index(lit >> 1)];
            if lit & 1 == 1 && variable.is_active {
                let [left, right] = variable.fans;
                if self.values[index(left)] == FREE && self.values[index(right)] == FREE {
                    let [first, second] = [left, right].map(|fan| &self.variables[index(fan >> 1)]);
                    let takes_right = second.activity > first.activity
                        || second.activity >= first.activity && second.node < first.node;
                    self.levels.push((self.trail.len(), self.justified));
                    self.assign(if takes_right { right ^ 1 } else { left ^ 1 }, NONE);
                    return true;
                }
            }
            self.justified += 1;
        }
        false
    }

    /// The literal for a signal.
    #[inline]
    fn local(&mut self, signal: Signal) -> Lit {
        let slot = &mut self.locals[index(signal.variable())];
        if *slot == 0 {
            let variable = self.variables.len();
            *slot = u32::try_from(variable + 1).unwrap_or(0);
            self.variables.push(Variable {
                node: signal.variable(),
                fans: [0; 2],
                first: NONE,
                next: [NONE; 2],
                level: 0,
                reason: NONE,
                activity: 0.0,
                is_active: false,
                is_leaf: false,
                is_seen: false,
            });
            self.values.extend([FREE; 2]);
            if self.watches.len() < self.values.len() {
                self.watches.extend([Vec::new(), Vec::new()]);
            }
        }
        (*slot - 1) << 1 | signal.0 & 1
    }

    #[inline]
    fn signal(&self, lit: Lit) -> Signal {
        Signal(self.variables[index(lit >> 1)].node << 1 | lit & 1)
    }

    #[inline]
    fn assign(&mut self, lit: Lit, reason: Reason) {
        self.values[index(lit)] = TRUE;
        self.values[index(lit ^ 1)] = FALSE;
        let level = u32::try_from(self.levels.len()).unwrap_or(u32::MAX);
        let variable = &mut self.variables[index(lit >> 1)];
        variable.level = level;
        variable.reason = reason;
        self.trail.push(lit);
    }

    fn backtrack(&mut self, level: usize) {
        let Some(&(length, justified)) = self.levels.get(level) else { return };
        for lit in self.trail.drain(length..) {
            self.values[index(lit)] = FREE;
            self.values[index(lit ^ 1)] = FREE;
        }
        self.levels.truncate(level);
        self.head = length;
        self.justified = justified;
    }
}
