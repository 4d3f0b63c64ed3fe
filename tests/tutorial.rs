//! Runs every command of the tutorial and of the page on Horn clauses, and the commands of the examples for CI systems.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use workspace_tests::{conclude, entries, last, name, program, root, say, text};

/// A command and the exit code it should end with.
struct Line {
    command: String,
    code: i32,
}

#[test]
fn every_command_of_the_tutorial_works() {
    let place = fresh_folder("tutorial");
    let ran = run_page("docs/tutorial", &place);
    assert!(ran > 20, "only {ran} commands");
    let report = text(&place.join("report.html")).unwrap();
    assert!(report.contains("<svg") && report.contains("<mark>"), "no waveform or no marked bits");
}

#[test]
fn every_command_of_the_page_on_horn_clauses_works() {
    let ran = run_page("docs/horn", &fresh_folder("horn"));
    assert!(ran > 10, "only {ran} commands");
}

/// Runs the commands of a folder's page among copies of its files; gives how many there are.
fn run_page(folder: &str, place: &Path) -> usize {
    for file in entries(&root().join(folder)).unwrap() {
        fs::copy(&file, place.join(last(&file))).unwrap();
    }
    let page = text(&root().join(folder).join("README.md")).unwrap();
    let mut faults = Vec::new();
    let mut ran = 0_usize;
    for (needs, lines) in blocks(&page) {
        if let Some(tool) = needs.filter(|tool| !is_installed(tool)) {
            say(&format!(
                "tests/tutorial: NOT RUN: {tool} is not installed: {} commands",
                lines.len()
            ));
            continue;
        }
        for line in lines {
            let output = shell(place, &line.command);
            ran = ran.saturating_add(1);
            if output.status.code() != Some(line.code) {
                let said = [&output.stderr, &output.stdout].map(|out| String::from_utf8_lossy(out));
                let said = said.concat();
                let (command, status) = (&line.command, output.status);
                faults.push(format!("$ {command}\nexpected {}, {status}\n{said}", line.code));
            }
        }
    }
    say(&format!("tests/tutorial: {ran} commands ran"));
    conclude(&faults);
    ran
}

/// The commands of the examples, but for the build: the programs are those of the tests.
#[test]
fn the_examples_for_ci_systems_run_audit_as_a_gate() {
    let place = fresh_folder("ci");
    let claims = root().join("tests/accept/bundle/one-claim/run");
    let copied = shell(&place, &format!("cp -r '{}' claims", claims.display()));
    assert!(copied.status.success());
    for example in ["github.yml", "gitlab.yml"] {
        let page = text(&root().join("docs/ci").join(example)).unwrap();
        let audits: Vec<&str> = page
            .lines()
            .filter_map(|line| line.split_once("target/release/"))
            .map(|p| p.1)
            .collect();
        let [command] = audits.as_slice() else { panic!("{example}: expected one audit") };
        let output = shell(&place, command);
        assert_eq!(output.status.code(), Some(0), "{example}: {command}");
        assert!(place.join("audit.html").exists() && place.join("audit.xml").exists());
        assert!(page.contains("cargo build --release --locked --package audit"), "{example}");
    }
}

/// The commands in blocks `sh`, and the tool that a block says it needs.
fn blocks(page: &str) -> Vec<(Option<&str>, Vec<Line>)> {
    let mut blocks = Vec::new();
    let mut inside = None;
    for line in page.lines() {
        match (line.strip_prefix("```"), &mut inside) {
            (Some(_), Some(_)) => blocks.extend(inside.take()),
            (Some(words), None) if words.starts_with("sh") => {
                inside = Some((words.strip_prefix("sh needs="), Vec::new()));
            }
            (None, Some((_, lines))) => {
                let (command, code) = line.split_once(" # exit ").unwrap_or((line, "0"));
                lines.push(Line { command: command.to_owned(), code: code.parse().unwrap() });
            }
            _ => {}
        }
    }
    blocks
}

fn shell(place: &Path, command: &str) -> std::process::Output {
    let programs = program("certify").unwrap().parent().unwrap().to_path_buf();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let paths = std::iter::once(programs).chain(std::env::split_paths(&path));
    let path = std::env::join_paths(paths).unwrap();
    let script = format!("set -o pipefail; {command}");
    Command::new("bash")
        .args(["-c", &script])
        .current_dir(place)
        .env("PATH", path)
        .output()
        .unwrap()
}

fn is_installed(tool: &str) -> bool {
    Command::new(tool).arg("-V").output().is_ok_and(|output| output.status.success())
}

fn fresh_folder(word: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(word);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    assert!(folder.is_dir(), "{}", name(&folder));
    folder
}
