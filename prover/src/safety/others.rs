//! What shows the states of the other properties, when one fails or is not decided.
//!
//! A verdict says of several properties which hold and which fail. Each such word has evidence that
//! a checker's kernel accepted: one proof of all that hold, and a run for each other that fails.

use super::evidence::{Evidence, Refusal};
use super::find::{Findings, Standing};
use super::{Case, failure};
use crate::bundle;
use crate::evidence::undelivered;
use crate::files::{PROOF, with};
use crate::report::{self, Failure};
use crate::watch;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support_answer::{Checked, Destination};
use support_limits::Limits;

/// Evidence that was delivered.
pub(super) struct Kept {
    kind: &'static str,
    /// As an option of the checker.
    property: String,
    destination: Destination,
}

/// So long it may take to write runs that were found, once a limit has passed.
const GRACE: Duration = Duration::from_secs(1);

/// How the name of a run on which a property fails ends.
fn run(property: u32) -> String {
    format!("b{property}.trace")
}

impl Case<'_> {
    /// Writes, checks and delivers evidence for all properties but the one that fails first, if one
    /// does. Those without become unknown; the result says why, by their numbers. What fails here takes nothing
    /// from what was delivered before.
    pub(super) fn others(
        &self,
        findings: &mut Findings,
        first: Option<u32>,
        limits: &Arc<Limits>,
    ) -> (Vec<Kept>, BTreeMap<u32, String>) {
        let started = Instant::now();
        // A bundle has answers only. What is known without one is written although the time is over.
        let is_answered = first.is_some();
        let unlimited = Limits::none();
        let limits = if is_answered { limits } else { &unlimited };
        let (mut kept, mut undecided) = (Vec::new(), BTreeMap::new());
        let mut note = |properties: &[u32], result: Result<Kept, Failure>| match result {
            Ok(done) => {
                if is_answered {
                    watch::found();
                }
                kept.push(done);
            }
            Err(failure) => {
                let why = limits.exceeded().map_or(failure.to_string(), |why| why.to_string());
                undecided.extend(properties.iter().map(|&number| (number, why.clone())));
            }
        };
        let numbered = || self.asked.iter().zip(&findings.standings);
        let proved: Vec<u32> = numbered()
            .filter_map(|(&number, standing)| (*standing == Standing::Holds).then_some(number))
            .collect();
        if let Some(proof) = findings.proof.as_ref().filter(|_| !proved.is_empty()) {
            let evidence = |evidence: &Evidence<'_>| {
                evidence.proof(proof, &findings.reduced).map(|proved| proved.certificate)
            };
            let destination = self.destination_of(PROOF, is_answered);
            let result = self.other("inv", &proved, PROOF, destination, limits, evidence);
            note(&proved, result);
        }
        for (&number, standing) in numbered().filter(|&(&number, _)| Some(number) != first) {
            if let Standing::Fails(found) = standing {
                if limits.exceeded().is_some() && started.elapsed() > GRACE {
                    note(&[number], Err(Failure::Own("no time is left".into())));
                    continue;
                }
                let evidence = |evidence: &Evidence<'_>| evidence.run(number, found);
                let end = run(number);
                let destination = self.destination_of(&end, is_answered);
                let result = self.other("trace", &[number], &end, destination, limits, evidence);
                note(&[number], result);
            }
        }
        for (number, standing) in self.asked.iter().zip(&mut findings.standings) {
            if undecided.contains_key(number) {
                *standing = Standing::Unknown;
            }
        }
        (kept, undecided)
    }

    /// Writes, checks and delivers evidence for some properties; `end` is how the name of its file
    /// ends.
    fn other(
        &self,
        kind: &'static str,
        properties: &[u32],
        end: &str,
        destination: Destination,
        limits: &Arc<Limits>,
        write: impl FnOnce(&Evidence<'_>) -> Result<Checked, Refusal>,
    ) -> Result<Kept, Failure> {
        let evidence =
            Evidence { case: self, asked: properties, destination: &destination, limits };
        let checked = write(&evidence).map_err(|error| failure(error, &destination))?;
        checked.deliver().map_err(|error| undelivered(&destination, &error))?;
        let property = properties.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let copy = self.options.others.as_deref().map(|prefix| with(prefix, end));
        bundle::show_another(kind, &[("property", property.clone())], end, copy);
        Ok(Kept { kind, property, destination })
    }

    /// Where evidence goes: into the bundle of an answer, to its own file, or nowhere.
    fn destination_of(&self, end: &str, is_answered: bool) -> Destination {
        let file = || self.options.others.as_deref().map(|prefix| with(prefix, end));
        let bundled = bundle::another(end).filter(|_| is_answered);
        bundled.or_else(file).map_or(Destination::Nowhere, Destination::File)
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
