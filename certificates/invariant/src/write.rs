//! The ids of axioms, for those who write certificates: no verdict rests on them.

use crate::Obligations;
use format_inv::Id;

impl Obligations {
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

    /// The id of a clause that defines a difference d of latches x and y: 0 not d, x, y;
    /// 1 not d, not x, not y; 2 d, not x, y; 3 d, x, not y.
    #[must_use]
    pub fn difference_clause(&self, latch: u32, which: u32, early: u32, late: u32) -> Id {
        let size = Id::from(self.circuit.model_latches).saturating_mul(4).saturating_add(1);
        let late = Id::from(late);
        let pair = late.saturating_mul(late.saturating_sub(1)) / 2;
        let before = size.saturating_mul(pair.saturating_add(early.into()));
        let at = Id::from(latch).saturating_mul(4).saturating_add(which.into());
        self.blocks.saturating_add(before).saturating_add(at).saturating_add(1)
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
}
