//! Raw results to pages: one for each suite, and the table in the index.

mod data;
mod index;
mod page;
mod pictures;
mod table;

use crate::raw::{self, Line};
use crate::suites::SUITES;
use data::Data;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

/// Writes `benchmarks/SUITE.md` and its plots for each suite in the raw files, and the rows of
/// `benchmarks.md`.
pub fn report(paths: &[PathBuf], output: &Path) -> Result<(), String> {
    let lines = raw::read(paths)?;
    let folder = output.join("benchmarks");
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut rows = Vec::new();
    for suite in SUITES {
        let is_of = |line: &&Line| match line {
            Line::Session(session) => session.suite == suite.name,
            Line::Attempt(attempt) => attempt.suite == suite.name,
        };
        let lines: Vec<&Line> = lines.iter().filter(is_of).collect();
        let data = Data::new(suite, &lines);
        if data.files.is_empty() {
            continue;
        }
        let pictures = pictures::pictures(&data);
        for picture in &pictures {
            write(&folder.join(&picture.file), &picture.svg)?;
        }
        write(&folder.join(format!("{}.md", suite.name)), &page::page(&data, &pictures))?;
        rows.push((suite.name, index::rows(&data)));
    }
    let index = output.join("benchmarks.md");
    if let Ok(text) = std::fs::read_to_string(&index) {
        write(&index, &index::with_rows(&text, &rows)?)?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let _told = writeln!(stdout(), "{}", path.display());
    Ok(())
}
