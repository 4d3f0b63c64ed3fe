//! The program `dratcheck`: arguments, the file of the LRAT proof and exit code around the library.

use checker_command::{Arguments, Program, Switch, Verdict, open, run};
use dratcheck::{Deletion, Failure, Options, Refutation, check, verdict};
use format_input::Encoding;
use format_lrat::Writer;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

const PROGRAM: Program = Program {
    name: "dratcheck",
    version: env!("CARGO_PKG_VERSION"),
    help: "decide whether a DRAT proof refutes a CNF formula

usage: dratcheck [OPTION]... FORMULA PROOF

  FORMULA          a CNF formula in DIMACS; '-' is standard input
  PROOF            a DRAT proof, text or binary; '-' is standard input

  --text           read the proof as text (default: found out from its first bytes)
  --binary         read the proof as binary
  --deletion WHAT  operational: ignore and count deletions of reason clauses (default);
                   specified: delete them
  --variables N    let the proof use variables up to N (default: those of the formula)
  --lrat OUT       write the steps that were needed as a binary LRAT proof; OUT is a new file
  --lrat-text OUT  the same as text
  --json           print the verdict as a JSON object
  --help, --version

last line and exit code: 's VERIFIED' 0, the formula has no model;
's REFUSED why' 1, the proof does not show it; 's UNDECIDED why' 2, could not judge

example: dratcheck formula.cnf proof.drat --lrat proof.lrat && lratcheck formula.cnf proof.lrat
",
    switches: &[
        Switch { name: "--text", value: None },
        Switch { name: "--binary", value: None },
        Switch { name: "--deletion", value: Some("operational or specified") },
        Switch { name: "--variables", value: Some("a number") },
        Switch { name: "--lrat", value: Some("a file") },
        Switch { name: "--lrat-text", value: Some("a file") },
    ],
    files: (2, 2),
};

fn main() -> ExitCode {
    run(&PROGRAM, judge)
}

/// The verdict; an error is a reason why nothing can be said.
fn judge(arguments: &Arguments) -> Result<Verdict, String> {
    let (formula, proof) = (arguments.file(0), arguments.file(1));
    let deletion = match arguments.value("--deletion") {
        None | Some("operational") => Deletion::Operational,
        Some("specified") => Deletion::Specified,
        Some(other) => {
            return Err(format!("--deletion: expected operational or specified, found '{other}'"));
        }
    };
    let options = Options {
        encoding: arguments.encoding()?,
        variables: arguments.number("--variables", format_dimacs::MAX_VARIABLE)?,
        deletion,
    };
    let (name, encoding) = match (arguments.value("--lrat"), arguments.value("--lrat-text")) {
        (Some(_), Some(_)) => return Err("--lrat and --lrat-text exclude each other".into()),
        (name @ Some(_), None) => (name, Encoding::Binary),
        (None, name) => (name, Encoding::Text),
    };
    let (formula_file, proof_file) = (open(formula)?, open(proof)?);
    let result = match name {
        None => check::<io::Empty>(formula_file, proof_file, options, None),
        Some(name) => {
            write_to(name, encoding, |lrat| check(formula_file, proof_file, options, Some(lrat)))?
        }
    };
    Ok(verdict(result, deletion, formula, proof))
}

/// Lets `produce` write to a new file, which gets its name only when it is complete. A file that
/// exists is never replaced.
fn write_to(
    name: &str,
    encoding: Encoding,
    produce: impl FnOnce(&mut Writer<BufWriter<Unfinished>>) -> Result<Refutation, Failure>,
) -> Result<Result<Refutation, Failure>, String> {
    let told = |error: io::Error| format!("{name}: {error}");
    if fs::symlink_metadata(name).is_ok() || name == "-" {
        return Err(format!("{name}: the LRAT proof needs a new file"));
    }
    let path = format!("{name}.unfinished-{}", std::process::id());
    let unfinished = Unfinished { path: path.clone(), file: None };
    let mut writer = Writer::new(BufWriter::new(unfinished), encoding);
    match produce(&mut writer) {
        Ok(refutation) => {
            writer.finish().and_then(|_| fs::rename(&path, name)).map_err(told)?;
            Ok(Ok(refutation))
        }
        Err(Failure::Output(error)) => {
            // The reason is what the user needs; what is left has a name that tells what it is.
            let _removed = fs::remove_file(&path);
            Err(told(error))
        }
        failure => Ok(failure),
    }
}

/// A file that is made when the first bytes come: after the check.
struct Unfinished {
    path: String,
    file: Option<File>,
}

impl Write for Unfinished {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            none => none.insert(File::create_new(&self.path)?).write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}
