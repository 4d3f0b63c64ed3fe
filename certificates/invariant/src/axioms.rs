//! The axioms: which clause an id names, and which sections may use it.

use crate::Obligations;
use format_aiger::Lit as Signal;
use format_input::index;
use format_inv::{Id, Section};
use format_lit::Lit;

impl Obligations {
    /// Puts the axiom with this id into `clause`, each literal once. False if the section has no
    /// such axiom, or it is a tautology, which no proof may use.
    ///
    /// | section | axioms |
    /// | --- | --- |
    /// | init | resets; gates and constraints of frame 0 |
    /// | step | gates and constraints of frames 0 and 1, invariant of frame 0, links from 0 to 1 |
    /// | property | gates, constraints and invariant of frame 0 |
    /// | base i | resets; gates, constraints, invariant up to frame i; links, properties below i |
    /// | k-step | gates, constraints, invariant up to k; links, properties below k; differences |
    pub fn axiom(&self, id: Id, section: Section, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        if !(1..=self.axioms).contains(&id) {
            return false;
        }
        let at = id.saturating_sub(1);
        if at < self.resets {
            let has_resets = matches!(section, Section::Init | Section::Base(_));
            return has_resets && self.latch_axiom(at, |[_, reset]| (0, reset), clause);
        }
        let at = at.saturating_sub(self.resets);
        let (Some(frame), Some(rest)) =
            (at.checked_div(self.block.end), at.checked_rem(self.block.end))
        else {
            return false;
        };
        match u32::try_from(frame) {
            Ok(frame) if frame < self.frames => {
                frame <= self.last_frame(section) && self.frame_axiom(rest, frame, section, clause)
            }
            _ => section == Section::Induction && self.difference_axiom(id, clause).is_some(),
        }
    }

    /// The axiom at this place of the block of a frame that the section sees.
    fn frame_axiom(&self, at: Id, frame: u32, section: Section, clause: &mut Vec<Lit>) -> bool {
        let block = self.block;
        let has_next = frame < self.last_frame(section);
        if at < block.constraints {
            self.gate_axiom(at, frame, clause)
        } else if at < block.invariant {
            let constraint = self.circuit.constraints.get(place(at, block.constraints));
            constraint.is_some_and(|&signal| self.collect(&[(signal, frame)], clause))
        } else if at < block.links {
            let is_known = match section {
                Section::Init => false,
                // In frame 1 it is what has to be derived.
                Section::Step => frame == 0,
                Section::Property | Section::Base(_) | Section::Induction => true,
            };
            is_known && self.invariant(place(at, block.invariant), frame, clause)
        } else if at < block.properties {
            let link = |[next, _]: [Signal; 2]| (frame.saturating_add(1), next);
            has_next && self.latch_axiom(at.saturating_sub(block.links), link, clause)
        } else {
            let property = u32::try_from(at.saturating_sub(block.properties)).unwrap_or(u32::MAX);
            let is_assumed = matches!(section, Section::Base(_) | Section::Induction);
            is_assumed
                && has_next
                && self.is_in_induction(property)
                && self.not_bad_clause(property, frame, clause)
        }
    }

    /// Gate `g = a and b` has, in this order, `not g or a`, `not g or b`, `g or not a or not b`.
    fn gate_axiom(&self, at: Id, frame: u32, clause: &mut Vec<Lit>) -> bool {
        let Ok(number) = u32::try_from(at / 3) else { return false };
        let Some(&[left, right]) = self.circuit.gates.get(index(number)) else { return false };
        let gate = Signal::positive(self.circuit.gate(number));
        match at % 3 {
            0 => self.collect(&[(!gate, frame), (left, frame)], clause),
            1 => self.collect(&[(!gate, frame), (right, frame)], clause),
            _ => self.collect(&[(gate, frame), (!left, frame), (!right, frame)], clause),
        }
    }

    /// Latch x has `not x or s` and `x or not s`. For its reset s both are of frame 0; if s is x,
    /// these are tautologies. For its next state s, x is of the next frame.
    fn latch_axiom(
        &self,
        at: Id,
        of: impl FnOnce([Signal; 2]) -> (u32, Signal),
        clause: &mut Vec<Lit>,
    ) -> bool {
        let Ok(number) = u32::try_from(at / 2) else { return false };
        let Some(&latch) = self.circuit.latches.get(index(number)) else { return false };
        let (frame, signal) = of(latch);
        let latch = Signal::positive(self.circuit.latch(number));
        let before = frame.saturating_sub(1);
        match at % 2 {
            0 => self.collect(&[(!latch, frame), (signal, before)], clause),
            _ => self.collect(&[(latch, frame), (!signal, before)], clause),
        }
    }

    /// For every pair of frames: four clauses that define the difference of every latch of the
    /// model, and one that there is a difference.
    fn difference_axiom(&self, id: Id, clause: &mut Vec<Lit>) -> Option<()> {
        let latches = self.circuit.model_latches;
        let size = Id::from(latches).checked_mul(4)?.checked_add(1)?;
        let at = id.checked_sub(1)?.checked_sub(self.blocks)?;
        let (pair, at) = (at.checked_div(size)?, at.checked_rem(size)?);
        // The largest frame with late (late - 1) / 2 <= pair.
        let late = pair.checked_mul(8)?.checked_add(1)?.checked_isqrt()?.checked_add(1)? / 2;
        let before = late.checked_mul(late.checked_sub(1)?)? / 2;
        let early = u32::try_from(pair.checked_sub(before)?).ok()?;
        let late = u32::try_from(late).ok().filter(|&late| late < self.frames)?;
        let difference = |latch| Lit::new(self.difference(latch, early, late), false);
        let latch = u32::try_from(at / 4).ok()?;
        if latch == latches {
            clause.extend((0..latches).filter_map(difference));
            return Some(());
        }
        let variable = self.circuit.latch(latch);
        let [x, y] = [early, late].map(|frame| Lit::new(self.var(variable, frame), false));
        let (d, x, y) = (difference(latch)?, x?, y?);
        clause.extend(match at % 4 {
            0 => [!d, x, y],
            1 => [!d, !x, !y],
            2 => [d, !x, y],
            _ => [d, x, !y],
        });
        Some(())
    }

    /// Puts a clause of the invariant into `clause`. False if there is none, or it is a tautology.
    pub(crate) fn invariant(&self, number: usize, frame: u32, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let Some(lits) = self.witness.invariant.get(number) else { return false };
        clause.extend(lits.iter().map(|&lit| self.lit(lit, frame)));
        // They are sorted: a literal stands beside its negation.
        !lits.iter().zip(lits.iter().skip(1)).any(|(&lit, &next)| lit == !next)
    }

    /// Puts into `clause` that a property is not bad. False if there is none, or its literal is
    /// the constant false.
    pub(crate) fn not_bad_clause(&self, number: u32, frame: u32, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let bad = self.circuit.bad.get(index(number));
        bad.is_some_and(|&bad| self.collect(&[(!bad, frame)], clause))
    }

    /// Collects the literals of a disjunction: constants and copies go. False for a tautology.
    fn collect(&self, signals: &[(Signal, u32)], clause: &mut Vec<Lit>) -> bool {
        signals.iter().all(|&(signal, frame)| {
            let Some(lit) = Lit::from_code(signal.0) else { return signal == Signal::FALSE };
            let lit = self.lit(lit, frame);
            if !clause.contains(&lit) {
                clause.push(lit);
            }
            !clause.contains(&!lit)
        })
    }
}

/// A place in a list, from an id and that of the list's first element.
fn place(at: Id, start: Id) -> usize {
    usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX)
}
