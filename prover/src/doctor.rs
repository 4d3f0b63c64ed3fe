//! `certify doctor`: what this installation can do.

use crate::adders::write_miter;
use crate::programs::find;
use crate::report::{self, Failure};
use engine_sat::{Proof, Task};
use format_input::Encoding;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use support_answer::{Answer, Destination};
use support_limits::{Limits, resident_bytes};

/// The checkers of what certify writes today.
const CHECKERS: [&str; 3] = ["lratcheck", "dratcheck", "tracecheck"];

/// Prints what there is and tries every kind of certificate.
pub(crate) fn run() -> Result<u8, Failure> {
    let mut lines = vec![
        format!("certify: {}", env!("CARGO_PKG_VERSION")),
        format!("solver: {}", support_sat::signature()),
    ];
    for checker in CHECKERS {
        let found = find(checker).map(|path| describe(&path));
        let words = found.unwrap_or_else(|| "neither beside certify nor in the path".into());
        lines.push(format!("{checker}: {words}"));
    }
    let memory = resident_bytes().map_or_else(
        || "cannot be kept: the system does not tell what is held".into(),
        |bytes| format!("can be kept; this process holds {} MB", bytes.div_ceil(1_000_000)),
    );
    lines.push(format!("memory limits: {memory}"));
    lines.push(format!("temporary files: {}", std::env::temp_dir().display()));
    let mut is_well = true;
    for (name, result) in self_tests() {
        is_well &= result.is_ok();
        let words = result.map_or_else(|why| format!("FAILED: {why}"), |()| "good".into());
        lines.push(format!("self-test {name}: {words}"));
    }
    report::print(&lines)?;
    Ok(u8::from(!is_well))
}

/// The place of a checker and what it says of itself.
fn describe(path: &Path) -> String {
    let run = Command::new(path).arg("--version").stdin(Stdio::null()).output();
    let words = match run {
        Ok(output) if output.status.success() => {
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        }
        Ok(output) => format!("does not run: {}", output.status),
        Err(error) => format!("does not run: {error}"),
    };
    format!("{words} ({})", path.display())
}

/// Small formulas, from the solver to the checkers' kernels.
fn self_tests() -> [(&'static str, Result<(), String>); 3] {
    let mut miter = Vec::new();
    let written = write_miter(&mut miter, 4).map_err(|error| error.to_string());
    [
        ("LRAT", written.clone().and_then(|()| expect(&miter, Proof::Lrat, "HOLDS"))),
        ("DRAT", written.and_then(|()| expect(&miter, Proof::Drat, "HOLDS"))),
        ("model", expect(b"p cnf 2 2\n1 2 0\n-1 0\n", Proof::Lrat, "FAILS")),
    ]
}

fn expect(formula: &[u8], proof: Proof, verdict: &str) -> Result<(), String> {
    let task = Task {
        formula,
        proof,
        encoding: Encoding::Binary,
        seed: 0,
        destination: &Destination::Nowhere,
        limits: &Limits::none(),
        progress: Rc::new(|_| ()),
    };
    match engine_sat::decide(&task).as_ref().map(Answer::to_string) {
        Ok(found) if found == verdict => Ok(()),
        Ok(found) => Err(format!("expected {verdict}, found {found}")),
        Err(error) => Err(error.to_string()),
    }
}
