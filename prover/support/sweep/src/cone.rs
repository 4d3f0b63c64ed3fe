//! CaDiCaL for the questions that the window gives up: it gets the clauses of whole cones, each
//! once, and what it derives becomes part of the proof.

use crate::Error;
use crate::Problem;
use crate::log::ClauseId;
use crate::window::{Context, Verdict};
use claim_miter::Signal;
use format_dimacs::Lit;
use format_input::index;
use format_lrat::Id;
use std::cell::Cell;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;
use support_sat::{Options, Outcome, Solver, Tracer};

/// The ids up to this one are those of our log.
const RESERVED: Id = 1 << 40;

/// What CaDiCaL derived since somebody last looked.
#[derive(Default)]
struct Records {
    ids: Vec<Id>,
    literals: Vec<Lit>,
    hints: Vec<Id>,
    /// Where the literals and hints of each clause end.
    ends: Vec<(usize, usize)>,
}

impl Tracer for Records {
    const HINTS: bool = true;

    fn derive(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        self.ids.push(id);
        self.literals.extend_from_slice(clause);
        self.hints.extend_from_slice(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
        Ok(())
    }

    fn delete(&mut self, _: Id, _: &[Lit]) -> io::Result<()> {
        Ok(())
    }
}

/// The solver and what it knows.
pub(crate) struct Cone {
    solver: Solver<Records>,
    /// It stops after deriving so many clauses.
    limit: Rc<Cell<u64>>,
    /// By node: its variable, or 0.
    variables: Vec<u32>,
    /// By variable, from 1: its node.
    nodes: Vec<u32>,
    /// By derived clause of the solver: its id in the log.
    derived: Vec<ClauseId>,
    stack: Vec<u32>,
    clause: Vec<Lit>,
}

impl Cone {
    pub(crate) fn new(nodes: u32, problem: &Problem<'_>) -> Result<Self, Error> {
        let options =
            Options { seed: problem.seed, reserved: RESERVED, incremental: true, quick: false };
        let mut solver = Solver::new(&options, Records::default())?;
        let limit = Rc::new(Cell::new(u64::MAX));
        let (shared, limits) = (Rc::clone(&limit), Arc::clone(problem.limits));
        let deadline = problem.effort.deadline;
        solver.stop_when(move |counts| {
            counts.derived > shared.get()
                || limits.exceeded().is_some()
                || deadline.is_some_and(|deadline| Instant::now() >= deadline)
        });
        let variables = vec![0; index(nodes)];
        let (stack, clause) = (Vec::new(), Vec::new());
        Ok(Self { solver, limit, variables, nodes: vec![0], derived: Vec::new(), stack, clause })
    }

    /// Decides whether a clause of two signals follows, up to so many derived clauses.
    pub(crate) fn prove(
        &mut self,
        context: &mut Context<'_>,
        clause: [Signal; 2],
        limit: u64,
    ) -> Result<Verdict, Error> {
        self.tell_merges(context)?;
        let mut assumptions = Vec::new();
        for signal in clause.into_iter().filter(|signal| !signal.is_constant()) {
            assumptions.push(!self.literal(signal));
        }
        self.load(context)?;
        self.limit.set(self.solver.counts().derived.saturating_add(limit));
        let outcome = self.solver.solve(&assumptions)?;
        match outcome {
            Outcome::Satisfiable => Ok(Verdict::Refuted),
            Outcome::Stopped => {
                self.drain(context);
                Ok(Verdict::GaveUp)
            }
            Outcome::Unsatisfiable => {
                let core = self.solver.conclude()?;
                self.drain(context);
                let core = core.map_or(0, |id| self.id(id));
                let id = context.log.derive(context.graph, &clause, &[core]);
                id.map(Verdict::Proved).ok_or(Error::Proof)
            }
        }
    }

    /// The true signals among the inputs after a clause was refuted.
    pub(crate) fn model(&mut self, inputs: u32) -> Vec<Signal> {
        let mut signals = Vec::new();
        for node in 1..=inputs {
            let lit = Lit::new(self.variables[index(node)], false);
            if let Some(value) = lit.and_then(|lit| self.solver.value(lit)) {
                signals.push(Signal(node << 1 | u32::from(!value)));
            }
        }
        signals
    }

