//! Puts digests and counts right, so that a mutant does not die at the door.

use super::Sample;
use format_sha256::digest;

/// Replaces the n-th line that begins with `word` and a digest by the n-th problem's digest.
pub(super) fn digests(sample: &mut Sample, certificate: usize, word: &str) {
    let problems: Vec<String> = sample
        .files
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != certificate)
        .map(|(_, (_, bytes))| format!("{word} {}", digest(bytes)))
        .collect();
    let start = format!("{word} ").into_bytes();
    let mut found = 0;
    edit(&mut sample.files[certificate].1, |line| {
        let is_digest = line.starts_with(&start) && line.len() == start.len() + 64;
        let replacement = problems.get(found).filter(|_| is_digest)?;
        found += 1;
        Some(replacement.clone().into_bytes())
    });
}

/// Replaces lines in the text before any binary part.
pub(super) fn edit(bytes: &mut Vec<u8>, mut replace: impl FnMut(&[u8]) -> Option<Vec<u8>>) {
    let body = super::mutate::binary_body(bytes).unwrap_or(bytes.len());
    let mut mended = Vec::new();
    for line in bytes[..body].split_inclusive(|byte| *byte == b'\n') {
        let ended = line.last() == Some(&b'\n');
        let words = line.strip_suffix(b"\n").unwrap_or(line);
        mended.extend(replace(words).as_deref().unwrap_or(words));
        mended.extend(ended.then_some(b'\n'));
    }
    mended.extend(&bytes[body..]);
    *bytes = mended;
}

/// The header of a formula: as many clauses as there are, and at least as many variables.
pub(super) fn formula(bytes: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Some((header, rest)) = text.split_once('\n') else { return };
    let words: Vec<&str> = header.split(' ').collect();
    let [_, _, variables, _] = words[..] else { return };
    let Ok(variables) = variables.parse::<i64>() else { return };
    let numbers = rest.split_whitespace().filter_map(|word| word.parse::<i64>().ok());
    let most = numbers.clone().filter(|number| number.abs() <= 12).map(i64::abs).max();
    let clauses = numbers.filter(|number| *number == 0).count();
    let variables = variables.clamp(0, 12).max(most.unwrap_or(0));
    *bytes = format!("p cnf {variables} {clauses}\n{rest}").into_bytes();
}

/// The header of a circuit in ASCII: as many gates as there are lines left for them.
pub(super) fn circuit(bytes: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let Some((header, rest)) = text.split_once('\n') else { return };
    let words: Vec<&str> = header.split(' ').collect();
    let counts: Option<Vec<usize>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
    let Some(counts) = counts.filter(|counts| counts.len() >= 5 && words[0] == "aag") else {
        return;
    };
    let others = counts[1..].iter().try_fold(0_usize, |sum, count| sum.checked_add(*count));
    let Some(others) = others.and_then(|sum| sum.checked_sub(counts[4])) else { return };
    let lines = rest.lines().take_while(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let mut counts = counts.clone();
    counts[4] = lines.count().saturating_sub(others);
    let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
    *bytes = format!("aag {}\n{rest}", counts.join(" ")).into_bytes();
}

/// The counts of latches, gates and clauses of an invariant certificate in text.
pub(super) fn invariant(bytes: &mut Vec<u8>) {
    let lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let starts = |word: &str| lines.iter().position(|line| line.starts_with(word.as_bytes()));
    let heads = ["latches ", "gates ", "invariant ", "induction "].map(starts);
    if let [Some(latches), Some(gates), Some(invariant), Some(induction)] = heads
        && latches < gates
        && gates < invariant
        && invariant < induction
    {
        let counts = [
            format!("latches {}", gates - latches - 1),
            format!("gates {}", invariant - gates - 1),
            format!("invariant {}", induction - invariant - 1),
        ];
        edit(bytes, |line| {
            let same = |count: &&String| {
                let word = count.split(' ').next().unwrap_or("");
                line.starts_with(format!("{word} ").as_bytes())
            };
            counts.iter().find(same).map(|count| count.clone().into_bytes())
        });
    }
}
