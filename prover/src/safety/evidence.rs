//! Evidence, written and read back by the checkers' kernels as the user's checker would.

use super::Case;
use super::find::Proof;
use super::translate::Translation;
use claim_invariant::Signal;
use format_dimacs::Lit;
use format_input::Encoding;
use format_sha256::digest;
use format_trace::{Property, Status, Value, write_end, write_header, write_line};
use invcheck::Safety;
use std::io::{self, Write};
use std::sync::Arc;
use support_answer::{Checked, Destination, Spool};
use support_invariant::{Claim, equality};
use support_limits::Limits;
use support_model::{FIRST, Merge, Reduced, Run};

/// Writes evidence.
pub(super) struct Evidence<'a> {
    pub(super) case: &'a Case<'a>,
    /// The properties that a proof is about.
    pub(super) asked: &'a [u32],
    pub(super) destination: &'a Destination,
    pub(super) limits: &'a Arc<Limits>,
}

/// A checked proof.
pub(super) struct Proved {
    pub(super) certificate: Checked,
    pub(super) facts: Safety,
    pub(super) claimed: Claimed,
    /// The depth of the induction; 1 for an invariant.
    pub(super) depth: u32,
}

/// What a proof adds to the model, in the numbers of the circuit, and an inductive invariant.
#[derive(Clone, Debug, Default)]
pub(super) struct Claimed {
    pub(super) latches: Vec<[Signal; 2]>,
    pub(super) gates: Vec<[Signal; 2]>,
    pub(super) invariant: Vec<Vec<Lit>>,
}

/// Why there is no evidence.
#[derive(Debug)]
pub(super) enum Refusal {
    /// It cannot go where it should.
    Destination(io::Error),
    /// It cannot be written.
    Spool(io::Error),
    /// The user's environment would change the solver.
    Environment(String),
    /// The claim does not hold as it was found elsewhere.
    Claim(String),
    /// Our own fault.
    Own(String),
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Spool(error)
    }
}

impl From<support_sat::Error> for Refusal {
    fn from(error: support_sat::Error) -> Self {
        match error {
            support_sat::Error::Environment(_) => Self::Environment(error.to_string()),
            error => Self::Own(error.to_string()),
        }
    }
}

impl From<support_invariant::Error> for Refusal {
    fn from(error: support_invariant::Error) -> Self {
        match error {
            support_invariant::Error::Solver(error) => error.into(),
            support_invariant::Error::Write(error) => Self::Spool(error),
            error @ (support_invariant::Error::NotInitial(_)
            | support_invariant::Error::NotInductive(_)
            | support_invariant::Error::NotImplied(_)
            | support_invariant::Error::Extension(_)) => Self::Claim(error.to_string()),
            error => Self::Own(error.to_string()),
        }
    }
}