    /// The solver's literal; its node is put on the stack if it is new.
    fn literal(&mut self, signal: Signal) -> Lit {
        let node = signal.variable();
        if self.variables[index(node)] == 0 {
            self.variables[index(node)] = u32::try_from(self.nodes.len()).unwrap_or(u32::MAX);
            self.nodes.push(node);
            self.stack.push(node);
        }
        let code = self.variables[index(node)] << 1 | signal.0 & 1;
        // Variables are numbered from 1.
        Lit::from_code(code.max(2)).unwrap_or_else(unreachable_literal)
    }

    /// Adds the equalities of nodes merged since the last question.
    fn tell_merges(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        for node in std::mem::take(&mut context.merges.recent) {
            if self.variables[index(node)] != 0 {
                self.equate(context, node)?;
            }
        }
        self.load(context)
    }

    /// Adds both implications between a node and what it is equal to.
    fn equate(&mut self, context: &mut Context<'_>, node: u32) -> Result<(), Error> {
        let gate = Signal::positive(node);
        let root = context.merges.find(context.graph, context.log, gate);
        if root != gate {
            self.add(context.merges.up(gate), &[!gate, root])?;
            self.add(context.merges.down(gate), &[gate, !root])?;
        }
        Ok(())
    }

    /// Adds the clauses of all nodes on the stack and below.
    fn load(&mut self, context: &mut Context<'_>) -> Result<(), Error> {
        while let Some(node) = self.stack.pop() {
            if context.merges.is_merged(node) {
                self.equate(context, node)?;
            } else if context.graph.fan(node).is_some() {
                let axiom = context.graph.axiom(node);
                for id in axiom..axiom + 3 {
                    let (clause, length) = context.graph.axiom_clause(id);
                    self.add(id, &clause[..length])?;
                }
            }
        }
        Ok(())
    }

    /// Adds a clause unless it is a tautology.
    fn add(&mut self, id: ClauseId, clause: &[Signal]) -> Result<(), Error> {
        self.clause.clear();
        for &signal in clause {
            if signal == Signal::TRUE || id == 0 || clause.contains(&!signal) {
                return Ok(());
            }
            if signal != Signal::FALSE {
                let lit = self.literal(signal);
                if !self.clause.contains(&lit) {
                    self.clause.push(lit);
                }
            }
        }
        Ok(self.solver.add_clause(Id::from(id), &self.clause)?)
    }

    /// Moves what was derived into the log.
    fn drain(&mut self, context: &mut Context<'_>) {
        let records = self.solver.tracer().map(|mut records| std::mem::take(&mut *records));
        let Some(records) = records else { return };
        let (mut literals, mut hints) = (0, 0);
        for (&id, &(literals_end, hints_end)) in records.ids.iter().zip(&records.ends) {
            let clause = records.literals[literals..literals_end].iter().map(|lit| {
                Signal(self.nodes[index(lit.variable())] << 1 | u32::from(lit.is_negative()))
            });
            let own = records.hints[hints..hints_end].iter().map(|&hint| self.id(hint));
            let new = context.log.add(clause, own);
            let at = usize::try_from(id - RESERVED).unwrap_or(0);
            self.derived.resize(at, 0);
            self.derived.push(new);
            (literals, hints) = (literals_end, hints_end);
        }
    }

    /// The id in the log of a clause that the solver names.
    fn id(&self, id: Id) -> ClauseId {
        match usize::try_from(id - RESERVED) {
            Ok(at) if at > 0 => self.derived.get(at).copied().unwrap_or(0),
            _ => ClauseId::try_from(id).unwrap_or(0),
        }
    }
}

#[cold]
#[allow(clippy::unreachable, reason = "codes from 2 on are literals")]
fn unreachable_literal() -> Lit {
    unreachable!("codes from 2 on are literals")
}
