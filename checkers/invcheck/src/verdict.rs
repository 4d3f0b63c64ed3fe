//! The verdict in words.

use crate::{Failure, Lack, Model, Safety};
use checker_command::Verdict;

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(result: Result<Safety, Failure>, model: &str, certificate: &str) -> Verdict {
    let safety = match result {
        Ok(safety) => safety,
        Err(failure) => {
            let file = if failure.is_of_model() { model } else { certificate };
            let reason = format!("{file}:{failure}");
            let is_undecided = failure.is_undecided();
            return if is_undecided {
                Verdict::undecided(reason)
            } else {
                Verdict::refused(reason)
            };
        }
    };
    let facts = facts(&safety);
    let missing: Vec<(u32, Lack)> = safety.missing().collect();
    let Some(&(_, lack)) = missing.first() else { return Verdict::verified(facts) };
    let numbers = list(&safety, missing.iter().map(|&(number, _)| number));
    let why = match lack {
        Lack::NoLine => String::new(),
        Lack::Induction(section, number) => {
            format!("; section '{section}' lacks {}", list(&safety, [number]))
        }
    };
    let refused = Verdict::refused(format!("{certificate}: not proved: {numbers}{why}"));
    Verdict { facts, ..refused }
}

fn facts(safety: &Safety) -> Vec<(&'static str, String)> {
    let Model { inputs, latches, gates, constraints, bad_are_outputs, digest } = &safety.model;
    let kind = if *bad_are_outputs { " outputs, for there are no" } else { "" };
    let model = format!("inputs {inputs}, latches {latches}, gates {gates}");
    let model = format!("{model}, constraints {constraints}, sha256 {digest}");
    let Safety { properties, invariant, auxiliaries, derived, .. } = safety;
    let induction = safety.induction.as_ref().map_or(String::new(), |induction| {
        let paths = if induction.simple { " over simple paths" } else { "" };
        format!(", induction of depth {}{paths}", induction.depth)
    });
    let certificate = format!("invariant of {invariant} clauses{induction}");
    let certificate = format!("{certificate}, {auxiliaries} auxiliary latches and gates");
    let mut facts = vec![
        ("model", model),
        ("properties", format!("{}{kind} bad state properties", properties.len())),
        ("certificate", format!("{certificate}, {derived} clauses derived")),
    ];
    for (name, wanted) in [("proved", true), ("not proved", false)] {
        let states = (0..).zip(&safety.properties).filter(|(_, state)| state.is_ok() == wanted);
        let numbers = list(safety, states.map(|(number, _)| number));
        if !numbers.is_empty() {
            facts.push((name, numbers));
        }
    }
    if safety.no_initial_state {
        facts.push(("note", "no initial state meets the constraints".into()));
    }
    if safety.missing().next().is_none() {
        let asked = list(safety, safety.asked.iter().copied());
        let claim = "no run that starts in an initial state and meets all constraints at every \
                     time reaches a state where one of these is 1: ";
        facts.push(("claim", claim.to_owned() + &asked));
    }
    facts
}

/// The names of properties: of several in a row only the first and the last.
fn list(safety: &Safety, numbers: impl IntoIterator<Item = u32>) -> String {
    let letter = if safety.model.bad_are_outputs { 'o' } else { 'b' };
    let mut rows: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match rows.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(number) => *last = number,
            _ => rows.push((number, number)),
        }
    }
    let row = |&(first, last): &(u32, u32)| match last.checked_sub(first) {
        Some(0) => format!("{letter}{first}"),
        _ => format!("{letter}{first} to {letter}{last}"),
    };
    rows.iter().map(row).collect::<Vec<_>>().join(", ")
}
