//! Attacks on `audit`: bundles put together from claims that are right, then changed by somebody
//! who corrects every digest, or forgets to.

mod clauses;
mod draft;
mod truth;

use crate::{Random, Tally};
use audit::{Allowed, Options, Report, Status, outcome};
use draft::{Draft, Seed};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use truth::{is_settled, is_true};

/// One round: a bundle of some claims, whole and changed. An error tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    static SEEDS: OnceLock<Result<Vec<Seed>, String>> = OnceLock::new();
    let seeds = SEEDS.get_or_init(draft::seeds).as_ref().map_err(Clone::clone)?;
    // In memory where that is possible: a disk is ten times slower.
    let memory = Path::new("/dev/shm");
    let place = if memory.is_dir() { memory.to_path_buf() } else { std::env::temp_dir() };
    let folder = tempfile::tempdir_in(place).map_err(|error| error.to_string())?;
    let mut tally = Tally::default();
    let draft = Draft::random(random, seeds);
    for attempt in 0..8 {
        let mut changed = draft.clone();
        if attempt > 0 {
            for _ in 0..=random.below(3) {
                changed.change(random, seeds);
            }
        }
        let root = folder.path().join(attempt.to_string());
        changed.write(&root).map_err(|error| error.to_string())?;
        if attempt > 1 && random.one_in(3) {
            draft::disturb(random, &root).map_err(|error| error.to_string())?;
        }
        tally.tried += 1;
        let accepted = judge(&root).map_err(|what| finding(&what, &root))?;
        if attempt == 0 && !accepted {
            return Err(finding("a right bundle is refused", &root));
        }
        tally.accepted += u64::from(accepted);
    }
    Ok(tally)
}

/// Whether all claims are accepted. None may be that is false; and success means that the bundle
/// is whole, that all claims hold, and that nothing is left open.
fn judge(root: &Path) -> Result<bool, String> {
    let options = Options { problems: None, jobs: 1, waves: true };
    let report = audit::audit(&root.display().to_string(), &options);
    let reports = [report];
    let conclusion = outcome(&reports).conclude(Allowed::default());
    let [report] = &reports;
    let is_accepted = |status| matches!(status, Status::Verified | Status::Partial);
    let judged = report.findings.iter().any(|finding| is_accepted(finding.status));
    if !judged {
        return if conclusion.exit_code == 1 { Ok(false) } else { Err("nothing is judged".into()) };
    }
    let text = fs::read(root.join("manifest.json")).map_err(|error| error.to_string())?;
    let manifest: Value = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let claims = manifest["claims"].as_array().ok_or("no claims")?;
    for (finding, claim) in report.findings.iter().zip(claims) {
        let kind = claim["kind"].as_str().unwrap_or_default();
        if is_accepted(finding.status) && is_true(root, claim) == Some(false) {
            return Err(format!("claim {}, {kind}: a falsehood is accepted", finding.number));
        }
        if is_accepted(finding.status) && !is_bound(root, &manifest, claim) {
            return Err(format!("claim {}: accepted with other digests", finding.number));
        }
        let is_open =
            finding.status == Status::Verified && is_settled(root, claim, claims) == Some(false);
        if kind == "inv" && is_open {
            return Err(format!("claim {}: others of its model are open", finding.number));
        }
    }
    if conclusion.exit_code == 0 {
        success(root, &manifest, report)?;
    }
    Ok(report.findings.iter().all(|finding| is_accepted(finding.status)))
}

/// Whether the files of a claim have the digests that the manifest states.
fn is_bound(root: &Path, manifest: &Value, claim: &Value) -> bool {
    let files = manifest["files"].as_array().map(Vec::as_slice).unwrap_or_default();
    let problems = claim["problems"].as_array().map(Vec::as_slice).unwrap_or_default();
    problems.iter().chain([&claim["certificate"]]).all(|path| {
        let file = files.iter().find(|file| file["path"] == *path);
        let bytes = fs::read(root.join(path.as_str().unwrap_or_default())).unwrap_or_default();
        file.is_some_and(|file| file["sha256"] == format_sha256::digest(&bytes).to_string())
    })
}

/// What exit code 0 means, read from the folder by other means.
fn success(root: &Path, manifest: &Value, report: &Report) -> Result<(), String> {
    let claims = manifest["claims"].as_array().ok_or("no claims")?;
    let fails = ["model", "difference", "trace", "product", "derivation"];
    let all_hold = claims.iter().all(|claim| {
        claim["answer"] == "holds"
            && claim["kind"].as_str().is_some_and(|kind| !fails.contains(&kind))
    });
    let has_open = manifest["open"].as_array().is_none_or(|open| !open.is_empty());
    if !all_hold || has_open || claims.is_empty() || report.findings.len() != claims.len() {
        return Err("a success that is none".into());
    }
    let sums = fs::read_to_string(root.join("SHA256SUMS")).map_err(|error| error.to_string())?;
    let listed = sums.lines().filter_map(|line| line.split_once("  "));
    let listed: BTreeMap<String, String> =
        listed.map(|(digest, path)| (path.to_owned(), digest.to_owned())).collect();
    let mut found = BTreeSet::new();
    draft::walk(root, root, &mut found).map_err(|error| error.to_string())?;
    found.remove("SHA256SUMS");
    if !found.iter().eq(listed.keys()) {
        return Err("a success with other files than are listed".into());
    }
    for (path, digest) in &listed {
        let bytes = fs::read(root.join(path)).map_err(|error| error.to_string())?;
        if format_sha256::digest(&bytes).to_string() != *digest {
            return Err(format!("a success although {path} is altered"));
        }
    }
    Ok(())
}

/// What was found, and the bundle, so that it can be looked at.
fn finding(what: &str, root: &Path) -> String {
    let mut text = format!("audit: {what}\n");
    let mut paths = BTreeSet::new();
    if draft::walk(root, root, &mut paths).is_ok() {
        for path in paths {
            let bytes = fs::read(root.join(&path)).unwrap_or_default();
            text.push_str(&format!("--- {path}\n{}", String::from_utf8_lossy(&bytes)));
        }
    }
    text
}
