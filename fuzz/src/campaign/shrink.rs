//! Makes a finding small, and keeps it as a case of the tests.

use super::{Attack, Fault, Finding, Sample, examine};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The smallest files that greedy removal of lines, then words, leads to.
#[must_use]
pub fn shrink(attack: &dyn Attack, finding: &Finding) -> Sample {
    let mut best = finding.sample.clone();
    loop {
        let before = size(&best);
        for file in 0..best.files.len() {
            for separator in *b"\n " {
                remove_parts(attack, finding.fault, &mut best, file, separator);
            }
        }
        if size(&best) == before {
            return best;
        }
    }
}

fn size(sample: &Sample) -> usize {
    sample.files.iter().map(|(_, bytes)| bytes.len()).sum()
}

/// Removes runs of parts, the longest first, as long as the fault stays.
fn remove_parts(attack: &dyn Attack, fault: Fault, best: &mut Sample, file: usize, separator: u8) {
    let split = |sample: &Sample| {
        let bytes = &sample.files[file].1;
        bytes.split_inclusive(|byte| *byte == separator).map(<[u8]>::to_vec).collect::<Vec<_>>()
    };
    let mut length = split(best).len().next_power_of_two();
    while length > 0 {
        let mut at = 0;
        loop {
            let parts = split(best);
            if at >= parts.len() {
                break;
            }
            let end = (at + length).min(parts.len());
            let mut candidate = best.clone();
            candidate.files[file].1 = [&parts[..at], &parts[end..]].concat().concat();
            attack.mend(&mut candidate);
            if size(&candidate) < size(best) && examine(attack, &candidate).0 == Some(fault) {
                *best = candidate;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
}

/// Writes a case below `folder`; its expectation is a refusal, to be blessed after the repair.
pub fn keep(
    attack: &dyn Attack,
    sample: &Sample,
    folder: &Path,
    name: &str,
) -> io::Result<PathBuf> {
    let case = folder.join(attack.kind()).join(name);
    fs::create_dir_all(&case)?;
    let words = sample.options.iter().map(String::as_str);
    let words = words.chain(sample.files.iter().map(|(name, _)| *name));
    let words: Vec<&str> = std::iter::once(attack.program()).chain(words).collect();
    fs::write(case.join("args"), words.join(" ") + "\n")?;
    for (name, bytes) in &sample.files {
        fs::write(case.join(name), bytes)?;
    }
    fs::write(case.join("expected.txt"), "exit 1\n")?;
    Ok(case)
}
