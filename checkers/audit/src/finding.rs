//! What was found out about claims and bundles.

use crate::{Judgement, Kind, Settled, Wave};
use format_bundle::Answer;
use format_sha256::Digest;

/// The most letters of a name that are shown.
const LONGEST: usize = 200;

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// A kernel accepted the certificate for this problem, and every digest is right.
    Verified,
    /// It is verified, and other properties of its model are neither proved nor refuted.
    Partial,
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
            Self::Partial => "partial",
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
    /// What its maker called it. Quote it before printing.
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
    /// The arguments of a question that found no answer. Quote them before printing.
    pub arguments: Vec<String>,
    /// The properties that it settles, if it is verified.
    pub settled: Settled,
    /// What a verified counterexample looks like.
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

    /// What was established: `holds`, `fails` or nothing.
    #[must_use]
    pub fn answer(&self) -> &'static str {
        match self.status {
            Status::Verified if self.fails() => "fails",
            Status::Verified | Status::Partial => "holds",
            _ => "",
        }
    }

    /// What the kernel established, and why that is not all. A claim about a product says little
    /// without the operands.
    #[must_use]
    pub fn words(&self) -> String {
        let words = self.facts.iter().filter_map(|(name, words)| match *name {
            "claim" | "operands" => Some(words.clone()),
            // What bounds the claim is never left out.
            "not proved" | "note" => Some(format!("{name}: {words}")),
            _ => None,
        });
        let reason = Some(self.reason.clone()).filter(|reason| !reason.is_empty());
        words.chain(reason).collect::<Vec<_>>().join("; ")
    }

    /// What people call it, in quotes: the names of its problems, or else the question.
    #[must_use]
    pub fn label(&self) -> String {
        let names: Vec<String> = self.problems.iter().map(|file| quote(&file.name)).collect();
        if names.is_empty() { quote(&self.arguments.join(" ")) } else { names.join(", ") }
    }

    /// Takes over what a kernel said. Only a verified claim has facts.
    pub(crate) fn judged(&mut self, judgement: Judgement) {
        let Judgement { verdict, settled, wave } = judgement;
        if verdict.exit_code == 0 {
            self.status = Status::Verified;
            self.facts = verdict.facts;
            (self.settled, self.wave) = (settled, wave);
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

/// How all that a bundle says is shown: in quotes that it cannot leave, and not at any length.
/// So a name looks like no sentence of ours.
#[must_use]
pub fn quote(text: &str) -> String {
    let first: String = text.chars().take(LONGEST).collect();
    let rest = if first.len() < text.len() { "..." } else { "" };
    format!("{first:?}{rest}")
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
