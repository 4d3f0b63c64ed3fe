//! What the tests of the workspace share: its files, its programs, its cases.
//!
//! A fault is a sentence that begins with the place it is about. Tests collect faults and show
//! all of them, so that one run tells everything.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise"
)]

mod case;
mod crates;
mod interop;
mod problems;
mod process;
mod programs;
mod random;
mod rust;
mod tools;
mod twin;

pub use case::{Case, Class, run_class};
pub use crates::{Area, Crate, crates};
pub use interop::{Tool, fresh, ours};
pub use problems::problem;
pub use process::{Answer, Limits, run};
pub use programs::program;
pub use random::Random;
pub use rust::{Source, sources};
pub use tools::{tool, tools, variable};

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The folder of the workspace.
#[must_use]
pub fn root() -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests.parent().unwrap_or(tests).to_path_buf()
}

/// Whether the expectation in this file is to be rewritten instead of compared: the variable
/// `CERTIFY_BLESS` is 1, or a part of the file's path.
#[must_use]
pub fn blessing(path: &Path) -> bool {
    std::env::var("CERTIFY_BLESS").is_ok_and(|value| {
        value == "1" || (!value.is_empty() && name(path).contains(value.as_str()))
    })
}

/// Shows a line even if the test passes: the test harness keeps only what `println!` prints.
pub fn say(line: &str) {
    let _shown = writeln!(io::stdout().lock(), "{line}");
}

/// A path as it is named in faults: from the folder of the workspace.
#[must_use]
pub fn name(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

/// The bytes of a file.
pub fn bytes(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", name(path)))
}

/// The text of a file.
pub fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", name(path)))
}

/// Writes a file.
pub fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, contents).map_err(|error| format!("{}: {error}", name(path)))
}

/// What a folder holds, sorted; nothing if there is no such folder.
pub fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let fault = |error: io::Error| format!("{}: {error}", name(folder));
    let list = fs::read_dir(folder).map_err(fault)?;
    let mut paths = Vec::new();
    for entry in list {
        paths.push(entry.map_err(fault)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// All files below a folder, sorted by folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The last part of a path.
#[must_use]
pub fn last(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("")
}

/// Whether a file's name ends with this extension.
#[must_use]
pub fn is(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Ends a test.
///
/// # Panics
///
/// If there are faults; shows all of them, one a line.
#[track_caller]
pub fn conclude(faults: &[String]) {
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
