//! The program `tracecheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use std::process::ExitCode;
use tracecheck::{Witness, check};

const PROGRAM: Program = Program {
    name: "tracecheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a trace reaches a bad state, or a model satisfies a formula

usage: tracecheck [OPTION]... PROBLEM WITNESS

  PROBLEM       a circuit in AIGER or a CNF formula in DIMACS; '-' is standard input
  WITNESS       an AIGER witness of the circuit, or the 's' and 'v' lines of a solver

  --property N  accept only a trace of bad state property N (default 'all': a trace of
                any property; in circuits without properties they are the outputs)
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the witness is right, so the property fails or
the formula has a model; 's REFUSED why' 1, the witness is wrong; 's UNDECIDED why' 2,
could not judge

example: tracecheck model.aig trace.txt
",
    switches: &[Switch { name: "--property", value: Some("a number or 'all'") }],
    files: (2, 2),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let (problem, witness) = (arguments.file(0), arguments.file(1));
    let property = match arguments.value("--property") {
        Some("all") => None,
        _ => arguments.number("--property", u32::MAX)?,
    };
    Ok(match check(open(problem)?, open(witness)?, property) {
        Ok(Witness::Run { model, run, targets }) => {
            let last = run.last;
            let fails = targets.iter().map(|target| format!("{target} is 1 at time {last}"));
            let fails = fails.collect::<Vec<_>>().join("; ");
            Verdict::verified(vec![
                ("circuit", model),
                ("trace", run.to_string()),
                ("claim", format!("the property fails: {fails}")),
            ])
        }
        Ok(Witness::Model { formula, assigned }) => Verdict::verified(vec![
            ("formula", formula.to_string()),
            ("model", format!("values for {assigned} variables")),
            ("claim", "the formula has a model: every clause has a true literal".into()),
        ]),
        Err(failure) => {
            let file = if failure.is_of_problem() { problem } else { witness };
            let reason = format!("{file}:{failure}");
            if failure.is_undecided() {
                Verdict::undecided(reason)
            } else {
                Verdict::refused(reason)
            }
        }
    })
}
