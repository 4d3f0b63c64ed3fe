//! The program `horncheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use horncheck::{Claim, check, verdict};
use std::io::Read;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "horncheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a certificate shows that Horn clauses are satisfiable, or that
they derive false

usage: horncheck [OPTION]... SYSTEM CERTIFICATE

  SYSTEM       Horn clauses over Bool, Int and Real in SMT-LIB; '-' is standard input
  CERTIFICATE  what 'certify horn' writes; '-' is standard input

  --claim WHAT  accept only a certificate that the clauses are satisfiable ('safe'), or
                only one that they derive false ('unsafe'); default: either
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the claim printed above it holds; 's REFUSED why' 1,
the certificate does not show it; 's UNDECIDED why' 2, could not judge

example: certify horn system.smt2 | horncheck system.smt2 -
",
    switches: &[Switch { name: "--claim", value: Some("safe or unsafe") }],
    files: (2, 2),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let asked = match arguments.value("--claim") {
        None => None,
        Some("safe") => Some(Claim::Safe),
        Some("unsafe") => Some(Claim::Unsafe),
        Some(word) => return Err(format!("--claim expects safe or unsafe, found '{word}'")),
    };
    let (system, certificate) = (arguments.file(0), arguments.file(1));
    let mut bytes = Vec::new();
    let read = open(system)?.read_to_end(&mut bytes);
    read.map_err(|error| format!("{system}: {error}"))?;
    Ok(verdict(check(&bytes, open(certificate)?, asked), system, certificate))
}
