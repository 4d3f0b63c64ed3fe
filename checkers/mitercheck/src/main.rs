//! The program `mitercheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use claim_miter::Matching;
use mitercheck::{check_constant, check_equal, verdict};
use std::io::Read;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "mitercheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a certificate shows that two circuits compute the same

usage: mitercheck [OPTION]... CIRCUIT CIRCUIT CERTIFICATE
       mitercheck [OPTION]... CIRCUIT CERTIFICATE

  CIRCUIT      a circuit without latches in AIGER; '-' is standard input.
               With one circuit the claim is that all its outputs are 0
  CERTIFICATE  what 'certify equivalence' writes; '-' is standard input

  --match HOW  position: the first input is the first input, and so on (default);
               names: inputs and outputs with the same name are the same
  --json       print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the circuits compute the same;
's REFUSED why' 1, the certificate does not show it; 's UNDECIDED why' 2, could not judge

example: certify equivalence a.aig b.aig | mitercheck a.aig b.aig -
",
    switches: &[Switch { name: "--match", value: Some("position or names") }],
    files: (2, 3),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let asked: Option<Matching> = arguments.value("--match").map(str::parse).transpose()?;
    let result = if arguments.files.len() == 2 {
        if asked.is_some() {
            return Err("--match needs two circuits".into());
        }
        check_constant(&read(arguments.file(0))?, open(arguments.file(1))?)
    } else {
        let (first, second) = (read(arguments.file(0))?, read(arguments.file(1))?);
        let certificate = open(arguments.file(2))?;
        check_equal(&first, &second, asked.unwrap_or_default(), certificate)
    };
    let names: Vec<&str> = arguments.files.iter().map(String::as_str).collect();
    Ok(verdict(result, &names))
}

fn read(name: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    open(name)?.read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    Ok(bytes)
}
