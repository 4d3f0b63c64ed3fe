//! One contender on one file: the programs it runs, and what they said.

use crate::measure::Usage;
use crate::raw::{End, Role, Step, Verdict};
use crate::tools::Tools;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A problem.
#[derive(Clone, Debug, Default)]
pub struct Task {
    /// Its name in tables.
    pub name: String,
    /// Its file or files.
    pub files: Vec<PathBuf>,
    /// What `certify` and its checker are told beside the files.
    pub options: Vec<String>,
    /// The curve that it is a point of, and its place there.
    pub series: String,
    pub size: Option<f64>,
}

/// Someone who answers the questions of a suite.
pub struct Contender {
    pub name: &'static str,
    /// The tools without which it cannot run.
    pub tools: &'static [&'static str],
    /// Whether the question is one for it.
    pub applies: fn(&Task) -> bool,
    pub run: fn(&Task, &mut Trial) -> Result<Verdict, String>,
}

/// Runs programs in a folder of their own and notes what they used.
pub struct Trial<'a> {
    pub tools: &'a Tools,
    pub folder: &'a Path,
    pub limit: u64,
    pub steps: Vec<Step>,
}

/// What a program said, and how it ended.
pub struct Said {
    pub end: End,
    pub stdout: String,
    pub stderr: String,
}

impl Said {
    /// Its exit code, if it had one.
    pub fn code(&self) -> Option<i32> {
        match self.end {
            End::Code(code) => Some(code),
            End::Signal(_) | End::Limit => None,
        }
    }

    /// Whether our checker accepted.
    pub fn is_verified(&self) -> bool {
        self.code() == Some(0) && self.stdout.lines().any(|line| line == "s VERIFIED")
    }
}

impl Trial<'_> {
    /// The path of a file that a step writes.
    pub fn file(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Runs a program that finds something; `written` are the files it may leave behind.
    pub fn find(&mut self, tool: &str, words: &[String], written: &[&str]) -> Result<Said, String> {
        self.step(tool, tool, Role::Find, words, written)
    }

    /// Runs a checker, under a name of its own in the tables.
    pub fn check(
        &mut self,
        name: &str,
        tool: &str,
        words: &[String],
        accepts: fn(&Said) -> bool,
    ) -> Result<(), String> {
        let said = self.step(name, tool, Role::Check, words, &[])?;
        if let Some(step) = self.steps.last_mut() {
            step.accepted = Some(accepts(&said));
        }
        Ok(())
    }

    /// Runs another checker on what was checked already.
    pub fn again(
        &mut self,
        name: &str,
        tool: &str,
        words: &[String],
        accepts: fn(&Said) -> bool,
    ) -> Result<(), String> {
        self.check(name, tool, words, accepts)?;
        if let Some(step) = self.steps.last_mut() {
            step.role = Role::Again;
        }
        Ok(())
    }

    fn step(
        &mut self,
        name: &str,
        tool: &str,
        role: Role,
        words: &[String],
        written: &[&str],
    ) -> Result<Said, String> {
        let path = self.tools.path(tool)?;
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut measure = Command::new(this);
        measure.args(["measure", "--limit", &self.limit.to_string(), "--said"]).arg(self.folder);
        measure.arg("--").arg(path).args(words).current_dir(self.folder).stdin(Stdio::null());
        let answer = measure.output().map_err(|error| error.to_string())?;
        if !answer.status.success() {
            return Err(format!("{tool}: {}", String::from_utf8_lossy(&answer.stderr)));
        }
        let usage: Usage =
            serde_json::from_slice(&answer.stdout).map_err(|error| format!("{tool}: {error}"))?;
        let bytes = written.iter().filter_map(|file| self.folder.join(file).metadata().ok());
        self.steps.push(Step {
            name: name.to_owned(),
            role,
            command: self.shown(tool, words),
            cpu: usage.cpu,
            wall: usage.wall,
            memory: usage.memory,
            bytes: bytes.map(|file| file.len()).sum(),
            end: usage.end,
            accepted: None,
        });
        let said = |file: &str| {
            let bytes = std::fs::read(self.folder.join(file)).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        Ok(Said { end: usage.end, stdout: said("stdout"), stderr: said("stderr") })
    }

    /// The command line as a reader would type it: files without their folders.
    fn shown(&self, tool: &str, words: &[String]) -> String {
        let mut line = tool.to_owned();
        for word in words {
            let inside = word.replace(&format!("{}/", self.folder.display()), "");
            let path = Path::new(&inside);
            let shown = if path.is_absolute() { workspace_tests::last(path) } else { &inside };
            let is_plain = !shown.contains([' ', ';', '&']);
            line.push(' ');
            line.push_str(&if is_plain {
                shown.to_owned()
            } else {
                format!("\"{}\"", short(shown))
            });
        }
        line
    }
}

/// A script of a tool with the folders of its files left out.
fn short(script: &str) -> String {
    let words = script.split(' ').map(|word| {
        let name = word.trim_end_matches(';');
        if name.starts_with('/') {
            let end = if word.ends_with(';') { ";" } else { "" };
            format!("{}{end}", workspace_tests::last(Path::new(name)))
        } else {
            word.to_owned()
        }
    });
    words.collect::<Vec<_>>().join(" ")
}

/// A path as a word of a command line.
pub fn word(path: &Path) -> String {
    path.display().to_string()
}

/// Words of a command line.
pub fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_name_no_folders() {
        let tools = Tools::default();
        let folder = Path::new("/tmp/x1");
        let trial = Trial { tools: &tools, folder, limit: 1, steps: Vec::new() };
        let line = trial.shown("certify", &words(&["cnf", "/a/b/f.cnf", "-o", "/tmp/x1/p"]));
        assert_eq!(line, "certify cnf f.cnf -o p");
        let line = trial.shown("abc", &words(&["-q", "&r /a/b.aig; &cec /a/c.aig"]));
        assert_eq!(line, "abc -q \"&r b.aig; &cec c.aig\"");
    }
}
