//! The proof as it leaves the sweep: only the steps that are needed, numbered anew, each clause
//! deleted after its last use.

use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use format_dimacs::Lit;
use format_lrat::Id;
use std::fmt;

const UNUSED: u32 = u32::MAX;
/// Deletions are collected until there are so many.
const GROUP: usize = 64;

/// A derivation of the proved pairs from the gates' clauses and what was known.
pub struct Proof {
    graph: Graph,
    log: Log,
}

/// One step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// A clause that follows by unit propagation: its negation makes every hint in turn unit,
    /// and the last one false.
    Add {
        /// Its id.
        id: Id,
        /// Its literals: those of the code of a signal ([`Lit::from_code`]).
        clause: &'a [Lit],
        /// The ids of gates' clauses, known ones and earlier steps.
        hints: &'a [Id],
    },
    /// Earlier steps that are not needed any more.
    Delete {
        /// The last step's id.
        after: Id,
        /// Their ids.
        ids: &'a [Id],
    },
}

/// The ids that steps got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ids {
    /// By pair: the ids of "the first implies the second" and of "the second implies the first";
    /// 0 for a tautology, and if the pair is not proved.
    pub pairs: Vec<[Id; 2]>,
    /// The last id.
    pub last: Id,
}

impl Proof {
    pub(crate) fn new(graph: Graph, log: Log) -> Self {
        Self { graph, log }
    }

    /// By step: the last step that names it; itself if a pair asks for it; [`UNUSED`].
    fn uses(&self) -> Vec<u32> {
        let log = &self.log;
        let mut uses = vec![UNUSED; log.len()];
        for &step in log.obligations.iter().flatten().flatten() {
            uses[step] = as_step(step);
        }
        for step in (0..log.len()).rev() {
            if uses[step] == UNUSED {
                continue;
            }
            for hint in log.hints(step).iter().filter_map(|&hint| log.step(hint)) {
                if uses[hint] == UNUSED || uses[hint] == as_step(hint) {
                    uses[hint] = as_step(step);
                }
            }
        }
        uses
    }

    /// Hands on the steps; the first one gets the id after `before`, the next ones those that
    /// follow. The clauses of pairs are not deleted if `keeps` says so.
    pub fn walk<E>(
        &self,
        before: Id,
        keeps: bool,
        mut each: impl FnMut(Step<'_>) -> Result<(), E>,
    ) -> Result<Ids, E> {
        let (log, uses) = (&self.log, self.uses());
        // By step: its id, counted from `before`.
        let mut numbers: Vec<u32> = vec![0; log.len()];
        let mut kept = vec![false; if keeps { log.len() } else { 0 }];
        if keeps {
            log.obligations.iter().flatten().flatten().for_each(|&step| kept[step] = true);
        }
        let mut last = 0;
        let (mut clause, mut hints, mut deleted) = (Vec::new(), Vec::new(), Vec::new());
        for step in log.known.len()..log.len() {
            if uses[step] == UNUSED {
                continue;
            }
            last += 1;
            numbers[step] = last;
            let id = before + Id::from(last);
            clause.clear();
            clause.extend(log.literals(step).iter().filter_map(|signal| {
                Lit::new(self.graph.variable(signal.variable()), signal.is_negative())
            }));
            hints.clear();
            for &hint in log.hints(step) {
                hints.push(self.hint(hint, &numbers, before));
                if let Some(used) = log.step(hint)
                    && used >= log.known.len()
                    && uses[used] == as_step(step)
                    && !kept.get(used).is_some_and(|&kept| kept)
                {
                    deleted.push(before + Id::from(numbers[used]));
                }
            }
            each(Step::Add { id, clause: &clause, hints: &hints })?;
            if deleted.len() >= GROUP {
                each(Step::Delete { after: id, ids: &deleted })?;
                deleted.clear();
            }
        }
        let pairs = log.obligations.iter();
        let id = |step: Option<usize>| step.map_or(0, |step| before + Id::from(numbers[step]));
        let pairs = pairs.map(|pair| pair.map(id)).collect();
        Ok(Ids { pairs, last: before + Id::from(last) })
    }

    fn hint(&self, hint: ClauseId, numbers: &[u32], before: Id) -> Id {
        match self.log.step(hint) {
            Some(step) => match self.log.known.get(step) {
                Some(&known) => known,
                None => before + Id::from(numbers[step]),
            },
            None => Id::from(self.graph.claim_axiom(hint)),
        }
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proof").field("steps", &self.log.len()).finish_non_exhaustive()
    }
}

fn as_step(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(UNUSED)
}
