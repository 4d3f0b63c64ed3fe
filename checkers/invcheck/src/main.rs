//! The program `invcheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use invcheck::{check, verdict};
use std::io::Read;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "invcheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a certificate shows that bad states are not reached

usage: invcheck [OPTION]... MODEL CERTIFICATE

  MODEL         a circuit in AIGER with bad state properties, or with outputs that
                stand for them; '-' is standard input
  CERTIFICATE   what 'certify safety' writes; '-' is standard input

  --property N  the properties that have to be proved: numbers from 0 with commas between
                them, or 'all' (default)
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, all properties asked for hold;
's REFUSED why' 1, the certificate does not show it; 's UNDECIDED why' 2, could not judge

example: certify safety model.aig | invcheck model.aig -
",
    switches: &[Switch { name: "--property", value: Some("numbers or 'all'") }],
    files: (2, 2),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let asked = arguments.value("--property").filter(|&value| value != "all");
    let asked = asked.map(|list| list.split(',').map(property).collect::<Result<Vec<_>, _>>());
    let asked = asked.transpose()?;
    let (model, certificate) = (arguments.file(0), arguments.file(1));
    let mut bytes = Vec::new();
    let read = open(model)?.read_to_end(&mut bytes);
    read.map_err(|error| format!("{model}: {error}"))?;
    Ok(verdict(check(&bytes, open(certificate)?, asked.as_deref()), model, certificate))
}

fn property(word: &str) -> Result<u32, String> {
    let number = word.parse().ok().filter(|_| !word.starts_with('+'));
    number.ok_or_else(|| format!("--property: expected numbers or 'all', found '{word}'"))
}
