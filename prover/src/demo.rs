//! `certify demo`: two adders agree, from the formula to the checked proof.

use crate::adders::write_miter;
use crate::programs::{check_command, find};
use crate::report::{self, Failure};
use crate::watch;
use engine_sat::{Proof, Task};
use format_input::Encoding;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use support_answer::{Answer, Destination};
use support_limits::Bounds;

/// What a demo writes.
const FILES: [&str; 2] = ["demo.cnf", "demo.lrat"];

/// The width of the adders.
const WIDTH: u32 = 16;

/// Writes the formula and its proof into a folder, and runs the checker if it is there.
pub(crate) fn run(folder: &Path) -> Result<u8, Failure> {
    make(folder)?;
    let [formula_path, proof_path] = FILES.map(|name| folder.join(name));
    let mut formula = Vec::new();
    write_miter(&mut formula, WIDTH).map_err(|error| Failure::Own(error.to_string()))?;
    fs::write(&formula_path, &formula)
        .map_err(|error| Failure::Own(format!("{}: {error}", formula_path.display())))?;
    report::say(&format!(
        "question: do a ripple-carry adder and a Kogge-Stone adder of {WIDTH} bits ever differ?"
    ));
    report::say(&format!("{} has a model if they do", formula_path.display()));
    let destination = Destination::File(proof_path.clone());
    let answer = prove(&formula, &destination)?;
    if let Answer::Unknown(_) = answer {
        report::verdict(&answer.to_string());
        return Ok(answer.exit_code());
    }
    report::say(&format!("{} shows that it has none", proof_path.display()));
    report::say("so the adders agree on all 2^32 pairs of numbers");
    check(&formula_path, &proof_path)?;
    report::verdict(&answer.to_string());
    Ok(answer.exit_code())
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

/// Proves that the formula has no model; unknown only if the user interrupts it.
fn prove(formula: &[u8], destination: &Destination) -> Result<Answer<(), ()>, Failure> {
    let task = Task {
        formula,
        proof: Proof::Lrat,
        encoding: Encoding::Binary,
        seed: 0,
        destination,
        limits: &watch::start(Bounds::default())?,
        progress: Rc::new(|_| ()),
    };
    let own = |why: String| Failure::Own(format!("the demo's proof: {why}"));
    match engine_sat::decide(&task).map_err(|error| own(error.to_string()))? {
        Answer::Holds(found) => {
            found.certificate.deliver().map_err(|error| own(error.to_string()))?;
            Ok(Answer::Holds(()))
        }
        Answer::Fails(_) => Err(own("expected HOLDS, found FAILS".into())),
        Answer::Unknown(reason) => Ok(Answer::Unknown(reason)),
    }
}

/// Runs the checker as a program of its own; its words go to standard output.
fn check(formula: &Path, proof: &Path) -> Result<(), Failure> {
    let command = check_command("lratcheck", Some(formula), None, Some(proof));
    report::say(&format!("check with: {command}"));
    let Some(checker) = find("lratcheck") else {
        report::say("(lratcheck is neither beside certify nor in the search path)");
        return Ok(());
    };
    let status = Command::new(&checker).arg(formula).arg(proof).stdin(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Own(format!("{} ended with {status}", checker.display()))),
        Err(error) => Err(Failure::Own(format!("{}: {error}", checker.display()))),
    }
}
