//! Runs a suite: file by file, and on each file contender after contender.

use crate::arguments::SuiteOptions;
use crate::raw::{self, Attempt, Line, Log, Role, Session};
use crate::suites::Suite;
use crate::tools::{Tools, commit, machine, now};
use crate::trial::{Contender, Task, Trial};
use std::collections::{BTreeSet, VecDeque};
use std::io::{Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use workspace_tests::root;

/// What is to be run.
struct Plan<'a> {
    suite: &'static Suite,
    options: &'a SuiteOptions,
    tools: Tools,
    contenders: Vec<&'static Contender>,
    /// What a file of results holds already: file, contender, repeat.
    done: BTreeSet<(String, String, u32)>,
    log: Log,
}

/// Runs a suite to its end.
pub fn run(suite: &'static Suite, options: &SuiteOptions, words: &[String]) -> Result<(), String> {
    let tools = Tools::find()?;
    let place = root().join("target/bench");
    let path = options.raw.clone().unwrap_or_else(|| place.join(format!("{}.jsonl", suite.name)));
    let folder = options.folder.clone().unwrap_or_else(|| root().join(suite.folder));
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut tasks = (suite.tasks)(&folder, &place.join(suite.name))?;
    let is_wanted = |task: &Task| options.only.iter().any(|part| task.name.contains(part));
    tasks.retain(|task| options.only.is_empty() || is_wanted(task));
    if tasks.is_empty() {
        return Err(format!("{}: no files for {}", folder.display(), suite.name));
    }
    let done = finished(&path, suite, options.limit)?;
    let (contenders, missing) = choose(suite, options, &tools)?;
    let session = session(suite, options, words, &tools, &contenders, missing)?;
    for missing in &session.missing {
        say(&format!("NOT RUN: {missing}"));
    }
    say(&format!("{}: {} files, results in {}", suite.name, tasks.len(), path.display()));
    let log = Log::open(&path)?;
    log.add(&Line::Session(session))?;
    Plan { suite, options, tools, contenders, done, log }.run(tasks)
}

/// What was run before with this limit.
fn finished(
    path: &PathBuf,
    suite: &Suite,
    limit: u64,
) -> Result<BTreeSet<(String, String, u32)>, String> {
    let lines = if path.is_file() { raw::read(&[path])? } else { Vec::new() };
    let attempts = lines.into_iter().filter_map(|line| match line {
        Line::Attempt(attempt) if attempt.suite == suite.name && attempt.limit == limit => {
            Some((attempt.file, attempt.contender, attempt.repeat))
        }
        Line::Attempt(_) | Line::Session(_) => None,
    });
    Ok(attempts.collect())
}

/// Who runs, and who would but is not there.
fn choose(
    suite: &'static Suite,
    options: &SuiteOptions,
    tools: &Tools,
) -> Result<(Vec<&'static Contender>, Vec<String>), String> {
    let names: Vec<&str> = suite.contenders.iter().map(|contender| contender.name).collect();
    for peer in options.peers.iter().filter(|peer| !["all", "none"].contains(&peer.as_str())) {
        if !names.contains(&peer.as_str()) {
            return Err(format!("'{peer}' has no part in this suite ({})", names.join(", ")));
        }
    }
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    for contender in suite.contenders {
        let is_named = options.peers.iter().any(|peer| peer == "all" || peer == contender.name);
        if contender.name != "certify" && !is_named {
            missing.push(format!("{} (not asked for)", contender.name));
            continue;
        }
        let absent: Vec<&str> =
            contender.tools.iter().copied().filter(|tool| !tools.has(tool)).collect();
        if absent.is_empty() {
            chosen.push(contender);
        } else {
            let absent: Vec<String> = absent
                .iter()
                .map(|tool| format!("{tool}, {}", workspace_tests::variable(tool)))
                .collect();
            missing.push(format!("{} (missing: {})", contender.name, absent.join("; ")));
        }
    }
    Ok((chosen, missing))
}

