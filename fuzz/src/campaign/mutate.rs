//! Changes in one place.

use super::{Attack, Sample};
use crate::Random;

/// The sample with one change; one in eight has two.
pub(super) fn change(
    random: &mut Random,
    attack: &dyn Attack,
    sample: &Sample,
    other: Option<&Sample>,
) -> Sample {
    let mut mutant = sample.clone();
    for _ in 0..=usize::from(random.one_in(8)) {
        let certificate = attack.certificate();
        let problems: Vec<usize> =
            (0..mutant.files.len()).filter(|file| *file != certificate).collect();
        let at = if random.one_in(4) { *random.pick(&problems) } else { certificate };
        if let (true, Some(other)) = (random.one_in(16), other) {
            cross(&mut mutant, other, at);
            continue;
        }
        if at != certificate
            && !random.one_in(4)
            && let Some(changed) = attack.change(random, &mutant)
        {
            mutant = changed;
            continue;
        }
        let bytes = &mut mutant.files[at].1;
        *bytes = match binary_body(bytes) {
            None => change_text(random, bytes),
            Some(body) => {
                let mut changed = bytes[..body].to_vec();
                changed.extend(change_bytes(random, &bytes[body..]));
                changed
            }
        };
    }
    mutant
}

/// Takes a file of another sample.
fn cross(mutant: &mut Sample, other: &Sample, at: usize) {
    if let Some((_, bytes)) = other.files.get(at) {
        mutant.files[at].1.clone_from(bytes);
    }
}

/// Where the binary part of a file begins; nothing if it is text.
pub(super) fn binary_body(bytes: &[u8]) -> Option<usize> {
    let is_text = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'\t' | 32..=126);
    if bytes.iter().all(is_text) {
        return None;
    }
    let head = b" binary\n";
    let found = bytes.windows(head.len()).position(|window| window == head);
    Some(found.map_or(0, |at| at + head.len()))
}

fn change_bytes(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if bytes.is_empty() {
        return vec![random.below(256) as u8];
    }
    let at = random.below(bytes.len());
    let end = (at + 1 + random.below(8)).min(bytes.len());
    match random.below(8) {
        0 => drop(bytes.drain(at..end)),
        1 => {
            let part = bytes[at..end].to_vec();
            let to = random.below(bytes.len());
            bytes.splice(to..to, part);
        }
        2 => bytes.truncate(at),
        3 => bytes.insert(at, random.below(256) as u8),
        4 => bytes[at] = bytes[at].wrapping_add(2),
        5 => bytes[at] = bytes[at].wrapping_sub(2),
        6 => bytes[at] = random.below(128) as u8,
        _ => bytes[at] ^= 1 << random.below(8),
    }
    bytes
}

fn change_text(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut lines: Vec<Vec<u8>> = bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let ended = lines.last().is_some_and(Vec::is_empty);
    if ended {
        lines.pop();
    }
    if lines.is_empty() {
        return bytes.to_vec();
    }
    let at = random.below(lines.len());
    let other = random.below(lines.len());
    match random.below(16) {
        0 => drop(lines.remove(at)),
        1 => lines.swap(at, other),
        2 => lines.insert(other, lines[at].clone()),
        3 => {
            let line = lines.remove(at);
            lines.insert(random.below(lines.len() + 1), line);
        }
        4 => {
            let byte = random.below(lines[at].len().max(1));
            if let Some(byte) = lines[at].get_mut(byte) {
                *byte ^= 1 << random.below(7);
            }
        }
        _ => {
            let from = lines[other].clone();
            change_token(random, &mut lines[at], &from);
        }
    }
    let mut joined = lines.join(&b'\n');
    if ended {
        joined.push(b'\n');
    }
    joined
}

/// Changes one token of a line: words and numbers, or the letters between them.
fn change_token(random: &mut Random, line: &mut Vec<u8>, other: &[u8]) {
    let mut tokens = tokens(line);
    let words: Vec<usize> = (0..tokens.len()).filter(|&at| tokens[at] != b" ").collect();
    if words.is_empty() {
        return;
    }
    let at = *random.pick(&words);
    let number = std::str::from_utf8(&tokens[at]).ok().and_then(|word| word.parse::<i64>().ok());
    match (random.below(7), number) {
        (0, _) => {
            let end =
                if tokens.get(at + 1).is_some_and(|next| next == b" ") { at + 2 } else { at + 1 };
            tokens.drain(at..end);
        }
        (1, _) => {
            let mut others = self::tokens(other);
            others.retain(|token| token != b" ");
            if !others.is_empty() {
                tokens[at].clone_from(random.pick(&others));
            }
        }
        (2, _) => {
            let small = (random.below(24) as i64 - 8).to_string().into_bytes();
            tokens.splice(at..at, [small, b" ".to_vec()]);
        }
        (3, _) => {
            tokens.swap(at, *random.pick(&words));
        }
        (4, Some(number)) => tokens[at] = number.wrapping_neg().to_string().into_bytes(),
        (5, Some(number)) => tokens[at] = (number ^ 1).to_string().into_bytes(),
        (_, Some(number)) => {
            let step = if random.one_in(2) { 1 } else { -1 };
            tokens[at] = number.wrapping_add(step).to_string().into_bytes();
        }
        (_, None) => tokens[at] = vec![b' ' + random.below(95) as u8],
    }
    *line = tokens.concat();
}

/// Words, numbers with their sign, and single letters in between.
fn tokens(line: &[u8]) -> Vec<Vec<u8>> {
    let mut tokens: Vec<Vec<u8>> = Vec::new();
    for &byte in line {
        let joins = |last: &Vec<u8>| {
            let end = last.last().copied().unwrap_or(b' ');
            byte.is_ascii_alphanumeric() && (end.is_ascii_alphanumeric() || last == b"-")
        };
        match tokens.last_mut() {
            Some(last) if joins(last) => last.push(byte),
            _ => tokens.push(vec![byte]),
        }
    }
    tokens
}

/// Names, operators and numbers, and single letters in between.
pub(super) fn tokens_of_lisp(text: &[u8]) -> Vec<String> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "<>=+-_".contains(letter);
    let mut tokens: Vec<String> = Vec::new();
    let mut last = ' ';
    for letter in String::from_utf8_lossy(text).chars() {
        match tokens.last_mut() {
            Some(token) if is_part(last) && is_part(letter) => token.push(letter),
            _ => tokens.push(letter.to_string()),
        }
        last = letter;
    }
    tokens
}
