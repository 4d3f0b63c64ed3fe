//! Checks the lines of all sections, and keeps the goals that they reach.

use crate::Failure;
use crate::pages::Pages;
use checker_derivation::Derivation;
use claim_invariant::{Id, Obligations, Section};
use format_input::Place;
use format_inv::{Reader, Step};
use format_lit::Lit;
use std::collections::HashSet;
use std::io::Read;

/// What the sections of a certificate derive.
pub(crate) struct Sections<'a> {
    obligations: &'a Obligations,
    section: Section,
    /// What the section derived so far; stages of the base share it.
    derivation: Derivation,
    pages: Pages,
    clause: Vec<Lit>,
    /// The goals that were derived.
    goals: HashSet<(Section, u32)>,
    /// The number of lines.
    pub(crate) derived: u64,
    /// Whether the empty clause was derived at time 0.
    pub(crate) no_initial_state: bool,
}

impl<'a> Sections<'a> {
    /// Checks all lines to the end of the certificate.
    pub(crate) fn check(
        obligations: &'a Obligations,
        lines: &mut Reader<impl Read>,
    ) -> Result<Self, Failure> {
        lines.number_from(obligations.axioms());
        let mut sections = Self {
            obligations,
            section: Section::Init,
            derivation: Derivation::default(),
            pages: Pages::default(),
            clause: Vec::new(),
            goals: HashSet::new(),
            derived: 0,
            no_initial_state: false,
        };
        while let Some((place, step)) = lines.next_step(obligations.variables(sections.section))? {
            sections.step(place, step)?;
        }
        Ok(sections)
    }

    fn step(&mut self, place: Place, step: Step<'_>) -> Result<(), Failure> {
        let section = self.section;
        match step {
            Step::Section(section) => {
                self.begin(section);
                Ok(())
            }
            Step::Derive(id, clause, hints) => {
                self.clause.clear();
                self.clause.extend_from_slice(clause);
                self.derive(place, id, hints)
            }
            Step::Goal(id, number, hints) => {
                if self.obligations.goal(section, number, &mut self.clause) != Some(true) {
                    return Err(Failure::NoSuchGoal(place, section, number));
                }
                self.derive(place, id, hints)?;
                self.goals.insert((section, number));
                Ok(())
            }
            Step::Delete(ids) => {
                let result = ids.iter().try_for_each(|&id| self.derivation.delete(id));
                result.map_err(|rejection| Failure::Step(place, section, rejection))
            }
        }
    }

    /// Lines end with their section, but those of the base serve its later stages too: these see
    /// more axioms, and never fewer.
    fn begin(&mut self, section: Section) {
        if !matches!(section, Section::Base(1..)) {
            self.derivation = Derivation::new(self.obligations.axioms());
            self.pages = Pages::default();
        }
        self.section = section;
    }

    /// Derives the clause at hand from axioms of the section and its earlier lines.
    fn derive(&mut self, place: Place, id: Id, hints: &[Id]) -> Result<(), Failure> {
        let (section, obligations) = (self.section, self.obligations);
        self.derived = self.derived.saturating_add(1);
        self.pages.renumber(&mut self.clause);
        let axiom = |id: Id, clause: &mut Vec<Lit>| {
            let found = obligations.axiom(id, section, clause);
            self.pages.renumber(clause);
            found
        };
        let result = self.derivation.add(axiom, id, &self.clause, hints);
        let clause = result.map_err(|rejection| Failure::Step(place, section, rejection))?;
        // Initial states and transitions exist, unless constraints or invariant exclude them.
        if clause.is_empty() && obligations.has_model(section) {
            return Err(Failure::EmptyClause(place));
        }
        let is_at_reset = matches!(section, Section::Init | Section::Base(0));
        self.no_initial_state |= clause.is_empty() && is_at_reset;
        Ok(())
    }

    /// Whether a goal was derived, or needs no derivation.
    pub(crate) fn reaches(&self, section: Section, number: u32) -> bool {
        self.goals.contains(&(section, number))
            || self.obligations.goal(section, number, &mut Vec::new()) == Some(false)
    }
}
