//! The axioms: which clause an id names, and which sections may use it.

use crate::Obligations;
use format_aiger::Lit as Signal;
use format_dimacs::Lit;
use format_input::index;
use format_inv::{Id, Section};

impl Obligations {
    /// Puts the axiom with this id into `clause`, each literal once. False if the section has no
    /// such axiom, or it is a tautology, which no proof may use.
    ///
    /// | section | axioms |
    /// | --- | --- |
    /// | init | resets; gates and constraints of frame 0 |
    /// | step | gates and constraints of frames 0 and 1, invariant of frame 0, links from 0 to 1 |
    /// | property | gates, constraints and invariant of frame 0 |
    /// | base i | resets; gates, constraints, invariant of frames up to i; links and properties below i |
    /// | k-step | gates, constraints, invariant of frames up to k; links and properties below k; differences |
    pub fn axiom(&self, id: Id, section: Section, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let Some(at) = id.checked_sub(1).filter(|&at| at >= 0) else { return false };
        let has_resets = matches!(section, Section::Init | Section::Base(_));
        if at < self.resets {
            return has_resets && self.reset_axiom(at, clause);
        }
        if at >= self.blocks {
            let at = at.saturating_sub(self.blocks);
            return section == Section::Induction && self.difference_axiom(at, clause);
        }
        // A block is not empty, for there is a property.
        let at = at.saturating_sub(self.resets);
        let Some(frame) = at.checked_div(self.block.end) else { return false };
        let at = at.saturating_sub(frame.saturating_mul(self.block.end));
        let Ok(frame) = u32::try_from(frame) else { return false };
        frame < self.frames_of(section) && self.frame_axiom(at, frame, section, clause)
    }

