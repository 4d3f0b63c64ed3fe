//! Models and derivations of Horn clauses.

use crate::Random;
use crate::campaign::{Answer, Attack, Sample, mend, mutate, rule};
use crate::horn::{judge, sample};
use format_smtlib::Cause;
use horncheck::{Claim, Failure, Fault, check};

/// Certificates for `horncheck`: the clauses are satisfiable.
pub struct Horn;
/// Certificates for `horncheck`: false is derivable.
pub struct Derivations;

fn options(word: &str) -> Vec<String> {
    vec!["--claim".into(), word.into()]
}

fn make(random: &mut Random, claim: Claim, word: &str) -> Option<Sample> {
    let (system, certificate) = sample(random, claim)?;
    let files = vec![("system.smt2", system), ("proof.horn", certificate)];
    Some(Sample { options: options(word), files })
}

/// Puts the digest right and, seven times of eight, the header.
fn mend(sample: &mut Sample, claim: &str) {
    let certificate = &mut sample.files[1].1;
    if !certificate.len().is_multiple_of(8) {
        let lines: Vec<&[u8]> = certificate.split_inclusive(|byte| *byte == b'\n').collect();
        let is_header =
            |line: &&&[u8]| !line.starts_with(b"invariant 0") && !line.starts_with(b"f ");
        let header = lines.iter().take(3).take_while(is_header).count();
        let mut mended = format!("horn 1\nsystem {:064}\n{claim}\n", 0).into_bytes();
        lines[header..].iter().for_each(|line| mended.extend(*line));
        *certificate = mended;
    }
    mend::digests(sample, 1, "system");
}

/// Words of SMT-LIB that may stand for each other.
const ALIKE: [&[&str]; 6] = [
    &["<=", "<", ">=", ">", "=", "distinct"],
    &["and", "or", "=>", "xor", "=", "distinct"],
    &["div", "mod"],
    &["+", "-"],
    &["true", "false"],
    &["ite"],
];

/// Exchanges an operator of the system, a number or a variable for another one.
fn change(random: &mut Random, sample: &Sample) -> Sample {
    let mut changed = sample.clone();
    let mut tokens = mutate::tokens_of_lisp(&sample.files[0].1);
    let words: Vec<usize> = (0..tokens.len())
        .filter(|at| {
            tokens[*at].starts_with(|c: char| c.is_ascii_alphanumeric() || "<>=+-".contains(c))
        })
        .collect();
    if words.is_empty() {
        return changed;
    }
    for _ in 0..8 {
        let at = *random.pick(&words);
        let token = tokens[at].clone();
        let groups: Vec<&&[&str]> =
            ALIKE.iter().filter(|group| group.contains(&token.as_str())).collect();
        let other = if let Ok(number) = token.parse::<u32>() {
            if random.one_in(2) { number.saturating_add(1) } else { number.saturating_sub(1) }
                .to_string()
        } else if !groups.is_empty() {
            let group = random.pick(&groups);
            (*random.pick(group)).to_owned()
        } else if token.starts_with('x') || token.starts_with('P') {
            let near = &words[words.partition_point(|word| *word + 40 < at)..];
            let other = tokens[near[random.below(near.len().min(30))]].clone();
            if !other.starts_with(&token[..1]) {
                continue;
            }
            other
        } else {
            continue;
        };
        if other != token {
            tokens[at] = other;
            break;
        }
    }
    changed.files[0].1 = tokens.concat().into_bytes();
    changed
}

fn ask(sample: &Sample, claim: Claim) -> Answer {
    match check(&sample.files[0].1, &*sample.files[1].1, Some(claim)) {
        Ok(_) => Answer::Accepted(vec![0]),
        Err(failure) if failure.is_undecided() => Answer::Undecided(name(&failure)),
        Err(failure) => Answer::Refused(name(&failure)),
    }
}

/// The name of a rule: most of them are sentences.
fn name(failure: &Failure) -> String {
    match failure {
        Failure::Line(_, Fault::Wrong(what)) => {
            let words = what.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
            format!("Line: {}", words.collect::<Vec<_>>().join(" "))
        }
        Failure::Certificate(error) if matches!(error.cause, Cause::Unexpected { .. }) => {
            let Cause::Unexpected { expected, .. } = &error.cause else { return String::new() };
            format!("Certificate: expected {expected}")
        }
        _ => rule(failure),
    }
}

/// The rules that lines of a certificate use, and the terms that need definitions.
fn rules(sample: &Sample) -> Vec<String> {
    let [system, certificate] = [0, 1].map(|file| String::from_utf8_lossy(&sample.files[file].1));
    let mut rules = Vec::new();
    for line in certificate.lines() {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let parts: Vec<&[&str]> = words.split(|word| *word == "0").collect();
        let premises = parts.first().map_or(0, |part| part.len().saturating_sub(2));
        rules.push(match words.first() {
            Some(&"a") if line.contains(" < ") => "new strict atom",
            Some(&"a") => "new atom",
            Some(&"l") if words.ends_with(&["0", "0"]) => "tautology",
            Some(&"l") => "hints",
            Some(&"t") if line.contains('/') => "Farkas with fractions",
            Some(&"t") => "Farkas",
            Some(&"p") if line.ends_with("1 1 2 1 0 4 1 3 1 0") => "cut",
            Some(&"p") => "sum of sums",
            Some(&"d") => "deletion",
            Some(&"invariant") => "invariant",
            Some(&"clause") => "block",
            Some(&"f") if premises == 0 => "fact",
            Some(&"f") if premises == 1 => "fact with a premise",
            Some(&"f") => "fact with premises",
            _ => continue,
        });
    }
    for operator in ["div", "mod", "ite", "to_real", "distinct", "let", "query"] {
        if system.contains(&format!("({operator} "))
            || certificate.contains(&format!("({operator} "))
        {
            rules.push(operator);
        }
    }
    rules.sort_unstable();
    rules.dedup();
    rules.into_iter().map(str::to_owned).collect()
}

impl Attack for Horn {
    fn kind(&self) -> &'static str {
        "horn"
    }

    fn program(&self) -> &'static str {
        "horncheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        make(random, Claim::Safe, "safe")
    }

    fn mend(&self, sample: &mut Sample) {
        mend(sample, "safe");
    }

    fn check(&self, sample: &Sample) -> Answer {
        ask(sample, Claim::Safe)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        judge::derives_false(&sample.files[0].1).map(|derives| vec![!derives])
    }

    fn rules(&self, sample: &Sample) -> Vec<String> {
        rules(sample)
    }

    fn change(&self, random: &mut Random, sample: &Sample) -> Option<Sample> {
        Some(change(random, sample))
    }
}

impl Attack for Derivations {
    fn kind(&self) -> &'static str {
        "derivation"
    }

    fn program(&self) -> &'static str {
        "horncheck"
    }

    fn certificate(&self) -> usize {
        1
    }

    fn sample(&self, random: &mut Random) -> Option<Sample> {
        make(random, Claim::Unsafe, "unsafe")
    }

    fn mend(&self, sample: &mut Sample) {
        mend(sample, "unsafe");
    }

    fn check(&self, sample: &Sample) -> Answer {
        ask(sample, Claim::Unsafe)
    }

    fn truth(&self, sample: &Sample) -> Option<Vec<bool>> {
        judge::derives_false(&sample.files[0].1).map(|derives| vec![derives])
    }

    fn rules(&self, sample: &Sample) -> Vec<String> {
        rules(sample)
    }

    fn change(&self, random: &mut Random, sample: &Sample) -> Option<Sample> {
        Some(change(random, sample))
    }
}
