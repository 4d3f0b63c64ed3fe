//! What the checker programs share: the command line, the files, the verdict and the exit code.
//!
//! The last line of standard output and the exit code say the same:
//! `s VERIFIED` 0, `s REFUSED reason` 1, `s UNDECIDED reason` 2.

mod arguments;
mod file;
mod verdict;

pub use arguments::{Arguments, Program, Switch};
pub use file::open;
pub use verdict::{Verdict, line, quoted};

use std::io::{self, Write};
use std::process::ExitCode;

/// Runs a checker: reads the command line, lets `judge` decide, prints the verdict. An error of
/// `judge` is a reason why nothing can be said.
#[must_use]
pub fn run(
    program: &Program,
    judge: impl FnOnce(&Arguments) -> Result<Verdict, String>,
) -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    // Only alone: with files, exit code 0 means that a certificate was accepted.
    let Program { name, version, help, .. } = program;
    match words.as_slice() {
        [word] if word == "--help" || word == "-h" => {
            return finish(&format!("{name} {version}: {help}"), 0);
        }
        [word] if word == "--version" => return finish(&format!("{name} {version}\n"), 0),
        _ => {}
    }
    let json = words.iter().take_while(|word| *word != "--").any(|word| word == "--json");
    let arguments =
        Arguments::parse(program, words).map_err(|reason| format!("{reason} (see {name} --help)"));
    let verdict = arguments.and_then(|arguments| judge(&arguments));
    let verdict = verdict.unwrap_or_else(Verdict::undecided);
    let text = if json { verdict.json(program) } else { verdict.text(program) };
    finish(&text, verdict.exit_code)
}

/// Writes the text; an output that breaks is never a success.
fn finish(text: &str, code: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let written = written.map_err(|error| writeln!(io::stderr(), "standard output: {error}"));
    ExitCode::from(if written.is_ok() { code } else { 2 })
}
