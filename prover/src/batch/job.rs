//! One job of a batch: a process of certify that writes a bundle of one claim.

use crate::bundle;
use crate::input::Problem;
use std::fmt;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use support_limits::Limits;

/// How often a process is looked after.
const PERIOD: Duration = Duration::from_millis(5);

/// A command line and where its answer goes.
pub(crate) struct Job {
    pub(crate) words: Vec<String>,
    pub(crate) bundle: PathBuf,
    by_digest: bool,
}

/// What became of a job.
pub(crate) enum Outcome {
    /// Its bundle is complete; the exit code tells what the answer is.
    Answered(u8),
    /// There is none.
    Unanswered { reason: String, started: u64, milliseconds: u64 },
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Answered(0) => f.write_str("holds"),
            Self::Answered(_) => f.write_str("fails"),
            Self::Unanswered { reason, .. } => f.write_str(reason),
        }
    }
}

impl Job {
    /// A job whose bundle is named after its command line, so that it is found again although
    /// the list may have changed.
    pub(crate) fn new(words: Vec<String>, folder: &Path, by_digest: bool) -> Self {
        let digest = format_sha256::digest(words.join("\0").as_bytes()).to_string();
        let kept = if by_digest { "digest" } else { "kept" };
        let bundle = folder.join(format!("{kept}-{digest}"));
        Self { words, bundle, by_digest }
    }

    /// The exit code if it was done before, its files are whole, and its problems still the same.
    pub(crate) fn finished(&self) -> Option<u8> {
        if !self.bundle.is_dir() {
            return None;
        }
        let code = self.earlier_answer();
        if code.is_none() {
            // It is of no use any more; what cannot be removed is added to.
            let _unremoved = fs::remove_dir_all(&self.bundle);
        }
        code
    }

    fn earlier_answer(&self) -> Option<u8> {
        let manifest = bundle::read(&self.bundle).ok()?;
        let mut kept = manifest.files.iter().filter(|file| file.kept);
        let is_whole = kept.all(|file| {
            let digest = bundle::digest(&self.bundle.join(&file.path));
            digest.is_ok_and(|(digest, _)| digest.to_string() == file.sha256)
        });
        let claim = manifest.claims.first().filter(|_| is_whole)?;
        let is_same = |path: &String| {
            let file = manifest.files.iter().find(|file| file.path == *path);
            file.is_some_and(|file| {
                let problem = Problem::read(Path::new(&file.name), &Limits::none());
                problem.is_ok_and(|problem| {
                    format_sha256::digest(&problem.bytes).to_string() == file.sha256
                })
            })
        };
        let code = if claim.answer == "holds" { 0 } else { 10 };
        claim.problems.iter().all(is_same).then_some(code)
    }

    /// Runs it to its end, or until the user wants no more.
    pub(crate) fn run(&self, limits: &Limits) -> Outcome {
        let start = Instant::now();
        let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs());
        let result = self.start().and_then(|mut child| {
            let said = child.stderr.take().map(|mut pipe| {
                thread::spawn(move || {
                    let mut said = Vec::new();
                    // What was read before an error is still shown.
                    let _ended = pipe.read_to_end(&mut said);
                    said
                })
            });
            let code = wait(&mut child, limits)?;
            let said = said.and_then(|said| said.join().ok()).unwrap_or_default();
            Ok((code, String::from_utf8_lossy(&said).into_owned()))
        });
        let milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let reason = match result {
            Ok((Some(code @ (0 | 10)), _)) if self.bundle.is_dir() => {
                return Outcome::Answered(if code == 0 { 0 } else { 10 });
            }
            Ok((_, said)) => said.lines().last().unwrap_or("it said nothing").to_owned(),
            Err(error) => error,
        };
        Outcome::Unanswered { reason, started, milliseconds }
    }

    fn start(&self) -> Result<Child, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        command.args(&self.words).arg("--bundle").arg(&self.bundle);
        if self.by_digest {
            command.arg("--by-digest");
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        command.spawn().map_err(|error| error.to_string())
    }
}

/// The exit code, if it ended by itself.
fn wait(child: &mut Child, limits: &Limits) -> Result<Option<i32>, String> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if limits.exceeded().is_none() => thread::sleep(PERIOD),
            Ok(None) => {
                // Whatever it was about to write has a temporary name.
                let _ended = child.kill();
                let _status = child.wait();
                return Err("interrupted".into());
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}
