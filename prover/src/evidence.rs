//! Where evidence goes, and the words about it.

use crate::bundle;
use crate::report::Failure;
use std::io::{self, IsTerminal};
use std::path::Path;
use support_answer::Destination;

/// The destination that `-o` asks for. It is none of the inputs, and no terminal if the evidence
/// is binary.
pub(crate) fn to_destination(
    inputs: &[impl AsRef<Path>],
    output: Option<&Path>,
    text: bool,
) -> Result<Destination, Failure> {
    match output {
        Some(path) if path != Path::new("-") => {
            let same = |path: &Path| path.canonicalize().ok();
            let target = same(path);
            let replaces = |input: &&Path| target.is_some() && same(input) == target;
            if inputs.iter().map(AsRef::as_ref).any(|input| replaces(&input)) {
                let name = path.display();
                return Err(Failure::Wrong(format!("{name}: would replace the problem")));
            }
            Ok(Destination::File(bundle::destination(Some(path)).unwrap_or_else(|| path.into())))
        }
        None if let Some(path) = bundle::destination(None) => Ok(Destination::File(path)),
        _ if io::stdout().is_terminal() && !text => Err(Failure::Wrong(
            "standard output is a terminal and what is written is binary: use -o FILE or --text"
                .into(),
        )),
        _ => Ok(bundle::destination(output).map_or(Destination::StandardOutput, Destination::File)),
    }
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
