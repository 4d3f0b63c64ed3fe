//! The mutation campaign: valid certificates of small problems, changed in one place.
//!
//! Digests and counts are put right after each change, so that mutants reach the kernels. What is
//! accepted must be true, by brute force on the problem; a panic, or a mutant that takes longer
//! than [`LONGEST`], is a finding too. A finding is shrunk and kept as a case.

pub mod attacks;
mod mend;
mod mutate;
pub mod shrink;
mod witness;

use crate::Random;
use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The longest time that a checker may take for a mutant.
pub const LONGEST: Duration = Duration::from_secs(10);

/// Files as a user could have them, and the command line without them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Options of the program, such as `--signed`.
    pub options: Vec<String>,
    /// Names and contents, in the order of the command line.
    pub files: Vec<(&'static str, Vec<u8>)>,
}

/// What a checker says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// These claims, by number, hold: one, or one for each property.
    Accepted(Vec<usize>),
    /// These hold, but not all that were asked for: the program refuses.
    Partly(Vec<usize>),
    /// By the rule of this name.
    Refused(String),
    /// Nothing is said, for this reason.
    Undecided(String),
}

/// A kind of certificate under attack.
pub trait Attack {
    /// The word for it in `tests/`.
    fn kind(&self) -> &'static str;
    /// The checker's program.
    fn program(&self) -> &'static str;
    /// Files that the checker accepts, or nearly; nothing if chance gave none.
    fn sample(&self, random: &mut Random) -> Option<Sample>;
    /// Puts digests and counts right.
    fn mend(&self, sample: &mut Sample);
    /// Asks the checker.
    fn check(&self, sample: &Sample) -> Answer;
    /// By claim, whether it holds, by brute force; nothing if the problem is beyond that.
    fn truth(&self, sample: &Sample) -> Option<Vec<bool>>;
    /// The number of the certificate among the files.
    fn certificate(&self) -> usize;
    /// The sample with a change of its problem that stays within the language, if there is a way.
    fn change(&self, _random: &mut Random, _sample: &Sample) -> Option<Sample> {
        None
    }
    /// The rules that an accepted certificate rests on, where they are told apart.
    fn rules(&self, _sample: &Sample) -> Vec<String> {
        Vec::new()
    }
}

/// What is wrong with a checker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It accepts what is not true.
    Falsehood,
    /// It panics.
    Panic,
    /// It takes too long.
    Slow,
    /// Asked again, it says something else.
    Unsteady,
}

/// A fault and the files that show it.
#[derive(Debug)]
pub struct Finding {
    /// What is wrong.
    pub fault: Fault,
    /// The number of the round, of which everything follows.
    pub round: u64,
    /// The files as they were found.
    pub sample: Sample,
}

/// What became of all mutants.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Certificates as they were made.
    pub samples: u64,
    /// Changed ones.
    pub mutants: u64,
    /// Mutants that were accepted, all of them true.
    pub accepted: u64,
    /// Accepted mutants whose problem was beyond brute force.
    pub unjudged: u64,
    /// By rule, the mutants that it refused.
    pub refused: BTreeMap<String, u64>,
    /// By reason, the mutants that were not judged.
    pub undecided: BTreeMap<String, u64>,
    /// By rule, the accepted mutants that rest on it.
    pub used: BTreeMap<String, u64>,
}

/// The round under way, and when it began in milliseconds, for the watchdog.
static PROGRESS: AtomicU64 = AtomicU64::new(0);

/// The number of mutants judged so far by this process.
#[must_use]
pub fn progress() -> u64 {
    PROGRESS.load(Ordering::Relaxed)
}

/// Runs rounds until so many mutants are judged. `keep` sees every mutant with its answer.
pub fn run(
    attack: &dyn Attack,
    seed: u64,
    mutants: u64,
    mut keep: impl FnMut(&Sample, &Answer),
) -> Result<Report, Box<Finding>> {
    let mut report = Report::default();
    let mut last: Option<Sample> = None;
    let mut round = seed;
    while report.mutants < mutants {
        round = round.wrapping_add(1);
        let mut random = Random::new(round);
        let Some(mut sample) = attack.sample(&mut random) else { continue };
        attack.mend(&mut sample);
        report.samples += 1;
        judge(attack, &sample, round, &mut Report::default())?;
        for _ in 0..24 {
            let mut mutant = mutate::change(&mut random, attack, &sample, last.as_ref());
            attack.mend(&mut mutant);
            if mutant == sample {
                continue;
            }
            report.mutants += 1;
            let answer = judge(attack, &mutant, round, &mut report)?;
            keep(&mutant, &answer);
        }
        last = Some(sample);
    }
    Ok(report)
}

