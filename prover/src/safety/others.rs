//! What shows the states of the other properties, when one fails.
//!
//! A verdict says of several properties which hold and which fail. Each such word has evidence that
//! a checker's kernel accepted: one proof of all that hold, and a run for each other that fails.

use super::evidence::{Evidence, Refusal};
use super::find::{Findings, Standing};
use super::{Case, Failure};
use crate::bundle;
use crate::evidence::undelivered;
use crate::report;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use support_answer::{Checked, Destination};
use support_limits::Limits;

/// Evidence about some properties, beside that of the one that fails first.
pub(super) struct Other {
    kind: &'static str,
    properties: Vec<u32>,
    /// How the name of its file ends.
    end: String,
    destination: Destination,
    checked: Checked,
}

/// Evidence that was delivered.
pub(super) struct Kept {
    kind: &'static str,
    /// As an option of the checker.
    property: String,
    destination: Destination,
}

/// How the name of the proof of the properties that hold ends.
const PROOF: &str = "inv";

/// How the name of a run on which a property fails ends.
fn run(property: u32) -> String {
    format!("b{property}.trace")
}

/// All files that may be written beside the first trace.
pub(super) fn files(prefix: &Path, asked: &[u32]) -> Vec<PathBuf> {
    let runs = asked.iter().map(|&property| with(prefix, &run(property)));
    [with(prefix, PROOF)].into_iter().chain(runs).collect()
}

fn with(prefix: &Path, end: &str) -> PathBuf {
    let mut name = prefix.as_os_str().to_owned();
    name.push(".");
    name.push(end);
    name.into()
}

impl Case<'_> {
    /// Writes and checks evidence for all properties but the one that fails first. Those for which
    /// no time is left become unknown.
    pub(super) fn others(
        &self,
        findings: &mut Findings,
        first: u32,
        limits: &Arc<Limits>,
    ) -> Result<Vec<Other>, Refusal> {
        let mut others = Vec::new();
        let holds = |at: &usize| findings.standings[*at] == Standing::Holds;
        let proved: Vec<usize> = (0..self.asked.len()).filter(holds).collect();
        if let Some(proof) = findings.proof.as_ref().filter(|_| !proved.is_empty()) {
            let properties: Vec<u32> = proved.iter().map(|&at| self.asked[at]).collect();
            let destination = self.destination_of(PROOF);
            let (asked, destination) = (&*properties, &destination);
            let evidence = Evidence { case: self, asked, destination, limits };
            match evidence.proof(proof, &findings.reduced) {
                Ok(done) => {
                    let (end, destination) = (PROOF.to_owned(), destination.clone());
                    let checked = done.certificate;
                    others.push(Other { kind: "inv", properties, end, destination, checked });
                }
                Err(_) if limits.exceeded().is_some() => {
                    for at in proved {
                        findings.standings[at] = Standing::Unknown;
                    }
                }
                Err(error) => return Err(error),
            }
        }
        for (&number, standing) in self.asked.iter().zip(&findings.standings) {
            let Standing::Fails(found) = standing else { continue };
            if number == first {
                continue;
            }
            let end = run(number);
            let destination = self.destination_of(&end);
            let asked = &[number];
            let evidence = Evidence { case: self, asked, destination: &destination, limits };
            let (kind, properties) = ("trace", vec![number]);
            let checked = evidence.run(number, found)?;
            others.push(Other { kind, properties, end, destination, checked });
        }
        Ok(others)
    }

    /// Where evidence goes: into the bundle, to its own file, or nowhere.
    fn destination_of(&self, end: &str) -> Destination {
        let file = || self.options.others.as_deref().map(|prefix| with(prefix, end));
        let bundled = bundle::another(end);
        bundled.or_else(file).map_or(Destination::Nowhere, Destination::File)
    }

    /// Delivers evidence.
    pub(super) fn deliver(&self, others: Vec<Other>) -> Result<Vec<Kept>, Failure> {
        let mut kept = Vec::new();
        for Other { kind, properties, end, destination, checked } in others {
            checked.deliver().map_err(|error| undelivered(&destination, &error))?;
            let property = properties.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let copy = self.options.others.as_deref().map(|prefix| with(prefix, &end));
            bundle::show_another(kind, &[("property", property.clone())], &end, copy);
            kept.push(Kept { kind, property, destination });
        }
        Ok(kept)
    }

    /// Says how evidence that was kept is checked, or that it was not kept.
    pub(super) fn say_kept(&self, kept: &[Kept]) {
        if kept.iter().any(|kept| kept.destination == Destination::Nowhere) {
            report::say(
                "what shows the states of the other properties is not kept: --others PREFIX or \
                 --bundle DIR keeps it",
            );
            return;
        }
        for Kept { kind, property, destination } in kept {
            let checker = if *kind == "inv" { "invcheck" } else { "tracecheck" };
            self.check_with(checker, Some(property), destination);
        }
    }
}
