//! `certify demo`: a circuit of 64 bits multiplies, from the circuit to the checked proof.

use crate::files::no_stream;
use crate::programs::{check_command, find};
use crate::report::{self, Failure};
use crate::watch;
use engine_multiplier::{Options, Task};
use format_input::Encoding;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::Instant;
use support_answer::{Answer, Destination, reopen, write_whole};
use support_arithmetic::{AdderKind, Architecture, Design, Ppg, Tree};
use support_limits::Bounds;

/// What a demo writes.
const FILES: [&str; 2] = ["demo.aig", "demo.pac"];

/// The width of the operands.
const WIDTH: u32 = 64;

/// Writes the circuit and its proof into a folder, and runs the checker if it is there.
pub(crate) fn run(folder: &Path) -> Result<u8, Failure> {
    no_stream(folder, "folder")?;
    make(folder)?;
    let [circuit_path, proof_path] = FILES.map(|name| folder.join(name));
    let start = Instant::now();
    let (ppg, tree, adder) = (Ppg::Booth4, Tree::Wallace, AdderKind::KoggeStone);
    let model = Design::new(Architecture { ppg, tree, adder }, WIDTH, false).model();
    let mut circuit = Vec::new();
    model
        .write_binary(&mut circuit)
        .and_then(|()| write_whole(&circuit_path, &circuit))
        .map_err(|error| Failure::Own(format!("{}: {error}", circuit_path.display())))?;
    // The proof is still to come.
    reopen();
    report::say(&format!(
        "{} is a multiplier of two numbers of {WIDTH} bits: Booth's recoding, a Wallace tree and \
         a Kogge-Stone adder, {} gates ({})",
        circuit_path.display(),
        model.gates.len(),
        seconds(start)
    ));
    report::say("question: is every output right, for all 2^128 pairs of numbers?");
    let start = Instant::now();
    let destination = Destination::File(proof_path.clone());
    let (answer, size) = prove(&circuit, &destination)?;
    if let Answer::Unknown(_) = answer {
        report::verdict(&answer.to_string());
        return Ok(answer.exit_code());
    }
    report::say(&format!(
        "{} shows that it is: {size} bytes, found and checked once ({})",
        proof_path.display(),
        seconds(start)
    ));
    check(&circuit_path, &proof_path)?;
    report::verdict(&answer.to_string());
    Ok(answer.exit_code())
}

fn seconds(start: Instant) -> String {
    format!("{:.2} s", start.elapsed().as_secs_f32())
}

/// Makes the folder, unless an earlier demo made it and nothing else is in it.
fn make(folder: &Path) -> Result<(), Failure> {
    let name = folder.display();
    let wrong = |why: String| Failure::Wrong(format!("{name}: {why}"));
    if folder.is_dir() {
        let mut entries = fs::read_dir(folder).map_err(|error| wrong(error.to_string()))?;
        let is_ours = |name: &OsStr| FILES.iter().any(|file| name == *file);
        if entries.all(|entry| entry.is_ok_and(|entry| is_ours(&entry.file_name()))) {
            return Ok(());
        }
        return Err(wrong("the folder has other files: name another one".into()));
    }
    fs::create_dir(folder).map_err(|error| wrong(format!("cannot make this folder: {error}")))
}

/// Proves that the circuit multiplies, and tells the size of the proof; unknown only if the user
/// interrupts it.
fn prove(circuit: &[u8], destination: &Destination) -> Result<(Answer<(), ()>, u64), Failure> {
    let task = Task {
        circuit,
        options: &Options::default(),
        encoding: Encoding::Binary,
        seed: 0,
        destination,
        export: None,
        limits: &watch::start(Bounds::default())?,
        progress: Rc::new(|_| ()),
    };
    let own = |why: String| Failure::Own(format!("the demo's proof: {why}"));
    match engine_multiplier::decide(&task).map_err(|error| own(error.to_string()))? {
        Answer::Holds(found) => {
            let size = found.certificate.size().map_err(|error| own(error.to_string()))?;
            found.certificate.deliver().map_err(|error| own(error.to_string()))?;
            Ok((Answer::Holds(()), size))
        }
        Answer::Fails(_) => Err(own("expected HOLDS, found FAILS".into())),
        Answer::Unknown(reason) => Ok((Answer::Unknown(reason), 0)),
    }
}

/// Runs the checker as a program of its own; its words go to standard output.
fn check(circuit: &Path, proof: &Path) -> Result<(), Failure> {
    let command = check_command("pacheck", Some(circuit), None, Some(proof));
    report::say(&format!("check with: {command}"));
    let Some(checker) = find("pacheck") else {
        report::say("(pacheck is neither beside certify nor in the search path)");
        return Ok(());
    };
    let start = Instant::now();
    let status = Command::new(&checker).arg(circuit).arg(proof).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => {
            report::say(&format!("checked by a program of its own ({})", seconds(start)));
            Ok(())
        }
        Ok(status) => Err(Failure::Own(format!("{} ended with {status}", checker.display()))),
        Err(error) => Err(Failure::Own(format!("{}: {error}", checker.display()))),
    }
}
