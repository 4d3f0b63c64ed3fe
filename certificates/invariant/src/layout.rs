//! Variables and clauses of all frames, numbered by arithmetic.

use crate::extend::{extend, reset_that_reads_inputs};
use crate::{Circuit, Refusal};
use format_dimacs::Lit;
use format_input::index;
use format_inv::{Id, Section, Witness};

/// The largest variable of all frames.
const MOST_VARIABLES: u32 = 1 << 30;

/// The model with what a certificate adds, and the numbers of its variables and clauses.
///
/// Variable v of frame i is v + i n, if a frame has n variables. The ids of clauses: first two for
/// the reset of every latch, then a block for every frame, then those of simple paths. A block
/// has three ids for every gate, one for every constraint, one for every clause of the invariant,
/// two for every latch that link it to the next frame, and one for every property.
///
/// The functions that give ids and variables are for those who write certificates.
#[derive(Clone, Debug)]
pub struct Obligations {
    pub(crate) circuit: Circuit,
    pub(crate) witness: Witness,
    /// The variables of a frame.
    pub(crate) variables: u32,
    pub(crate) frames: u32,
    /// Where the parts of a block begin.
    pub(crate) block: Block,
    /// The ids of resets end here.
    pub(crate) resets: Id,
    /// The ids of frames end here.
    pub(crate) blocks: Id,
    /// All ids of axioms end here.
    axioms: Id,
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
        witness.invariant.sort();
        let (mut depth, mut simple) = (1, false);
        if let Some(induction) = &witness.induction {
            (depth, simple) = (induction.depth, induction.simple);
            let properties = circuit.bad.len();
            if let Some(&number) = induction.properties.iter().find(|&&n| index(n) >= properties) {
                return Err(Refusal::NoSuchProperty { number, properties });
            }
        }
        // Whoever leaves out a loop at time 0 starts with the same state and other inputs.
        if simple && let Some(latch) = reset_that_reads_inputs(&circuit) {
            return Err(Refusal::SimplePath { latch });
        }
        Self::number(circuit, witness, depth, simple).ok_or(Refusal::TooManyFrames { depth })
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
        let axioms = Id::from(circuit.model_latches).checked_mul(4)?.checked_add(1)?;
        let axioms = blocks.checked_add(axioms.checked_mul(pairs)?)?;
        let variables = circuit.variables();
        let differences = Id::from(circuit.model_latches).checked_mul(pairs)?;
        let all = Id::from(variables).checked_mul(frames.into())?.checked_add(differences)?;
        let last = u32::try_from(all).ok().filter(|&last| last <= MOST_VARIABLES)?;
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
            _ => self.variables.saturating_mul(self.frames_of(section)),
        }
    }

    /// The number of frames that a section sees.
    pub(crate) fn frames_of(&self, section: Section) -> u32 {
        match section {
            Section::Init | Section::Property => 1,
            Section::Step => 2,
            Section::Base(stage) => stage.saturating_add(1),
            Section::Induction => self.frames,
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

    /// The id of a reset clause of a latch: 0 latch implies reset, 1 reset implies latch.
    #[must_use]
    pub fn reset(&self, latch: u32, which: u32) -> Id {
        Id::from(latch).saturating_mul(2).saturating_add(which.into()).saturating_add(1)
    }

    /// The id of a gate's clause: 0 and 1 the gate implies a right-hand side, 2 both imply it.
    #[must_use]
    pub fn gate_clause(&self, gate: u32, which: u32, frame: u32) -> Id {
        self.in_frame(Id::from(gate).saturating_mul(3).saturating_add(which.into()), frame)
    }

    /// The id of a constraint's clause.
    #[must_use]
    pub fn constraint(&self, number: u32, frame: u32) -> Id {
        self.in_frame(self.block.constraints.saturating_add(number.into()), frame)
    }

    /// The id of a clause of the invariant.
    #[must_use]
    pub fn invariant_clause(&self, number: u32, frame: u32) -> Id {
        self.in_frame(self.block.invariant.saturating_add(number.into()), frame)
    }

    /// The id of a clause that links a latch of the next frame to this one: 0 latch implies next
    /// state, 1 next state implies latch.
    #[must_use]
    pub fn link(&self, latch: u32, which: u32, frame: u32) -> Id {
        let at = Id::from(latch).saturating_mul(2).saturating_add(which.into());
        self.in_frame(self.block.links.saturating_add(at), frame)
    }

    /// The id of the clause that a property is not bad.
    #[must_use]
    pub fn not_bad(&self, property: u32, frame: u32) -> Id {
        self.in_frame(self.block.properties.saturating_add(property.into()), frame)
    }

    /// The variable of a simple path that is true if a latch differs between two frames, the
    /// earlier first.
    #[must_use]
    pub fn difference(&self, latch: u32, early: u32, late: u32) -> u32 {
        let pair = pair(early, late).saturating_mul(self.circuit.model_latches.into());
        let number = u32::try_from(pair.saturating_add(latch.into())).unwrap_or(u32::MAX);
        self.var(number, self.frames).saturating_add(1)
    }

    /// The id of a clause that defines a difference d of latches x and y: 0 not d, x, y;
    /// 1 not d, not x, not y; 2 d, not x, y; 3 d, x, not y.
    #[must_use]
    pub fn difference_clause(&self, latch: u32, which: u32, early: u32, late: u32) -> Id {
        let at = Id::from(latch).saturating_mul(4).saturating_add(which.into());
        self.of_pair(early, late).saturating_add(at).saturating_add(1)
    }

    /// The id of the clause that some latch differs between two frames.
    #[must_use]
    pub fn some_difference(&self, early: u32, late: u32) -> Id {
        self.difference_clause(self.circuit.model_latches, 0, early, late)
    }

    fn in_frame(&self, at: Id, frame: u32) -> Id {
        let before = self.block.end.saturating_mul(frame.into());
        self.resets.saturating_add(before).saturating_add(at).saturating_add(1)
    }

    fn of_pair(&self, early: u32, late: u32) -> Id {
        let size = Id::from(self.circuit.model_latches).saturating_mul(4).saturating_add(1);
        let pair = Id::try_from(pair(early, late)).unwrap_or(Id::MAX);
        self.blocks.saturating_add(size.saturating_mul(pair))
    }
}

/// The number of a pair of frames: (0, 1), (0, 2), (1, 2), (0, 3) and so on.
fn pair(early: u32, late: u32) -> u64 {
    let late = u64::from(late);
    (late.saturating_mul(late.saturating_sub(1)) / 2).saturating_add(early.into())
}
