//! Rules of style that a program can check.

#![allow(clippy::indexing_slicing, reason = "a test may stop at the first surprise")]

use std::collections::BTreeSet;
use std::path::PathBuf;
use workspace_tests::{
    Area, Source, blessing, bytes, conclude, crates, files, is, last, name, root, sources, text,
    write,
};

/// The most lines of a file and of a function.
const FILE: usize = 400;
const FUNCTION: usize = 60;

/// Files that are longer, each with the reason.
const LONG_FILES: [(&str, &str); 0] = [];

/// Functions that are longer, each with the reason.
const LONG_FUNCTIONS: [(&str, &str); 0] = [];

/// Messages that no case can bring about, each with the reason.
const UNREACHABLE_MESSAGES: [(&str, &str); 8] = [
    ("the files name more than 2^32 variables", "the files have 8 GB"),
    ("the circuits have more than 2^31 variables", "a circuit has 2 GB"),
    ("has more than 2^31 variables", "a circuit has 2 GB"),
    ("cannot read on", "the disk must fail while a file is read"),
    ("the live clauses need more than 2^32 literals", "the formula has 16 GB"),
    ("more than 2^30 clauses or 2^32 literals", "the formula has 4 GB"),
    ("our own error", "the checker must be wrong"),
    ("the parts of a term have the wrong sorts", "readers check sorts, provers make terms"),
];

/// Formats without a page: they are no files.
const NO_PAGE: [&str; 5] = ["hash", "input", "lit", "number", "sha256"];

#[test]
fn files_and_functions_are_short() {
    let mut faults = Vec::new();
    let is_listed = |list: &[(&str, &str)], what: &str| list.iter().any(|(item, _)| *item == what);
    for source in sources().unwrap() {
        let file = name(&source.path);
        let length = source.lines().len();
        if length > FILE && !is_listed(&LONG_FILES, &file) {
            faults.push(format!("{file}: {length} lines, more than {FILE}"));
        }
        for function in source.functions() {
            let known = format!("{file}: {}", function.name);
            if function.length > FUNCTION && !is_listed(&LONG_FUNCTIONS, &known) {
                let (line, length) = (function.line, function.length);
                let function = function.name;
                faults.push(format!(
                    "{file}:{line}: {function}: {length} lines, more than {FUNCTION}"
                ));
            }
        }
    }
    conclude(&faults);
}

#[test]
fn files_begin_with_what_they_are() {
    let mut faults = Vec::new();
    for source in sources().unwrap() {
        if !source.text.starts_with("//! ") {
            faults.push(format!("{}:1: expected '//!' and what the file does", name(&source.path)));
        }
    }
    conclude(&faults);
}

#[test]
fn nothing_is_left_undone() {
    let mut faults = Vec::new();
    for source in sources().unwrap() {
        for (at, word) in source.words() {
            let before = source.code[..at].trim_end();
            let is_macro = source.after(at.saturating_add(word.len())).starts_with('!');
            let is_attribute = before.ends_with("#[");
            if (matches!(word, "todo" | "unimplemented" | "dbg") && is_macro)
                || (matches!(word, "ignore" | "should_panic") && is_attribute)
            {
                let line = source.line_of(at);
                faults.push(format!("{}:{line}: '{word}'", name(&source.path)));
            }
        }
    }
    conclude(&faults);
}

#[test]
fn every_checker_has_cases_and_is_explained() {
    let mut faults = Vec::new();
    let trust = text(&root().join("docs/trust.md")).unwrap();
    for checker in crates().unwrap() {
        if checker.area != Area::Checkers
            || ["command", "derivation", "polynomial", "propagation"].contains(&checker.word())
        {
            continue;
        }
        let kind = match checker.word() {
            "audit" => "bundle",
            "pacheck" => "pac",
            word => word.strip_suffix("check").unwrap_or(word),
        };
        for folder in [format!("tests/accept/{kind}"), format!("tests/reject/{kind}")] {
            if !root().join(&folder).is_dir() {
                faults.push(format!("{folder}: there are no cases for {}", checker.name));
            }
        }
        let has_row =
            [" | ", " ("].iter().any(|end| trust.contains(&format!("\n| {}{end}", checker.name)));
        if !has_row || !trust.contains(&format!("\n### {}\n", checker.name)) {
            let checker = checker.name;
            faults.push(format!("docs/trust.md: expected a row and a section for {checker}"));
        }
    }
    conclude(&faults);
}

