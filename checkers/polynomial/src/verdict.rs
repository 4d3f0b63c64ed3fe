//! The verdict in words.

use crate::{Constant, Facts, Failure, File};
use checker_command::Verdict;

/// The verdict in words; the names are what the user calls the given polynomials, the proof and
/// the target.
#[must_use]
pub fn verdict(result: Result<Facts, Failure>, names: [&str; 3]) -> Verdict {
    let [given, proof, target] = names;
    let failure = match result {
        Ok(facts) => return Verdict::verified(words(&facts)),
        Err(failure) => failure,
    };
    let name = match failure.file() {
        File::Given => given,
        File::Proof => proof,
        File::Target => target,
    };
    let reason = format!("{name}:{failure}");
    if failure.is_undecided() { Verdict::undecided(reason) } else { Verdict::refused(reason) }
}

fn words(facts: &Facts) -> Vec<(&'static str, String)> {
    let Facts { given, constants, variables, concluded, extensions, deleted, target } = facts;
    let mut polynomials = format!("{given}, variables {variables}");
    // Whoever asks must see from which constants everything modulo them follows.
    let is_unit = |of: &&(_, Constant)| of.1 == Constant::Power(0);
    let units = constants.iter().filter(is_unit);
    let others = constants.iter().filter(|of| !is_unit(of));
    for (id, constant) in units.chain(others).take(3) {
        let words = match constant {
            Constant::Power(0) => format!(", number {id} is 1 or -1: every target follows"),
            Constant::Power(exponent) => format!(", modulo 2^{exponent} by number {id}"),
            Constant::Other => format!(", modulo the constant with number {id}"),
        };
        polynomials.push_str(&words);
    }
    if constants.len() > 3 {
        polynomials.push_str(", and more constants");
    }
    let proof = format!("{concluded} polynomials concluded, {extensions} variables defined");
    vec![
        ("given polynomials", polynomials),
        ("proof", format!("{proof}, {deleted} polynomials deleted")),
        ("target", format!("polynomial {target}")),
        (
            "claim",
            "the target follows from the given polynomials (over Z, x*x = x for every variable); \
             these two files are the question, no circuit was read"
                .into(),
        ),
    ]
}
