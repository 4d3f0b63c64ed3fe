//! Writes what was derived, without lines that nothing needs.

use crate::section::{Axiom, Finished, Goal};
use claim_invariant::{Id, Obligations, Section};
use format_inv::Writer;
use std::collections::HashMap;
use std::io::{self, Write};

/// How many ids are deleted at once.
const GROUP: usize = 64;

/// Writes a section, or all stages of the base. `renumber` gives the new numbers of the clauses
/// of the invariant, which number the goals too in the sections `init` and `step`.
pub(crate) fn write(
    out: &mut Writer<impl Write>,
    obligations: &Obligations,
    part: &Finished,
    renumber: &HashMap<u32, u32>,
) -> io::Result<()> {
    let mut emission = Emission {
        obligations,
        part,
        renumber,
        ids: vec![0; part.log.len()],
        last_use: last_uses(part),
    };
    let mut by_line: HashMap<usize, Vec<Goal>> = HashMap::new();
    let mut at_start: Vec<Vec<Goal>> = vec![Vec::new(); part.sections.len()];
    for goal in &part.goals {
        match part.log.line(goal.proof) {
            Some(line) if line >= part.sections[goal.stage].1 => {
                by_line.entry(line).or_default().push(*goal);
            }
            _ => at_start[goal.stage].push(*goal),
        }
    }
    let ends = part.sections[1..].iter().map(|&(_, first)| first).chain([part.log.len()]);
    for ((&(section, first), goals), end) in part.sections.iter().zip(&at_start).zip(ends) {
        out.section(section)?;
        for goal in goals {
            out.goal(emission.number(goal, section), &[emission.id(goal.proof)?])?;
        }
        emission.lines(out, section, first..end, &mut by_line)?;
    }
    Ok(())
}

/// For each line the line that uses it last; none if it is used by a goal of a later stage.
fn last_uses(part: &Finished) -> Vec<Option<usize>> {
    let Finished { log, goals, marks, sections, .. } = part;
    let mut last = vec![None; log.len()];
    for line in (0..log.len()).filter(|&line| marks[line]) {
        for used in log.hints(line).iter().filter_map(|&hint| log.line(hint)) {
            last[used] = Some(line);
        }
    }
    for goal in goals {
        if let Some(line) = log.line(goal.proof)
            && line < sections[goal.stage].1
        {
            last[line] = None;
        }
    }
    last
}

struct Emission<'a> {
    obligations: &'a Obligations,
    part: &'a Finished,
    renumber: &'a HashMap<u32, u32>,
    /// By line: its id in the certificate.
    ids: Vec<Id>,
    last_use: Vec<Option<usize>>,
}

impl Emission<'_> {
    /// The number of a goal.
    fn number(&self, goal: &Goal, section: Section) -> u32 {
        match section {
            Section::Init | Section::Step => {
                self.renumber.get(&goal.number).copied().unwrap_or(u32::MAX)
            }
            _ => goal.number,
        }
    }

    /// The id in the certificate of an axiom or a line.
    fn id(&self, id: Id) -> io::Result<Id> {
        if let Some(line) = self.part.log.line(id) {
            return Ok(self.ids[line]);
        }
        let axiom = usize::try_from(id - 1).ok().and_then(|at| self.part.axioms.get(at));
        Ok(match axiom.ok_or_else(|| io::Error::other("an axiom is missing"))? {
            Axiom::Invariant(number, frame) => {
                let number = self.renumber.get(number);
                let number = number.ok_or_else(|| io::Error::other("a lemma is missing"))?;
                Axiom::Invariant(*number, *frame).id(self.obligations)
            }
            other => other.id(self.obligations),
        })
    }

    fn lines(
        &mut self,
        out: &mut Writer<impl Write>,
        section: Section,
        lines: std::ops::Range<usize>,
        by_line: &mut HashMap<usize, Vec<Goal>>,
    ) -> io::Result<()> {
        let log = &self.part.log;
        let (mut hints, mut deleted) = (Vec::new(), Vec::new());
        for line in lines.filter(|&line| self.part.marks[line]) {
            hints.clear();
            for &hint in log.hints(line) {
                hints.push(self.id(hint)?);
                if let Some(used) = log.line(hint)
                    && self.last_use[used] == Some(line)
                {
                    self.last_use[used] = None;
                    deleted.push(self.ids[used]);
                }
            }
            let here = by_line.remove(&line).unwrap_or_default();
            let own = here.iter().position(|goal| goal.len == log.literals(line).len());
            self.ids[line] = match own {
                // The goal is the clause itself: it is derived once, as a goal.
                Some(at) => out.goal(self.number(&here[at], section), &hints)?,
                None => out.derive(log.literals(line), &hints)?,
            };
            for (_, goal) in here.iter().enumerate().filter(|&(at, _)| Some(at) != own) {
                out.goal(self.number(goal, section), &[self.ids[line]])?;
            }
            if deleted.len() >= GROUP {
                out.delete(&deleted)?;
                deleted.clear();
            }
        }
        Ok(())
    }
}
