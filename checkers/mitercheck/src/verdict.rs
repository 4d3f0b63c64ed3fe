//! The verdict in words.

use crate::{Equivalence, Failure};
use checker_command::Verdict;
use claim_miter::Matching;

/// The verdict in words; the names are what the user calls the files, the certificate last.
#[must_use]
pub fn verdict(result: Result<Equivalence, Failure>, names: &[&str]) -> Verdict {
    let name = |number: usize| names.get(number).copied().unwrap_or("");
    match result {
        Ok(equivalence) => Verdict::verified(facts(&equivalence)),
        Err(failure @ Failure::Circuit { number: 2, .. }) => {
            Verdict::undecided(format!("{}:{failure}", name(1)))
        }
        Err(failure @ Failure::Circuit { .. }) => {
            Verdict::undecided(format!("{}:{failure}", name(0)))
        }
        Err(failure @ Failure::Question(_)) => Verdict::undecided(failure.to_string()),
        Err(failure) => {
            let reason = format!("{}:{failure}", names.last().unwrap_or(&""));
            if failure.is_undecided() {
                Verdict::undecided(reason)
            } else {
                Verdict::refused(reason)
            }
        }
    }
}

fn facts(equivalence: &Equivalence) -> Vec<(&'static str, String)> {
    let circuits = equivalence.circuits.iter().map(|circuit| {
        format!(
            "inputs {}, outputs {}, gates {}, sha256 {}",
            circuit.inputs, circuit.outputs, circuit.gates, circuit.digest
        )
    });
    let names = ["first circuit", "second circuit"];
    let mut facts: Vec<_> = names.into_iter().zip(circuits).collect();
    let claim = match equivalence.matching {
        None => "all outputs of the circuit are 0, for all inputs",
        Some(Matching::Position) => {
            "the outputs of both circuits are equal, for all inputs; \
             inputs and outputs are matched by position"
        }
        Some(Matching::Names) => {
            "the outputs of both circuits are equal, for all inputs; \
             inputs and outputs are matched by name"
        }
    };
    facts.push(("certificate", format!("{} clauses derived", equivalence.derived)));
    facts.push(("claim", claim.into()));
    facts
}
