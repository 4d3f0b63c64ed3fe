//! The program `audit`: arguments, reports and exit code around the library.

mod target;

use audit::{Allowed, Options, Report, audit, html, json, junit, outcome, text};
use checker_command::{Arguments, Program, Switch, line};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use target::Target;

const PROGRAM: Program = Program {
    name: "audit",
    version: env!("CARGO_PKG_VERSION"),
    help: "re-check every claim of a bundle

usage: audit [OPTION]... BUNDLE...

  BUNDLE          a folder that 'certify ... --bundle' wrote

  --problems DIR  look there for problems that a bundle has by digest only
  --allow-fails   exit code 0 in place of 10: counterexamples are expected
  --allow-partial exit code 0 although only some properties of a model are proved
  --jobs N        judge N claims at once (default 1)
  --html FILE     write a page to look at: what each claim rests on, waveforms of traces
  --junit FILE    write the results for a CI system
  --json          print one JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, every claim holds and was verified; 's FAILS' 10,
every claim was verified, and some are failures; 's REFUSED' 1, something was refused, is
missing or was altered; 's PARTIAL' 1, only some properties of a model are proved;
's UNDECIDED' 2, questions without an answer, or could not judge

example: certify cnf formula.cnf --bundle run1 && audit run1
",
    switches: &[
        Switch { name: "--problems", value: Some("a folder") },
        Switch { name: "--allow-fails", value: None },
        Switch { name: "--allow-partial", value: None },
        Switch { name: "--jobs", value: Some("a number") },
        Switch { name: "--html", value: Some("a file") },
        Switch { name: "--junit", value: Some("a file") },
    ],
    files: (1, usize::MAX),
};

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let Program { name, version, help, .. } = PROGRAM;
    match words.as_slice() {
        [word] if word == "--help" || word == "-h" => {
            return finish(&format!("{name} {version}: {help}"), 0);
        }
        [word] if word == "--version" => return finish(&format!("{name} {version}\n"), 0),
        _ => {}
    }
    let arguments = Arguments::parse(&PROGRAM, words);
    match arguments.and_then(|arguments| run(&arguments)) {
        Ok((text, code)) => finish(&text, code),
        Err(reason) => {
            let verdict = line(&format!("s UNDECIDED {reason} (see {name} --help)"));
            finish(&format!("c {name} {version}\n{verdict}"), 2)
        }
    }
}

/// Audits all bundles; what to print, and the exit code.
fn run(arguments: &Arguments) -> Result<(String, u8), String> {
    let jobs = arguments.number("--jobs", 1024)?.unwrap_or(1);
    if jobs == 0 {
        return Err("--jobs: expected a number from 1, found '0'".into());
    }
    let options = Options {
        problems: arguments.value("--problems").map(Into::into),
        jobs: usize::try_from(jobs).unwrap_or(1),
        waves: arguments.has("--html"),
    };
    let target = |name| arguments.value(name).map(|file| Target::new(file, &arguments.files));
    let (page, results) = (target("--html").transpose()?, target("--junit").transpose()?);
    if let (Some(page), Some(results)) = (&page, &results) {
        page.apart(results)?;
    }
    let reports: Vec<Report> =
        arguments.files.iter().map(|folder| audit(folder, &options)).collect();
    let (fails, partial) = (arguments.has("--allow-fails"), arguments.has("--allow-partial"));
    let allowed = Allowed { fails, partial };
    let conclusion = outcome(&reports).conclude(allowed);
    if let Some(page) = page {
        page.write(&html(PROGRAM.version, &reports, &conclusion), &reports)?;
    }
    if let Some(results) = results {
        results.write(&junit(&reports, allowed), &reports)?;
    }
    let text = if arguments.has("--json") {
        json(PROGRAM.version, &reports, &conclusion)
    } else {
        text(PROGRAM.version, &reports, &conclusion, colours())
    };
    Ok((text, conclusion.exit_code))
}

/// Colours for people who look at a terminal and did not ask for none.
fn colours() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes the text; an output that breaks is never a success.
fn finish(text: &str, code: u8) -> ExitCode {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    let written = written.map_err(|error| writeln!(io::stderr(), "standard output: {error}"));
    ExitCode::from(if written.is_ok() { code } else { 2 })
}
