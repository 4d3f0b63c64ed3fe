//! The program `certify`: finds an answer, writes the evidence, and says how to check it.
//!
//! The evidence goes to standard output or a file, words and the verdict line to standard error.

mod arguments;
mod batch;
mod bundle;
mod claim;
mod cnf;
mod demo;
mod doctor;
mod equivalence;
mod evidence;
mod files;
mod generate;
mod horn;
mod input;
mod manual;
mod mistyped;
mod multiplier;
mod natural;
mod numbers;
mod pointer;
mod programs;
mod report;
mod safety;
mod show;
mod show_circuits;
mod vcd;
mod watch;

use arguments::{Arguments, Command};
use clap::Parser;
use report::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            if let Some(failure) = mistyped::command(&error) {
                report::fail(&failure);
                return ExitCode::from(failure.exit_code());
            }
            // Help and version are printed the same way, with exit code 0.
            let code = if error.print().is_ok() { error.exit_code() } else { 1 };
            if let Some(owners) = mistyped::owners(&error) {
                report::say(&owners);
            }
            return ExitCode::from(u8::try_from(code).unwrap_or(1));
        }
    };
    match run(arguments) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            report::fail(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}

fn run(arguments: Arguments) -> Result<u8, Failure> {
    let bundle = bundle::Asked::of(arguments.effort());
    bundle::recorded(bundle, || decide(arguments))
}

fn decide(arguments: Arguments) -> Result<u8, Failure> {
    match (arguments.command, arguments.input) {
        (Some(Command::Cnf { input, cnf }), _) => cnf::run(&input, &cnf),
        (Some(Command::Equivalence { circuits, equivalence }), _) => {
            equivalence::run(&circuits, &equivalence)
        }
        (Some(Command::Multiplier { circuit, multiplier }), _) => {
            multiplier::run(&circuit, &multiplier)
        }
        (Some(Command::Generate { circuit }), _) => generate::run(circuit),
        (Some(Command::Batch { list, batch }), _) => batch::run(&list, &batch),
        (Some(Command::Safety { input, safety }), _) => safety::run(&input, &safety),
        (Some(Command::Horn { input, horn }), _) => horn::run(&input, &horn),
        (Some(Command::Demo { folder }), _) => demo::run(&folder),
        (Some(Command::Doctor), _) => doctor::run(),
        (Some(Command::Show { certificate, circuit, vcd }), _) => {
            show::run(&certificate, circuit.as_deref(), vcd.as_deref())
        }
        (Some(Command::Completions { shell }), _) => manual::completions(shell),
        (Some(Command::Man { folder }), _) => manual::pages(&folder),
        (None, Some(input)) => natural::run(&input, arguments.cnf),
        (None, None) => Err(Failure::Wrong("expected a file (see certify --help)".into())),
    }
}
