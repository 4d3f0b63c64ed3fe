//! `certify batch`: many commands, each a process of its own, and one bundle of their answers.
//!
//! A job writes a bundle of one claim, which gets its name when it is complete, into a folder
//! beside the final bundle. So work that is finished is never lost, work that is not is never
//! taken for finished, and a job that fails harms no other. The final bundle is put together
//! when all jobs are done.

mod job;
mod list;

use crate::arguments::BatchOptions;
use crate::bundle::{Draft, Open, is_free, lock, parent, run_of};
use crate::evidence::name;
use crate::files::is_stream;
use crate::report::{self, Failure};
use crate::watch;
use indicatif::{ProgressBar, ProgressStyle};
use job::{Job, Outcome};
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use support_answer::Answer;
use support_limits::{Bounds, Limits};

/// Runs all jobs of a list that are not done, and writes the bundle.
pub(crate) fn run(list: &Path, options: &BatchOptions) -> Result<u8, Failure> {
    let limits = watch::start(Bounds::default())?;
    let text = read(list).map_err(|error| Failure::Wrong(format!("{}: {error}", name(list))))?;
    let folder = beside(&options.bundle, ".batch");
    let folders = [options.bundle.clone(), folder.clone()];
    let lines = list::read(&text, Some(list).filter(|path| !is_stream(path)), &folders);
    let lines = lines.map_err(|why| Failure::Wrong(format!("{}:{why}", name(list))))?;
    if lines.is_empty() {
        return Err(Failure::Wrong(format!("{}: the list is empty", name(list))));
    }
    is_free(&options.bundle)?;
    let _reserved = reserve(&folder)?;
    let jobs: Vec<Job> =
        lines.into_iter().map(|words| Job::new(words, &folder, options.by_digest)).collect();
    let outcomes = work(&jobs, options, &limits);
    if limits.exceeded().is_some() {
        clean(&folder);
        report::say(&format!("finished work is kept in {}", folder.display()));
        return Ok(conclude(&Answer::Unknown("interrupted".into())));
    }
    let told = |error: io::Error| Failure::Own(format!("{}: {error}", options.bundle.display()));
    let mut draft = Draft::of(&options.bundle).map_err(told)?;
    for (job, outcome) in jobs.iter().zip(&outcomes) {
        draft.ask_again(&job.words);
        match outcome {
            Outcome::Answered(_) => draft.absorb(&job.bundle).map_err(told)?,
            Outcome::Unanswered { reason, started, milliseconds } => {
                let words = [OsString::from("certify")].into_iter();
                let words = words.chain(job.words.iter().map(OsString::from));
                let run = run_of(words, 0, *started, *milliseconds);
                draft.open(Open { reason: reason.clone(), run });
            }
        }
    }
    if draft.is_empty() {
        return Ok(conclude(&Answer::Unknown("no question found an answer".into())));
    }
    let digest = draft.publish().map_err(told)?;
    let count = |is: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| is(outcome)).count();
    let open = count(|outcome| matches!(outcome, Outcome::Unanswered { .. }));
    let fails = count(|outcome| matches!(outcome, Outcome::Answered(10)));
    if open == 0 {
        remove(&folder, &options.bundle).map_err(told)?;
    } else {
        report::say(&format!("finished work is kept in {}", folder.display()));
    }
    report::say(&format!("bundle: {}, sha256 {digest}", options.bundle.display()));
    report::say(&format!("check with: audit {}", crate::programs::quoted(&options.bundle)));
    Ok(conclude(&match (open, fails) {
        (0, 0) => Answer::Holds(()),
        (0, _) => Answer::Fails(()),
        _ => Answer::Unknown(format!("{open} of {} questions found no answer", jobs.len())),
    }))
}

fn conclude(answer: &Answer<(), ()>) -> u8 {
    report::verdict(&answer.to_string());
    answer.exit_code()
}

/// Makes the folder for finished work, and keeps other batches from it until the result is dropped.
fn reserve(folder: &Path) -> Result<File, Failure> {
    let wrong = |error: io::Error| Failure::Wrong(format!("{}: {error}", folder.display()));
    // A batch that is done does not remove the folder meanwhile.
    let _lock = lock(parent(folder));
    fs::create_dir_all(folder).map_err(wrong)?;
    let file = File::options().create(true).append(true).open(folder.join("lock"));
    let file = file.map_err(wrong)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let why = "another batch is running: wait for its end, or name another bundle";
            Err(Failure::Wrong(format!("{}: {why}", folder.display())))
        }
        // Where files cannot be locked, two batches at once are the user's to avoid.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn read(list: &Path) -> io::Result<String> {
    if !is_stream(list) {
        return fs::read_to_string(list);
    }
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    Ok(text)
}

/// Removes what jobs that were ended left under temporary names.
fn clean(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    // The names that [`support_answer::Folder`] gives.
    let is_temporary = |name: OsString| name.to_string_lossy().starts_with(".certify-");
    for entry in entries.filter(|entry| is_temporary(entry.file_name())) {
        // What cannot be removed keeps its temporary name.
        let _unremoved = fs::remove_dir_all(entry.path());
    }
}

/// Removes finished work that is no longer needed. It loses its name first: what is half removed
/// is never taken for finished.
fn remove(folder: &Path, bundle: &Path) -> io::Result<()> {
    let _lock = lock(parent(folder));
    let old = beside(bundle, ".batch-old");
    if old.is_dir() {
        fs::remove_dir_all(&old)?;
    }
    fs::rename(folder, &old)?;
    fs::remove_dir_all(&old)
}

/// Where finished work is kept.
fn beside(bundle: &Path, end: &str) -> PathBuf {
    let mut name = bundle.file_name().unwrap_or_default().to_owned();
    name.push(end);
    bundle.with_file_name(name)
}

/// A bar for people who look at a terminal.
fn bar(jobs: usize, options: &BatchOptions) -> Option<ProgressBar> {
    if options.quiet || !io::stderr().is_terminal() {
        return None;
    }
    let style = ProgressStyle::with_template("{bar:40} {pos} of {len}, {elapsed}, {eta} to go");
    let bar = ProgressBar::new(u64::try_from(jobs).unwrap_or(u64::MAX));
    Some(bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
}

/// Runs the jobs that are not done; what became of each, in order.
fn work(jobs: &[Job], options: &BatchOptions, limits: &Limits) -> Vec<Outcome> {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let outcomes = Mutex::new(Vec::new());
    let bar = bar(jobs.len(), options);
    let take_turns = || {
        while limits.exceeded().is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(number) else { break };
            let (outcome, is_old) = match job.finished() {
                Some(code) => (Outcome::Answered(code), true),
                None => (job.run(limits), false),
            };
            let count = done.fetch_add(1, Ordering::Relaxed).saturating_add(1);
            if !options.quiet {
                let words = if is_old { "done before".to_owned() } else { outcome.to_string() };
                let line = job.words.join(" ");
                let text = format!("{count} of {}: {line}: {words}", jobs.len());
                match &bar {
                    None => report::remark(&text),
                    Some(bar) => {
                        // On a terminal only what needs attention stays.
                        if let Outcome::Unanswered { .. } = outcome {
                            bar.suspend(|| report::remark(&text));
                        }
                        bar.inc(1);
                    }
                }
            }
            outcomes.lock().unwrap_or_else(PoisonError::into_inner).push((number, outcome));
        }
    };
    thread::scope(|scope| {
        for _ in 1..options.jobs {
            scope.spawn(take_turns);
        }
        take_turns();
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let mut outcomes = outcomes.into_inner().unwrap_or_else(PoisonError::into_inner);
    outcomes.sort_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}
