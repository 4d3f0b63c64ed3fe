//! The program `lratcheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use lratcheck::{Options, check, verdict};
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "lratcheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether an LRAT proof refutes a CNF formula

usage: lratcheck [OPTION]... FORMULA PROOF

  FORMULA        a CNF formula in DIMACS; '-' is standard input
  PROOF          an LRAT proof, text or binary; '-' is standard input

  --text         read the proof as text (default: found out from its first byte)
  --binary       read the proof as binary
  --variables N  let the proof use variables up to N (default: those of the formula)
  --json         print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the formula has no model;
's REFUSED why' 1, the proof does not show it; 's UNDECIDED why' 2, could not judge

example: certify cnf formula.cnf | lratcheck formula.cnf -
",
    switches: &[
        Switch { name: "--text", value: None },
        Switch { name: "--binary", value: None },
        Switch { name: "--variables", value: Some("a number") },
    ],
    files: (2, 2),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let (formula, proof) = (arguments.file(0), arguments.file(1));
    let variables = arguments.number("--variables", format_dimacs::MAX_VARIABLE)?;
    let options = Options { encoding: arguments.encoding()?, variables };
    Ok(verdict(check(open(formula)?, open(proof)?, options), formula, proof))
}
