//! The program `tracecheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use claim_miter::Matching;
use std::process::ExitCode;
use tracecheck::{check, check_difference, verdict, verdict_of_two};

const PROGRAM: Program = Program {
    name: "tracecheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a trace reaches a bad state, inputs tell two circuits apart, or a
model satisfies a formula

usage: tracecheck [OPTION]... PROBLEM WITNESS
       tracecheck [OPTION]... CIRCUIT CIRCUIT WITNESS

  PROBLEM       a circuit in AIGER or a CNF formula in DIMACS; '-' is standard input
  WITNESS       an AIGER witness of the circuit, or the 's' and 'v' lines of a solver

  --property N  accept only a trace of bad state property N (default 'all': a trace of
                any property; in circuits without properties they are the outputs)
  --match HOW   match inputs and outputs of two circuits by position (default) or names
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the witness is right, so the property fails, the
circuits differ or the formula has a model; 's REFUSED why' 1, the witness is wrong; 's UNDECIDED why' 2,
could not judge

example: tracecheck model.aig trace.txt
",
    switches: &[
        Switch { name: "--property", value: Some("a number or 'all'") },
        Switch { name: "--match", value: Some("position or names") },
    ],
    files: (2, 3),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    if let [first, second, witness] = arguments.files.as_slice() {
        return judge_difference(arguments, first, second, witness);
    }
    if arguments.has("--match") {
        return Err("--match needs two circuits".into());
    }
    let (problem, witness) = (arguments.file(0), arguments.file(1));
    let property = match arguments.value("--property") {
        Some("all") => None,
        _ => arguments.number("--property", u32::MAX)?,
    };
    Ok(verdict(check(open(problem)?, open(witness)?, property), problem, witness))
}

fn judge_difference(
    arguments: &Arguments,
    first: &str,
    second: &str,
    witness: &str,
) -> Result<Verdict, String> {
    if arguments.has("--property") {
        return Err("--property needs one circuit".into());
    }
    let matching = arguments.value("--match").map(str::parse::<Matching>).transpose()?;
    let matching = matching.unwrap_or_default();
    let result = check_difference(open(first)?, open(second)?, matching, open(witness)?);
    Ok(verdict_of_two(result, matching, [first, second, witness]))
}
