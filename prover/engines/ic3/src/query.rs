//! Questions to the frames' solvers.

use crate::cube::Cube;
use crate::search::{Search, Stopped};
use format_input::index;
use support_model::Lit;

/// Where a question about predecessors is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Frame(usize),
    Always,
}

/// A state that the last satisfiable question found, with inputs.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) cube: Cube,
    pub(crate) inputs: Vec<bool>,
}

impl Search<'_> {
    /// Whether no initial state is in the cube.
    pub(crate) fn excludes_initial(&self, cube: &Cube) -> bool {
        cube.lits().iter().any(|&lit| self.contradicts_reset(lit))
    }

    /// Whether a literal is false in all initial states, as its latch has a constant reset.
    pub(crate) fn contradicts_reset(&self, lit: Lit) -> bool {
        let bit = &self.bits[index(lit.variable())];
        bit.is_some_and(|bit| bit.reset == Some(lit.is_negative()))
    }

    /// Whether a cube has no predecessor in a place, itself excluded if `outside`. If so, the
    /// result is a part of the cube for which the same holds.
    pub(crate) fn has_no_predecessor(
        &mut self,
        cube: &Cube,
        place: Place,
        outside: bool,
    ) -> Result<Option<Cube>, Stopped> {
        self.check_pause()?;
        let mut lits = cube.lits().to_vec();
        let activity = &self.activity;
        let of = |lit: &Lit| activity[index(lit.variable())];
        lits.sort_by(|left, right| of(right).total_cmp(&of(left)));
        let nexts: Vec<Lit> = lits.iter().map(|&lit| self.next(lit)).collect();
        let clause = if outside { cube.clause() } else { Vec::new() };
        let stop = self.stop;
        let solver = match place {
            Place::Frame(frame) => &mut self.frames.solvers[frame],
            Place::Always => &mut self.frames.unbounded,
        };
        self.questions += 1;
        let before = solver.ticks;
        let answer = solver.solve(&nexts, &clause, &mut || stop());
        self.ticks += solver.ticks - before;
        let learnt = solver.take_learnt();
        self.frames.share(place, &learnt);
        if answer.ok_or(Stopped)? {
            return Ok(None);
        }
        let solver = match place {
            Place::Frame(frame) => &self.frames.solvers[frame],
            Place::Always => &self.frames.unbounded,
        };
        let core = solver.core();
        let kept: Vec<Lit> = if core.len() > 8 {
            let mut core = core.to_vec();
            core.sort_unstable();
            let keeps = |&(_, next): &(_, &Lit)| core.binary_search(next).is_ok();
            lits.iter().zip(&nexts).filter(keeps).map(|(&lit, _)| lit).collect()
        } else {
            lits.iter()
                .zip(&nexts)
                .filter(|(_, next)| core.contains(next))
                .map(|(&lit, _)| lit)
                .collect()
        };
        let reduced = Cube::new(kept);
        if self.excludes_initial(&reduced) {
            return Ok(Some(reduced));
        }
        let mut missing = cube.lits().iter().copied().filter(|&lit| self.contradicts_reset(lit));
        Ok(Some(match missing.next() {
            Some(lit) => Cube::new(reduced.lits().iter().copied().chain([lit]).collect()),
            None => cube.clone(),
        }))
    }

    /// The state that the last question to a frame found, cut down to what makes these literals
    /// and the constraints true.
    pub(crate) fn state(&mut self, place: Place, targets: &[Lit]) -> State {
        let solver = match place {
            Place::Frame(frame) => &self.frames.solvers[frame],
            Place::Always => &self.frames.unbounded,
        };
        let value = |variable: u32| solver.value(Lit::positive(variable)) == Some(true);
        let all: Vec<Lit> = targets.iter().chain(&self.system.constraints).copied().collect();
        let (activity, bits) = (&self.activity, &self.bits);
        let system = self.system;
        let bound = self.activity_increment;
        let weight = |variable: u32, is_true: bool| {
            bits[index(variable)].map(|bit| {
                let known = activity[index(variable)] > bound * 0.1;
                2 + u32::from(!known) + u32::from(bit.reset == Some(is_true))
            })
        };
        let lits = self.lifter.lift(system, &all, value, weight);
        let inputs = (1..system.first_latch()).map(value).collect();
        State { cube: Cube::new(lits), inputs }
    }

    /// The targets of a step into a cube.
    pub(crate) fn nexts(&self, cube: &Cube) -> Vec<Lit> {
        cube.lits().iter().map(|&lit| self.next(lit)).collect()
    }

    /// The value of a literal of a cube one step later.
    fn next(&self, lit: Lit) -> Lit {
        let next = self.bits[index(lit.variable())].map_or(Lit::FALSE, |bit| bit.next);
        Lit(next.0 ^ (lit.0 & 1))
    }
}
