//! The verdict in words.

use crate::{Failure, Lack, Proof, Safety};
use checker_command::Verdict;
use std::fmt::Write;

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(result: Result<Safety, Failure>, model: &str, certificate: &str) -> Verdict {
    let safety = match result {
        Ok(safety) => safety,
        Err(failure) => {
            let file = if failure.is_of_model() { model } else { certificate };
            let reason = format!("{file}:{failure}");
            return if failure.is_undecided() {
                Verdict::undecided(reason)
            } else {
                Verdict::refused(reason)
            };
        }
    };
    let missing: Vec<_> = safety.missing().collect();
    let facts = facts(&safety);
    let Some(&(_, lack)) = missing.first() else { return Verdict::verified(facts) };
    let numbers: Vec<u32> = missing.iter().map(|&(number, _)| number).collect();
    let letter = letter(&safety);
    let mut reason = format!("{certificate}: not proved: {}", list(letter, &numbers));
    if let Lack::Induction { section, property } = lack {
        let told =
            write!(reason, "; section '{section}' of the induction lacks {letter}{property}");
        debug_assert!(told.is_ok(), "a string takes all letters");
    }
    Verdict { facts, ..Verdict::refused(reason) }
}

/// What properties are called: b for bad state properties, o for outputs.
fn letter(safety: &Safety) -> char {
    if safety.model.bad_are_outputs { 'o' } else { 'b' }
}

fn facts(safety: &Safety) -> Vec<(&'static str, String)> {
    let model = &safety.model;
    let kind = if model.bad_are_outputs {
        "outputs, which are the properties of a model without bad state properties"
    } else {
        "bad state properties"
    };
    let mut facts = vec![
        (
            "model",
            format!(
                "inputs {}, latches {}, gates {}, constraints {}, sha256 {}",
                model.inputs, model.latches, model.gates, model.constraints, model.digest
            ),
        ),
        ("properties", format!("{} {kind}", safety.properties.len())),
        (
            "certificate",
            format!(
                "invariant of {} clauses, {} auxiliary latches, {} auxiliary gates, {} clauses \
                 derived",
                safety.invariant, safety.latches, safety.gates, safety.derived
            ),
        ),
    ];
    let letter = letter(safety);
    let having = |wanted: &dyn Fn(&Result<Proof, Lack>) -> bool| -> Vec<u32> {
        let states = (0..).zip(&safety.properties).filter(|(_, state)| wanted(state));
        states.map(|(number, _)| number).collect()
    };
    let proved = having(&|state| *state == Ok(Proof::Invariant));
    if !proved.is_empty() {
        facts.push(("by the invariant", list(letter, &proved)));
    }
    let proved = having(&|state| matches!(state, Ok(Proof::Induction { .. })));
    let mut methods = safety.properties.iter().flatten();
    if let Some(&Proof::Induction { depth, simple }) = methods.find(|&&p| p != Proof::Invariant) {
        let paths = if simple { ", over simple paths" } else { "" };
        let proved = list(letter, &proved);
        facts.push(("by k-induction", format!("{proved}; depth {depth}{paths}")));
    }
    let open = having(&Result::is_err);
    if !open.is_empty() {
        facts.push(("not proved", list(letter, &open)));
    }
    if safety.no_initial_state {
        facts.push(("note", "no initial state meets the constraints".into()));
    }
    if safety.missing().next().is_none() {
        facts.push(("claim", claim(safety)));
    }
    facts
}

/// What holds if nothing asked for is missing.
fn claim(safety: &Safety) -> String {
    let meets = match safety.model.constraints {
        0 => "",
        1 => " and meets the constraint at every time",
        _ => " and meets all constraints at every time",
    };
    let letter = letter(safety);
    let asked = list(letter, &safety.asked);
    format!(
        "no run that starts in an initial state{meets} reaches a state where one of these is 1: {asked}"
    )
}

/// The names of properties: of three and more in a row only the first and the last.
fn list(letter: char, numbers: &[u32]) -> String {
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for &number in numbers {
        match rows.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => rows.push((number, number)),
        }
    }
    let row = |&(first, last): &(u32, u32)| match last.saturating_sub(first) {
        0 => format!("{letter}{first}"),
        1 => format!("{letter}{first}, {letter}{last}"),
        _ => format!("{letter}{first} to {letter}{last}"),
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}
