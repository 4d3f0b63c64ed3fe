//! Lemmas: a cube that is excluded loses the literals that are not needed for that.

use crate::search::Search;
use crate::stop::Stopped;
use crate::transfer::Mode;
use support_rules::{Literal, tidy};

/// After so many literals that are needed, the others are kept.
const MISSES: usize = 24;

impl Search<'_> {
    /// Makes a lemma of a cube that no rule derives on a level; gives the level up to which it
    /// holds.
    pub(crate) fn exclude(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<u32, Stopped> {
        let mut cube = self.interpolated(predicate, level, cube)?;
        cube = self.shrunk(predicate, level, cube)?;
        while let Some(wider) = self.guided(predicate, level, &cube)? {
            cube = self.shrunk(predicate, level, wider)?;
        }
        let mut top = level;
        while top < self.bound && self.excluding(predicate, top + 1, &cube, true)?.is_some() {
            top += 1;
        }
        self.add_lemma(predicate, cube, top);
        Ok(top)
    }

    /// Drops literals as long as the cube is excluded.
    fn shrunk(
        &mut self,
        predicate: usize,
        level: u32,
        mut cube: Vec<Literal>,
    ) -> Result<Vec<Literal>, Stopped> {
        let mut misses = 0;
        let mut at = cube.len();
        while at > 0 && misses < MISSES {
            at -= 1;
            let mut fewer = cube.clone();
            fewer.remove(at);
            if let Some(core) = self.excluding(predicate, level, &fewer, true)? {
                at = core.iter().filter(|literal| cube[..at].contains(literal)).count();
                cube = core;
            } else {
                misses += 1;
            }
        }
        Ok(cube)
    }

    /// A weaker cube that is excluded for the same reasons.
    fn interpolated(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<Vec<Literal>, Stopped> {
        let parts =
            tidy(std::mem::take(&mut self.parts), &self.program.predicates[predicate].sorts);
        if let Some(core) = self.excluding(predicate, level, &parts, true)? {
            return Ok(core);
        }
        Ok(self.excluding(predicate, level, cube, true)?.unwrap_or(cube.to_vec()))
    }

    /// Whether no rule derives the cube on a level, if it is itself excluded below; gives a part
    /// of the cube for which that is so.
    pub(crate) fn excluding(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
        is_induction: bool,
    ) -> Result<Option<Vec<Literal>>, Stopped> {
        let mut is_needed = vec![false; cube.len()];
        for at in 0..self.program.predicates[predicate].rules.len() {
            let rule = self.program.predicates[predicate].rules[at];
            let Some(modes) = self.modes(rule, level) else { continue };
            let guard = is_induction.then(|| self.own_places(rule, predicate));
            let guard = guard.filter(|places| !places.is_empty());
            let guard = guard.map(|places| self.transfers[rule].suppose(&places, cube));
            let found = match self.transfers[rule].query(&modes, cube, guard, &self.stop) {
                Err(Stopped::GaveUp) => true,
                answer => answer?,
            };
            if !found {
                let core = self.transfers[rule].core(cube);
                is_needed.iter_mut().zip(core).for_each(|(needed, core)| *needed |= core);
            }
            if let Some(guard) = guard {
                self.transfers[rule].forget(guard);
            }
            if found {
                return Ok(None);
            }
        }
        let needed = cube.iter().zip(is_needed).filter(|(_, needed)| *needed);
        Ok(Some(needed.map(|(literal, _)| literal.clone()).collect()))
    }

    /// The body atoms of a rule that are about the predicate itself.
    fn own_places(&self, rule: usize, predicate: usize) -> Vec<usize> {
        let body = self.program.rules[rule].body.iter().enumerate();
        body.filter(|(_, atom)| atom.predicate == predicate).map(|(place, _)| place).collect()
    }

    /// Moves lemmas up; gives a level whose lemmas all moved.
    pub(crate) fn propagate(&mut self) -> Result<Option<u32>, Stopped> {
        let mut order: Vec<usize> = (0..self.program.predicates.len()).collect();
        order.sort_by_key(|predicate| self.program.predicates[*predicate].component);
        for level in 0..=self.bound {
            let mut is_fixed = true;
            for &predicate in &order {
                for at in 0..self.summaries[predicate].lemmas.len() {
                    let lemma = &self.summaries[predicate].lemmas[at];
                    if lemma.level != level {
                        continue;
                    }
                    let cube = lemma.cube.clone();
                    if self.holds_on(predicate, level + 1, &cube)? {
                        self.tell(predicate, &cube, level + 1);
                        self.summaries[predicate].lemmas[at].level = level + 1;
                    } else {
                        is_fixed = false;
                    }
                }
            }
            if is_fixed {
                return Ok(Some(level + 1));
            }
        }
        Ok(None)
    }

    fn holds_on(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<bool, Stopped> {
        for at in 0..self.program.predicates[predicate].rules.len() {
            let rule = self.program.predicates[predicate].rules[at];
            let modes: Option<Vec<Mode>> = self.modes(rule, level);
            let Some(modes) = modes else { continue };
            match self.transfers[rule].query(&modes, cube, None, &self.stop) {
                Ok(false) => {}
                Ok(true) | Err(Stopped::GaveUp) => return Ok(false),
                Err(stopped) => return Err(stopped),
            }
        }
        Ok(true)
    }
}
