//! Frames: lemmas by the last frame where they are known to hold, and a solver for each frame.

use crate::cube::Cube;
use crate::query::Place;
use std::sync::Arc;
use support_cdcl::{Base, Solver};
use support_model::{Lit, Reset, System};

/// The frames.
pub(crate) struct Frames {
    /// Frame 0 is the initial states.
    pub(crate) solvers: Vec<Solver>,
    /// Lemmas that hold in frames up to this one.
    pub(crate) lemmas: Vec<Vec<Cube>>,
    /// Lemmas that hold always, and their solver.
    pub(crate) always: Vec<Cube>,
    pub(crate) unbounded: Solver,
    /// By frame: how many clauses its solver was given.
    given: Vec<usize>,
}

impl Frames {
    pub(crate) fn new(system: &System, base: &Arc<Base>) -> Self {
        let mut unbounded = Solver::new(base);
        unbounded.fix_domain(system.constraints.iter().map(|lit| lit.variable()));
        let mut first = unbounded.clone();
        for (variable, latch) in system.latch_variables().zip(&system.latches) {
            let lit = Lit::positive(variable);
            match latch.reset {
                Reset::Constant(value) => first.add_clause(&[if value { lit } else { !lit }]),
                Reset::Free | Reset::Function(_) => {}
            }
        }
        Self {
            solvers: vec![first],
            lemmas: vec![Vec::new()],
            always: Vec::new(),
            unbounded,
            given: vec![0],
        }
    }

    /// The last frame.
    pub(crate) fn top(&self) -> usize {
        self.solvers.len() - 1
    }

    pub(crate) fn extend(&mut self) {
        // What it learnt is true in all frames.
        let solver = self.unbounded.clone();
        self.solvers.push(solver);
        self.lemmas.push(Vec::new());
        self.given.push(self.always.len());
        for frame in 1..self.top() {
            let current: usize = self.lemmas[frame..].iter().map(Vec::len).sum();
            if self.given[frame] > 2 * (current + self.always.len()) + 20 {
                self.renew(frame);
            }
        }
    }

    /// Gives a solver only the lemmas that still matter.
    fn renew(&mut self, frame: usize) {
        let solver = &mut self.solvers[frame];
        solver.clear_clauses();
        let lemmas = self.lemmas[frame..].iter().flatten().chain(&self.always);
        self.given[frame] = 0;
        for lemma in lemmas {
            add(solver, lemma);
            self.given[frame] += 1;
        }
    }

    /// Gives what one solver learnt to the others for which it is true: those of earlier frames,
    /// and all if it does not depend on lemmas, or on such only that hold always.
    pub(crate) fn share(&mut self, place: Place, learnt: &[(Vec<Lit>, bool)]) {
        if learnt.is_empty() {
            return;
        }
        for (number, solver) in self.solvers.iter_mut().enumerate() {
            match place {
                Place::Frame(frame) if frame == number => {}
                Place::Frame(frame) if frame < number => {
                    solver.add_learnt(learnt.iter().filter(|(_, is_pure)| *is_pure));
                }
                _ => solver.add_learnt(learnt.iter()),
            }
        }
        if place != Place::Always {
            self.unbounded.add_learnt(learnt.iter().filter(|(_, is_pure)| *is_pure));
        }
    }

    /// Whether a cube is excluded from a frame by one lemma.
    pub(crate) fn is_blocked(&self, cube: &Cube, frame: usize) -> bool {
        let mut lemmas = self.lemmas[frame..].iter().flatten().chain(&self.always);
        lemmas.any(|lemma| lemma.subsumes(cube))
    }

    /// A lemma that holds up to the frame before this one and excludes the cube.
    pub(crate) fn parent(&self, cube: &Cube, frame: usize) -> Option<Cube> {
        let lemmas = &self.lemmas[frame.checked_sub(1)?];
        lemmas.iter().find(|lemma| lemma.subsumes(cube)).cloned()
    }

    /// Adds a lemma that holds in frames 1 to `frame`, from frame `from` on unknown to solvers.
    pub(crate) fn add(&mut self, cube: Cube, from: usize, frame: usize) {
        for lemmas in &mut self.lemmas[..=frame] {
            lemmas.retain(|lemma| !cube.subsumes(lemma));
        }
        for number in from.max(1)..=frame {
            add(&mut self.solvers[number], &cube);
            self.given[number] += 1;
        }
        self.lemmas[frame].push(cube);
    }

    /// Adds a lemma that holds always.
    pub(crate) fn add_always(&mut self, cube: Cube) {
        for lemmas in &mut self.lemmas {
            lemmas.retain(|lemma| !cube.subsumes(lemma));
        }
        for (number, solver) in self.solvers.iter_mut().enumerate().skip(1) {
            add(solver, &cube);
            self.given[number] += 1;
        }
        add(&mut self.unbounded, &cube);
        self.always.push(cube);
    }
}

fn add(solver: &mut Solver, lemma: &Cube) {
    solver.add_clause(&lemma.clause());
    solver.fix_domain(lemma.lits().iter().map(|lit| lit.variable()));
}
