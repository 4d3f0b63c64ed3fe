//! Where evidence goes, and the words about it.

use crate::bundle;
use crate::report::Failure;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use support_answer::{Destination, Spool};

/// The destination that `-o` asks for. It and all exports are different files, none of them an
/// input or part of the bundle, and can be written; and it is no terminal if the evidence is binary.
pub(crate) fn to_destination(
    inputs: &[impl AsRef<Path>],
    output: Option<&Path>,
    exports: &[PathBuf],
    text: bool,
) -> Result<Destination, Failure> {
    let file = output.filter(|path| *path != Path::new("-"));
    let read: Vec<PathBuf> = inputs.iter().filter_map(|path| place(path.as_ref())).collect();
    let folder = bundle::target().and_then(|folder| stand(&folder));
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

/// Where an ordinary file stands or will stand, however it is named.
fn place(path: &Path) -> Option<PathBuf> {
    stand(path).filter(|place| place.is_file() || !place.exists())
}

/// Where a file or folder stands or will stand.
fn stand(path: &Path) -> Option<PathBuf> {
    if let Ok(found) = path.canonicalize() {
        return Some(found);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok()?;
    Some(folder.join(path.file_name()?))
}

/// What the user calls the input.
pub(crate) fn name(input: &Path) -> String {
    if input == Path::new("-") { "standard input".into() } else { input.display().to_string() }
}

/// Evidence did not arrive.
pub(crate) fn undelivered(destination: &Destination, error: &io::Error) -> Failure {
    let name = match destination {
        Destination::File(path) => path.display().to_string(),
        Destination::StandardOutput | Destination::Nowhere => "standard output".into(),
    };
    Failure::Own(format!("{name}: {error}"))
}

/// The spool cannot be written or read.
pub(crate) fn own(error: &io::Error) -> Failure {
    Failure::Own(format!("the temporary file: {error}"))
}
