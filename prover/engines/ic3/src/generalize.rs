//! Larger sets of unreachable states from one of them.

use crate::cube::Cube;
use crate::query::Place;
use crate::search::{Search, Stopped, Style};
use format_input::index;
use support_model::Lit;

/// How many counterexamples to a generalisation are tried to block for each dropped literal.
const COUNTEREXAMPLES: usize = 3;
/// How many states that keep a lemma from the next frame are tried to block.
const OBSTACLES: usize = 3;
/// How deep those are generalised in the same way.
const DEPTH: usize = 1;

impl Search<'_> {
    /// A part of the cube that has no predecessor in the frame before `frame` outside itself, as
    /// the cube has none.
    pub(crate) fn generalize(
        &mut self,
        cube: Cube,
        frame: usize,
        depth: usize,
    ) -> Result<Cube, Stopped> {
        let mut cube = cube;
        let mut order = cube.lits().to_vec();
        let activity = &self.activity;
        let of = |lit: &Lit| activity[index(lit.variable())];
        // A lemma that holds up to the frame before and covers the cube is a good guess: its
        // literals are dropped last.
        let parent = self.frames.parent(&cube, frame);
        let is_parent = |lit: &Lit| parent.as_ref().is_some_and(|parent| parent.contains(*lit));
        order.sort_by(|left, right| {
            is_parent(left).cmp(&is_parent(right)).then(of(left).total_cmp(&of(right)))
        });
        let mut kept = Vec::new();
        for lit in order {
            if cube.len() == 1 {
                break;
            }
            if !cube.contains(lit) {
                continue;
            }
            match self.shrink(cube.without(lit), frame, &kept, depth)? {
                Some(smaller) => cube = smaller,
                None => kept.push(lit),
            }
        }
        for &lit in cube.lits() {
            self.activity[index(lit.variable())] += self.activity_increment;
        }
        self.decay();
        Ok(cube)
    }

    fn decay(&mut self) {
        self.activity_increment *= 1.02;
        if self.activity_increment > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.activity_increment *= 1e-100;
        }
    }

    /// Tries to block the candidate, or a part of it that has all kept literals. What stands in
    /// the way is blocked one frame earlier if that is easy.
    fn shrink(
        &mut self,
        candidate: Cube,
        frame: usize,
        kept: &[Lit],
        depth: usize,
    ) -> Result<Option<Cube>, Stopped> {
        let mut candidate = candidate;
        let mut tried = 0;
        loop {
            if !self.excludes_initial(&candidate) {
                return Ok(None);
            }
            let place = Place::Frame(frame - 1);
            if let Some(smaller) = self.has_no_predecessor(&candidate, place, true)? {
                return Ok(Some(smaller));
            }
            if depth >= DEPTH || self.style == Style::Plain {
                return Ok(None);
            }
            let solver = &self.frames.solvers[frame - 1];
            let joined = candidate.filtered(|lit| solver.value(lit) == Some(true));
            let is_worth_effort = self.is_stubborn || self.style == Style::Persistent;
            if tried < COUNTEREXAMPLES && frame > 1 && is_worth_effort {
                let state = self.state(place, &self.nexts(&candidate));
                if self.block_counterexample(&state.cube, frame - 1, depth)? {
                    tried += 1;
                    continue;
                }
            }
            if joined.len() == 0 || !kept.iter().all(|&lit| joined.contains(lit)) {
                return Ok(None);
            }
            candidate = joined;
            tried = 0;
        }
    }

    /// Blocks a cube by a lemma of this frame, if it has no predecessor there.
    fn block_counterexample(
        &mut self,
        cube: &Cube,
        frame: usize,
        depth: usize,
    ) -> Result<bool, Stopped> {
        if !self.excludes_initial(cube) {
            return Ok(false);
        }
        let Some(core) = self.has_no_predecessor(cube, Place::Frame(frame - 1), true)? else {
            return Ok(false);
        };
        let lemma = self.generalize(core, frame, depth + 1)?;
        let (lemma, highest) = self.push(lemma, frame)?;
        self.frames.add(lemma, 1, highest);
        Ok(true)
    }

    /// Whether a lemma of `frame` holds in the next, if need be with lemmas that block what stands
    /// in the way; a part of it that does.
    pub(crate) fn advance_lemma(
        &mut self,
        lemma: &Cube,
        frame: usize,
    ) -> Result<Option<Cube>, Stopped> {
        let place = Place::Frame(frame);
        let tries = if self.style == Style::Persistent { OBSTACLES } else { 0 };
        for attempt in 0.. {
            if let Some(smaller) = self.has_no_predecessor(lemma, place, false)? {
                return Ok(Some(smaller));
            }
            if attempt == tries {
                break;
            }
            let state = self.state(place, &self.nexts(lemma));
            if !self.block_counterexample(&state.cube, frame, DEPTH)? {
                break;
            }
        }
        Ok(None)
    }

    /// The last frame where a lemma of `frame` holds.
    pub(crate) fn push(&mut self, lemma: Cube, frame: usize) -> Result<(Cube, usize), Stopped> {
        let (mut lemma, mut frame) = (lemma, frame);
        while frame < self.frames.top() {
            match self.has_no_predecessor(&lemma, Place::Frame(frame), true)? {
                Some(smaller) => lemma = smaller,
                None => break,
            }
            frame += 1;
        }
        Ok((lemma, frame))
    }
}
