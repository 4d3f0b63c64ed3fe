//! Tests with other people's tools: one that is absent is NOT RUN, never passed.

use crate::process::{Answer, Limits, run};
use crate::{program, say, tool, variable};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

const LIMITS: Limits = Limits { time: Duration::from_mins(2), memory: None };

/// A tool that is there.
pub struct Tool {
    /// Its name in `docs/interop.md`.
    pub name: &'static str,
    path: PathBuf,
}

impl Tool {
    /// Finds it, or says loudly that what needs it did not run.
    #[must_use]
    pub fn find(name: &'static str, test: &str) -> Option<Self> {
        let path = tool(name);
        if path.is_none() {
            let variable = variable(name);
            say(&format!("{test}: NOT RUN: {name} is not installed, and {variable} is not set"));
        }
        Some(Self { name, path: path? })
    }

    /// Runs it in a folder.
    pub fn run(&self, folder: &Path, words: &[&str]) -> Result<Answer, String> {
        start(&self.path, folder, words)
    }

    /// Whether it prints this line, when run in a folder.
    pub fn says(&self, folder: &Path, words: &[&str], expected: &str) -> Result<bool, String> {
        let answer = self.run(folder, words)?;
        let text = String::from_utf8_lossy(&answer.stdout).into_owned();
        Ok(text.lines().any(|line| line.trim().trim_start_matches("[pck2] ") == expected))
    }
}

/// Runs one of our programs in a folder.
pub fn ours(name: &str, folder: &Path, words: &[&str]) -> Result<Answer, String> {
    start(program(name)?, folder, words)
}

fn start(path: &Path, folder: &Path, words: &[&str]) -> Result<Answer, String> {
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    run(path, &words, folder, Stdio::null(), LIMITS)
}

/// An empty folder for the files of one test.
pub fn fresh(place: &str, name: &str) -> Result<PathBuf, String> {
    let folder = Path::new(place).join(name);
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(folder)
}
