//! `--bundle DIR`: the answer of a command becomes a claim of a bundle.
//!
//! A command does not know about bundles. It asks where its certificate goes, and tells what it
//! shows; both pass through here. The certificate is written to a temporary folder beside the
//! bundle, and has been checked there when the command is done; then the bundle gets its name, and
//! only then is the verdict printed.

mod draft;
mod manifest;
mod words;

pub(crate) use draft::{Draft, digest, lock, parent, read};
pub(crate) use manifest::{Open, Run};

use crate::arguments::Effort;
use crate::files::{is_stream, no_stream};
use crate::report::{self, Failure};
use crate::watch;
use manifest::Claim;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use support_answer::{Answer, Destination, Folder, Spool, reopen};

static RECORDING: Mutex<Option<Recording>> = Mutex::new(None);

/// What a command showed so far.
struct Recording {
    target: PathBuf,
    by_digest: bool,
    work: Folder,
    seed: u64,
    started: u64,
    clock: Instant,
    /// Where the user wants the certificate too.
    output: Option<PathBuf>,
    /// The answer first, then what else was found of the same problems.
    shown: Vec<Shown>,
    /// What the user calls the problems, and their bytes.
    problems: Vec<(String, Vec<u8>)>,
}

/// What a certificate shows.
struct Shown {
    kind: &'static str,
    options: BTreeMap<String, String>,
    certificate: PathBuf,
    /// Where the user wants it too.
    output: Option<PathBuf>,
}

/// What the options of a command say about bundles.
pub(crate) struct Asked {
    target: PathBuf,
    by_digest: bool,
    seed: u32,
}

impl Asked {
    pub(crate) fn of(effort: &Effort) -> Option<Self> {
        let target = effort.bundle.clone()?;
        Some(Self { target, by_digest: effort.by_digest, seed: effort.seed })
    }
}

/// Runs a command, and bundles its answer if that is asked for.
pub(crate) fn recorded(
    asked: Option<Asked>,
    command: impl FnOnce() -> Result<u8, Failure>,
) -> Result<u8, Failure> {
    let Some(Asked { target, by_digest, seed }) = asked else { return command() };
    is_free(&target)?;
    let work = Folder::within(parent(&target)).map_err(|error| wrong(&target, &error))?;
    let started = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    *recording() = Some(Recording {
        target,
        by_digest,
        work,
        seed: seed.into(),
        started,
        clock: Instant::now(),
        output: None,
        shown: Vec::new(),
        problems: Vec::new(),
    });
    report::hold();
    let result = command();
    let recording = recording().take();
    match (&result, recording) {
        (Ok(0 | 10), Some(recording)) => {
            let limits = watch::current();
            match (recording.finish(), limits.exceeded()) {
                (Err(_), Some(reason)) => {
                    let answer = Answer::<(), ()>::Unknown(reason.to_string());
                    report::verdict(&answer.to_string());
                    return Ok(answer.exit_code());
                }
                (finished, _) => finished?,
            }
        }
        (_, recording) => drop(recording),
    }
    report::release();
    result
}

/// A bundle can be written there: it is no file and no folder with other files, and inside of no
/// other bundle, which it would alter.
pub(crate) fn is_free(target: &Path) -> Result<(), Failure> {
    let wrong = |why: &str| Failure::Wrong(format!("{}: {why}", target.display()));
    no_stream(target, "folder")?;
    if target.exists() && !target.is_dir() {
        return Err(wrong("not a folder"));
    }
    if target.file_name().is_none() {
        return Err(wrong("a bundle gets its name when it is complete: name the folder"));
    }
    let is_bundle = |folder: &&Path| folder.join(format_bundle::SUMS).is_file();
    match target.ancestors().skip(1).find(is_bundle) {
        Some(outer) if outer != Path::new("") => {
            Err(wrong(&format!("inside of the bundle {}", outer.display())))
        }
        Some(_) => Err(wrong("this folder is a bundle")),
        None => draft::look(target).map_err(|error| Failure::Wrong(error.to_string())),
    }
}

/// The folder of the bundle, if the answer is bundled.
pub(crate) fn target() -> Option<PathBuf> {
    recording().as_ref().map(|recording| recording.target.clone())
}

/// Where the certificate goes if the answer is bundled, instead of to `output`.
pub(crate) fn destination(output: Option<&Path>) -> Option<PathBuf> {
    let mut recording = recording();
    let recording = recording.as_mut()?;
    recording.output = output.map(Path::to_path_buf);
    Some(recording.certificate())
}

/// Where a further certificate goes if the answer is bundled; its name tells it from others.
pub(crate) fn another(name: &str) -> Option<PathBuf> {
    recording().as_ref().map(|recording| recording.further(name))
}

/// Notes what the certificate of this process shows: `kind` and `options` are those of the
/// format of bundles.
pub(crate) fn show(kind: &'static str, options: &[(&str, String)], problems: &[(String, &[u8])]) {
    if let Some(recording) = recording().as_mut() {
        let problems = problems.iter().map(|(name, bytes)| (name.clone(), bytes.to_vec()));
        recording.problems = problems.collect();
        let (certificate, output) = (recording.certificate(), recording.output.take());
        recording.shown = vec![Shown { kind, options: owned(options), certificate, output }];
    }
}

