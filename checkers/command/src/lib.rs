//! What the checker programs share: the command line, the files, the verdict and the exit code.
//!
//! The last line of standard output and the exit code say the same:
//! `s VERIFIED` 0, `s REFUSED reason` 1, `s UNDECIDED reason` 2.

mod arguments;
mod file;
mod verdict;

pub use arguments::{Arguments, Program, Switch};
pub use file::open;
pub use verdict::{Outcome, Verdict};

use std::io::{self, Write};
use std::process::ExitCode;

/// Runs a checker: reads the command line, lets `judge` decide, prints the verdict.
#[must_use]
pub fn run(program: &Program, judge: impl FnOnce(&Arguments) -> Verdict) -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let shows = |word: &str| words.iter().take_while(|other| *other != "--").any(|w| w == word);
    let text = if shows("--help") || shows("-h") {
        return finish(&program.help(), 0);
    } else if shows("--version") {
        return finish(&format!("{} {}\n", program.name, program.version), 0);
    } else {
        Arguments::parse(program, words)
    };
    let (verdict, json) = match &text {
        Ok(arguments) => (judge(arguments), arguments.has("--json")),
        Err(reason) => {
            (Verdict::undecided(format!("{reason} (see {} --help)", program.name)), false)
        }
    };
    let text = if json { verdict.json(program) } else { verdict.text(program) };
    finish(&text, verdict.exit_code())
}

/// Writes the text; an output that breaks is never a success.
fn finish(text: &str, code: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Ok(()) => ExitCode::from(code),
        Err(_) => ExitCode::from(2),
    }
}
