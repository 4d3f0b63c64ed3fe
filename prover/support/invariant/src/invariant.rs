//! Inductive invariants.

use crate::emit;
use crate::error::Error;
use crate::section::{Axiom, Derivation, Finished, literal};
use crate::shorten::shorten;
use claim_invariant::{Circuit, Clauses, Induction, Obligations, Section, Signal, Witness};
use format_dimacs::Lit;
use format_input::Encoding;
use format_inv::Writer;
use format_sha256::Digest;
use std::collections::{BTreeSet, HashMap};
use std::io::Write;
use std::sync::Arc;
use support_limits::Limits;

/// What to certify.
pub struct Claim<'a> {
    /// The model, numbered.
    pub circuit: &'a Circuit,
    /// The digest of its file.
    pub digest: Digest,
    /// Latches and gates of the certificate; their next states and so on are over its numbering.
    pub latches: Vec<[Signal; 2]>,
    /// Gates of the certificate.
    pub gates: Vec<[Signal; 2]>,
    /// The clauses of the invariant, over variables of the numbered model and the certificate.
    /// Together they are inductive.
    pub invariant: Vec<Vec<Lit>>,
    /// Clauses of the same kind that are loaded only with the variable that stands first: the
    /// equality of a latch with another that engines put in its place.
    pub equalities: Vec<Vec<Lit>>,
    /// Whether clauses may be inductive only with the constraints one step later.
    pub sees_next: bool,
    /// The properties to derive, in increasing order.
    pub properties: Vec<u32>,
    /// The depth, if they are proved by k-induction and not by the invariant.
    pub depth: Option<u32>,
    /// Pairs of frames of the k-step, the earlier first, whose states differ: the path is simple.
    pub pairs: Vec<(u32, u32)>,
    /// How it is written.
    pub encoding: Encoding,
    /// Chooses one of the solver's ways.
    pub seed: u32,
    /// When to give up.
    pub limits: &'a Arc<Limits>,
}

/// Derives everything and writes the certificate; the clauses of the invariant that were needed.
pub fn write(claim: &Claim<'_>, out: impl Write) -> Result<Vec<Vec<Lit>>, Error> {
    let clauses: Vec<&Vec<Lit>> = claim.invariant.iter().chain(&claim.equalities).collect();
    let all = obligations(claim, clauses.iter().map(|clause| clause.as_slice()))?;
    let mut companions: HashMap<u32, Vec<u32>> = HashMap::new();
    for (clause, number) in clauses.iter().zip(0_u32..).skip(claim.invariant.len()) {
        if let Some(lit) = clause.first() {
            companions.entry(lit.variable()).or_default().push(number);
        }
    }
    let pass = Pass { claim, all: &all, companions: &companions };
    let (last, needed) = match claim.depth {
        None => pass.properties().map(|(part, used)| (vec![part], used))?,
        Some(depth) => pass.induction(depth)?,
    };
    let (step, kept) = pass.step(needed)?;
    let init = pass.init(&kept)?;
    let renumber: HashMap<u32, u32> = kept.iter().copied().zip(0..).collect();
    let invariant: Vec<Vec<Lit>> =
        kept.iter().map(|&number| clauses[format_input::index(number)].clone()).collect();
    let chosen = obligations(claim, invariant.iter().map(Vec::as_slice))?;
    let mut writer =
        Writer::new(out, claim.encoding, &claim.digest, chosen.witness(), chosen.axioms())?;
    for part in [init, step].into_iter().chain(last) {
        if !part.goals.is_empty() {
            let part = shorten(part, &all, claim.limits)?;
            emit::write(&mut writer, &chosen, &part, &renumber)?;
        }
    }
    writer.finish()?;
    Ok(invariant)
}

/// The model with this invariant.
fn obligations<'a>(
    claim: &Claim<'_>,
    clauses: impl Iterator<Item = &'a [Lit]>,
) -> Result<Obligations, Error> {
    let mut invariant = Clauses::default();
    clauses.for_each(|clause| invariant.push(clause.iter().copied()));
    let (latches, gates) = (claim.latches.clone(), claim.gates.clone());
    let induction = claim.depth.map(|depth| Induction {
        depth,
        simple: !claim.pairs.is_empty(),
        properties: claim.properties.clone(),
    });
    let witness = Witness { latches, gates, invariant, induction };
    Ok(Obligations::new(claim.circuit.clone(), witness)?)
}

struct Pass<'a> {
    claim: &'a Claim<'a>,
    all: &'a Obligations,
    companions: &'a HashMap<u32, Vec<u32>>,
}

