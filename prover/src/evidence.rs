//! Where evidence goes, and the words about it.

use crate::bundle;
use crate::files::{is_stream, no_stream, place};
use crate::programs::{quoted, word};
use crate::report::{self, Failure};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use support_answer::{Answer, Destination, Spool, resolve};
use support_limits::Limits;

/// The destination that `-o` asks for. It and all exports are different files, none of them an
/// input or part of the bundle, and can be written; and it is no terminal if the evidence is binary.
pub(crate) fn to_destination(
    inputs: &[impl AsRef<Path>],
    output: Option<&Path>,
    exports: &[PathBuf],
    text: bool,
) -> Result<Destination, Failure> {
    if inputs.iter().filter(|path| is_stream(path.as_ref())).count() > 1 {
        return Err(Failure::Wrong("standard input can be only one of the files".into()));
    }
    exports.iter().try_for_each(|path| no_stream(path, "file"))?;
    let file = output.filter(|path| !is_stream(path));
    let read: Vec<PathBuf> = inputs.iter().filter_map(|path| place(path.as_ref())).collect();
    let folder = bundle::target().map(|folder| resolve(&folder));
    let in_bundle = |place: &PathBuf| folder.as_ref().is_some_and(|f| place.starts_with(f));
    let mut written = Vec::new();
    for path in file.into_iter().chain(exports.iter().map(PathBuf::as_path)) {
        let wrong = |why: &str| Failure::Wrong(format!("{}: {why}", path.display()));
        match place(path) {
            Some(place) if read.contains(&place) => return Err(wrong("would replace an input")),
            Some(place) if written.contains(&place) => return Err(wrong("would be written twice")),
            Some(place) if in_bundle(&place) => return Err(wrong("is a part of the bundle")),
            place => written.extend(place),
        }
        Spool::new(&Destination::File(path.into())).map_err(|error| wrong(&error.to_string()))?;
    }
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
