//! What was found out about claims and bundles.

use crate::{Kind, Wave};
use checker_command::Verdict;
use format_bundle::Answer;
use format_sha256::Digest;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A kernel accepted the certificate for this problem, and every digest is right.
    Verified,
    /// It was not established.
    Refused,
    /// A file is not there.
    Missing,
    /// A file is not the one that was bundled.
    Altered,
    /// The question found no answer when the bundle was made.
    NotClaimed,
}

impl Status {
    /// The word in every report.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::Refused => "refused",
            Self::Missing => "missing",
            Self::Altered => "altered",
            Self::NotClaimed => "not claimed",
        }
    }
}

/// A file that a claim is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// What its maker called it. Escape it before printing.
    pub name: String,
    /// Its size in bytes, as the manifest has it.
    pub size: u64,
    /// Its digest, as the manifest has it.
    pub digest: Digest,
}

/// A claim and what became of it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Its number in the bundle, from 1.
    pub number: usize,
    /// What became of it.
    pub status: Status,
    /// Why it is not verified, or nothing.
    pub reason: String,
    /// Its kind, if that is known.
    pub kind: Option<&'static Kind>,
    /// What the kernel read and checked, in words.
    pub facts: Vec<(&'static str, String)>,
    /// The problem files.
    pub problems: Vec<Subject>,
    /// The certificate.
    pub certificate: Option<Subject>,
    /// The arguments of a question that found no answer. Escape them before printing.
    pub arguments: Vec<String>,
    /// What a verified trace looks like, if that was asked for.
    pub wave: Option<Wave>,
    /// How long the check took.
    pub milliseconds: u128,
}

impl Finding {
    /// Whether it is a verified failure.
    #[must_use]
    pub fn fails(&self) -> bool {
        self.status == Status::Verified
            && self.kind.is_some_and(|kind| kind.answer == Answer::Fails)
    }

    /// What the kernel established, or why there is nothing. A claim about a product says little
    /// without the operands.
    #[must_use]
    pub fn words(&self) -> String {
        let words = self.facts.iter().filter_map(|(name, words)| match *name {
            "claim" | "operands" => Some(words.clone()),
            // What bounds the claim is never left out.
            "not proved" | "note" => Some(format!("{name}: {words}")),
            _ => None,
        });
        let words = words.collect::<Vec<_>>().join("; ");
        if words.is_empty() { self.reason.clone() } else { words }
    }

    /// What people call it: the names of its problems, or else the words of the question. What
    /// is more than a plain name is in quotes and escaped, so that it looks like no sentence.
    #[must_use]
    pub fn label(&self) -> String {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "._-+/=".contains(letter);
        let shown = |name: &str| {
            let plain = !name.is_empty() && name.chars().all(is_plain);
            if plain { name.to_owned() } else { format!("{name:?}") }
        };
        let names: Vec<String> = self.problems.iter().map(|file| shown(&file.name)).collect();
        let words: Vec<String> = self.arguments.iter().map(|word| shown(word)).collect();
        if names.is_empty() { words.join(" ") } else { names.join(", ") }
    }

    /// Takes over what a kernel said. Only a verified claim has facts.
    pub(crate) fn judged(&mut self, verdict: Verdict) {
        if verdict.exit_code == 0 {
            self.status = Status::Verified;
            self.facts = verdict.facts;
            self.reason.clear();
        } else {
            self.refused(Status::Refused, verdict.reason);
        }
    }

    pub(crate) fn refused(&mut self, status: Status, reason: String) {
        self.status = status;
        self.reason = reason;
        self.facts.clear();
    }
}

/// A bundle and what became of its claims.
#[derive(Clone, Debug)]
pub struct Report {
    /// The folder as the user calls it.
    pub folder: String,
    /// The digest of its list of digests: the bundle's name.
    pub name: Option<Digest>,
    /// Why none of its claims was judged.
    pub fault: Option<(Status, String)>,
    /// The claims in order, then the questions without an answer.
    pub findings: Vec<Finding>,
}

/// What the whole audit comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There is a claim, and every claim holds and was verified.
    Verified,
    /// Every claim was verified, and this many of them are failures.
    Fails(usize),
    /// So many claims or bundles were refused, missing or altered.
    Refused(usize),
    /// What was claimed is verified, but so many questions found no answer.
    NotClaimed(usize),
}

/// What the reports come to. A bundle without a claim is refused before it gets here; no bundle
/// at all is none that was verified.
#[must_use]
pub fn outcome(reports: &[Report]) -> Outcome {
    let findings = || reports.iter().flat_map(|report| &report.findings);
    let count = |is: fn(&Finding) -> bool| findings().filter(|finding| is(finding)).count();
    let faults = reports.iter().filter(|report| report.fault.is_some()).count();
    let open = count(|finding| finding.status == Status::NotClaimed);
    let verified = count(|finding| finding.status == Status::Verified);
    let others = findings().count().saturating_sub(open).saturating_sub(verified);
    let fails = count(Finding::fails);
    if faults > 0 || others > 0 || verified == 0 {
        Outcome::Refused(faults.saturating_add(others))
    } else if open > 0 {
        Outcome::NotClaimed(open)
    } else if fails > 0 {
        Outcome::Fails(fails)
    } else {
        Outcome::Verified
    }
}
