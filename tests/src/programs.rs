//! The programs of the workspace, built by Cargo in the profile and the folder of the test itself.

use crate::root;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

type Programs = BTreeMap<String, PathBuf>;

/// The path of a program, which is built first. A test process builds once.
///
/// `cargo test --workspace` builds the libraries of all programs but not the programs; Cargo has
/// no stable way to depend on one. So the test asks Cargo, which has little left to do.
pub fn program(name: &str) -> Result<&'static Path, String> {
    static PROGRAMS: OnceLock<Result<Programs, String>> = OnceLock::new();
    let programs = PROGRAMS.get_or_init(build).as_ref().map_err(Clone::clone)?;
    let program = programs.get(name).ok_or_else(|| format!("no program is called '{name}'"))?;
    Ok(program)
}

/// Builds all programs. The test lies in `TARGET/PROFILE/deps`, and so will what it depends on.
fn build() -> Result<Programs, String> {
    let test = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut folders = test.ancestors().skip(2);
    let profile = folders.next().map_or("debug", crate::last);
    let target = folders.next().ok_or("the test lies in no target folder")?;
    let profile = if profile == "debug" { "dev" } else { profile };
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--workspace", "--bins", "--locked", "--profile", profile]);
    cargo.args(["--message-format", "json-render-diagnostics", "--target-dir"]).arg(target);
    let output = cargo.current_dir(root()).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(format!("the programs do not build:\n{words}"));
    }
    let messages = String::from_utf8_lossy(&output.stdout).into_owned();
    let paths = messages.lines().filter_map(executable);
    Ok(paths.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path))).collect())
}

/// The path in a message of Cargo that a program was built.
fn executable(message: &str) -> Option<PathBuf> {
    let (_, rest) = message.split_once("\"executable\":\"")?;
    let mut path = String::new();
    let mut letters = rest.chars();
    loop {
        match letters.next()? {
            '"' => return Some(PathBuf::from(path)),
            '\\' => path.push(letters.next()?),
            letter => path.push(letter),
        }
    }
}
