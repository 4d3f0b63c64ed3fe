//! One section of a certificate: axioms loaded as they are needed, goals derived by CaDiCaL.

use crate::log::{Log, RESERVED};
use crate::{Claim, Error};
use claim_invariant::{Id, Obligations, Section, Signal};
use format_dimacs::Lit;
use format_input::index;
use std::collections::HashMap;
use std::sync::Arc;
use support_sat::{Options, Outcome, Solver};

/// An axiom by what it says, for ids change when clauses of the invariant are left out.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Axiom {
    Reset(u32, u32),
    Gate {
        gate: u32,
        which: u32,
        frame: u32,
    },
    Constraint(u32, u32),
    Invariant(u32, u32),
    Link {
        latch: u32,
        which: u32,
        frame: u32,
    },
    NotBad(u32, u32),
    /// A clause that defines whether a latch differs between two frames.
    Difference {
        latch: u32,
        which: u32,
        early: u32,
        late: u32,
    },
    /// Some latch does.
    SomeDifference(u32, u32),
}

impl Axiom {
    pub(crate) fn id(self, obligations: &Obligations) -> Id {
        match self {
            Self::Reset(latch, which) => obligations.reset(latch, which),
            Self::Gate { gate, which, frame } => obligations.gate_clause(gate, which, frame),
            Self::Constraint(number, frame) => obligations.constraint(number, frame),
            Self::Invariant(number, frame) => obligations.invariant_clause(number, frame),
            Self::Link { latch, which, frame } => obligations.link(latch, which, frame),
            Self::NotBad(property, frame) => obligations.not_bad(property, frame),
            Self::Difference { latch, which, early, late } => {
                obligations.difference_clause(latch, which, early, late)
            }
            Self::SomeDifference(early, late) => obligations.some_difference(early, late),
        }
    }
}

/// A goal, and the id of a clause that it contains.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Goal {
    pub(crate) number: u32,
    /// For the base of k-induction: the stage in which it was derived, else 0.
    pub(crate) stage: usize,
    pub(crate) proof: Id,
    /// How many literals it has.
    pub(crate) len: usize,
}

/// A section that is being derived.
pub(crate) struct Derivation<'a> {
    obligations: &'a Obligations,
    section: Section,
    /// The sections so far, each with the number of its first line.
    sections: Vec<(Section, usize)>,
    pub(crate) axioms: Vec<Axiom>,
    /// By variable: whether its definitions are loaded.
    loaded: Vec<bool>,
    /// By variable of one frame: the clauses of the invariant to load with it.
    companions: &'a HashMap<u32, Vec<u32>>,
    solver: Solver<Log>,
    pub(crate) goals: Vec<Goal>,
    marks: Vec<bool>,
    clause: Vec<Lit>,
}

impl<'a> Derivation<'a> {
    pub(crate) fn new(
        obligations: &'a Obligations,
        section: Section,
        companions: &'a HashMap<u32, Vec<u32>>,
        claim: &Claim<'_>,
    ) -> Result<Self, Error> {
        let options =
            Options { seed: claim.seed, reserved: RESERVED, incremental: true, quick: true };
        let mut solver = Solver::new(&options, Log::default())?;
        for &(option, value) in settings(section) {
            solver.set(option, value)?;
        }
        let limits = Arc::clone(claim.limits);
        solver.stop_when(move |_| limits.exceeded().is_some());
        Ok(Self {
            obligations,
            section,
            sections: vec![(section, 0)],
            axioms: Vec::new(),
            loaded: Vec::new(),
            companions,
            solver,
            goals: Vec::new(),
            marks: Vec::new(),
            clause: Vec::new(),
        })
    }

    /// Goes on to the next stage of the base.
    pub(crate) fn next_stage(&mut self, section: Section) {
        let first = self.solver.tracer().map_or(0, |log| log.len());
        self.section = section;
        self.sections.push((section, first));
    }