impl Evidence<'_> {
    /// Writes and checks a run on which a property fails. The check is short, and goes on if a limit
    /// was exceeded meanwhile: what was found is not lost.
    pub(super) fn run(&self, property: u32, run: &Run) -> Result<Checked, Refusal> {
        let spool = Spool::new(self.destination).map_err(Refusal::Destination)?;
        let mut out = spool.writer()?;
        write_header(&mut out, Status::Fails, &[Property::Bad(property)])?;
        let values = |bits: &[bool]| bits.iter().copied().map(Some).collect::<Vec<Value>>();
        write_line(&mut out, &values(&run.latches))?;
        for inputs in &run.inputs {
            write_line(&mut out, &values(inputs))?;
        }
        write_end(&mut out)?;
        out.flush()?;
        let (checked, ()) = spool.check(|file| {
            let asked = tracecheck::Asked::Property(property);
            let result = tracecheck::check(&*self.case.problem.bytes, file, asked);
            result.map(drop).map_err(|failure| refused(&failure))
        })?;
        Ok(checked)
    }

    /// Writes and checks a proof of all its properties.
    pub(super) fn proof(&self, proof: &Proof, reduced: &Reduced) -> Result<Proved, Refusal> {
        let mut claim = self.claim(&reduced.merges);
        match proof {
            Proof::Invariant(clauses) => {
                let mut translation = Translation::new(&reduced.system, &claim);
                let clause = |clause: &Vec<_>| translation.clause(clause);
                claim.invariant = clauses.iter().map(clause).collect();
                claim.gates = translation.gates;
            }
            Proof::Induction { depth, pairs } => {
                claim.depth = Some(*depth);
                claim.pairs.clone_from(pairs);
            }
        }
        self.claimed(&claim)
    }

    /// Writes and checks a proof that was found elsewhere.
    pub(super) fn foreign(&self, claimed: Claimed) -> Result<Proved, Refusal> {
        let Claimed { latches, gates, invariant } = claimed;
        let claim = self.claim(&[]);
        let equalities = Vec::new();
        let sees_next = true;
        self.claimed(&Claim { latches, gates, invariant, equalities, sees_next, ..claim })
    }

    fn claimed(&self, claim: &Claim<'_>) -> Result<Proved, Refusal> {
        let spool = Spool::new(self.destination).map_err(Refusal::Destination)?;
        let out = spool.writer()?;
        let invariant = support_invariant::write(claim, out)?;
        let (certificate, facts) = spool.check(|file| {
            let file = self.limits.guard(file);
            let asked = Some(self.asked);
            let facts = invcheck::check(&self.case.problem.bytes, file, asked)
                .map_err(|failure| refused(&failure))?;
            let missing = facts.missing().next();
            match missing {
                None => Ok(facts),
                Some((number, _)) => Err(refused(&format!("property {number} is not proved"))),
            }
        })?;
        let (latches, gates) = (claim.latches.clone(), claim.gates.clone());
        let claimed = Claimed { latches, gates, invariant };
        Ok(Proved { certificate, facts, claimed, depth: claim.depth.unwrap_or(1) })
    }

    /// The claim without an invariant, but for what was merged and folded.
    fn claim(&self, merges: &[Merge]) -> Claim<'_> {
        let circuit = &self.case.circuit;
        // The first auxiliary latch stands behind all variables of the model.
        let first = circuit.variables().saturating_add(1);
        let variable = |latch: u32| if latch == FIRST { first } else { circuit.latch(latch) };
        let lit = |&(latch, negative): &(u32, bool)| Lit::new(variable(latch), negative);
        let equalities = merges.iter().filter_map(|merge| {
            let other = match merge.with {
                Err(constant) => Signal(u32::from(constant)),
                Ok((latch, false)) => Signal::positive(variable(latch)),
                Ok((latch, true)) => !Signal::positive(variable(latch)),
            };
            Some(equality(lit(&(merge.latch, false))?, other))
        });
        let mut equalities: Vec<Vec<Lit>> = equalities.flatten().collect();
        let mut latches = Vec::new();
        if self.case.model.has_reset_functions() {
            latches.push([Signal::FALSE, Signal::TRUE]);
            equalities.extend(self.resets(first));
        }
        Claim {
            circuit,
            digest: digest(&self.case.problem.bytes),
            latches,
            gates: Vec::new(),
            invariant: Vec::new(),
            equalities,
            sees_next: false,
            properties: self.asked.to_vec(),
            depth: None,
            pairs: Vec::new(),
            encoding: if self.case.options.text { Encoding::Text } else { Encoding::Binary },
            seed: self.case.options.effort.seed,
            limits: self.limits,
        }
    }

    /// The clauses that say that latches have the values of their reset functions at time 0, by
    /// the variable that is true then.
    fn resets(&self, first: u32) -> Vec<Vec<Lit>> {
        let circuit = &self.case.circuit;
        let mut clauses = Vec::new();
        for (&[_, reset], number) in circuit.latches.iter().zip(0..) {
            let own = Signal::positive(circuit.latch(number));
            if reset.is_constant() || reset == own {
                continue;
            }
            for signals in [[own, !reset], [!own, reset]] {
                let lits = signals.into_iter().filter_map(|signal| Lit::from_code(signal.0));
                clauses.push(lits.chain(Lit::new(first, true)).collect());
            }
        }
        clauses
    }
}

fn refused(why: &impl ToString) -> Refusal {
    Refusal::Own(format!("our own certificate is refused: {}", why.to_string()))
}
