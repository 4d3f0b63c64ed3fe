//! What was measured, one JSON object a line: sessions and attempts.

use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A line of a raw file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum Line {
    /// One call of the program.
    Session(Session),
    /// One contender on one file.
    Attempt(Attempt),
}

/// One call of the program: what holds for the attempts that follow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Session {
    pub suite: String,
    /// `2026-11-18 16:05 UTC`.
    pub date: String,
    pub machine: String,
    /// The words of the call.
    pub command: String,
    /// CPU seconds that each program may take.
    pub limit: u64,
    pub tools: Vec<Version>,
    /// Tools of the suite that were not found: their contenders did not run.
    pub missing: Vec<String>,
}

/// A tool and which one it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Version {
    pub tool: String,
    pub version: String,
}

/// What a contender made of a file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub suite: String,
    pub file: String,
    /// The curve that the file is a point of, if it is one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub series: String,
    /// Its place on the curve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<f64>,
    pub contender: String,
    pub repeat: u32,
    pub limit: u64,
    pub verdict: Verdict,
    pub steps: Vec<Step>,
}

/// What was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    Holds,
    Fails,
    /// A limit was exceeded, or the tool gave up.
    Unknown,
    /// The tool refused the file, or fell over.
    Error,
}

/// One program that ran for an attempt.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    pub name: String,
    pub role: Role,
    pub command: String,
    /// User and system seconds, of all its processes.
    pub cpu: f64,
    pub wall: f64,
    /// The most resident memory of one process, in MB of 10^6 bytes.
    pub memory: f64,
    /// The bytes of the files it wrote.
    pub bytes: u64,
    pub end: End,
    /// Whether a checker accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
}

/// What a step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// It finds the answer or a part of it.
    Find,
    /// It checks what was found; an answer counts with all its checks.
    Check,
    /// Another checker on the same certificate, for comparison.
    Again,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum End {
    Code(i32),
    Signal(i32),
    /// It was stopped at the limit.
    Limit,
}

impl Verdict {
    /// Whether the question was answered.
    pub fn is_decided(self) -> bool {
        matches!(self, Self::Holds | Self::Fails)
    }

    /// The word for a table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Unknown => "-",
            Self::Error => "error",
        }
    }
}

impl Attempt {
    /// The sum over its steps of a role.
    pub fn cpu(&self, role: Role) -> f64 {
        self.steps.iter().filter(|step| step.role == role).map(|step| step.cpu).sum()
    }
}

/// The lines of raw files; one that was cut off when the program was ended is left out.
pub fn read(paths: &[impl AsRef<Path>]) -> Result<Vec<Line>, String> {
    let mut lines = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            match serde_json::from_str(line) {
                Ok(line) => lines.push(line),
                Err(_) if !text.ends_with('\n') && number + 1 == text.lines().count() => {}
                Err(error) => {
                    return Err(format!("{}:{}: {error}", path.display(), number + 1));
                }
            }
        }
    }
    Ok(lines)
}

/// A raw file that lines are added to.
pub struct Log(Mutex<File>);

impl Log {
    /// Opens or makes the file; a last line that was cut off gets its end.
    pub fn open(path: &Path) -> Result<Self, String> {
        let fault = |error: std::io::Error| format!("{}: {error}", path.display());
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(fault)?;
        }
        if let Ok(text) = std::fs::read_to_string(path)
            && !text.is_empty()
            && !text.ends_with('\n')
        {
            let whole = text.rfind('\n').map_or(0, |at| at + 1);
            std::fs::write(path, text.get(..whole).unwrap_or_default()).map_err(fault)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        Ok(Self(Mutex::new(file)))
    }

    /// Adds a line at once, so that nothing is lost when the program is ended.
    pub fn add(&self, line: &Line) -> Result<(), String> {
        let mut text = serde_json::to_string(line).map_err(|error| error.to_string())?;
        text.push('\n');
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes()).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_was_cut_off_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("raw");
        let session = Line::Session(Session {
            suite: "cnf".into(),
            date: String::new(),
            machine: String::new(),
            command: String::new(),
            limit: 5,
            tools: Vec::new(),
            missing: vec!["z3".into()],
        });
        Log::open(&path).unwrap().add(&session).unwrap();
        let whole = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, format!("{whole}{{\"line\":\"att")).unwrap();
        assert_eq!(read(&[&path]).unwrap().len(), 1);
        Log::open(&path).unwrap().add(&session).unwrap();
        assert_eq!(read(&[&path]).unwrap(), [session.clone(), session]);
        std::fs::write(&path, "{}\n").unwrap();
        assert!(read(&[&path]).unwrap_err().contains("raw:1: "));
    }
}