impl Pass<'_> {
    fn derivation(&self, section: Section) -> Result<Derivation<'_>, Error> {
        static NONE: std::sync::LazyLock<HashMap<u32, Vec<u32>>> =
            std::sync::LazyLock::new(HashMap::new);
        let companions = if section == Section::Init { &NONE } else { self.companions };
        let mut derivation = Derivation::new(self.all, section, companions, self.claim)?;
        derivation.load_constraints(0)?;
        if section != Section::Init {
            for number in (0_u32..).take(self.claim.invariant.len()) {
                derivation.load(Axiom::Invariant(number, 0))?;
            }
        }
        Ok(derivation)
    }

    /// Derives the properties; the clauses of the invariant that they need.
    fn properties(&self) -> Result<(Finished, Vec<u32>), Error> {
        let mut derivation = self.derivation(Section::Property)?;
        let used = self.goals(&mut derivation, Section::Property)?;
        Ok((derivation.finish()?, used))
    }

    /// Derives the properties by k-induction: the stages of the base, and the step; and the
    /// clauses of the invariant that these need.
    fn induction(&self, depth: u32) -> Result<(Vec<Finished>, Vec<u32>), Error> {
        let claim = self.claim;
        let mut used = Vec::new();
        let mut base = Derivation::new(self.all, Section::Base(0), self.companions, claim)?;
        for stage in 0..depth {
            if stage > 0 {
                base.next_stage(Section::Base(stage));
                for &property in &claim.properties {
                    base.load(Axiom::NotBad(property, stage - 1))?;
                }
            }
            base.load_constraints(stage)?;
            used.extend(self.goals(&mut base, Section::Base(stage))?);
        }
        let mut step = Derivation::new(self.all, Section::Induction, self.companions, claim)?;
        for frame in 0..=depth {
            step.load_constraints(frame)?;
            for &property in claim.properties.iter().filter(|_| frame < depth) {
                step.load(Axiom::NotBad(property, frame))?;
            }
        }
        for &(early, late) in &claim.pairs {
            step.load_difference(early, late)?;
        }
        used.extend(self.goals(&mut step, Section::Induction)?);
        Ok((vec![base.finish()?, step.finish()?], used))
    }

    /// Derives that the properties are not bad, as a section wants it.
    fn goals(&self, derivation: &mut Derivation<'_>, section: Section) -> Result<Vec<u32>, Error> {
        let (mut used, mut clause) = (Vec::new(), Vec::new());
        for &property in &self.claim.properties {
            if self.all.goal(section, property, &mut clause) != Some(true) {
                continue;
            }
            if !derivation.prove(property, &clause)? {
                return Err(Error::NotImplied(property));
            }
            used.extend(derivation.mark_last());
        }
        Ok(used)
    }

    /// Derives clauses of the invariant at time 1, and those that they need; all of them.
    fn step(&self, needed: Vec<u32>) -> Result<(Finished, Vec<u32>), Error> {
        let mut derivation = self.derivation(Section::Step)?;
        if self.claim.sees_next {
            derivation.load_constraints(1)?;
        }
        let mut kept: Vec<u32> = Vec::new();
        let mut is_known = vec![false; self.all.witness().invariant.len()];
        // In the order of their numbers: clauses that were found together are derived together.
        let mut open: BTreeSet<u32> = needed.into_iter().collect();
        let mut clause = Vec::new();
        while let Some(number) = open.pop_first() {
            let at = format_input::index(number);
            if std::mem::replace(&mut is_known[at], true) {
                continue;
            }
            kept.push(number);
            if self.all.goal(Section::Step, number, &mut clause) != Some(true) {
                continue;
            }
            if !derivation.prove(number, &clause)? {
                return Err(Error::NotInductive(number));
            }
            let used = derivation.mark_last();
            open.extend(used.into_iter().filter(|&number| !is_known[format_input::index(number)]));
        }
        kept.sort_unstable();
        Ok((derivation.finish()?, kept))
    }

    /// Derives clauses at time 0, but for those that have a literal which is true there.
    fn init(&self, kept: &[u32]) -> Result<Finished, Error> {
        let mut derivation = self.derivation(Section::Init)?;
        let mut clause = Vec::new();
        for &number in kept {
            let at = format_input::index(number);
            if self.all.is_initial(at)
                || self.all.goal(Section::Init, number, &mut clause) != Some(true)
            {
                continue;
            }
            if !derivation.prove(number, &clause)? {
                return Err(Error::NotInitial(number));
            }
            derivation.mark_last();
        }
        derivation.finish()
    }
}

/// The clauses that say that a latch has the value of another signal.
#[must_use]
pub fn equality(latch: Lit, other: Signal) -> Vec<Vec<Lit>> {
    match literal(other) {
        None if other == Signal::FALSE => vec![vec![!latch]],
        None => vec![vec![latch]],
        Some(other) => vec![vec![latch, !other], vec![!latch, other]],
    }
}
