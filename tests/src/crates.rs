//! The members of the workspace and what they rest on, as Cargo tells.

use crate::rust::{Source, sources_below};
use crate::{last, root, text};
use std::path::PathBuf;
use std::process::Command;

/// A part of the workspace, by its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// `formats/`.
    Formats,
    /// `certificates/`.
    Certificates,
    /// `checkers/`.
    Checkers,
    /// `prover/engines/`.
    Engines,
    /// `prover/support/`.
    Support,
    /// `prover/` itself.
    Prover,
    /// `tests/` and `fuzz/`.
    Tests,
}

impl Area {
    /// Whether verdicts rest on it.
    #[must_use]
    pub fn is_trusted(self) -> bool {
        matches!(self, Self::Formats | Self::Certificates | Self::Checkers)
    }

    /// The area of a folder named from the folder of the workspace.
    fn of(folder: &str) -> Result<Self, String> {
        let mut parts = folder.split('/');
        Ok(match (parts.next(), parts.next(), parts.next(), parts.next()) {
            (Some("formats"), Some(_), None, None) => Self::Formats,
            (Some("certificates"), Some(_), None, None) => Self::Certificates,
            (Some("checkers"), Some(_), None, None) => Self::Checkers,
            (Some("prover"), Some("engines"), Some(_), None) => Self::Engines,
            (Some("prover"), Some("support"), Some(_), None) => Self::Support,
            (Some("prover"), None, None, None) => Self::Prover,
            (Some("tests" | "fuzz"), _, _, None) => Self::Tests,
            _ => return Err(format!("{folder}: no crate belongs there")),
        })
    }
}

/// A member of the workspace.
#[derive(Clone, Debug)]
pub struct Crate {
    /// Its folder.
    pub folder: PathBuf,
    /// Its package's name.
    pub name: String,
    /// Where it belongs.
    pub area: Area,
    /// Its manifest.
    pub manifest: String,
}

/// All members, in the order of the workspace's manifest.
pub fn crates() -> Result<Vec<Crate>, String> {
    let manifest = text(&root().join("Cargo.toml"))?;
    let (_, list) = manifest.split_once("\nmembers = [").ok_or("Cargo.toml: no members")?;
    let (list, _) = list.split_once("\n]").ok_or("Cargo.toml: no end of members")?;
    // Between quotes.
    list.split('"').skip(1).step_by(2).map(Crate::read).collect()
}

impl Crate {
    fn read(folder: &str) -> Result<Self, String> {
        let area = Area::of(folder)?;
        let folder = root().join(folder);
        let manifest = text(&folder.join("Cargo.toml"))?;
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
        let name = name.and_then(|name| name.strip_suffix('"')).ok_or("a package has no name")?;
        Ok(Self { name: name.to_owned(), folder, area, manifest })
    }

    /// The name of its folder.
    #[must_use]
    pub fn word(&self) -> &str {
        last(&self.folder)
    }

    /// Its source files. Those of the prover's and the tests' parts are not its own.
    pub fn sources(&self) -> Result<Vec<Source>, String> {
        let mut sources = sources_below(&self.folder)?;
        let others: Vec<PathBuf> = match self.area {
            Area::Prover => vec![self.folder.join("engines"), self.folder.join("support")],
            Area::Tests => ["bench", "cargo-fuzz"].map(|other| self.folder.join(other)).to_vec(),
            _ => Vec::new(),
        };
        sources.retain(|source| !others.iter().any(|other| source.path.starts_with(other)));
        Ok(sources)
    }

    /// The packages it is built from beside itself, other than those of unit tests: members of the
    /// workspace, then the names of outside crates.
    pub fn rests_on(&self, members: &[Crate]) -> Result<(Vec<Crate>, Vec<String>), String> {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["tree", "--edges", "normal,build", "--prefix", "none", "--locked"]);
        cargo.args(["--offline", "--package", &self.name]).current_dir(root());
        let output = cargo.output().map_err(|error| error.to_string())?;
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let (mut inside, mut outside): (Vec<Crate>, Vec<String>) = (Vec::new(), Vec::new());
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            // `NAME vVERSION`, then `(FOLDER)` for members and `(*)` for repetitions.
            let Some(name) = line.split(' ').next().filter(|name| !name.is_empty()) else {
                continue;
            };
            let member = members.iter().find(|member| {
                let folder = format!("({})", member.folder.display());
                member.name == name && line.contains(&folder)
            });
            match member {
                Some(member) if member.name != self.name => inside.push(member.clone()),
                Some(_) => {}
                None if line.ends_with("(*)") => {}
                None => outside.push(name.to_owned()),
            }
        }
        inside.sort_by(|one, other| one.folder.cmp(&other.folder));
        inside.dedup_by(|one, other| one.folder == other.folder);
        outside.sort();
        outside.dedup();
        Ok((inside, outside))
    }
}
