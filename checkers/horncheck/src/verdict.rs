//! The verdict in words.

use crate::{Answer, Claim, Failure};
use checker_command::Verdict;

/// The verdict in words; the names are what the user calls the files.
#[must_use]
pub fn verdict(result: Result<Answer, Failure>, system: &str, certificate: &str) -> Verdict {
    match result {
        Ok(answer) => Verdict::verified(facts(&answer)),
        Err(failure @ Failure::System(_)) => Verdict::undecided(format!("{system}:{failure}")),
        Err(failure) if failure.is_undecided() => {
            Verdict::undecided(format!("{certificate}:{failure}"))
        }
        Err(failure) => Verdict::refused(format!("{certificate}:{failure}")),
    }
}

fn facts(answer: &Answer) -> Vec<(&'static str, String)> {
    let Answer { predicates, clauses, queries, digest, steps, .. } = answer;
    let (certificate, claim, query) = match answer.claim {
        Claim::Safe => (
            format!("a formula for each predicate, {steps} clauses derived"),
            "the clauses are satisfiable: the formulas make every one of them true",
            "; what the query asks for is not derivable",
        ),
        Claim::Unsafe => (
            format!("{steps} instances of clauses"),
            "false is derivable from the clauses: no relations make every one of them true",
            "; what the query asks for is derivable",
        ),
    };
    let query = if answer.is_query && *queries > 0 { query } else { "" };
    let system = format!(
        "predicates {predicates}, clauses {clauses}, of them with head false {queries}, sha256 {digest}"
    );
    vec![("system", system), ("certificate", certificate), ("claim", format!("{claim}{query}"))]
}
