//! One claim: is its kind known, are its files there and unaltered, does the kernel accept it?

use crate::finding::{Finding, Status, Subject, quote};
use crate::folder::{self, Fault};
use crate::kinds::{Kind, Question, Settled, find};
use crate::wave::{COLUMNS, replay};
use format_bundle::{Answer, Claim, File, Manifest, Run};
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// The largest problem, which is read into memory: 4 GiB. Certificates are not: they pass by.
const LARGEST: u64 = 1 << 32;

/// The largest trace that is drawn, and the most signals of the drawing.
const DRAWN: u64 = 1 << 26;
const SIGNALS: usize = 64;

/// Where the files of a bundle are.
pub(crate) struct Store<'a> {
    /// The folder of the bundle.
    pub(crate) root: &'a Path,
    /// Files outside, by their digests.
    pub(crate) outside: &'a BTreeMap<String, PathBuf>,
    /// Whether traces are to be looked at.
    pub(crate) waves: bool,
}

/// Judges a claim. All that is not verified is refused, missing or altered.
pub(crate) fn judge(
    number: usize,
    claim: &Claim,
    manifest: &Manifest,
    store: &Store<'_>,
) -> Finding {
    let start = Instant::now();
    let files = |numbers: &[usize]| {
        let files = numbers.iter().filter_map(|&number| manifest.files.get(number));
        files.collect::<Vec<&File>>()
    };
    let problems = files(&claim.problems);
    let certificate = files(&[claim.certificate]);
    let mut finding = Finding {
        number,
        status: Status::Refused,
        reason: String::new(),
        kind: find(&claim.kind),
        facts: Vec::new(),
        problems: problems.iter().map(|file| subject(file)).collect(),
        certificate: certificate.first().map(|file| subject(file)),
        arguments: Vec::new(),
        settled: Settled::default(),
        wave: None,
        milliseconds: 0,
    };
    let result = match (finding.kind, certificate.first()) {
        (Some(kind), Some(certificate)) => fits(kind, claim)
            .map_err(|reason| (Status::Refused, reason))
            .and_then(|()| check(kind, claim, &problems, certificate, store, &mut finding)),
        _ => Err((Status::Refused, format!("the kind {} is not known", quote(&claim.kind)))),
    };
    if let Err((status, reason)) = result {
        finding.refused(status, reason);
    }
    finding.milliseconds = start.elapsed().as_millis();
    finding
}

/// A question that found no answer.
pub(crate) fn unanswered(number: usize, run: &Run) -> Finding {
    Finding {
        number,
        status: Status::NotClaimed,
        reason: "the question found no answer when the bundle was made".into(),
        kind: None,
        facts: Vec::new(),
        problems: Vec::new(),
        certificate: None,
        arguments: run.arguments.clone(),
        settled: Settled::default(),
        wave: None,
        milliseconds: 0,
    }
}

fn subject(file: &File) -> Subject {
    Subject { name: file.name.clone(), size: file.size, digest: file.digest }
}

/// The claim has the shape of its kind.
fn fits(kind: &Kind, claim: &Claim) -> Result<(), String> {
    let word = kind.word;
    if kind.answer != claim.answer {
        let shows = match kind.answer {
            Answer::Holds => "holds",
            Answer::Fails => "fails",
        };
        return Err(format!("the kind {word} shows that a claim {shows}, not what is claimed"));
    }
    if kind.problems != claim.problems.len() {
        let (expected, found) = (kind.problems, claim.problems.len());
        return Err(format!("the kind {word} has {expected} problems, the claim names {found}"));
    }
    if !claim.options.keys().map(String::as_str).eq(kind.options.iter().copied()) {
        let expected = kind.options.join(", ");
        return Err(format!("the kind {word} has the options [{expected}], the claim has others"));
    }
    Ok(())
}

/// Lets the kernel judge. The verdict counts only if every byte it rests on has its digest.
fn check(
    kind: &Kind,
    claim: &Claim,
    problems: &[&File],
    certificate: &File,
    store: &Store<'_>,
    finding: &mut Finding,
) -> Result<(), Fault> {
    let mut bytes = Vec::new();
    for file in problems {
        bytes.push((file.path.to_string(), store.problem(file)?));
    }
    let name = certificate.path.as_str();
    let path = store.root.join(name);
    let mut reader = folder::open(&path, name, Some(certificate.size))?;
    let question = Question { options: &claim.options, problems: &bytes, certificate: name };
    let mut trace = Vec::new();
    let judgement = if store.waves && kind.word == "trace" && certificate.size <= DRAWN {
        // The kernel and the drawing read the same bytes.
        let read = reader.read_to_end(&mut trace);
        read.map_err(|error| (Status::Refused, format!("{name}: {error}")))?;
        (kind.judge)(&question, &mut trace.as_slice())
    } else {
        (kind.judge)(&question, &mut reader)
    };
    let hashed = reader.finish().map_err(|error| (Status::Refused, format!("{name}: {error}")))?;
    if hashed != (certificate.digest, certificate.size) {
        return Err((Status::Altered, format!("{name}: another digest than was bundled")));
    }
    finding.judged(judgement);
    if finding.status == Status::Verified && !trace.is_empty() {
        finding.wave =
            bytes.first().and_then(|(_, circuit)| replay(circuit, &trace, SIGNALS, COLUMNS));
    }
    Ok(())
}

impl Store<'_> {
    /// The bytes of a problem, if they have its digest.
    fn problem(&self, file: &File) -> Result<Vec<u8>, Fault> {
        let name = file.path.as_str();
        if file.size > LARGEST {
            return Err((
                Status::Refused,
                format!("{name}: a problem of more than {LARGEST} bytes"),
            ));
        }
        let path = if file.kept {
            self.root.join(name)
        } else {
            let digest = file.digest.to_string();
            let found = self.outside.get(&digest).cloned();
            let why =
                format!("{name}: not in the bundle: supply it with --problems, sha256 {digest}");
            found.ok_or((Status::Missing, why))?
        };
        let (bytes, digest) = folder::read(folder::open(&path, name, Some(file.size))?, name)?;
        if digest == file.digest {
            return Ok(bytes);
        }
        Err((Status::Altered, format!("{name}: another digest than was bundled")))
    }
}
