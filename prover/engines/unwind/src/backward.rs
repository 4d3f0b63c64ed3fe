//! What leads to false within some steps, as cubes for each predicate: the complement of an
//! invariant that k-induction proves.
//!
//! If no path of `k` states ends in one that derives false at once, unless an earlier state does,
//! then what does not lead to false within `k - 1` states is closed under all rules. So a
//! k-inductive answer is a plain invariant: projections of the paths, until all are covered.

use format_smtlib::Sort;
use support_rules::{Atom, Encoder, Implicant, Literal, Place, Rule, Smt, conjunction, onto};
use support_smt::Lit;

/// More cubes are not looked for.
const MOST_CUBES: usize = 400;

/// Literals over the parameters of a predicate.
pub(crate) type Cube = Vec<Literal>;

/// The cubes of each predicate, those of the last step behind the others.
#[derive(Debug)]
pub(crate) struct Backward {
    cubes: Vec<Vec<Cube>>,
    /// Where the cubes of the last step begin.
    last: Vec<usize>,
    steps: usize,
    count: usize,
}

impl Backward {
    /// Nothing leads to false within no steps.
    pub(crate) fn new(predicates: usize) -> Self {
        Self { cubes: vec![Vec::new(); predicates], last: vec![0; predicates], steps: 0, count: 0 }
    }

    /// The cubes of a predicate.
    pub(crate) fn cubes(&self, predicate: usize) -> &[Cube] {
        &self.cubes[predicate]
    }

    /// Finds what leads to false within so many steps; `None` if it is too much.
    pub(crate) fn go(
        &mut self,
        steps: usize,
        rules: &[Rule],
        sorts: &[Vec<Sort>],
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        while self.steps < steps {
            let ends: Vec<usize> = self.cubes.iter().map(Vec::len).collect();
            for rule in rules {
                let Some(atom) = rule.body.first() else { continue };
                let goals = match &rule.head {
                    None if self.steps == 0 => vec![Cube::new()],
                    None => continue,
                    Some(head) => {
                        let (first, end) = (self.last[head.predicate], ends[head.predicate]);
                        self.cubes[head.predicate][first..end].to_vec()
                    }
                };
                if !goals.is_empty() {
                    self.before(rule, atom, &goals, &sorts[atom.predicate], stop)?;
                }
            }
            self.last = ends;
            self.steps += 1;
        }
        Some(())
    }

    /// Covers what leads to one of the goals by a rule.
    fn before(
        &mut self,
        rule: &Rule,
        atom: &Atom,
        goals: &[Cube],
        sorts: &[Sort],
        stop: &mut dyn FnMut() -> bool,
    ) -> Option<()> {
        let mut smt = Smt::new(0);
        let mut encoder = Encoder::new(rule);
        encoder.constrain(&mut smt, rule, None);
        let mut places = |smt: &mut Smt, atom: &Atom| -> Vec<Place> {
            let arguments = atom.arguments.iter();
            arguments.map(|argument| encoder.argument(smt, rule, argument)).collect()
        };
        let before = places(&mut smt, atom);
        let after = rule.head.as_ref().map(|head| places(&mut smt, head)).unwrap_or_default();
        let goal_lits: Vec<Lit> = goals
            .iter()
            .map(|cube| {
                let lits = cube.iter().map(|literal| Place::literal(&mut smt, &after, literal));
                let lits: Vec<Lit> = lits.collect();
                conjunction(&mut smt, &lits)
            })
            .collect();
        smt.solver.add_clause(&goal_lits);
        for cube in &self.cubes[atom.predicate] {
            exclude(&mut smt, None, &before, cube);
        }
        while smt.solver.solve(&[], stop)? {
            self.count += 1;
            if self.count > MOST_CUBES {
                return None;
            }
            let model = encoder.model(&smt, rule);
            let mut implicant = Implicant::new(rule, &model);
            if let Some(head) = &rule.head {
                let holds = |cube: &&Cube| cube.iter().all(|l| implicant.holds(head, l));
                let goal = goals.iter().find(holds)?.clone();
                for literal in &goal {
                    implicant.instance(head, literal);
                }
            }
            let cube = onto(rule, &model, implicant, atom, sorts);
            exclude(&mut smt, None, &before, &cube);
            self.cubes[atom.predicate].push(cube);
        }
        Some(())
    }
}

/// A cube is not what stands at these places, where the guard holds.
pub(crate) fn exclude(smt: &mut Smt, guard: Option<Lit>, places: &[Place], cube: &[Literal]) {
    let mut clause: Vec<Lit> = guard.map(|lit| !lit).into_iter().collect();
    for literal in cube {
        clause.push(!Place::literal(smt, places, literal));
    }
    smt.solver.add_clause(&clause);
}
