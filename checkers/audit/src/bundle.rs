//! One bundle: its own two files, then what stands in it, then its claims.

use crate::claim::{Store, judge, unanswered};
use crate::finding::{Finding, Report, Status, quote};
use crate::folder::{self, Fault};
use crate::jobs;
use crate::kinds::Settled;
use format_bundle::{MANIFEST, Manifest, Path as Inside, SUMS, agree, read_manifest, read_sums};
use format_input::index;
use format_sha256::Digest;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How to audit.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where problems are that bundles have by digest only.
    pub problems: Option<PathBuf>,
    /// How many claims are judged at once.
    pub jobs: usize,
    /// Whether traces are to be looked at.
    pub waves: bool,
}

/// Audits the bundle in a folder.
#[must_use]
pub fn audit(folder: &str, options: &Options) -> Report {
    let root = Path::new(folder);
    let mut report =
        Report { folder: folder.to_owned(), name: None, fault: None, findings: Vec::new() };
    let manifest = match open(root, &mut report.name) {
        Ok(manifest) => manifest,
        Err(fault) => {
            report.fault = Some(fault);
            return report;
        }
    };
    let outside = problems(&manifest, options);
    let store = Store { root, outside: &outside, waves: options.waves };
    let claims = manifest.claims.len();
    report.findings = jobs::each(claims, options.jobs, |position| {
        let claim = manifest.claims.get(position)?;
        Some(judge(position.saturating_add(1), claim, &manifest, &store))
    })
    .into_iter()
    .flatten()
    .collect();
    bound(&mut report.findings);
    let numbers = claims.saturating_add(1)..;
    report.findings.extend(manifest.open.iter().zip(numbers).map(|(run, n)| unanswered(n, run)));
    report
}

/// Claims about some properties of a model are partial, unless all claims together settle every
/// property of that model: proved, or refuted.
fn bound(findings: &mut [Finding]) {
    let model = |finding: &Finding| finding.problems.first().map(|file| file.digest.0);
    let mut settled: BTreeMap<[u8; 32], BTreeSet<usize>> = BTreeMap::new();
    for finding in findings.iter().filter(|finding| finding.status == Status::Verified) {
        let Settled { proved, refuted } = &finding.settled;
        let proved = proved.iter().enumerate().filter(|(_, is)| **is).map(|(number, _)| number);
        let numbers = proved.chain(refuted.iter().map(|&number| index(number)));
        if let Some(model) = model(finding) {
            settled.entry(model).or_default().extend(numbers);
        }
    }
    for finding in findings {
        let known = model(finding).and_then(|model| settled.get(&model));
        let all = 0..finding.settled.proved.len();
        let open = all.filter(|number| known.is_none_or(|known| !known.contains(number))).count();
        if open > 0 && finding.status == Status::Verified {
            finding.status = Status::Partial;
            finding.reason = format!("properties neither proved nor refuted here: {open}");
        }
    }
}

/// Reads list and manifest, each once, and compares them with each other and with the folder.
fn open(root: &Path, name: &mut Option<Digest>) -> Result<Manifest, Fault> {
    let (sums, digest) = read(root, SUMS)?;
    *name = Some(digest);
    let refused = |error: format_bundle::Error| (Status::Refused, error.to_string());
    let sums = read_sums(sums.as_slice()).map_err(refused)?;
    let (manifest, digest) = read(root, MANIFEST)?;
    match Inside::new(MANIFEST).and_then(|path| sums.get(&path)) {
        None => return Err((Status::Refused, format!("{SUMS}: {MANIFEST} is not listed"))),
        Some(stated) if *stated != digest => {
            return Err((Status::Altered, format!("{MANIFEST}: another digest than in {SUMS}")));
        }
        Some(_) => {}
    }
    let manifest = read_manifest(manifest.as_slice()).map_err(refused)?;
    agree(&manifest, &sums).map_err(refused)?;
    let listed: BTreeSet<&str> = sums.keys().map(Inside::as_str).chain([SUMS]).collect();
    let unlisted = folder::walk(root)?.into_iter().find(|path| !listed.contains(path.as_str()));
    match unlisted {
        None => Ok(manifest),
        Some(path) => {
            Err((Status::Refused, format!("{}: the file is not in {SUMS}", quote(&path))))
        }
    }
}

fn read(root: &Path, name: &str) -> Result<(Vec<u8>, Digest), Fault> {
    folder::read(folder::open(&root.join(name), name, None)?, name)
}

/// The problems that are outside of the bundle and can be found.
fn problems(manifest: &Manifest, options: &Options) -> BTreeMap<String, PathBuf> {
    let wanted = manifest.files.iter().filter(|file| !file.kept);
    let sizes: Vec<u64> = wanted.map(|file| file.size).collect();
    match &options.problems {
        Some(folder) if !sizes.is_empty() => folder::index(folder, &sizes),
        _ => BTreeMap::new(),
    }
}