    /// The axiom at this place of the block of a frame that the section sees.
    fn frame_axiom(&self, at: Id, frame: u32, section: Section, clause: &mut Vec<Lit>) -> bool {
        let last = self.frames_of(section).saturating_sub(1);
        let is_induction = matches!(section, Section::Base(_) | Section::Induction);
        let block = self.block;
        if at < block.constraints {
            self.gate_axiom(at, frame, clause)
        } else if at < block.invariant {
            let constraint = self.circuit.constraints.get(place(at, block.constraints));
            constraint.is_some_and(|&signal| self.collect(&[(signal, frame)], clause))
        } else if at < block.links {
            let admitted = match section {
                Section::Init => false,
                // In frame 1 it is what has to be derived.
                Section::Step => frame == 0,
                _ => true,
            };
            admitted && self.invariant(place(at, block.invariant), frame, clause)
        } else if at < block.properties {
            frame < last && self.link_axiom(at.saturating_sub(block.links), frame, clause)
        } else {
            let property = u32::try_from(at.saturating_sub(block.properties)).unwrap_or(u32::MAX);
            is_induction
                && frame < last
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

    /// Latch x with next state n has `not x or n` and `x or not n`, x one frame later than n.
    fn link_axiom(&self, at: Id, frame: u32, clause: &mut Vec<Lit>) -> bool {
        let Ok(number) = u32::try_from(at / 2) else { return false };
        let Some(&[next, _]) = self.circuit.latches.get(index(number)) else { return false };
        let latch = Signal::positive(self.circuit.latch(number));
        let later = frame.saturating_add(1);
        match at % 2 {
            0 => self.collect(&[(!latch, later), (next, frame)], clause),
            _ => self.collect(&[(latch, later), (!next, frame)], clause),
        }
    }

    /// Latch x with reset r has `not x or r` and `x or not r`. If r is x, these are tautologies.
    fn reset_axiom(&self, at: Id, clause: &mut Vec<Lit>) -> bool {
        let Ok(number) = u32::try_from(at / 2) else { return false };
        let Some(&[_, reset]) = self.circuit.latches.get(index(number)) else { return false };
        let latch = Signal::positive(self.circuit.latch(number));
        match at % 2 {
            0 => self.collect(&[(!latch, 0), (reset, 0)], clause),
            _ => self.collect(&[(latch, 0), (!reset, 0)], clause),
        }
    }

    /// For every pair of frames: four clauses that define the difference of every latch of the
    /// model, and one that there is a difference.
    fn difference_axiom(&self, at: Id, clause: &mut Vec<Lit>) -> bool {
        let latches = self.circuit.model_latches;
        let size = Id::from(latches).saturating_mul(4).saturating_add(1);
        let Some(pair) = at.checked_div(size).filter(|_| self.has_simple_paths()) else {
            return false;
        };
        let at = at.saturating_sub(pair.saturating_mul(size));
        let Some((early, late)) = self.frames_of_pair(pair) else { return false };
        let difference = |latch| Lit::new(self.difference(latch, early, late), false);
        let Some(latch) = u32::try_from(at / 4).ok().filter(|&latch| latch < latches) else {
            clause.extend((0..latches).filter_map(difference));
            return true;
        };
        let variable = self.circuit.latch(latch);
        let lits = [early, late].map(|frame| Lit::new(self.var(variable, frame), false));
        let (Some(d), [Some(x), Some(y)]) = (difference(latch), lits) else { return false };
        clause.extend(match at % 4 {
            0 => [!d, x, y],
            1 => [!d, !x, !y],
            2 => [d, !x, y],
            _ => [d, x, !y],
        });
        true
    }

    /// The frames of a pair, the earlier first; `None` if there are too few frames.
    fn frames_of_pair(&self, pair: Id) -> Option<(u32, u32)> {
        // The largest frame with late (late - 1) / 2 <= pair.
        let late = 8_i64.checked_mul(pair)?.checked_add(1)?.checked_isqrt()?.checked_add(1)? / 2;
        let before = late.checked_mul(late.checked_sub(1)?)? / 2;
        let (early, late) =
            (u32::try_from(pair.checked_sub(before)?).ok()?, u32::try_from(late).ok()?);
        (early < late && late < self.frames).then_some((early, late))
    }

    fn has_simple_paths(&self) -> bool {
        self.witness.induction.as_ref().is_some_and(|induction| induction.simple)
    }

    /// Whether a property is proved by k-induction.
    #[must_use]
    pub fn is_in_induction(&self, property: u32) -> bool {
        let induction = self.witness.induction.as_ref();
        induction.is_some_and(|induction| induction.properties.binary_search(&property).is_ok())
    }

    /// Puts a clause of the invariant into `clause`, each literal once. False if there is none, or
    /// it is a tautology.
    pub(crate) fn invariant(&self, number: usize, frame: u32, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let Some(lits) = self.witness.invariant.get(number) else { return false };
        clause.extend(lits.iter().map(|&lit| self.lit(lit, frame)));
        // They are sorted: a literal stands beside its negation.
        !lits.iter().zip(lits.iter().skip(1)).any(|(&lit, &next)| lit == !next)
    }

    /// Puts into `clause` that a property is not bad. False if there is none, or its literal is
    /// the constant false.
    pub(crate) fn not_bad_clause(&self, property: u32, frame: u32, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let bad = self.circuit.bad.get(index(property));
        bad.is_some_and(|&bad| self.collect(&[(!bad, frame)], clause))
    }

    /// Collects the literals of a disjunction: constants and copies go. False for a tautology.
    fn collect(&self, signals: &[(Signal, u32)], clause: &mut Vec<Lit>) -> bool {
        signals.iter().all(|&(signal, frame)| match Lit::from_code(signal.0) {
            None => signal == Signal::FALSE,
            Some(lit) => add(self.lit(lit, frame), clause),
        })
    }
}

/// Adds a literal that is not there yet. False if its negation is there.
fn add(lit: Lit, clause: &mut Vec<Lit>) -> bool {
    if !clause.contains(&lit) {
        clause.push(lit);
    }
    !clause.contains(&!lit)
}

/// A place in a list, from an id and that of the list's first element.
fn place(at: Id, start: Id) -> usize {
    usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX)
}
