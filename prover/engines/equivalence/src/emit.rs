//! The proof as it is written: only the steps that are needed, numbered anew, each clause
//! deleted after its last use.

use crate::graph::Graph;
use crate::log::{ClauseId, Log};
use format_dimacs::Lit;
use format_lrat::{Id, Writer};
use std::io::{self, Write};

const UNUSED: u32 = u32::MAX;
/// Deletions are collected until there are so many.
const GROUP: usize = 64;

/// What a proof is written from.
pub(crate) struct Proof<'a> {
    graph: &'a Graph,
    log: &'a Log,
    /// By step: the last step that names it; itself if the claim asks for it; [`UNUSED`].
    uses: Vec<u32>,
}

impl<'a> Proof<'a> {
    /// Finds out backward which steps are needed.
    pub(crate) fn trim(graph: &'a Graph, log: &'a Log) -> Self {
        let mut uses = vec![UNUSED; log.len()];
        for &step in &log.obligations {
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
        Self { graph, log, uses }
    }

    /// Writes the steps; the ids of the clauses that the claim asks for, in their order, and the
    /// last id are the result. `axioms` is the number of ids before the first step; obligations
    /// are not deleted if `keeps` says so.
    pub(crate) fn write<W: Write>(
        &self,
        out: &mut Writer<W>,
        axioms: Id,
        keeps: bool,
        mut poll: impl FnMut() -> bool,
    ) -> io::Result<(Vec<Id>, Id)> {
        let mut ids: Vec<u32> = vec![0; self.log.len()];
        let mut kept = vec![false; if keeps { self.log.len() } else { 0 }];
        if keeps {
            self.log.obligations.iter().for_each(|&step| kept[step] = true);
        }
        let mut next = 0_u32;
        let (mut clause, mut hints, mut deleted) = (Vec::new(), Vec::new(), Vec::new());
        for step in 0..self.log.len() {
            if self.uses[step] == UNUSED {
                continue;
            }
            if poll() {
                return Err(io::Error::other("a limit was exceeded"));
            }
            next += 1;
            ids[step] = next;
            clause.clear();
            clause.extend(self.log.literals(step).iter().filter_map(|signal| {
                Lit::new(self.graph.variable(signal.variable()), signal.is_negative())
            }));
            hints.clear();
            for &hint in self.log.hints(step) {
                hints.push(self.hint(hint, &ids, axioms));
                if let Some(used) = self.log.step(hint)
                    && self.uses[used] == as_step(step)
                    && !kept.get(used).is_some_and(|&kept| kept)
                {
                    deleted.push(axioms + Id::from(ids[used]));
                }
            }
            out.add(axioms + Id::from(next), &clause, &hints)?;
            if deleted.len() >= GROUP {
                out.delete(axioms + Id::from(next), &deleted)?;
                deleted.clear();
            }
        }
        let asked = self.log.obligations.iter().map(|&step| axioms + Id::from(ids[step]));
        Ok((asked.collect(), axioms + Id::from(next)))
    }

    fn hint(&self, hint: ClauseId, ids: &[u32], axioms: Id) -> Id {
        match self.log.step(hint) {
            Some(step) => axioms + Id::from(ids[step]),
            None => Id::from(self.graph.claim_axiom(hint)),
        }
    }
}

fn as_step(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(UNUSED)
}