    /// Loads an axiom, unless it is a tautology, and what its variables depend on.
    pub(crate) fn load(&mut self, axiom: Axiom) -> Result<(), Error> {
        let mut open = vec![axiom];
        let mut clause = std::mem::take(&mut self.clause);
        while let Some(axiom) = open.pop() {
            let id = axiom.id(self.obligations);
            if !self.obligations.axiom(id, self.section, &mut clause) {
                continue;
            }
            self.axioms.push(axiom);
            let id = Id::try_from(self.axioms.len()).unwrap_or(Id::MAX);
            self.solver.add_clause(id, &clause)?;
            for lit in &clause {
                self.define(lit.variable(), &mut open);
            }
        }
        self.clause = clause;
        Ok(())
    }

    /// The axioms that define a variable: of its gate, its link to the frame before, its reset.
    fn define(&mut self, variable: u32, open: &mut Vec<Axiom>) {
        let at = index(variable);
        if self.loaded.len() <= at {
            self.loaded.resize(at + 1, false);
        }
        if std::mem::replace(&mut self.loaded[at], true) {
            return;
        }
        let circuit = self.obligations.circuit();
        let stride = circuit.variables();
        let (frame, own) = ((variable - 1) / stride, (variable - 1) % stride + 1);
        let frames = self.obligations.witness().induction.as_ref().map_or(2, |i| i.depth + 1);
        // Differences between frames have the variables behind those of all frames.
        if own <= circuit.inputs || frame >= frames {
            return;
        }
        if let Some(gate) = gate_of(self.obligations, own) {
            open.extend((0..3).map(|which| Axiom::Gate { gate, which, frame }));
        } else if let Some(latch) = latch_of(self.obligations, own) {
            if frame > 0 {
                let link = |which| Axiom::Link { latch, which, frame: frame - 1 };
                open.extend((0..2).map(link));
            } else if matches!(self.section, Section::Init | Section::Base(_)) {
                open.extend((0..2).map(|which| Axiom::Reset(latch, which)));
            }
        }
        for &number in self.companions.get(&own).into_iter().flatten() {
            open.push(Axiom::Invariant(number, frame));
        }
    }

    /// Loads what defines the variables of literals.
    fn define_all(&mut self, lits: &[Lit]) -> Result<(), Error> {
        let mut open = Vec::new();
        for lit in lits {
            self.define(lit.variable(), &mut open);
        }
        open.into_iter().try_for_each(|axiom| self.load(axiom))
    }

    /// Loads all constraints of a frame.
    pub(crate) fn load_constraints(&mut self, frame: u32) -> Result<(), Error> {
        let count = u32::try_from(self.obligations.circuit().constraints.len());
        (0..count.unwrap_or(u32::MAX))
            .try_for_each(|number| self.load(Axiom::Constraint(number, frame)))
    }

    /// Loads that the states of two frames differ.
    pub(crate) fn load_difference(&mut self, early: u32, late: u32) -> Result<(), Error> {
        let own = self.obligations.circuit().latches.len();
        let latches = own - self.obligations.witness().latches.len();
        for latch in (0_u32..).take(latches) {
            for which in 0..4 {
                self.load(Axiom::Difference { latch, which, early, late })?;
            }
        }
        self.load(Axiom::SomeDifference(early, late))
    }

    /// Derives a goal; false if it does not follow.
    pub(crate) fn prove(&mut self, number: u32, goal: &[Lit]) -> Result<bool, Error> {
        self.define_all(goal)?;
        let negated: Vec<Lit> = goal.iter().map(|&lit| !lit).collect();
        match self.solver.solve(&negated)? {
            Outcome::Satisfiable => return Ok(false),
            Outcome::Stopped => return Err(Error::Stopped),
            Outcome::Unsatisfiable => {}
        }
        let proof = self.solver.conclude()?.ok_or(Error::Proof)?;
        self.learn(proof)?;
        let stage = self.sections.len() - 1;
        self.goals.push(Goal { number, stage, proof, len: goal.len() });
        Ok(true)
    }

