//! The programs that run: ours from the folder of this one, other people's from where they are.

use crate::raw::Version;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Our own programs.
const OURS: [&str; 8] = [
    "certify",
    "dratcheck",
    "horncheck",
    "invcheck",
    "lratcheck",
    "mitercheck",
    "pacheck",
    "tracecheck",
];

/// How a tool says its version; the others do not say it.
const ASKED: [(&str, &[&str]); 6] = [
    ("abc", &["-q", "version"]),
    ("cadical", &["--version"]),
    ("certify", &["--version"]),
    ("lrat-trim", &["--version"]),
    ("ric3", &["--version"]),
    ("z3", &["--version"]),
];

/// Where each program is.
#[derive(Clone, Debug, Default)]
pub struct Tools(BTreeMap<String, PathBuf>);

impl Tools {
    /// Finds what is there. All of ours must be.
    pub fn find() -> Result<Self, String> {
        let this = std::env::current_exe().map_err(|error| error.to_string())?;
        let folder = this.parent().ok_or("this program lies in no folder")?;
        let mut found = BTreeMap::new();
        for name in OURS {
            let path = folder.join(name);
            if !path.is_file() {
                return Err(format!(
                    "{} is missing: build all programs first, cargo build --release --workspace",
                    path.display()
                ));
            }
            found.insert(name.to_owned(), path);
        }
        for name in workspace_tests::tools() {
            if let Some(path) = workspace_tests::tool(name) {
                found.insert(name.to_owned(), path);
            }
        }
        Ok(Self(found))
    }

    /// Where a program is.
    pub fn path(&self, name: &str) -> Result<&PathBuf, String> {
        self.0.get(name).ok_or_else(|| format!("{name} is not installed"))
    }

    /// Whether it is there.
    pub fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Which one it is: what it says itself, and the beginning of its digest, which tells builds
    /// apart.
    pub fn version(&self, name: &str) -> Result<Version, String> {
        let path = self.path(name)?;
        let words = ASKED.iter().find(|(tool, _)| *tool == name).map(|(_, words)| *words);
        let said = words.map_or_else(String::new, |words| {
            let answer = Command::new(path).args(words).stdin(Stdio::null()).output();
            answer.map_or_else(
                |_| String::new(),
                |answer| {
                    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
                    text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").to_owned()
                },
            )
        });
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let digest = format_sha256::digest(&bytes).to_string();
        let digest: String = digest.chars().take(12).collect();
        let said = said.trim().trim_start_matches(name).trim();
        let version = format!("{said} (sha256 {digest})").trim().to_owned();
        Ok(Version { tool: name.to_owned(), version })
    }
}

/// The processor, the cores, the memory and how busy they are.
pub fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let field = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_once(':')).map(|(_, value)| value.trim().to_owned())
    };
    let processor = field(&read("/proc/cpuinfo"), "model name").unwrap_or_else(|| "?".into());
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let memory = field(&read("/proc/meminfo"), "MemTotal").unwrap_or_else(|| "?".into());
    let load = read("/proc/loadavg");
    let load = load.split_whitespace().next().unwrap_or("?");
    format!("{processor}, {cores} cores, {memory} of memory, load {load} at the start")
}

/// The present, as `2026-11-18 16:05 UTC`.
pub fn now() -> String {
    let output = Command::new("date").args(["-u", "+%Y-%m-%d %H:%M UTC"]).output();
    output
        .map_or_else(|_| "?".into(), |output| String::from_utf8_lossy(&output.stdout).trim().into())
}

/// The commit that the folder of the workspace shows.
pub fn commit() -> String {
    let mut git = Command::new("git");
    git.args(["describe", "--always", "--dirty"]).current_dir(workspace_tests::root());
    let said = git.output().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    said.ok().filter(|said| !said.is_empty()).unwrap_or_else(|| "an unknown commit".into())
}