/// Notes what the further certificate of this name shows about the same problems, and where the
/// user wants it too.
pub(crate) fn show_another(
    kind: &'static str,
    options: &[(&str, String)],
    name: &str,
    output: Option<PathBuf>,
) {
    if let Some(recording) = recording().as_mut() {
        let (options, certificate) = (owned(options), recording.further(name));
        recording.shown.push(Shown { kind, options, certificate, output });
    }
}

fn owned(options: &[(&str, String)]) -> BTreeMap<String, String> {
    options.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect()
}

fn recording() -> MutexGuard<'static, Option<Recording>> {
    RECORDING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn wrong(target: &Path, error: &io::Error) -> Failure {
    Failure::Wrong(format!("{}: {error}", target.display()))
}

impl Recording {
    fn certificate(&self) -> PathBuf {
        self.work.path().join("certificate")
    }

    fn further(&self, name: &str) -> PathBuf {
        self.work.path().join(format!("certificate.{name}"))
    }

    /// Writes the bundle. The certificate was checked before it got here; what counts now is that
    /// the manifest has the digest of what is on the disk.
    fn finish(self) -> Result<(), Failure> {
        // The certificate stands in our own folder only. Once a limit has passed, what was found is
        // written without regard to it, or it would be lost.
        if watch::current().exceeded().is_none() {
            reopen();
        }
        let own = |why: &str| Failure::Own(format!("the bundle: {why}"));
        if self.shown.is_empty() {
            return Err(own("the answer is of no known kind"));
        }
        let milliseconds = u64::try_from(self.clock.elapsed().as_millis()).unwrap_or(u64::MAX);
        let run = run_of(std::env::args_os(), self.seed, self.started, milliseconds);
        let target = self.target.clone();
        let mut draft = Draft::of(&self.target).map_err(|error| wrong(&target, &error))?;
        let problems = self.add_problems(&mut draft).map_err(|error| wrong(&target, &error))?;
        for shown in &self.shown {
            let kind = audit::find(shown.kind).ok_or_else(|| own("the kind is not known"))?;
            let keys = shown.options.keys().map(String::as_str);
            if !keys.eq(kind.options.iter().copied()) || problems.len() != kind.problems {
                return Err(own("the claim has not the shape of its kind: please report this bug"));
            }
            let written = self.add(&mut draft, shown, kind, &problems, &run);
            written.map_err(|error| wrong(&target, &error))?;
        }
        for (from, to) in
            self.shown.iter().filter_map(|s| Some((&s.certificate, s.output.as_ref()?)))
        {
            copy(from, to).map_err(|error| wrong(to, &error))?;
        }
        let is_partial = words::is_partial(&self.shown, &self.problems, draft.claims());
        let option = if is_partial { " --allow-partial" } else { "" };
        let name = draft.publish().map_err(|error| wrong(&target, &error))?;
        report::say(&format!("bundle: {}, sha256 {name}", target.display()));
        let target = crate::programs::quoted(&target);
        report::say(&format!("check with: audit{option} {target}"));
        Ok(())
    }

    /// Adds the problems; the result is their paths.
    fn add_problems(&self, draft: &mut Draft) -> io::Result<Vec<String>> {
        let mut problems = Vec::new();
        for (name, bytes) in &self.problems {
            let last = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
            problems.push(draft.add("problems", &unpacked(&last), name, bytes, !self.by_digest)?);
        }
        Ok(problems)
    }

    /// Adds a certificate and what it shows.
    fn add(
        &self,
        draft: &mut Draft,
        shown: &Shown,
        kind: &audit::Kind,
        problems: &[String],
        run: &Run,
    ) -> io::Result<()> {
        let first = problems.first().map(Path::new).and_then(Path::file_stem).unwrap_or_default();
        let wanted = format!("{}.{}", first.to_string_lossy(), shown.kind);
        let certificate = draft.add_file("certificates", &wanted, &shown.certificate)?;
        let answer = match kind.answer {
            format_bundle::Answer::Holds => "holds",
            format_bundle::Answer::Fails => "fails",
        };
        draft.claim(Claim {
            kind: shown.kind.to_owned(),
            answer: answer.to_owned(),
            words: words::of(shown, &self.problems),
            problems: problems.to_vec(),
            certificate,
            options: shown.options.clone(),
            run: run.clone(),
        });
        Ok(())
    }
}

/// How an answer was found; the first argument is the program.
pub(crate) fn run_of(
    arguments: impl Iterator<Item = std::ffi::OsString>,
    seed: u64,
    started: u64,
    milliseconds: u64,
) -> Run {
    let arguments = arguments.skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Run { arguments, version, seed, started, milliseconds }
}

/// The name of a file without what its packer added: the bundle holds the bytes unpacked.
fn unpacked(name: &str) -> String {
    let packers = [".gz", ".xz", ".zst"];
    let plain = packers.iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
    if plain == "-" { "input".to_owned() } else { plain.to_owned() }
}

/// Copies the certificate to where the user wants it too; it gets its name when it is whole.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let destination = match to {
        to if is_stream(to) => Destination::StandardOutput,
        to => Destination::File(to.into()),
    };
    let spool = Spool::new(&destination)?;
    let mut out = spool.writer()?;
    io::copy(&mut fs::File::open(from)?, &mut out)?;
    out.flush()?;
    let (expected, _) = digest(from)?;
    let (copied, ()) = spool.check(|file| {
        let is_same = draft::digest_of(file)?.0 == expected;
        let damaged = || io::Error::other("the copy of the certificate is damaged");
        is_same.then_some(()).ok_or_else(damaged)
    })?;
    copied.deliver()
}