    /// Gives the solver a line that it derived for us only: later goals may need it.
    fn learn(&mut self, proof: Id) -> Result<(), Error> {
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        if let Some(log) = self.solver.tracer()
            && let Some(line) = log.line(proof)
        {
            clause.extend_from_slice(log.literals(line));
        }
        if !clause.is_empty() {
            self.solver.add_clause(proof, &clause)?;
        }
        self.clause = clause;
        Ok(())
    }

    /// Marks all lines that the last goal needs, and gives the clauses of the invariant that are
    /// used for the first time.
    pub(crate) fn mark_last(&mut self) -> Vec<u32> {
        let (Some(goal), Some(log)) = (self.goals.last(), self.solver.tracer()) else {
            return Vec::new();
        };
        let mut used = Vec::new();
        self.marks.resize(log.len(), false);
        let mut open = vec![goal.proof];
        while let Some(id) = open.pop() {
            match log.line(id) {
                Some(line) => {
                    if !std::mem::replace(&mut self.marks[line], true) {
                        open.extend_from_slice(log.hints(line));
                    }
                }
                None => used.push(id),
            }
        }
        used.sort_unstable();
        used.dedup();
        let axiom = |id| usize::try_from(id - 1).ok().and_then(|at| self.axioms.get(at));
        let number = |id| match axiom(id) {
            Some(Axiom::Invariant(number, _)) => Some(*number),
            _ => None,
        };
        used.into_iter().filter_map(number).collect()
    }

    /// Ends the solver; what is left can be written.
    pub(crate) fn finish(self) -> Result<Finished, Error> {
        let Self { sections, axioms, solver, goals, mut marks, .. } = self;
        let log = solver.into_tracer().ok_or(Error::Proof)?;
        marks.resize(log.len(), false);
        Ok(Finished { sections, axioms, log, goals, marks })
    }
}

/// Options of CaDiCaL that make certificates smaller.
fn settings(section: Section) -> &'static [(&'static str, i32)] {
    match section {
        // Many small questions about the same gates: those are eliminated early.
        Section::Init | Section::Step | Section::Property => &[("elimint", 200)],
        // A few large ones: clauses are shrunk by more hints than that saves.
        Section::Base(_) | Section::Induction => &[("shrink", 0)],
    }
}

/// A section, or all stages of the base, all of whose goals are derived.
pub(crate) struct Finished {
    pub(crate) sections: Vec<(Section, usize)>,
    pub(crate) axioms: Vec<Axiom>,
    pub(crate) log: Log,
    pub(crate) goals: Vec<Goal>,
    pub(crate) marks: Vec<bool>,
}

/// The number of the gate with this variable of frame 0.
fn gate_of(obligations: &Obligations, variable: u32) -> Option<u32> {
    let circuit = obligations.circuit();
    let auxiliary = u32::try_from(obligations.witness().gates.len()).ok()?;
    let gates = u32::try_from(circuit.gates.len()).ok()?;
    let own = gates - auxiliary;
    let number = variable.checked_sub(circuit.gate(0)).filter(|&number| number < own);
    let beyond = || variable.checked_sub(circuit.gate(own)).map(|at| at + own);
    number.or_else(beyond).filter(|&number| index(number) < circuit.gates.len())
}

/// The number of the latch with this variable of frame 0.
fn latch_of(obligations: &Obligations, variable: u32) -> Option<u32> {
    let circuit = obligations.circuit();
    let auxiliary = u32::try_from(obligations.witness().latches.len()).ok()?;
    let latches = u32::try_from(circuit.latches.len()).ok()?;
    let own = latches - auxiliary;
    let number = variable.checked_sub(circuit.latch(0)).filter(|&number| number < own);
    let beyond = || variable.checked_sub(circuit.latch(own)).map(|at| at + own);
    number.or_else(beyond).filter(|&number| number < latches)
}

/// The literal of a signal; none for constants.
pub(crate) fn literal(signal: Signal) -> Option<Lit> {
    Lit::from_code(signal.0)
}
