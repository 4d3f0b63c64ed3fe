//! Files that reports go to. None is a part of what is audited or another report, and each gets
//! its name when it is whole: what it replaces stays until then. No verdict rests on this.

#[cfg(test)]
mod tests;

use audit::Report;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a report goes.
pub(crate) struct Target<'a> {
    /// As the user calls it.
    name: &'a str,
    /// Where it stands or will stand: links are followed.
    place: PathBuf,
}

impl<'a> Target<'a> {
    /// Refuses what would replace a part of a bundle.
    pub(crate) fn new(name: &'a str, bundles: &[String]) -> Result<Self, String> {
        let path = Path::new(name);
        if name == "-" {
            return Err("-: expected a file: only the verdict goes to standard output".into());
        }
        // What stands there already may be a link; one to nowhere may lead into a bundle.
        if path.is_symlink() && !path.exists() {
            return Err(format!("{name}: a link that leads nowhere"));
        }
        let place = path.canonicalize().or_else(|_| {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
            Ok(folder.join(path.file_name().ok_or(io::ErrorKind::IsADirectory)?))
        });
        let place = place.map_err(|error: io::Error| format!("{name}: {error}"))?;
        let inside = |bundle: &String| fs::canonicalize(bundle).is_ok_and(|b| place.starts_with(b));
        match bundles.iter().find(|bundle| inside(bundle)) {
            Some(bundle) => Err(format!("{name}: a report inside {bundle} would alter it")),
            None => Ok(Self { name, place }),
        }
    }

    /// Whether it is something like a pipe, which takes whatever is written.
    fn is_special(&self) -> bool {
        self.place.exists() && !self.place.is_file()
    }

    /// Refuses two reports in one file.
    pub(crate) fn apart(&self, other: &Self) -> Result<(), String> {
        if self.place == other.place && !self.is_special() {
            return Err(format!("{}: two reports would be one file", other.name));
        }
        Ok(())
    }

    /// Writes the report; without it there is no success. A problem of a claim is not replaced,
    /// wherever it stands.
    pub(crate) fn write(&self, text: &str, reports: &[Report]) -> Result<(), String> {
        let told = |error: io::Error| format!("{}: {error}", self.name);
        if self.is_special() {
            return fs::write(&self.place, text).map_err(told);
        }
        let findings = reports.iter().flat_map(|report| &report.findings);
        let mut problems = findings.flat_map(|finding| &finding.problems);
        let old = fs::read(&self.place).ok().map(|bytes| format_sha256::digest(&bytes));
        if problems.any(|problem| Some(problem.digest) == old) {
            return Err(format!("{}: would replace a problem of a claim", self.name));
        }
        let mut part = self.place.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        let mut out = File::create_new(&part).map_err(told)?;
        let mode = fs::metadata(&self.place).map(|old| out.set_permissions(old.permissions()));
        let written = mode.unwrap_or(Ok(())).and_then(|()| out.write_all(text.as_bytes()));
        written.and_then(|()| fs::rename(&part, &self.place)).map_err(|error| {
            // What cannot be removed keeps its temporary name.
            let _unremoved = fs::remove_file(&part);
            told(error)
        })
    }
}
