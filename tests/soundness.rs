//! Every tempting shortcut has a case that only the check against it refuses.
//!
//! `tests/soundness/rows.txt` names, for each shortcut, a refused case and the change of trusted
//! code that takes it. Here the change is made in a copy of the workspace, the checker is built,
//! and the case must be accepted. That takes minutes: it is NOT RUN unless `CERTIFY_SOUNDNESS` is
//! set, to 1 or to the beginning of a row's name.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use workspace_tests::{conclude, entries, last, root, say, text};

/// A shortcut.
#[derive(Default)]
struct Row {
    name: String,
    case: String,
    /// File, old text, new text.
    changes: Vec<(String, String, String)>,
}

#[test]
fn shortcuts_would_accept() {
    let rows = rows().unwrap();
    let Ok(asked) = std::env::var("CERTIFY_SOUNDNESS") else {
        say(&format!("NOT RUN: {} shortcuts: set CERTIFY_SOUNDNESS=1", rows.len()));
        conclude(&stale(&rows));
        return;
    };
    let copy = std::env::temp_dir().join(format!("certify-soundness-{}", std::process::id()));
    copy_tree(&root(), &copy).unwrap();
    let mut faults = stale(&rows);
    for row in rows.iter().filter(|row| asked == "1" || row.name.starts_with(&asked)) {
        match take(row, &copy) {
            Ok(()) => say(&format!("{}: accepted with the shortcut: {}", row.name, row.case)),
            Err(fault) => faults.push(format!("{}: {fault}", row.name)),
        }
    }
    fs::remove_dir_all(&copy).unwrap();
    conclude(&faults);
}

fn rows() -> Result<Vec<Row>, String> {
    let mut rows: Vec<Row> = Vec::new();
    let mut file = String::new();
    for line in text(&root().join("tests/soundness/rows.txt"))?.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "row" {
            rows.push(Row { name: rest.to_owned(), ..Row::default() });
        }
        let Some(row) = rows.last_mut() else { continue };
        match word {
            "case" => rest.clone_into(&mut row.case),
            "file" => rest.clone_into(&mut file),
            "-" => row.changes.push((file.clone(), rest.to_owned(), String::new())),
            "+" => {
                let change = row.changes.last_mut().ok_or("+ without -")?;
                rest.clone_into(&mut change.2);
            }
            "row" | "" | "#" => {}
            _ => return Err(format!("tests/soundness/rows.txt: {line}")),
        }
    }
    Ok(rows)
}

/// Rows whose case or code is not there any more. This is always looked at.
fn stale(rows: &[Row]) -> Vec<String> {
    let mut faults = Vec::new();
    for row in rows {
        if !root().join("tests").join(&row.case).join("args").exists() {
            faults.push(format!("{}: no case {}", row.name, row.case));
        }
        for (file, old, _) in &row.changes {
            let count = text(&root().join(file)).map_or(0, |text| text.matches(old).count());
            if count != 1 {
                faults.push(format!("{}: {file} has {count} times: {old}", row.name));
            }
        }
    }
    faults
}

/// Takes the shortcut, builds, runs the case, and undoes the change.
fn take(row: &Row, copy: &Path) -> Result<(), String> {
    let case = copy.join("tests").join(&row.case);
    let args = text(&case.join("args"))?;
    let words: Vec<&str> = args.split_whitespace().collect();
    let (program, words) = words.split_first().ok_or("no program")?;
    for (file, old, new) in &row.changes {
        let changed = text(&copy.join(file))?.replacen(old, new, 1);
        fs::write(copy.join(file), changed).map_err(|error| error.to_string())?;
    }
    let built = build(program, copy);
    for (file, _, _) in &row.changes {
        fs::copy(root().join(file), copy.join(file)).map_err(|error| error.to_string())?;
    }
    let output = Command::new(built?).args(words).current_dir(&case).output();
    let output = output.map_err(|error| error.to_string())?;
    if output.status.code() == Some(0) {
        return Ok(());
    }
    Err(format!("still refused: {}", String::from_utf8_lossy(&output.stdout)))
}

fn build(program: &str, copy: &Path) -> Result<PathBuf, String> {
    let target = root().join("target/soundness");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--offline", "--package", program, "--target-dir"]).arg(&target);
    // The patch need not be pretty.
    cargo.env("RUSTFLAGS", "--cap-lints=warn").current_dir(copy);
    let output = cargo.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        Ok(target.join("debug").join(program))
    } else {
        Err(format!("does not build: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// Copies a folder without what Git and Cargo keep in it.
fn copy_tree(from: &Path, to: &Path) -> Result<(), String> {
    fs::create_dir_all(to).map_err(|error| error.to_string())?;
    for path in entries(from)? {
        let name = last(&path);
        if name == "target" || name == ".git" || path.is_symlink() {
            continue;
        }
        let target = to.join(name);
        if path.is_dir() {
            copy_tree(&path, &target)?;
        } else {
            fs::copy(&path, &target).map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
