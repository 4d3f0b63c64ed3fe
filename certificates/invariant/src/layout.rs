//! Variables and clauses of all frames, numbered by arithmetic.

use crate::extend::{extend, reset_that_reads_inputs};
use crate::{Circuit, Refusal};
use format_input::index;
use format_inv::{Id, Section, Witness};
use format_lit::Lit;

/// The largest variable of all frames.
const MOST_VARIABLES: Id = 1 << 30;

/// The model with what a certificate adds, and the numbers of its variables and clauses.
///
/// Variable v of frame i is v + i n, if a frame has n variables. The ids of clauses: first two for
/// the reset of every latch, then a block for every frame, then those of simple paths. A block
/// has three ids for every gate, one for every constraint, one for every clause of the invariant,
/// two for every latch that link it to the next frame, and one for every property.
#[derive(Clone, Debug)]
pub struct Obligations {
    pub(crate) circuit: Circuit,
    pub(crate) witness: Witness,
    /// The variables of a frame.
    pub(crate) variables: u32,
    pub(crate) frames: u32,
    pub(crate) block: Block,
    /// The ids of resets end here.
    pub(crate) resets: Id,
    /// The ids of frames end here.
    pub(crate) blocks: Id,
    /// All ids of axioms end here.
    pub(crate) axioms: Id,
    /// All variables end here.
    last: u32,
}

/// Where the parts of a block begin, counted from its first id; gates begin at 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub constraints: Id,
    pub invariant: Id,
    pub links: Id,
    pub properties: Id,
    pub end: Id,
}

impl Obligations {
    /// Extends a circuit by what a certificate adds.
    pub fn new(mut circuit: Circuit, mut witness: Witness) -> Result<Self, Refusal> {
        extend(&mut circuit, &witness)?;
        let (mut depth, mut simple) = (1, false);
        if let Some(induction) = &mut witness.induction {
            (depth, simple) = (induction.depth, induction.simple);
            induction.properties.sort_unstable();
            if let Some(&last) = induction.properties.last()
                && index(last) >= circuit.bad.len()
            {
                return Err(Refusal::NoSuchProperty(last));
            }
        }
        // Whoever leaves out a loop at time 0 starts with the same state and other inputs.
        if simple && let Some(latch) = reset_that_reads_inputs(&circuit) {
            return Err(Refusal::SimplePath(latch));
        }
        Self::number(circuit, witness, depth, simple).ok_or(Refusal::TooLarge)
    }

    /// Numbers variables and clauses; `None` if there are too many.
    fn number(circuit: Circuit, witness: Witness, depth: u32, simple: bool) -> Option<Self> {
        let count = |count: usize| Id::try_from(count).ok();
        let constraints = count(circuit.gates.len())?.checked_mul(3)?;
        let invariant = constraints.checked_add(count(circuit.constraints.len())?)?;
        let links = invariant.checked_add(count(witness.invariant.len())?)?;
        let resets = count(circuit.latches.len())?.checked_mul(2)?;
        let properties = links.checked_add(resets)?;
        let end = properties.checked_add(count(circuit.bad.len())?)?;
        let block = Block { constraints, invariant, links, properties, end };
        let frames = depth.checked_add(1)?;
        let blocks = resets.checked_add(end.checked_mul(frames.into())?)?;
        let pairs = if simple { Id::from(depth).checked_mul(frames.into())? / 2 } else { 0 };
        let (variables, latches) = (circuit.variables(), Id::from(circuit.model_latches));
        let pair = latches.checked_mul(4)?.checked_add(1)?;
        let axioms = blocks.checked_add(pair.checked_mul(pairs)?)?;
        let last = Id::from(variables).checked_mul(frames.into())?;
        let last = last.checked_add(latches.checked_mul(pairs)?)?;
        let last = u32::try_from(last).ok().filter(|_| last <= MOST_VARIABLES)?;
        Some(Self { circuit, witness, variables, frames, block, resets, blocks, axioms, last })
    }

    /// The model with the latches and gates of the certificate.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        &self.circuit
    }

    /// What the certificate adds to the model.
    #[must_use]
    pub fn witness(&self) -> &Witness {
        &self.witness
    }

    /// The largest id of an axiom; derived clauses have the ids after it.
    #[must_use]
    pub fn axioms(&self) -> Id {
        self.axioms
    }

    /// The largest variable of a section.
    #[must_use]
    pub fn variables(&self, section: Section) -> u32 {
        match section {
            Section::Induction => self.last,
            _ => self.variables.saturating_mul(self.last_frame(section).saturating_add(1)),
        }
    }

    /// The last frame that a section sees.
    pub(crate) fn last_frame(&self, section: Section) -> u32 {
        match section {
            Section::Init | Section::Property => 0,
            Section::Step => 1,
            Section::Base(stage) => stage,
            Section::Induction => self.frames.saturating_sub(1),
        }
    }

    /// Variable v of a frame.
    #[must_use]
    #[inline]
    pub fn var(&self, variable: u32, frame: u32) -> u32 {
        self.variables.saturating_mul(frame).saturating_add(variable)
    }

    /// A literal of frame 0 in another frame.
    #[must_use]
    #[inline]
    pub fn lit(&self, lit: Lit, frame: u32) -> Lit {
        Lit::new(self.var(lit.variable(), frame), lit.is_negative()).unwrap_or(lit)
    }

    /// The variable of a simple path that is true if a latch differs between two frames, the
    /// earlier first. Pairs of frames stand in the order (0, 1), (0, 2), (1, 2), (0, 3) and so on.
    #[must_use]
    pub fn difference(&self, latch: u32, early: u32, late: u32) -> u32 {
        let pair = (late.saturating_mul(late.saturating_sub(1)) / 2).saturating_add(early);
        let before = pair.saturating_mul(self.circuit.model_latches);
        self.var(before.saturating_add(latch), self.frames).saturating_add(1)
    }
}
