//! A folder in which `certify` runs, and what came out of it.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![allow(clippy::panic, reason = "a test stops at the first surprise")]
#![allow(clippy::arithmetic_side_effects, reason = "the numbers are small")]
#![allow(unreachable_pub, reason = "a module of the tests has no outside")]

use std::fs::{self, File};
use std::io::{Sink, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use tempfile::TempDir;

/// A fresh folder, which is also the one for temporary files.
pub struct Place {
    folder: TempDir,
}

/// A finished run.
pub struct Run {
    pub code: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    pub fn of(command: &mut Command) -> Self {
        command.output().unwrap().into()
    }

    /// The last line of standard error.
    pub fn verdict(&self) -> &str {
        self.stderr.lines().last().unwrap_or("")
    }

    pub fn says(&self, line: &str) -> bool {
        self.stderr.lines().any(|found| found == line)
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        let stderr = String::from_utf8(output.stderr).unwrap();
        // Without an exit code it was ended by a signal.
        Self { code: output.status.code().unwrap_or(-1), stdout: output.stdout, stderr }
    }
}

impl Place {
    pub fn new() -> Self {
        Self { folder: TempDir::new().unwrap() }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of all files, hidden ones included.
    pub fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_certify"));
        command.args(arguments).current_dir(self.folder.path()).env("TMPDIR", self.folder.path());
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn certify(&self, arguments: &[&str]) -> Run {
        Run::of(&mut self.command(arguments))
    }

    pub fn certify_with_input(&self, arguments: &[&str], input: &str) -> Run {
        let mut child = self.start(arguments);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        child.wait_with_output().unwrap().into()
    }

    /// Starts certify with an open standard input.
    pub fn start(&self, arguments: &[&str]) -> Child {
        self.command(arguments).stdin(Stdio::piped()).spawn().unwrap()
    }

    /// Requires that the checker's kernel accepts the certificate.
    pub fn accept(&self, checker: &str, problem: &str, certificate: &str) {
        let [problem, certificate] = [problem, certificate].map(|n| File::open(self.path(n)));
        let (problem, certificate) = (problem.unwrap(), certificate.unwrap());
        let refusal = match checker {
            "lratcheck" => lratcheck::check(problem, certificate, lratcheck::Options::default())
                .err()
                .map(|failure| failure.to_string()),
            "dratcheck" => {
                let options = dratcheck::Options::default();
                dratcheck::check::<Sink>(problem, certificate, options, None)
                    .err()
                    .map(|failure| failure.to_string())
            }
            _ => tracecheck::check(problem, certificate, tracecheck::Asked::Natural)
                .err()
                .map(|failure| failure.to_string()),
        };
        assert_eq!(refusal, None);
    }
}

/// Sends a signal to a child, whose standard input stays open, and waits for its end.
pub fn interrupt(mut child: Child, signal: &str) -> Run {
    let stdin = child.stdin.take();
    let number = child.id().to_string();
    assert!(Command::new("kill").args([signal, &number]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    output.into()
}

/// The formula that one pigeon more than holes fits into the holes.
pub fn pigeons(holes: u32) -> String {
    let at = |pigeon: u32, hole: u32| pigeon * holes + hole + 1;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        let somewhere: Vec<String> = (0..holes).map(|hole| at(pigeon, hole).to_string()).collect();
        clauses.push(format!("{} 0", somewhere.join(" ")));
        for (other, hole) in (0..pigeon).flat_map(|o| (0..holes).map(move |hole| (o, hole))) {
            clauses.push(format!("-{} -{} 0", at(pigeon, hole), at(other, hole)));
        }
    }
    let variables = (holes + 1) * holes;
    format!("p cnf {variables} {}\n{}\n", clauses.len(), clauses.join("\n"))
}
