//! Where evidence goes, and the words about it.

use crate::bundle;
use crate::files::{Files, PROOF, apart, is_stream, with};
use crate::programs::{quoted, word};
use crate::report::{self, Failure};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use support_answer::{Answer, Destination, Spool};
use support_limits::Limits;

/// The destination that `-o` asks for. What is written is neither read nor part of the bundle, and
/// can be written; and the destination is no terminal if the evidence is binary.
pub(crate) fn to_destination(files: &Files, text: bool) -> Result<Destination, Failure> {
    if files.read.iter().filter(|path| is_stream(path)).count() > 1 {
        return Err(Failure::Wrong("standard input can be only one of the files".into()));
    }
    let folders: Vec<PathBuf> = bundle::target().into_iter().collect();
    apart(&[(None, files)], None, &folders).map_err(Failure::Wrong)?;
    // All files of a family stand in one folder.
    let other = files.others.as_deref().map(|prefix| with(prefix, PROOF));
    for path in files.written().chain(other.as_deref()) {
        let destination = Destination::File(path.into());
        Spool::new(&destination).map_err(|error| misplaced(&destination, &error))?;
    }
    let output = files.output.as_deref();
    let file = output.filter(|path| !is_stream(path));
    let recorded = bundle::destination(output);
    let streams = file.is_none() && (output.is_some() || recorded.is_none());
    match recorded.or_else(|| file.map(Path::to_path_buf)) {
        _ if streams && io::stdout().is_terminal() && !text => Err(Failure::Wrong(
            "standard output is a terminal and what is written is binary: use -o FILE or --text"
                .into(),
        )),
        path => Ok(path.map_or(Destination::StandardOutput, Destination::File)),
    }
}

/// Says how the certificate is checked. Problems stand with the command that unpacks them;
/// `otherwise` stands for one from standard input. Options have a blank before them.
pub(crate) fn check_with(
    checker: &str,
    options: &str,
    problems: &[(&Path, Option<&str>)],
    otherwise: &str,
    destination: &Destination,
) {
    let problems = problems.iter().map(|&(path, unpack)| {
        let path = word(Some(path).filter(|path| !is_stream(path)), otherwise);
        unpack.map_or(path.clone(), |unpack| format!("<({unpack} {path})"))
    });
    let problems = problems.collect::<Vec<_>>().join(" ");
    let certificate = match destination {
        Destination::File(path) => quoted(path),
        Destination::StandardOutput | Destination::Nowhere => "-".into(),
    };
    report::check_with(&format!("{checker}{options} {problems} {certificate}"));
}

/// Prints the verdict of a command; the result is its exit code. Whatever failed behind a limit,
/// failed because of it.
pub(crate) fn conclude(
    limits: &Limits,
    result: Result<Answer<(), ()>, Failure>,
) -> Result<u8, Failure> {
    let answer = match (limits.exceeded(), result) {
        (Some(reason), Err(_)) => Answer::Unknown(reason.to_string()),
        (_, result) => result?,
    };
    report::verdict(&answer.to_string());
    Ok(answer.exit_code())
}

/// What the user calls the input.
pub(crate) fn name(input: &Path) -> String {
    if is_stream(input) { "standard input".into() } else { input.display().to_string() }
}

/// Evidence did not arrive.
pub(crate) fn undelivered(destination: &Destination, error: &io::Error) -> Failure {
    let name = match destination {
        Destination::File(path) => path.display().to_string(),
        Destination::StandardOutput => "standard output".into(),
        Destination::Nowhere => return Failure::Own(error.to_string()),
    };
    Failure::Own(format!("{name}: {error}"))
}

/// Evidence cannot go where the user wants it.
pub(crate) fn misplaced(destination: &Destination, error: &io::Error) -> Failure {
    Failure::Wrong(undelivered(destination, error).to_string())
}

/// The spool cannot be written or read.
pub(crate) fn own(error: &io::Error) -> Failure {
    Failure::Own(format!("the temporary file: {error}"))
}
