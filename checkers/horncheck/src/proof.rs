//! Invariants, and for each clause a refutation that it fails.

use crate::Failure;
use crate::theory::check_lemma;
use checker_derivation::Derivation;
use claim_horn::{Cnf, obligation};
use format_horn::{Line, Reader};
use format_input::Place;
use format_lit::Lit;
use format_smtlib::{Formula, System, read_formula};
use std::io::Read;

/// Checks a formula for each predicate, in order, and a block for each clause, in order. The
/// formulas make every clause true, so the system is satisfiable. The answer counts the clauses
/// that were derived.
pub(crate) fn check(system: &System, lines: &mut Reader<impl Read>) -> Result<u64, Failure> {
    let mut invariants: Vec<Formula> = Vec::new();
    for (number, predicate) in (0_u32..).zip(&system.predicates) {
        let expected = Failure::NoInvariant(number);
        let Some(Line::Invariant { predicate: found, text }) = lines.next_line(0)? else {
            return Err(expected);
        };
        if found != number {
            return Err(expected);
        }
        let text = text.to_vec();
        let formula = read_formula(&text, &predicate.sorts, lines.place());
        invariants.push(formula.map_err(Failure::Invariant)?);
    }
    let mut steps = 0;
    let mut open = match lines.next_line(0)? {
        None => None,
        Some(Line::Clause(number)) => Some(number),
        Some(_) => return Err(Failure::Line(lines.place())),
    };
    for number in 0..system.clauses.len() {
        if open.map(usize::try_from) != Some(Ok(number)) {
            return Err(Failure::NoBlock(number));
        }
        let cnf = obligation(system, number, &invariants);
        let cnf = cnf.map_err(|limit| Failure::Limit(number, limit))?;
        open = check_block(number, cnf, lines, &mut steps)?;
    }
    match open {
        None => Ok(steps),
        Some(_) => Err(Failure::Line(lines.place())),
    }
}

/// Checks that the lines of a block derive the empty clause, and gives the clause whose block
/// comes next. Nothing that is derived outlives the block.
fn check_block(
    number: usize,
    mut cnf: Cnf,
    lines: &mut Reader<impl Read>,
    steps: &mut u64,
) -> Result<Option<u32>, Failure> {
    let mut derivation = Derivation::new(cnf.axioms());
    let mut is_refuted = false;
    let next = loop {
        let line = lines.next_line(cnf.variables())?;
        let clause = match line {
            None => break None,
            Some(Line::Clause(next)) => break Some(next),
            Some(line) => check_line(&mut cnf, &mut derivation, &line),
        };
        let clause = clause.map_err(|fault| fault.at(lines.place()))?;
        if let Some(length) = clause {
            *steps = steps.saturating_add(1);
            is_refuted |= length == 0;
        }
    };
    if is_refuted { Ok(next) } else { Err(Failure::NotRefuted(number)) }
}

/// Checks a line; if it derives a clause, gives the number of its literals.
fn check_line(
    cnf: &mut Cnf,
    derivation: &mut Derivation,
    line: &Line<'_>,
) -> Result<Option<usize>, Fault> {
    match line {
        // The next variable, so that it is free, stands for an inequality: every assignment of
        // numbers gives it a value.
        Line::Atom { variable, atom } => {
            let expected = cnf.variables().saturating_add(1);
            if *variable != expected {
                return Err(Fault::NotNext(expected));
            }
            cnf.add_atom(atom).map(|_| None).map_err(|_| Fault::Atom)
        }
        Line::Propagation { id, clause, hints } => {
            let axiom = |id, clause: &mut Vec<Lit>| cnf.axiom(id, clause);
            let clause = derivation.add(axiom, *id, clause, hints).map_err(Fault::Step)?;
            Ok(Some(clause.len()))
        }
        Line::Theory { id, clause, sums } => {
            check_lemma(cnf, clause, sums).map_err(|fault| Fault::Theory(*id, fault))?;
            Ok(Some(derivation.admit(*id, clause).map_err(Fault::Step)?.len()))
        }
        Line::Delete(ids) => {
            ids.iter().try_for_each(|id| derivation.delete(*id)).map_err(Fault::Step)?;
            Ok(None)
        }
        Line::Invariant { .. } | Line::Clause(_) | Line::Fact { .. } => Err(Fault::Line),
    }
}

/// Why a line of a block is refused.
enum Fault {
    Line,
    NotNext(u32),
    Atom,
    Step(checker_derivation::Rejection),
    Theory(format_horn::Id, crate::TheoryFault),
}

impl Fault {
    fn at(self, place: Place) -> Failure {
        match self {
            Self::Line => Failure::Line(place),
            Self::NotNext(variable) => Failure::NotNext(place, variable),
            Self::Atom => Failure::Atom(place),
            Self::Step(rejection) => Failure::Step(place, rejection),
            Self::Theory(id, fault) => Failure::Theory(place, id, fault),
        }
    }
}