#[test]
fn every_format_has_a_page() {
    let formats = crates().unwrap().into_iter().filter(|member| member.area == Area::Formats);
    let pages = formats.filter(|format| !NO_PAGE.contains(&format.word()));
    let pages = pages.map(|format| format!("docs/formats/{}.md", format.word()));
    let missing = pages.filter(|page| !root().join(page).is_file());
    conclude(&missing.map(|page| format!("{page}: there is no such page")).collect::<Vec<_>>());
}

#[test]
fn pages_show_files_as_they_are() {
    let mut pages = files(&root().join("docs")).unwrap();
    pages.extend([root().join("tests/README.md"), root().join("README.md")]);
    pages.retain(|page| is(page, "md") && page.is_file());
    let mut faults = Vec::new();
    for page in pages {
        let old = text(&page).unwrap();
        match with_files(&old) {
            Ok(new) if new == old => {}
            Ok(new) if blessing(&page) => write(&page, new).unwrap(),
            Ok(_) => faults.push(format!("{}: a file is not shown as it is", name(&page))),
            Err(fault) => faults.push(format!("{}: {fault}", name(&page))),
        }
    }
    conclude(&faults);
}

#[test]
fn the_readme_and_ci_run_the_same_tests() {
    let run = text(&root().join(".ci/run")).unwrap();
    let command = run.lines().last().and_then(|line| line.strip_prefix("step ")).unwrap();
    assert!(command.starts_with("cargo test "), "the last step of .ci/run is '{command}'");
    let readme = text(&root().join("README.md")).unwrap();
    assert!(readme.contains(&format!("\n{command}\n")), "README.md: expected '{command}'");
}

/// The page with the contents of files in the fenced blocks that name one: those whose first line
/// ends with `file=PATH`.
fn with_files(page: &str) -> Result<String, String> {
    let mut new = String::new();
    // Inside a block: whether it names a file.
    let mut block = None;
    for line in page.split_inclusive('\n') {
        let is_fence = line.starts_with("```");
        match block {
            None if is_fence => {
                let word = line.trim_end().rsplit(['`', ' ']).next();
                let file = word.and_then(|word| word.strip_prefix("file="));
                new.push_str(line);
                if let Some(file) = file {
                    new.push_str(&text(&root().join(file))?);
                }
                block = Some(file.is_some());
            }
            Some(true) if !is_fence => {}
            _ => {
                new.push_str(line);
                block = block.filter(|_| !is_fence);
            }
        }
    }
    Ok(new)
}

#[test]
fn every_message_appears_in_a_case() {
    let mut expected = String::new();
    for file in files(&root().join("tests")).unwrap() {
        if last(&file) == "expected.txt" {
            expected.push_str(&String::from_utf8_lossy(&bytes(&file).unwrap()));
        }
    }
    let mut faults = Vec::new();
    let mut unused: BTreeSet<&str> = UNREACHABLE_MESSAGES.iter().map(|(piece, _)| *piece).collect();
    for member in crates().unwrap().iter().filter(|member| member.area.is_trusted()) {
        for (path, message) in member.sources().unwrap().iter().flat_map(messages) {
            let piece = longest_constant(&message);
            let exception = UNREACHABLE_MESSAGES.iter().find(|(known, _)| piece.contains(known));
            if let Some((known, _)) = exception {
                unused.remove(known);
            } else if !expected.contains(piece) {
                faults.push(format!("{}: no case brings about '{message}'", name(&path)));
            }
        }
    }
    faults.extend(unused.iter().map(|piece| format!("'{piece}' is no message any more")));
    conclude(&faults);
}

/// The strings that the error types of a file are shown with.
fn messages(source: &Source) -> Vec<(PathBuf, String)> {
    let mut messages = Vec::new();
    for (at, _) in source.code.match_indices("Display for ") {
        let shown = &source.code[at..];
        let kind = shown.split([' ', '{', '<']).nth(2).unwrap_or("");
        let is_error = ["Cause", "Error", "Failure", "Rejection"].iter().any(|e| kind.ends_with(e));
        let Some(body) = source.body(at).filter(|_| is_error) else { continue };
        let inside = source.strings.iter().filter(|(place, _)| body.contains(place));
        // A string of placeholders and punctuation says nothing by itself.
        let inside = inside.filter(|(_, text)| longest_constant(text).len() > 3);
        messages.extend(inside.map(|(_, text)| (source.path.clone(), text.clone())));
    }
    messages
}

/// The longest part of a format string without placeholders.
fn longest_constant(message: &str) -> &str {
    let pieces = message.split('{').map(|piece| piece.rsplit('}').next().unwrap_or(piece));
    pieces.max_by_key(|piece| piece.len()).unwrap_or(message)
}
