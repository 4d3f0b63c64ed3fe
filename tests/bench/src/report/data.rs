//! Attempts gathered by file and contender, with medians over repeats.

use crate::raw::{Attempt, Line, Role, Session, Verdict};
use crate::statistics::median;
use crate::suites::Suite;
use std::collections::{BTreeMap, BTreeSet};

/// All that is known of a suite.
pub struct Data {
    pub suite: &'static Suite,
    pub sessions: Vec<Session>,
    /// The largest limit; results with a smaller one are left out.
    pub limit: u64,
    /// Contenders that ran, in the order of the suite.
    pub contenders: Vec<String>,
    /// Files in the order of their names, or of their sizes on curves.
    pub files: Vec<FileData>,
}

/// A file and what each contender made of it.
pub struct FileData {
    pub name: String,
    pub series: String,
    pub size: Option<f64>,
    pub results: BTreeMap<String, Outcome>,
}

/// Medians over repeats.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub verdict: Option<Verdict>,
    /// Repeats had different verdicts.
    pub is_unsteady: bool,
    pub find: f64,
    pub memory: f64,
    pub bytes: f64,
    pub checks: Vec<Check>,
    /// The command lines of one attempt.
    pub commands: Vec<String>,
}

/// What a checker said, and what it took.
#[derive(Clone, Debug)]
pub struct Check {
    pub name: String,
    pub cpu: f64,
    pub memory: f64,
    pub is_accepted: bool,
    /// It is not another one for comparison.
    pub is_needed: bool,
}

impl Outcome {
    fn new(attempts: &[&Attempt]) -> Self {
        let verdicts: BTreeSet<Verdict> = attempts.iter().map(|attempt| attempt.verdict).collect();
        // Repeats that decided nothing do not count when others decided.
        let decided = attempts.iter().any(|attempt| attempt.verdict.is_decided());
        let kept: Vec<&&Attempt> =
            attempts.iter().filter(|attempt| !decided || attempt.verdict.is_decided()).collect();
        let of = |value: &dyn Fn(&Attempt) -> f64| {
            let values: Vec<f64> = kept.iter().map(|attempt| value(attempt)).collect();
            median(&values).unwrap_or(0.0)
        };
        let finds = |attempt: &Attempt| {
            attempt.steps.iter().filter(|step| step.role == Role::Find).cloned().collect::<Vec<_>>()
        };
        let mut names: Vec<String> = Vec::new();
        for step in kept.iter().flat_map(|attempt| &attempt.steps) {
            if step.role != Role::Find && !names.contains(&step.name) {
                names.push(step.name.clone());
            }
        }
        let checks = names.into_iter().map(|name| {
            let all = kept.iter().flat_map(|attempt| &attempt.steps);
            let steps: Vec<_> =
                all.filter(|step| step.role != Role::Find && step.name == name).collect();
            let times: Vec<f64> = steps.iter().map(|step| step.cpu).collect();
            let memory: Vec<f64> = steps.iter().map(|step| step.memory).collect();
            Check {
                cpu: median(&times).unwrap_or(0.0),
                memory: median(&memory).unwrap_or(0.0),
                is_accepted: steps.iter().all(|step| step.accepted == Some(true)),
                is_needed: steps.iter().all(|step| step.role == Role::Check),
                name,
            }
        });
        let checks: Vec<Check> = checks.collect();
        // An answer of ours counts only if its checker accepts.
        let is_ours = attempts.iter().any(|attempt| attempt.contender == "certify");
        Self {
            verdict: if is_ours && checks.iter().any(|check| !check.is_accepted) {
                Some(Verdict::Error)
            } else {
                kept.first().map(|attempt| attempt.verdict)
            },
            is_unsteady: verdicts.len() > 1,
            find: of(&|attempt| attempt.cpu(Role::Find)),
            memory: of(&|attempt| {
                finds(attempt).iter().map(|step| step.memory).fold(0.0, f64::max)
            }),
            bytes: of(&|attempt| finds(attempt).iter().map(|step| step.bytes as f64).sum()),
            checks,
            commands: kept.first().map_or_else(Vec::new, |attempt| {
                attempt.steps.iter().map(|step| step.command.clone()).collect()
            }),
        }
    }

