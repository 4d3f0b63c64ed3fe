//! What a whole audit comes to: the last line and the exit code.

use crate::{Finding, Report, Status};

/// How many claims and questions there are of each sort.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Verified claims, failures among them.
    pub verified: usize,
    /// Verified failures.
    pub fails: usize,
    /// Verified claims about models of which other properties are not settled.
    pub partial: usize,
    /// Questions that found no answer.
    pub open: usize,
    /// Claims and bundles that were refused, are missing or were altered.
    pub refused: usize,
}

/// What the user expects: it changes the exit code, never the words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    /// Verified failures.
    pub fails: bool,
    /// Claims about some properties of a model.
    pub partial: bool,
}

/// The last line and the exit code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conclusion {
    /// `VERIFIED`, `FAILS`, `PARTIAL`, `UNDECIDED` or `REFUSED`.
    pub word: &'static str,
    /// Why it is not `VERIFIED`, or nothing.
    pub reason: String,
    /// 0 only if there is a claim, and every claim holds and was verified, or is as allowed.
    pub exit_code: u8,
}

/// Counts what the reports hold.
#[must_use]
pub fn outcome(reports: &[Report]) -> Outcome {
    let findings = || reports.iter().flat_map(|report| &report.findings);
    let count = |is: fn(&Finding) -> bool| findings().filter(|finding| is(finding)).count();
    let verified = count(|finding| finding.status == Status::Verified);
    let partial = count(|finding| finding.status == Status::Partial);
    let open = count(|finding| finding.status == Status::NotClaimed);
    let others = findings().count().saturating_sub(verified.saturating_add(partial));
    let faults = reports.iter().filter(|report| report.fault.is_some()).count();
    let refused = others.saturating_sub(open).saturating_add(faults);
    Outcome { verified, fails: count(Finding::fails), partial, open, refused }
}

impl Outcome {
    /// The first row that is not allowed decides; the first of all, if all are allowed. A bundle
    /// without a claim is refused before it gets here; no bundle at all is none that was verified.
    #[must_use]
    pub fn conclude(&self, allowed: Allowed) -> Conclusion {
        let is_empty = self.verified == 0 && self.partial == 0;
        let rows = [
            (is_empty || self.refused > 0, 1, false, "REFUSED", "not verified", self.refused),
            (
                self.partial > 0,
                1,
                allowed.partial,
                "PARTIAL",
                "only some properties of a model are proved, claims",
                self.partial,
            ),
            (self.open > 0, 2, false, "UNDECIDED", "questions without an answer", self.open),
            (
                self.fails > 0,
                10,
                allowed.fails,
                "FAILS",
                "claims verified, failures among them",
                self.fails,
            ),
        ];
        let mut there = rows.iter().filter(|row| row.0);
        let first = there.clone().next();
        match there.find(|row| !row.2).or(first) {
            None => Conclusion { word: "VERIFIED", reason: String::new(), exit_code: 0 },
            Some(&(_, code, is_allowed, word, reason, count)) => Conclusion {
                word,
                reason: format!("{reason}: {count}"),
                exit_code: if is_allowed { 0 } else { code },
            },
        }
    }
}
