//! The verdict in words.

use crate::{Difference, Failure, Witness};
use checker_command::Verdict;
use claim_miter::Matching;

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(result: Result<Witness, Failure>, problem: &str, witness: &str) -> Verdict {
    match result {
        Ok(Witness::Run { model, run, targets }) => {
            let last = run.last;
            let fails = targets.iter().map(|target| format!("{target} is 1 at time {last}"));
            let fails = fails.collect::<Vec<_>>().join("; ");
            Verdict::verified(vec![
                ("circuit", model),
                ("trace", run.to_string()),
                ("claim", format!("the property fails: {fails}")),
            ])
        }
        Ok(Witness::Model { formula, assigned }) => Verdict::verified(vec![
            ("formula", formula.to_string()),
            ("model", format!("values for {assigned} variables")),
            ("claim", "the formula has a model: every clause has a true literal".into()),
        ]),
        Err(failure) => failed(&failure, problem, witness),
    }
}

/// The same for two circuits; the names are those of the circuits and of the witness.
#[must_use]
pub fn verdict_of_two(
    result: Result<Difference, Failure>,
    matching: Matching,
    names: [&str; 3],
) -> Verdict {
    let [first, second, witness] = names;
    match result {
        Ok(Difference { inputs, outputs, gates, output, value }) => {
            let (value, other) = (u8::from(value), u8::from(!value));
            Verdict::verified(vec![
                ("circuits", format!("inputs {inputs}, outputs {outputs}, gates {gates} in both")),
                ("matched by", matching.to_string()),
                ("claim", format!("the circuits differ: output o{output} is {value} and {other}")),
            ])
        }
        Err(failure @ Failure::SecondCircuit(_)) => failed(&failure, second, witness),
        Err(failure @ Failure::Circuits(_)) => Verdict::undecided(failure.to_string()),
        Err(failure) => failed(&failure, first, witness),
    }
}

fn failed(failure: &Failure, problem: &str, witness: &str) -> Verdict {
    let file = if failure.is_of_problem() { problem } else { witness };
    let reason = format!("{file}:{failure}");
    if failure.is_undecided() { Verdict::undecided(reason) } else { Verdict::refused(reason) }
}