/// What holds for all attempts of this call.
fn session(
    suite: &Suite,
    options: &SuiteOptions,
    words: &[String],
    tools: &Tools,
    contenders: &[&Contender],
    mut missing: Vec<String>,
) -> Result<Session, String> {
    let mut names: BTreeSet<&str> =
        contenders.iter().flat_map(|contender| contender.tools.iter().copied()).collect();
    for checker in ["certifaiger-check", "drat-trim", "lrat-trim", "public-pacheck"] {
        let is_used = match suite.name {
            "cnf" => ["drat-trim", "lrat-trim"].contains(&checker),
            "multiplier" => ["drat-trim", "public-pacheck"].contains(&checker),
            "safety" | "growth" => checker == "certifaiger-check",
            _ => false,
        };
        if is_used && tools.has(checker) {
            names.insert(checker);
        } else if is_used {
            missing.push(format!("{checker} ({})", workspace_tests::variable(checker)));
        }
    }
    let mut versions = vec![tools.version("certify")?];
    if let Some(ours) = versions.first_mut() {
        ours.version = format!("{}, {}", ours.version, commit());
    }
    for name in names {
        versions.push(tools.version(name)?);
    }
    Ok(Session {
        suite: suite.name.to_owned(),
        date: now(),
        machine: machine(),
        command: shown(words),
        limit: options.limit,
        tools: versions,
        missing,
    })
}

/// The call as a reader would repeat it: without the places of this machine.
fn shown(words: &[String]) -> String {
    let mut line = "certify-bench".to_owned();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word.as_str(), None),
        };
        if !["--raw", "--folder"].contains(&name) {
            line += &format!(" {word}");
            continue;
        }
        let place = value.or_else(|| words.next().map(String::as_str)).unwrap_or("");
        if name == "--folder" {
            line += &format!(" --folder {}", workspace_tests::last(Path::new(place)));
        }
    }
    line
}

impl Plan<'_> {
    fn run(&self, tasks: Vec<Task>) -> Result<(), String> {
        let total = tasks.len();
        let queue: Mutex<VecDeque<(usize, Task)>> = Mutex::new((1..).zip(tasks).collect());
        let work = || loop {
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some((number, task)) = next else { return Ok::<(), String>(()) };
            self.file(&task, &format!("{number}/{total}"))?;
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.options.jobs).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                worker.join().unwrap_or_else(|_| Err("a worker panicked".into()))?;
            }
            Ok(())
        })
    }

    /// All contenders on one file, in turns.
    fn file(&self, task: &Task, number: &str) -> Result<(), String> {
        for repeat in 0..self.options.repeat {
            for contender in &self.contenders {
                let key = (task.name.clone(), contender.name.to_owned(), repeat);
                if self.done.contains(&key) || !(contender.applies)(task) {
                    continue;
                }
                let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
                let attempt = self.attempt(task, contender, repeat, folder.path())?;
                say(&format!("{number} {}", line(&attempt)));
                self.log.add(&Line::Attempt(attempt))?;
            }
        }
        Ok(())
    }

    fn attempt(
        &self,
        task: &Task,
        contender: &Contender,
        repeat: u32,
        folder: &Path,
    ) -> Result<Attempt, String> {
        let limit = self.options.limit;
        let mut trial = Trial { tools: &self.tools, folder, limit, steps: Vec::new() };
        let verdict = (contender.run)(task, &mut trial)?;
        Ok(Attempt {
            suite: self.suite.name.to_owned(),
            file: task.name.clone(),
            series: task.series.clone(),
            size: task.size,
            contender: contender.name.to_owned(),
            repeat,
            limit,
            verdict,
            steps: trial.steps,
        })
    }
}

/// An attempt on one line.
fn line(attempt: &Attempt) -> String {
    let mut line = format!(
        "{} {}: {} {:.2} s",
        attempt.file,
        attempt.contender,
        attempt.verdict.word(),
        attempt.cpu(Role::Find)
    );
    for step in attempt.steps.iter().filter(|step| step.role != Role::Find) {
        let word = if step.accepted == Some(true) { "accepts" } else { "DOES NOT ACCEPT" };
        line += &format!(", {} {word} {:.2} s", step.name, step.cpu);
    }
    line
}

fn say(line: &str) {
    // Nobody may be listening.
    let _told = writeln!(stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_is_shown_without_places() {
        let words = ["safety", "--raw=/a/b.jsonl", "--folder", "/a/c", "--limit=60", "--raw", "d"];
        let words = words.map(str::to_owned);
        assert_eq!(shown(&words), "certify-bench safety --folder c --limit=60");
    }
}
