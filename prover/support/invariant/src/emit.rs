//! Writes what was derived, without lines that nothing needs.

use crate::section::{Axiom, Finished};
use claim_invariant::{Id, Obligations, Section};
use format_inv::Writer;
use std::collections::HashMap;
use std::io::{self, Write};

/// How many ids are deleted at once.
const GROUP: usize = 64;

/// Writes a section. `renumber` gives the new numbers of the clauses of the invariant, which
/// number the goals too in the sections `init` and `step`.
pub(crate) fn write(
    out: &mut Writer<impl Write>,
    obligations: &Obligations,
    part: &Finished,
    renumber: &HashMap<u32, u32>,
) -> io::Result<()> {
    let Finished { section, axioms, log, goals, marks } = part;
    let axiom = |id: Id| -> io::Result<Id> {
        let axiom = usize::try_from(id - 1).ok().and_then(|at| axioms.get(at));
        Ok(match axiom.ok_or_else(|| io::Error::other("an axiom is missing"))? {
            Axiom::Invariant(number, frame) => {
                let number = renumber.get(number);
                let number = number.ok_or_else(|| io::Error::other("a lemma is missing"))?;
                Axiom::Invariant(*number, *frame).id(obligations)
            }
            other => other.id(obligations),
        })
    };
    let goal_number = |number: u32| match section {
        Section::Init | Section::Step => renumber.get(&number).copied().unwrap_or(u32::MAX),
        _ => number,
    };
    let mut by_line: HashMap<usize, Vec<usize>> = HashMap::new();
    let mut at_once = Vec::new();
    let mut last_use = vec![usize::MAX; log.len()];
    for line in (0..log.len()).filter(|&line| marks[line]) {
        for used in log.hints(line).iter().filter_map(|&hint| log.line(hint)) {
            last_use[used] = line;
        }
    }
    for (at, goal) in goals.iter().enumerate() {
        match log.line(goal.proof) {
            Some(line) => by_line.entry(line).or_default().push(at),
            None => at_once.push(at),
        }
    }
    let mut ids: Vec<Id> = vec![0; log.len()];
    out.section(*section)?;
    for at in at_once {
        let goal = goals[at];
        out.goal(goal_number(goal.number), &[axiom(goal.proof)?])?;
    }
    let (mut hints, mut deleted) = (Vec::new(), Vec::new());
    for line in (0..log.len()).filter(|&line| marks[line]) {
        hints.clear();
        for &hint in log.hints(line) {
            hints.push(match log.line(hint) {
                Some(used) => ids[used],
                None => axiom(hint)?,
            });
            if let Some(used) = log.line(hint)
                && last_use[used] == line
            {
                last_use[used] = usize::MAX;
                deleted.push(ids[used]);
            }
        }
        let here = by_line.remove(&line).unwrap_or_default();
        let same = |&&at: &&usize| goals[at].len == log.literals(line).len();
        let own = here.iter().find(same).copied();
        ids[line] = match own {
            // The goal is the clause itself: it is derived once, as a goal.
            Some(at) => out.goal(goal_number(goals[at].number), &hints)?,
            None => out.derive(log.literals(line), &hints)?,
        };
        for at in here.into_iter().filter(|&at| Some(at) != own) {
            out.goal(goal_number(goals[at].number), &[ids[line]])?;
        }
        if deleted.len() >= GROUP {
            out.delete(&deleted)?;
            deleted.clear();
        }
    }
    Ok(())
}
