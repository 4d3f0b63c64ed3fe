//! The search: for one level after the other, obligations are excluded by lemmas or reached by
//! facts (thesis section 2.4, `BndSafety`).

use crate::guide::Shapes;
use crate::obligations::{Obligation, Obligations};
use crate::program::Program;
use crate::run::Options;
use crate::stop::{Stop, Stopped};
use crate::summary::{Fact, Lemma, Summary};
use crate::transfer::{Mode, Transfer};
use format_smtlib::Formula;
use std::collections::HashSet;
use support_rules::{Implicant, Literal, Model, NodeId, Value, formula, onto};

/// Values of a rule's variables, and the facts of its body that they lie in.
pub(crate) struct Point {
    model: Model,
    facts: Vec<Option<usize>>,
}

/// All that is known.
pub(crate) struct Search<'a> {
    pub(crate) program: Program,
    pub(crate) summaries: Vec<Summary>,
    pub(crate) transfers: Vec<Transfer>,
    pub(crate) obligations: Obligations,
    /// Those that were excluded, for the next bound.
    pub(crate) kept: Vec<usize>,
    /// What the last refutations needed of a cube.
    pub(crate) parts: Vec<Literal>,
    /// For each predicate, cubes that guidance tried.
    pub(crate) tried: Vec<HashSet<(u32, Vec<Literal>)>>,
    /// For each predicate, what its lemmas look like.
    shapes: Vec<Shapes>,
    /// Derivations up to this level are examined now.
    pub(crate) bound: u32,
    pub(crate) options: Options,
    /// For each rule, the conjuncts that refuted a derivation from fewer.
    pub(crate) pinned: Vec<HashSet<NodeId>>,
    pub(crate) stop: Stop<'a>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(program: Program, options: Options, stop: Stop<'a>) -> Self {
        let seed = options.seed;
        let summaries =
            program.predicates.iter().map(|predicate| Summary::new(&predicate.sorts, seed));
        let transfers = program.rules.iter();
        let transfers = transfers.map(|rule| Transfer::new(rule, seed, options.abstracts));
        Self {
            summaries: summaries.collect(),
            transfers: transfers.collect(),
            obligations: Obligations::default(),
            kept: Vec::new(),
            parts: Vec::new(),
            tried: vec![HashSet::new(); program.predicates.len()],
            shapes: vec![Shapes::default(); program.predicates.len()],
            bound: 0,
            options,
            pinned: vec![HashSet::new(); program.rules.len()],
            stop,
            program,
        }
    }

    /// The lemmas from a level on.
    pub(crate) fn invariant(&self, level: u32) -> Vec<Formula> {
        let goal = self.program.goal;
        let declared = self.program.predicates.iter().zip(&self.summaries).take(goal);
        let formulas = declared.map(|(predicate, summary)| {
            let lemmas = summary.lemmas.iter().filter(|lemma| lemma.level >= level);
            let cubes: Vec<&[Literal]> = lemmas.map(|lemma| &*lemma.cube).collect();
            formula(&predicate.sorts, &cubes)
        });
        // A lemma is over its predicate's parameters: its terms have the right sorts.
        formulas.filter_map(Result::ok).collect()
    }

    /// Whether false is derivable up to the bound.
    pub(crate) fn examine(&mut self) -> Result<bool, Stopped> {
        let goal = self.program.goal;
        if !self.options.keeps_obligations {
            self.obligations.clear();
        }
        let root = Obligation {
            predicate: goal,
            cube: Vec::new(),
            level: self.bound,
            parent: None,
            is_reached: false,
            depth: 0,
        };
        self.add(root);
        // Each comes back once: on one level this must end.
        for number in std::mem::take(&mut self.kept) {
            self.wait(number);
        }
        while let Some(number) = self.obligations.next(self.bound) {
            let parent = self.obligations.get(number).parent;
            if parent.is_some_and(|parent| self.obligations.get(parent).is_reached) {
                continue;
            }
            self.work(number)?;
            if !self.summaries[goal].facts.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn add(&mut self, obligation: Obligation) -> usize {
        let component = self.program.predicates[obligation.predicate].component;
        self.obligations.add(obligation, component)
    }

    fn wait(&mut self, number: usize) {
        let predicate = self.obligations.get(number).predicate;
        self.obligations.wait(number, self.program.predicates[predicate].component);
    }

    /// Excludes an obligation, reaches it, or finds what it depends on.
    fn work(&mut self, number: usize) -> Result<(), Stopped> {
        let Obligation { predicate, level, depth, .. } = *self.obligations.get(number);
        let cube = self.obligations.get(number).cube.clone();
        if self.summaries[predicate].is_reached(&cube, &self.stop)? {
            self.obligations.get_mut(number).is_reached = true;
            return Ok(());
        }
        if self.summaries[predicate].is_excluded(&cube, level, &self.stop)? {
            self.excluded(number, level);
            return Ok(());
        }
        let Some(rule) = self.may(predicate, level, &cube)? else {
            let top = self.exclude(predicate, level, &cube)?;
            self.excluded(number, top);
            return Ok(());
        };
        let (modes, point) = self.choose(rule, level, &cube)?;
        let Some(place) = modes.iter().rposition(|mode| *mode != Mode::Must) else {
            self.reach(rule, &point);
            self.obligations.get_mut(number).is_reached = true;
            return Ok(());
        };
        let child = self.predecessor(rule, place, &modes, &point, &cube);
        let Mode::May(level) = modes[place] else { return Ok(()) };
        let predicate = self.program.rules[rule].body[place].predicate;
        self.wait(number);
        self.add(Obligation {
            predicate,
            cube: child,
            level,
            parent: Some(number),
            is_reached: false,
            depth: depth + 1,
        });
        Ok(())
    }

    /// An obligation is excluded up to a level: it may come back on the next.
    fn excluded(&mut self, number: usize, level: u32) {
        let keeps = self.options.keeps_obligations;
        let obligation = self.obligations.get_mut(number);
        if keeps && obligation.depth > 0 {
            obligation.level = level + 1;
            obligation.parent = None;
            self.kept.push(number);
        }
    }

    /// A rule by which the cube may be reached; if there is none, `parts` say why.
    fn may(
        &mut self,
        predicate: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<Option<usize>, Stopped> {
        self.parts.clear();
        for at in 0..self.program.predicates[predicate].rules.len() {
            let rule = self.program.predicates[predicate].rules[at];
            let Some(modes) = self.modes(rule, level) else { continue };
            if self.transfers[rule].query(&modes, cube, None, &self.stop)? {
                return Ok(Some(rule));
            }
            let sorts = &self.program.predicates[predicate].sorts;
            self.parts.extend(self.transfers[rule].interpolant(cube, sorts));
        }
        Ok(None)
    }

    /// The body from above, as the head is on this level; `None` if there is no such body yet.
    pub(crate) fn modes(&self, rule: usize, level: u32) -> Option<Vec<Mode>> {
        let places = 0..self.program.rules[rule].body.len();
        places.map(|place| self.program.body_level(rule, place, level).map(Mode::May)).collect()
    }

    /// Takes as many body atoms from the end as possible from below. The question whether the
    /// rule derives the cube from above was just answered.
    fn choose(
        &mut self,
        rule: usize,
        level: u32,
        cube: &[Literal],
    ) -> Result<(Vec<Mode>, Point), Stopped> {
        let mut modes = self.modes(rule, level).unwrap_or_default();
        let mut point = self.point(rule);
        for place in (0..modes.len()).rev() {
            let above = modes[place];
            modes[place] = Mode::Must;
            if !self.transfers[rule].query(&modes, cube, None, &self.stop)? {
                modes[place] = above;
                break;
            }
            point = self.point(rule);
        }
        Ok((modes, point))
    }

    /// What the last answer is about.
    fn point(&self, rule: usize) -> Point {
        let transfer = &self.transfers[rule];
        let places = 0..self.program.rules[rule].body.len();
        Point {
            model: transfer.model(&self.program.rules[rule]),
            facts: places.map(|place| transfer.true_fact(place)).collect(),
        }
    }

    /// A new fact: what the rule derives from the facts of its body, near the point.
    fn reach(&mut self, rule: usize, point: &Point) {
        let premises: Vec<usize> = point.facts.iter().map(|fact| fact.unwrap_or(0)).collect();
        let own = &self.program.rules[rule];
        let mut implicant = Implicant::new(own, &point.model);
        for (atom, fact) in own.body.iter().zip(&premises) {
            for literal in &self.summaries[atom.predicate].facts[*fact].cube {
                implicant.instance(atom, literal);
            }
        }
        let predicate = self.program.heads[rule];
        let sorts = &self.program.predicates[predicate].sorts;
        let cube = onto(own, &point.model, implicant, &self.program.head(rule), sorts);
        for (user, place) in &self.program.predicates[predicate].uses {
            self.transfers[*user].add_fact(*place, &cube);
        }
        self.summaries[predicate].add_fact(Fact { cube, rule, premises });
    }

    /// The cube of a body atom from which the rule derives the head's cube, near the point: the
    /// atoms before it from above, those behind it from below.
    fn predecessor(
        &mut self,
        rule: usize,
        place: usize,
        modes: &[Mode],
        point: &Point,
        cube: &[Literal],
    ) -> Vec<Literal> {
        let own = &self.program.rules[rule];
        let mut implicant = Implicant::new(own, &point.model);
        if let Some(head) = &own.head {
            for literal in cube {
                implicant.instance(head, literal);
            }
        }
        for (at, atom) in own.body.iter().enumerate() {
            let summary = &self.summaries[atom.predicate];
            match modes[at] {
                Mode::Must => {
                    let fact = &summary.facts[point.facts[at].unwrap_or(0)];
                    for literal in &fact.cube {
                        implicant.instance(atom, literal);
                    }
                }
                Mode::May(level) if at < place => {
                    let sorts = &self.program.predicates[atom.predicate].sorts;
                    for lemma in summary.lemmas.iter().filter(|lemma| lemma.level >= level) {
                        let mut negations = lemma.cube.iter().map(|l| l.negated(sorts));
                        if let Some(literal) = negations.find(|l| implicant.holds(atom, l)) {
                            implicant.instance(atom, &literal);
                        }
                    }
                }
                Mode::May(_) => {}
            }
        }
        let atom = &own.body[place];
        let sorts = &self.program.predicates[atom.predicate].sorts;
        let cube = onto(own, &point.model, implicant, atom, sorts);
        let values: Vec<Value> = atom.arguments.iter().map(|a| point.model.argument(a)).collect();
        let cube = self.shapes[atom.predicate].concrete(cube, &values, sorts);
        self.shapes[atom.predicate].note(&cube);
        cube
    }

    /// A lemma for all solvers.
    pub(crate) fn tell(&mut self, predicate: usize, cube: &[Literal], level: u32) {
        for (user, place) in &self.program.predicates[predicate].uses {
            self.transfers[*user].add_lemma(*place, cube, level);
        }
        self.summaries[predicate].exclude(cube, level);
    }

    /// A new lemma; those that it implies are forgotten.
    pub(crate) fn add_lemma(&mut self, predicate: usize, cube: Vec<Literal>, level: u32) {
        self.tell(predicate, &cube, level);
        self.shapes[predicate].note(&cube);
        let is_implied = |lemma: &Lemma| {
            lemma.level <= level && cube.iter().all(|literal| lemma.cube.contains(literal))
        };
        let lemmas = &mut self.summaries[predicate].lemmas;
        lemmas.retain(|lemma| !is_implied(lemma));
        lemmas.push(Lemma { cube, level });
    }
}
