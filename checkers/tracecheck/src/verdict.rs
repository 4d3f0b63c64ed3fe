//! The verdict in words.

use crate::{Difference, Failure, Witness, WrongProduct};
use checker_command::Verdict;
use claim_miter::Matching;
use format_input::index;

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
        Ok(Witness::Product(wrong)) => Verdict::verified(facts(&wrong)),
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
        Ok(Difference { inputs, first, gates, output, .. }) => {
            let value = first.get(index(output)).is_some_and(|&value| value);
            let (value, other) = (u8::from(value), u8::from(!value));
            let (inputs, outputs) = (inputs.len(), first.len());
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

/// What is claimed, and the numbers for which it is not so.
fn facts(wrong: &WrongProduct) -> Vec<(&'static str, String)> {
    let WrongProduct { claim, output, operands, expected, found } = wrong;
    let (inputs, outputs, gates) = (claim.inputs(), expected.len(), claim.gates().len());
    let mut facts = vec![("circuit", format!("inputs {inputs}, outputs {outputs}, gates {gates}"))];
    facts.extend(claim.facts().into_iter().filter(|&(name, _)| name != "claim"));
    facts.extend(["a", "b", "c"].into_iter().zip(operands.iter().map(|bits| number(bits))));
    facts.extend([("expected", number(expected)), ("found", number(found))]);
    let claims = claim.facts().into_iter().filter(|&(name, _)| name == "claim");
    facts.extend(claims.map(|(name, words)| (name, format!("fails at output {output}: {words}"))));
    facts
}

/// Bits in hexadecimal; the lowest stands first in the list and last in the number.
fn number(bits: &[bool]) -> String {
    let digit = |four: &[bool]| four.iter().rev().fold(0, |sum: u8, &bit| sum << 1 | u8::from(bit));
    let digits = bits.chunks(4).rev().map(|four| format!("{:x}", digit(four)));
    format!("0x{}", digits.collect::<String>())
}

fn failed(failure: &Failure, problem: &str, witness: &str) -> Verdict {
    let file = if failure.is_of_problem() { problem } else { witness };
    let reason = format!("{file}:{failure}");
    if failure.is_undecided() { Verdict::undecided(reason) } else { Verdict::refused(reason) }
}
