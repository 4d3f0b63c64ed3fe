//! The verdict in words.

use crate::{Deletion, Failure, Refutation};
use checker_command::Verdict;

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(
    result: Result<Refutation, Failure>,
    deletion: Deletion,
    formula: &str,
    proof: &str,
) -> Verdict {
    match result {
        Ok(refutation) => Verdict::verified(facts(&refutation, deletion)),
        Err(failure @ Failure::Formula(_)) => Verdict::undecided(format!("{formula}:{failure}")),
        Err(failure) if failure.is_undecided() => Verdict::undecided(format!("{proof}:{failure}")),
        Err(failure) => Verdict::refused(format!("{proof}:{failure}")),
    }
}

fn facts(refutation: &Refutation, deletion: Deletion) -> Vec<(&'static str, String)> {
    let Refutation { steps, until_conflict, checked, rat, .. } = refutation;
    let meaning = match deletion {
        Deletion::Operational => {
            format!("{} deletions of reason clauses ignored", refutation.ignored_deletions)
        }
        Deletion::Specified => "deletions of reason clauses done".into(),
    };
    let unknown = refutation.unknown_deletions;
    vec![
        ("formula", refutation.formula.to_string()),
        ("proof", format!("{steps} steps, a conflict after {until_conflict}")),
        ("checked", format!("{checked} clauses were needed, {rat} of them by the RAT rule")),
        ("deletions", format!("{meaning}, {unknown} of unknown clauses ignored")),
        ("claim", "the formula has no model".into()),
    ]
}
