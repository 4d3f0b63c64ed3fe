//! The program `tracecheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use claim_miter::Matching;
use claim_multiplier::Options;
use std::process::ExitCode;
use tracecheck::{Asked, Witness, check, check_difference, check_product, verdict, verdict_of_two};

const PROGRAM: Program = Program {
    name: "tracecheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a trace reaches a bad state, inputs tell two circuits apart or have
a wrong product, or a model satisfies a formula

usage: tracecheck [OPTION]... PROBLEM WITNESS
       tracecheck [OPTION]... CIRCUIT CIRCUIT WITNESS

  PROBLEM       a circuit in AIGER or a CNF formula in DIMACS; '-' is standard input
  WITNESS       an AIGER witness of the circuit, or the 's' and 'v' lines of a solver

  --property N  ask for a trace of bad state property N, or of any one with 'all'; in circuits
                without properties they are the outputs (default: 'all', but a wrong product
                of circuits with several outputs, and no latches, properties or constraints)
  --match HOW   match inputs and outputs of two circuits by position (default) or names
  --signed --shape NxK --truncate M --accumulate --square --constant V
  --order HOW   what the product should be, as for pacheck (separate, interleaved, names)
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the witness is right, so the property fails, the
circuits differ, the product is wrong or the formula has a model; 's REFUSED why' 1, the
witness is wrong; 's UNDECIDED why' 2, could not judge

example: tracecheck model.aig trace.txt
",
    switches: &[
        Switch { name: "--property", value: Some("a number or 'all'") },
        Switch { name: "--match", value: Some("position or names") },
        Switch { name: "--signed", value: None },
        Switch { name: "--shape", value: Some("NxK") },
        Switch { name: "--truncate", value: Some("the number of outputs") },
        Switch { name: "--accumulate", value: None },
        Switch { name: "--square", value: None },
        Switch { name: "--constant", value: Some("a number") },
        Switch { name: "--order", value: Some("separate, interleaved or names") },
    ],
    files: (2, 3),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let of_product = PROGRAM.switches.iter().map(|switch| switch.name).skip(2);
    let of_product = of_product.filter(|name| arguments.has(name)).collect::<Vec<_>>();
    if let [first, second, witness] = arguments.files.as_slice() {
        return match of_product.first() {
            Some(name) => Err(format!("{name} needs one circuit")),
            None => judge_difference(arguments, first, second, witness),
        };
    }
    if arguments.has("--match") {
        return Err("--match needs two circuits".into());
    }
    let (problem, witness) = (arguments.file(0), arguments.file(1));
    if let Some(name) = of_product.first() {
        if arguments.has("--property") {
            return Err(format!("--property and {name} exclude each other"));
        }
        let options = Options::read(|name| arguments.value(name))?;
        let result = check_product(open(problem)?, &options, open(witness)?);
        return Ok(verdict(result.map(Box::new).map(Witness::Product), problem, witness));
    }
    let asked = match arguments.value("--property") {
        Some("all") => Asked::AnyProperty,
        _ => arguments.number("--property", u32::MAX)?.map_or(Asked::Natural, Asked::Property),
    };
    Ok(verdict(check(open(problem)?, open(witness)?, asked), problem, witness))
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
