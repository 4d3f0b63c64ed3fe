//! The program `pacheck`: arguments and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use claim_multiplier::Options;
use pacheck::check;
use std::io::Read;
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "pacheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a certificate shows that a circuit multiplies

usage: pacheck [OPTION]... CIRCUIT CERTIFICATE
       pacheck [OPTION]... CERTIFICATE
       pacheck [--json] POLYNOMIALS PROOF TARGET

  CIRCUIT       a circuit without latches in AIGER; without it, the one in the certificate
  CERTIFICATE   what 'certify multiplier' writes; '-' is standard input
  POLYNOMIALS PROOF TARGET
                a PAC or LPAC proof: only whether the target follows is judged

  --signed      operands are in two's complement, not unsigned
  --shape NxK   the operands have N and K bits (default: equally many)
  --truncate M  the circuit has M outputs; always, they are a number modulo 2^M
  --accumulate  the inputs after both operands are added to their product
  --square      all inputs are one operand, which is multiplied with itself
  --constant V  all inputs are one operand, which is multiplied with V
  --order HOW   separate: all bits of the first operand come first (default); interleaved:
                both take turns; names: as the names say, such as a[3], a_3 or a3
  --json        print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the circuit multiplies, or with three files the
target follows; 's REFUSED why' 1, that is not shown; 's UNDECIDED why' 2, could not judge

example: certify multiplier m.aig | pacheck m.aig -
",
    switches: &[
        Switch { name: "--signed", value: None },
        Switch { name: "--shape", value: Some("NxK, such as 8x8") },
        Switch { name: "--truncate", value: Some("a number of bits") },
        Switch { name: "--accumulate", value: None },
        Switch { name: "--square", value: None },
        Switch { name: "--constant", value: Some("a number") },
        Switch { name: "--order", value: Some("separate, interleaved or names") },
    ],
    files: (1, 3),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let (circuit, certificate) = match arguments.files.as_slice() {
        [given, proof, target] => return judge_polynomials(arguments, [given, proof, target]),
        [circuit, certificate] => (Some(circuit), certificate.as_str()),
        _ => (None, arguments.file(0)),
    };
    let options = Options::read(|name| arguments.value(name))?;
    let mut bytes = Vec::new();
    if let Some(name) = circuit {
        open(name)?.read_to_end(&mut bytes).map_err(|error| format!("{name}: {error}"))?;
    }
    let result = check(circuit.map(|_| bytes.as_slice()), &options, open(certificate)?);
    let name = circuit.map(String::as_str);
    Ok(result.map_or_else(|failure| failure.verdict(name, certificate), Verdict::verified))
}

/// Three files, in which the question itself stands.
fn judge_polynomials(arguments: &Arguments, names: [&str; 3]) -> Result<Verdict, String> {
    let mut options = PROGRAM.switches.iter().map(|switch| switch.name);
    if let Some(option) = options.find(|option| arguments.has(option)) {
        return Err(format!("{option} is about a circuit, and there is none"));
    }
    let [given, proof, target] = names;
    let result = checker_polynomial::check(open(given)?, open(proof)?, open(target)?);
    Ok(checker_polynomial::verdict(result, names))
}
