//! The sentence of a claim in the manifest, for people who read that file. `audit` prints its own.

use super::Shown;
use super::manifest::Claim;
use std::collections::BTreeSet;

/// What is claimed of which files.
pub(super) fn of(shown: &Shown, problems: &[(String, Vec<u8>)]) -> String {
    let names: Vec<&str> = problems.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join(" and ");
    let option = |key: &str| shown.options.get(key).map_or("", String::as_str);
    match shown.kind {
        "lrat" | "drat" => format!("{names} has no model"),
        "model" => format!("{names} has a model"),
        "miter" => format!("{names} compute the same, matched by {}", option("match")),
        "difference" => format!("{names} differ, matched by {}", option("match")),
        "constant" => format!("all outputs of {names} are 0"),
        "pac" => format!("{names} multiplies: {}", option("multiplier")),
        "product" => format!("{names} does not multiply: {}", option("multiplier")),
        "inv" => format!("{names}: bad states are not reached: property {}", option("property")),
        "trace" => format!("{names}: a bad state is reached: property {}", option("property")),
        kind => format!("{names}: what a certificate of the kind {kind} shows"),
    }
}

/// Whether properties of a model were proved, and the claims leave others of it open.
pub(super) fn is_partial(
    shown: &[Shown],
    problems: &[(String, Vec<u8>)],
    claims: &[Claim],
) -> bool {
    if shown.iter().all(|shown| shown.kind != "inv") {
        return false;
    }
    let model = problems.first().and_then(|(_, bytes)| format_aiger::read(&**bytes).ok());
    let Some(model) = model else { return false };
    let count = if model.bad.is_empty() { model.outputs.len() } else { model.bad.len() };
    // The claim that was added last is about this model.
    let problems = claims.last().map(|claim| &claim.problems);
    let same = claims.iter().filter(|claim| Some(&claim.problems) == problems);
    let asked = same.filter_map(|claim| claim.options.get("property"));
    let asked: BTreeSet<&str> = asked.flat_map(|text| text.split(',')).collect();
    !asked.contains("all") && asked.len() < count
}
