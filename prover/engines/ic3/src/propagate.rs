//! Lemmas carried to later frames, until a frame has no lemma of its own.

use crate::cube::Cube;
use crate::query::Place;
use crate::search::{Search, Stopped};

impl Search<'_> {
    /// Carries lemmas forward; an invariant, if two frames turn out to be the same.
    pub(crate) fn propagate(&mut self) -> Result<Option<Vec<Cube>>, Stopped> {
        let top = self.frames.top();
        for frame in 1..top {
            let mut lemmas = self.frames.lemmas[frame].clone();
            lemmas.sort_by_key(Cube::len);
            for lemma in lemmas {
                if !self.frames.lemmas[frame].contains(&lemma) {
                    continue;
                }
                if let Some(smaller) = self.advance_lemma(&lemma, frame)? {
                    let from = if smaller.len() < lemma.len() { 1 } else { frame + 1 };
                    self.frames.add(smaller, from, frame + 1);
                }
            }
            if self.frames.lemmas[frame].is_empty() {
                let rest = self.frames.lemmas[frame..].iter().flatten();
                return Ok(Some(rest.chain(&self.frames.always).cloned().collect()));
            }
        }
        self.propagate_always()?;
        Ok(None)
    }

    /// Finds lemmas of the last frame that are inductive with those known to hold always.
    fn propagate_always(&mut self) -> Result<(), Stopped> {
        for lemma in self.frames.lemmas[self.frames.top()].clone() {
            if let Some(smaller) = self.has_no_predecessor(&lemma, Place::Always, true)? {
                self.frames.add_always(smaller);
            }
        }
        Ok(())
    }
}
