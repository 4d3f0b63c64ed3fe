//! What the checker programs share: the command line, the files, the verdict and the exit code.
//!
//! The last line of standard output and the exit code say the same:
//! `s VERIFIED` 0, `s REFUSED reason` 1, `s UNDECIDED reason` 2.

mod arguments;
mod file;
mod verdict;

pub use arguments::{Arguments, Program, Switch};
pub use file::open;
pub use verdict::Verdict;

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
    let asks = |word: &str| words.iter().take_while(|other| *other != "--").any(|w| w == word);
    if asks("--help") || asks("-h") {
        return finish(&format!("{} {}: {}", program.name, program.version, program.help), 0);
    }
    if asks("--version") {
        return finish(&format!("{} {}\n", program.name, program.version), 0);
    }
    let json = asks("--json");
    let arguments = Arguments::parse(program, words)
        .map_err(|reason| format!("{reason} (see {} --help)", program.name));
    let verdict = arguments.and_then(|arguments| judge(&arguments));
    let verdict = verdict.unwrap_or_else(Verdict::undecided);
    let text = if json { verdict.json(program) } else { verdict.text(program) };
    finish(&text, verdict.exit_code)
}

/// Writes the text; an output that breaks is never a success.
fn finish(text: &str, code: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(code),
        Err(_) => ExitCode::from(2),
    }
}