/// Asks the checker, compares with the truth, and counts.
fn judge(
    attack: &dyn Attack,
    sample: &Sample,
    round: u64,
    report: &mut Report,
) -> Result<Answer, Box<Finding>> {
    PROGRESS.fetch_add(1, Ordering::Relaxed);
    let (fault, answer) = examine(attack, sample);
    if let Some(fault) = fault {
        return Err(Box::new(Finding { fault, round, sample: sample.clone() }));
    }
    match &answer {
        Answer::Accepted(_) | Answer::Partly(_) => {
            report.accepted += 1;
            report.unjudged += u64::from(attack.truth(sample).is_none());
            for rule in attack.rules(sample) {
                *report.used.entry(rule).or_default() += 1;
            }
        }
        Answer::Refused(rule) => *report.refused.entry(rule.clone()).or_default() += 1,
        Answer::Undecided(why) => *report.undecided.entry(why.clone()).or_default() += 1,
    }
    Ok(answer)
}

/// What the checker says, and what is wrong with that.
pub fn examine(attack: &dyn Attack, sample: &Sample) -> (Option<Fault>, Answer) {
    let ask = || {
        let begin = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| attack.check(sample)));
        answer.map(|answer| (answer, begin.elapsed() > LONGEST))
    };
    let panic = || (Some(Fault::Panic), Answer::Undecided("panic".into()));
    let Ok((answer, is_slow)) = ask() else { return panic() };
    // A second time if it was slow: the machine may have been busy with something else.
    if is_slow {
        match ask() {
            Err(_) => return panic(),
            Ok((_, true)) => return (Some(Fault::Slow), answer),
            Ok((same, false)) if same != answer => return (Some(Fault::Unsteady), answer),
            Ok(_) => {}
        }
    }
    let (Answer::Accepted(claims) | Answer::Partly(claims)) = &answer else {
        return (None, answer);
    };
    let truth = attack.truth(sample);
    let is_false =
        truth.is_some_and(|holds| claims.iter().any(|&claim| holds.get(claim) != Some(&true)));
    (is_false.then_some(Fault::Falsehood), answer)
}

/// The name of a rule: the variants in the debug text of a refusal, without their fields.
#[must_use]
pub fn rule(failure: &dyn fmt::Debug) -> String {
    let text = format!("{failure:?}");
    let mut names = Vec::new();
    let mut word = String::new();
    let mut quoted = false;
    for letter in text.chars() {
        if letter == '"' {
            quoted = !quoted;
        }
        if letter.is_alphanumeric() && !quoted {
            word.push(letter);
            continue;
        }
        let is_name = word.starts_with(|first: char| first.is_ascii_uppercase());
        let skipped = ["Some", "None", "Text", "Byte", "Lit", "Read", "ReadError"];
        if is_name && !skipped.contains(&word.as_str()) && names.len() < 3 {
            names.push(word.clone());
        }
        word.clear();
    }
    if names.is_empty() { word } else { names.join(" ") }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |counts: &BTreeMap<String, u64>| counts.values().sum::<u64>();
        let mut text = format!(
            "{} certificates, {} mutants: {} accepted and true, {} refused, {} undecided, 0 panics",
            self.samples,
            self.mutants,
            self.accepted - self.unjudged,
            sum(&self.refused),
            sum(&self.undecided),
        );
        if self.unjudged > 0 {
            write!(text, ", {} accepted and beyond brute force", self.unjudged)?;
        }
        let titles = ["accepted", "refused", "undecided"];
        for (title, counts) in titles.iter().zip([&self.used, &self.refused, &self.undecided]) {
            let mut counts: Vec<_> = counts.iter().collect();
            counts.sort_by_key(|(name, count)| (std::cmp::Reverse(**count), (*name).clone()));
            for (name, count) in counts {
                write!(text, "\n  {count:>9} {title} by {name}")?;
            }
        }
        f.write_str(&text)
    }
}
