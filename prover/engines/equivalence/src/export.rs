//! The question as a CNF formula, and the proof for the field's own checkers.
//!
//! The formula has the miter's variables and clauses. For each pair of outputs a new variable
//! implies that they differ, and a last clause says that one of these variables is true: it has a
//! model if and only if the outputs differ for some inputs.

use crate::check::write_steps;
use crate::{Error, Task};
use claim_miter::{Miter, Signal};
use format_dimacs::Lit;
use format_drat::{Action, write_step};
use format_input::Encoding;
use format_lrat::{Id, Reader, Step, Writer};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::PathBuf;
use support_answer::{Checked, Destination, Spool};
use support_sweep::Proof;

/// The kind of proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// With hints.
    Lrat,
    /// Without.
    Drat,
}

/// A formula `PREFIX.cnf` and its proof, `PREFIX.lrat` or `PREFIX.drat`.
#[derive(Clone, Debug)]
pub struct Export {
    /// The kind of proof.
    pub format: Format,
    /// How both names begin.
    pub prefix: PathBuf,
}

impl Export {
    /// The files to write.
    #[must_use]
    pub fn paths(&self) -> [PathBuf; 2] {
        let extension = match self.format {
            Format::Lrat => ".lrat",
            Format::Drat => ".drat",
        };
        [".cnf", extension].map(|extension| {
            let mut name = self.prefix.clone().into_os_string();
            name.push(extension);
            name.into()
        })
    }

    /// Writes both files, and checks the proof against the formula.
    pub(crate) fn write(
        &self,
        task: &Task<'_>,
        miter: &Miter,
        proof: &Proof,
    ) -> Result<[Checked; 2], Error> {
        let spools = self.paths().map(|path| Spool::new(&Destination::File(path)));
        let [formula, steps] = spools;
        let (formula, steps) =
            (formula.map_err(Error::Destination)?, steps.map_err(Error::Destination)?);
        let clauses = Clauses::new(miter);
        let mut out = formula.writer()?;
        clauses.write(miter, &mut out)?;
        out.flush()?;
        let (formula, (steps, ())) = formula.check(|formula| match self.format {
            Format::Lrat => {
                write_lrat(task, proof, &clauses, steps.writer()?, task.encoding)?;
                steps.check(|steps| check_lrat(task, formula, steps))
            }
            Format::Drat => {
                // Without hints a check takes longer than everything else, so the steps are
                // checked before their hints are dropped.
                let hinted = tempfile::tempfile()?;
                write_lrat(task, proof, &clauses, &hinted, Encoding::Binary)?;
                (&hinted).rewind()?;
                check_lrat(task, formula, &hinted)?;
                write_drat(&hinted, clauses.variables, steps.writer()?, task.encoding)?;
                steps.check(|_| Ok(()))
            }
        })?;
        Ok([formula, steps])
    }
}

fn check_lrat(task: &Task<'_>, formula: &File, steps: &File) -> Result<(), Error> {
    let (formula, steps) = (task.limits.guard(formula), task.limits.guard(steps));
    let result = lratcheck::check(formula, steps, lratcheck::Options::default());
    result.map(drop).map_err(|failure| Error::Refused(failure.to_string()))
}

/// The clauses of the formula behind those of the gates.
struct Clauses {
    /// The number of gates' clauses; tautologies are written as clauses of any kind, and named by
    /// no hint.
    axioms: Id,
    variables: u32,
    /// By obligation: the clauses that stand for "the pair differs".
    differ: Vec<Vec<Lit>>,
    /// The difference variable of every pair that is not trivially equal.
    any: Vec<Lit>,
}

impl Clauses {
    fn new(miter: &Miter) -> Self {
        let (mut differ, mut any) = (Vec::new(), Vec::new());
        let mut variables = miter.variables();
        for &(first, second) in miter.pairs() {
            if first == second {
                continue;
            }
            variables += 1;
            let Some(difference) = Lit::new(variables, false) else { continue };
            any.push(difference);
            for signals in [[first, second], [!first, !second]] {
                let mut clause = vec![!difference];
                if !signals.contains(&Signal::TRUE) && signals[0] != !signals[1] {
                    clause.extend(signals.iter().filter_map(|signal| Lit::from_code(signal.0)));
                    clause.dedup();
                    differ.push(clause);
                }
            }
        }
        Self { axioms: miter.axioms(), variables, differ, any }
    }

    fn last(&self) -> Id {
        self.axioms + Id::try_from(self.differ.len()).unwrap_or(0) + 1
    }

    fn write(&self, miter: &Miter, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "p cnf {} {}", self.variables, self.last())?;
        let mut clause = Vec::new();
        for id in 1..=self.axioms {
            if miter.axiom(id, &mut clause) {
                write_clause(out, &clause)?;
            } else {
                // A tautology keeps the numbers as they are.
                let variable = Lit::new(1, false);
                write_clause(out, &variable.into_iter().flat_map(|l| [l, !l]).collect::<Vec<_>>())?;
            }
        }
        self.differ.iter().try_for_each(|clause| write_clause(out, clause))?;
        write_clause(out, &self.any)
    }
}

fn write_clause(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    clause.iter().try_for_each(|lit| write!(out, "{lit} "))?;
    out.write_all(b"0\n")
}

/// Writes the steps, then for each pair that it does not differ, then the empty clause.
fn write_lrat(
    task: &Task<'_>,
    proof: &Proof,
    clauses: &Clauses,
    out: impl Write,
    encoding: Encoding,
) -> io::Result<()> {
    let mut writer = Writer::new(io::BufWriter::new(out), encoding);
    let ids = write_steps(task, &mut writer, proof, clauses.last(), true)?;
    let mut last = ids.last;
    let mut asked = ids.pairs.into_iter().flatten().filter(|&id| id != 0);
    let mut equal = Vec::new();
    let mut differ = (clauses.axioms + 1..).zip(&clauses.differ).peekable();
    for &difference in &clauses.any {
        let is_own = |entry: &(Id, &Vec<Lit>)| entry.1[0] == !difference;
        let own: Vec<_> = std::iter::from_fn(|| differ.next_if(is_own)).collect();
        let steps: Vec<Id> = asked.by_ref().take(own.len()).collect();
        let mut hints: Vec<Id> = own.iter().map(|&(id, _)| id).chain(steps.clone()).collect();
        if let ([(some, clause), (not_both, _)], [forward, backward]) = (&own[..], &steps[..])
            && let [_, first, _] = clause[..]
        {
            // If they differ, the first is false, for it implies the second; then the second is
            // true, and implies the first.
            last += 1;
            writer.add(last, &[!difference, !first], &[*forward, *not_both])?;
            hints = vec![last, *some, *backward];
        }
        last += 1;
        equal.push(last);
        writer.add(last, &[!difference], &hints)?;
    }
    equal.push(clauses.last());
    writer.add(last + 1, &[], &equal)?;
    writer.finish().map(drop)
}

fn write_drat(
    mut proof: &File,
    variables: u32,
    mut out: impl Write,
    encoding: Encoding,
) -> io::Result<()> {
    proof.rewind()?;
    let other = |error: format_input::ReadError| io::Error::other(error.to_string());
    let mut reader = Reader::new(proof, Some(Encoding::Binary), variables).map_err(other)?;
    while let Some(step) = reader.next_step().map_err(other)? {
        // Deletions name clauses by their literals there; without them the proof is the same.
        if let Step::Add { clause, .. } = step {
            write_step(&mut out, encoding, Action::Add, clause)?;
        }
    }
    out.flush()
}
