//! Invariants, and for each clause a refutation that it fails.

use crate::clauses::Clauses;
use crate::failure::KIND;
use crate::theory::check_lemma;
use crate::{Failure, Fault};
use claim_horn::{Cnf, obligation};
use format_horn::{Line, Reader};
use format_smtlib::{Formula, System, read_formula};
use std::io::Read;

/// Checks a formula for each predicate, in order, and a block for each clause, in order. The
/// formulas make every clause true, so the system is satisfiable. The answer counts the clauses
/// that were derived.
pub(crate) fn check(system: &System, lines: &mut Reader<impl Read>) -> Result<u64, Failure> {
    let mut invariants: Vec<Formula> = Vec::new();
    for (number, predicate) in (0_u32..).zip(&system.predicates) {
        match lines.next_line(0).map_err(Failure::Certificate)? {
            Some(Line::Invariant(found, text, place)) if found == number => {
                let formula = read_formula(text.as_bytes(), &predicate.sorts, place);
                invariants.push(formula.map_err(Failure::Certificate)?);
            }
            _ => return Err(Failure::NoInvariant(number)),
        }
    }
    let mut steps = 0;
    let mut next = lines.next_line(0).map_err(Failure::Certificate)?;
    for number in 0..system.clauses.len() {
        match next {
            Some(Line::Clause(found)) if usize::try_from(found) == Ok(number) => {}
            _ => return Err(Failure::NoBlock(number)),
        }
        let cnf = obligation(system, number, &invariants);
        let cnf = cnf.map_err(|limit| Failure::Limit(number, limit))?;
        next = check_block(number, cnf, lines, &mut steps)?;
    }
    match next {
        None => Ok(steps),
        Some(_) => Err(Failure::Line(lines.place(), KIND.to_owned().into())),
    }
}

/// Checks that the lines of a block derive the empty clause, and gives the line behind them.
/// Nothing that is derived outlives the block.
fn check_block(
    number: usize,
    mut cnf: Cnf,
    lines: &mut Reader<impl Read>,
    steps: &mut u64,
) -> Result<Option<Line>, Failure> {
    let mut clauses = Clauses::new(cnf.axioms());
    let mut is_refuted = false;
    loop {
        let line = lines.next_line(cnf.variables()).map_err(Failure::Certificate)?;
        let line = match line {
            None | Some(Line::Clause(_)) if is_refuted => return Ok(line),
            None | Some(Line::Clause(_)) => return Err(Failure::NotRefuted(number)),
            Some(line) => line,
        };
        if let Line::Propagation(_, clause, _) | Line::Theory(_, clause, _) = &line {
            *steps = steps.saturating_add(1);
            is_refuted |= clause.is_empty();
        }
        check_line(&mut cnf, &mut clauses, line)
            .map_err(|fault| Failure::Line(lines.place(), fault))?;
    }
}

/// Checks a line, and keeps the clause that it derives.
fn check_line(cnf: &mut Cnf, clauses: &mut Clauses, line: Line) -> Result<(), Fault> {
    match line {
        // The next variable, so that it is free, stands for an inequality: whatever the numbers
        // are, it has a value.
        Line::Atom(variable, atom) => match cnf.variables().saturating_add(1) {
            next if variable == next && cnf.add_atom(&atom).is_ok() => Ok(()),
            next => Err(format!("expected a new atom in normal form as variable {next}").into()),
        },
        Line::Propagation(id, clause, hints) => {
            clauses.check(cnf, &clause, &hints).and_then(|()| clauses.keep(id, clause))
        }
        Line::Theory(id, clause, sums) => {
            check_lemma(cnf, &clause, &sums).and_then(|()| clauses.keep(id, clause))
        }
        Line::Delete(ids) => ids.into_iter().try_for_each(|id| clauses.delete(id)),
        _ => Err(KIND.to_owned().into()),
    }
}