    /// Whether the question was answered.
    pub fn is_decided(&self) -> bool {
        self.verdict.is_some_and(Verdict::is_decided)
    }

    /// All checks that the answer needs, together.
    pub fn check(&self) -> f64 {
        self.checks.iter().filter(|check| check.is_needed).map(|check| check.cpu).sum()
    }

    /// Whether it has such checks.
    pub fn is_checked(&self) -> bool {
        self.checks.iter().any(|check| check.is_needed)
    }
}

impl Data {
    /// Gathers the lines of a suite.
    pub fn new(suite: &'static Suite, lines: &[&Line]) -> Self {
        let mut sessions = Vec::new();
        let mut groups: BTreeMap<(&str, &str), Vec<&Attempt>> = BTreeMap::new();
        let attempts = lines.iter().filter_map(|line| match line {
            Line::Attempt(attempt) => Some(attempt),
            Line::Session(_) => None,
        });
        let limit = attempts.clone().map(|attempt| attempt.limit).max().unwrap_or(0);
        for line in lines {
            if let Line::Session(session) = line
                && session.limit == limit
            {
                sessions.push(session.clone());
            }
        }
        for attempt in attempts.filter(|attempt| attempt.limit == limit) {
            groups.entry((&attempt.file, &attempt.contender)).or_default().push(attempt);
        }
        let mut files: BTreeMap<&str, FileData> = BTreeMap::new();
        for ((file, contender), attempts) in &groups {
            let Some(first) = attempts.first() else { continue };
            let entry = files.entry(file).or_insert_with(|| FileData {
                name: (*file).to_owned(),
                series: first.series.clone(),
                size: first.size,
                results: BTreeMap::new(),
            });
            entry.results.insert((*contender).to_owned(), Outcome::new(attempts));
        }
        let mut files: Vec<FileData> = files.into_values().collect();
        files.sort_by(|one, other| {
            let sizes = one.size.unwrap_or(0.0).total_cmp(&other.size.unwrap_or(0.0));
            one.series.cmp(&other.series).then(sizes).then(one.name.cmp(&other.name))
        });
        let ran: BTreeSet<&str> = groups.keys().map(|(_, contender)| *contender).collect();
        let contenders = suite.contenders.iter().map(|contender| contender.name.to_owned());
        let contenders = contenders.filter(|name| ran.contains(name.as_str())).collect();
        Self { suite, sessions, limit, contenders, files }
    }

    /// What a contender made of each file.
    pub fn of<'a>(
        &'a self,
        contender: &'a str,
    ) -> impl Iterator<Item = (&'a FileData, &'a Outcome)> {
        self.files.iter().filter_map(move |file| Some((file, file.results.get(contender)?)))
    }

    /// Files on which decided verdicts differ.
    pub fn differing(&self) -> Vec<&FileData> {
        let differs = |file: &&FileData| {
            let verdicts: BTreeSet<Option<Verdict>> = file
                .results
                .values()
                .filter(|outcome| outcome.is_decided())
                .map(|outcome| outcome.verdict)
                .collect();
            verdicts.len() > 1
        };
        self.files.iter().filter(differs).collect()
    }

    /// Checks that did not accept: file, contender, checker.
    pub fn refused(&self) -> Vec<(String, String, String)> {
        let mut refused = Vec::new();
        for file in &self.files {
            for (contender, outcome) in &file.results {
                for check in outcome.checks.iter().filter(|check| !check.is_accepted) {
                    refused.push((file.name.clone(), contender.clone(), check.name.clone()));
                }
            }
        }
        refused
    }

    /// The names of a contender's checkers, in the order in which they come up.
    pub fn checkers(&self, contender: &str) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (_, outcome) in self.of(contender) {
            for check in &outcome.checks {
                if !names.contains(&check.name) {
                    names.push(check.name.clone());
                }
            }
        }
        names
    }
}
