//! The rules that keep the trusted part small and apart, and the lines that each verdict rests on.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test may stop at the first surprise"
)]

use std::fmt::Write;
use workspace_tests::{
    Area, Crate, Source, blessing, conclude, crates, files, is, last, name, root, say, text, write,
};

/// Outside crates that checkers may use, each with its reason in `docs/trust.md`.
const OUTSIDE: [&str; 0] = [];

/// What the programs in `checkers/` share is no checker.
const SHARED: [&str; 4] = ["command", "derivation", "polynomial", "propagation"];

/// The most lines of code that a verdict may rest on.
const MOST: usize = 3000;
const MOST_OF_LRATCHECK: usize = 1500;
const MOST_OF_ITS_KERNEL: usize = 450;
const ITS_KERNEL: [&str; 4] = ["kernel.rs", "propagate.rs", "rejection.rs", "store.rs"];

/// What the verdict of `audit` rests on beside the kernel that judges a claim. The sum of both is
/// what a reader has to read; a kernel that judges other claims has no part in it.
const OF_AUDIT: [&str; 6] =
    ["audit", "checker-command", "format-bundle", "format-input", "format-json", "format-sha256"];

/// The only file of trusted code that may start threads: `docs/trust.md` says why.
const THREADS: &str = "checkers/audit/src/jobs.rs";

/// `pacheck polys proof spec` is another verdict than `pacheck circuit certificate`: what it rests
/// on alone, and what it shares.
const THREE_FILES: [&str; 3] = ["checker-polynomial", "format-hash", "format-lpac"];
const BESIDE: [&str; 2] = ["checker-command", "format-input"];

const BEGIN: &str = "<!-- lines: begin -->\n";
const END: &str = "<!-- lines: end -->\n";

/// The verdicts of tracecheck, and the folders and files that they do not use.
const OF_TRACECHECK: [(&str, &[&str]); 4] = [
    (
        "runs",
        &[
            "certificates/gates",
            "certificates/miter",
            "certificates/multiplier",
            "certificates/trace/src/assignment.rs",
            "certificates/unsat",
            "checkers/tracecheck/src/differ.rs",
            "checkers/tracecheck/src/product.rs",
            "checkers/tracecheck/src/vector.rs",
            "formats/dimacs",
            "formats/model",
        ],
    ),
    (
        "differences",
        &[
            "certificates/multiplier",
            "certificates/trace/src/assignment.rs",
            "certificates/trace/src/question.rs",
            "certificates/unsat",
            "checkers/tracecheck/src/product.rs",
            "checkers/tracecheck/src/run.rs",
            "formats/model",
        ],
    ),
    (
        "products",
        &[
            "certificates/miter",
            "certificates/trace/src/assignment.rs",
            "certificates/trace/src/question.rs",
            "certificates/unsat",
            "checkers/tracecheck/src/differ.rs",
            "checkers/tracecheck/src/run.rs",
            "formats/model",
        ],
    ),
    (
        "models",
        &[
            "certificates/gates",
            "certificates/miter",
            "certificates/multiplier",
            "certificates/trace/src/question.rs",
            "checkers/tracecheck/src/differ.rs",
            "checkers/tracecheck/src/line.rs",
            "checkers/tracecheck/src/product.rs",
            "checkers/tracecheck/src/run.rs",
            "checkers/tracecheck/src/vector.rs",
            "formats/aiger",
            "formats/trace",
        ],
    ),
];

/// The verdicts of horncheck, likewise.
const OF_HORNCHECK: [(&str, &[&str]); 2] = [
    (
        "safe",
        &[
            "certificates/horn/src/evaluate.rs",
            "checkers/horncheck/src/facts.rs",
            "formats/horn/src/facts.rs",
            "formats/input/src/error.rs",
            "formats/input/src/source.rs",
            "formats/input/src/text.rs",
            "formats/input/src/varint.rs",
            "formats/number/src/more.rs",
            "formats/smtlib/src/model.rs",
            "formats/smtlib/src/value.rs",
        ],
    ),
    (
        "unsafe",
        &[
            "certificates/horn/src/cnf.rs",
            "certificates/horn/src/encode.rs",
            "certificates/horn/src/linear.rs",
            "checkers/horncheck/src/clauses.rs",
            "checkers/horncheck/src/proof.rs",
            "checkers/horncheck/src/theory.rs",
            "formats/input/src/error.rs",
            "formats/input/src/source.rs",
            "formats/input/src/text.rs",
            "formats/input/src/varint.rs",
            "formats/number/src/more.rs",
            "formats/smtlib/src/model.rs",
        ],
    ),
];

#[test]
fn packages_are_named_after_their_folders() {
    let mut faults = Vec::new();
    for member in crates().unwrap() {
        let word = member.word();
        let expected = match member.area {
            Area::Formats => format!("format-{word}"),
            Area::Certificates => format!("claim-{word}"),
            Area::Checkers if SHARED.contains(&word) => format!("checker-{word}"),
            Area::Checkers => word.to_owned(),
            Area::Engines => format!("engine-{word}"),
            Area::Support => format!("support-{word}"),
            Area::Prover => "certify".to_owned(),
            Area::Tests => continue,
        };
        if member.name != expected {
            let folder = name(&member.folder);
            faults.push(format!("{folder}: expected the name {expected}, found {}", member.name));
        }
    }
    conclude(&faults);
}

#[test]
fn crates_rest_only_on_what_they_may() {
    let members = crates().unwrap();
    let mut faults = Vec::new();
    for member in &members {
        let may = |other: Area| match member.area {
            Area::Formats => other == Area::Formats,
            Area::Certificates => matches!(other, Area::Formats | Area::Certificates),
            Area::Checkers => other.is_trusted(),
            Area::Engines | Area::Support => other.is_trusted() || other == Area::Support,
            Area::Prover => other != Area::Tests,
            Area::Tests => true,
        };
        let (inside, outside) = member.rests_on(&members).unwrap();
        for other in inside.iter().filter(|other| !may(other.area)) {
            faults.push(format!("{} may not rest on {}", member.name, other.name));
        }
        for other in outside.iter().filter(|other| !OUTSIDE.contains(&other.as_str())) {
            if member.area.is_trusted() {
                faults.push(format!("{} rests on the outside crate {other}", member.name));
            }
        }
    }
    conclude(&faults);
}

#[test]
fn trusted_manifests_are_plain() {
    let mut faults = Vec::new();
    for member in trusted().unwrap() {
        let manifest = member.folder.join("Cargo.toml");
        let lints = member.manifest.split("\n[").find_map(|part| part.strip_prefix("lints]\n"));
        if lints.map(str::trim) != Some("workspace = true") {
            faults.push(format!("{}: expected '[lints] workspace = true'", name(&manifest)));
        }
        for line in member.manifest.lines() {
            let forbidden = ["build", "[build", "[target", "[patch", "path", "proc-macro"];
            if let Some(word) = forbidden.iter().find(|word| line.trim().starts_with(**word)) {
                faults.push(format!("{}: '{word}' has no place there", name(&manifest)));
            }
            if line.contains("path =") || line.contains("git =") {
                faults.push(format!("{}: '{line}' has no place there", name(&manifest)));
            }
        }
        let sources = member.folder.join("src");
        for file in files(&member.folder).unwrap() {
            if file != manifest && !(file.starts_with(&sources) && is(&file, "rs")) {
                faults.push(format!("{}: only 'src' and 'Cargo.toml' belong there", name(&file)));
            }
        }
    }
    conclude(&faults);
}

#[test]
fn arithmetic_is_checked_in_release_too() {
    let manifest = text(&root().join("Cargo.toml")).unwrap();
    let parts = manifest.split("\n[");
    let release = parts.into_iter().find_map(|part| part.strip_prefix("profile.release]\n"));
    assert!(
        release.is_some_and(|lines| lines.lines().any(|line| line == "overflow-checks = true"))
    );
}

#[test]
fn trusted_code_hides_nothing() {
    let mut faults = Vec::new();
    for source in trusted().unwrap().iter().flat_map(|member| member.sources().unwrap()) {
        let mut fault = |at: usize, what: &str| {
            let line = source.line_of(at);
            faults.push(format!("{}:{line}: {what} in trusted code", name(&source.path)));
        };
        for (at, word) in source.words() {
            let next = source.after(at + word.len());
            match word {
                "thread" if name(&source.path) == THREADS => {}
                "unsafe" | "thread" | "macro_rules" => fault(at, word),
                "include" | "include_str" | "include_bytes" if next.starts_with('!') => {
                    fault(at, word);
                }
                "tests" if next.starts_with(';') && is_always_compiled(&source.code[..at]) => {
                    fault(at, "'mod tests' without '#[cfg(test)]'");
                }
                _ => {}
            }
        }
        for (at, attribute) in attributes(&source) {
            let relaxed = ["allow(", "expect("].iter().any(|word| attribute.contains(word));
            let moved = attribute.split(|letter: char| !letter.is_alphanumeric());
            if relaxed || moved.into_iter().any(|word| word == "path") {
                fault(at, &format!("the attribute '{attribute}'"));
            }
        }
    }
    conclude(&faults);
}

#[test]
fn the_lines_that_verdicts_rest_on_are_stated_and_few() {
    let members = crates().unwrap();
    let mut faults = Vec::new();
    let mut hundreds = Vec::new();
    let mut table = String::from("| checker | lines | lines of code |\n| --- | --- | --- |\n");
    let is_program =
        |member: &&Crate| member.area == Area::Checkers && !SHARED.contains(&member.word());
    for checker in members.iter().filter(is_program) {
        let mut parts = checker.rests_on(&members).unwrap().0;
        parts.push(checker.clone());
        for (verdict, files) in verdicts(checker, &parts) {
            let all: usize = files.iter().map(|source| source.lines().len()).sum();
            let code: usize = files.iter().map(Source::code_lines).sum();
            say(&format!("{verdict}: rests on {code} lines of code, {all} in all"));
            writeln!(table, "| {verdict} | {all} | {code} |").unwrap();
            hundreds.push(format!("(\"{verdict}\", {}00)", code.div_ceil(100)));
            let most = match verdict.as_str() {
                "lratcheck" => MOST_OF_LRATCHECK,
                "audit and every kernel" => usize::MAX,
                _ => MOST,
            };
            if code > most {
                faults.push(format!("{verdict}: {code} lines of code, more than {most}"));
            }
        }
    }
    faults.extend(check_kernel(&members));
    faults.extend(check_lines_of_audit(&hundreds));
    let page = root().join("docs/trust.md");
    let old = text(&page).unwrap();
    let (before, rest) = old.split_once(BEGIN).expect("docs/trust.md has the table's begin");
    let (stated, after) = rest.split_once(END).expect("docs/trust.md has the table's end");
    if stated != table && blessing(&page) {
        write(&page, format!("{before}{BEGIN}{table}{END}{after}")).unwrap();
    } else if stated != table {
        faults.push(format!("docs/trust.md: expected the table\n{table}found\n{stated}"));
    }
    conclude(&faults);
}

/// What every verdict of a checker rests on.
fn verdicts(checker: &Crate, parts: &[Crate]) -> Vec<(String, Vec<Source>)> {
    let name = &checker.name;
    let named = |names: &[&str], part: &Crate| names.contains(&part.name.as_str());
    match name.as_str() {
        "audit" => vec![
            (name.clone(), sources(parts.iter().filter(|part| named(&OF_AUDIT, part)))),
            (format!("{name} and every kernel"), sources(parts.iter())),
        ],
        "pacheck" => {
            let apart = |part: &&Crate| named(&THREE_FILES, part);
            let mut files =
                sources(parts.iter().filter(|part| apart(part) || named(&BESIDE, part)));
            let main = checker.folder.join("src/main.rs");
            files.extend(checker.sources().unwrap().into_iter().filter(|file| file.path == main));
            vec![
                (name.clone(), sources(parts.iter().filter(|part| !apart(part)))),
                (format!("{name} (three files)"), files),
            ]
        }
        "tracecheck" | "horncheck" => {
            let kinds: &[_] = if name == "horncheck" { &OF_HORNCHECK } else { &OF_TRACECHECK };
            let verdict = |&(kind, without): &(&str, &[&str])| {
                let mut files = sources(parts.iter());
                files.retain(|file| {
                    !without.iter().any(|part| file.path.starts_with(root().join(part)))
                });
                (format!("{name} ({kind})"), files)
            };
            kinds.iter().map(verdict).collect()
        }
        _ => vec![(name.clone(), sources(parts.iter()))],
    }
}

/// The files of these crates that a verdict rests on: neither unit tests nor writers.
fn sources<'a>(parts: impl Iterator<Item = &'a Crate>) -> Vec<Source> {
    let all = parts.flat_map(|part| part.sources().unwrap());
    all.filter(|source| !source.is_unit_tests() && !source.is_writer()).collect()
}

/// What `audit` prints of these numbers, in full hundreds.
fn check_lines_of_audit(hundreds: &[String]) -> Option<String> {
    const BEGIN: &str = "LINES: &[(&str, u32)] = &[\n";
    let path = root().join("checkers/audit/src/lines.rs");
    let old = text(&path).unwrap();
    let (before, rest) = old.split_once(BEGIN).expect("lines.rs has a table");
    let (_, after) = rest.split_once("];").expect("the table ends");
    let new = format!("{before}{BEGIN}    {},\n];{after}", hundreds.join(",\n    "));
    if new != old && blessing(&path) {
        write(&path, &new).unwrap();
    } else if new != old {
        return Some(format!("checkers/audit/src/lines.rs: expected\n{new}"));
    }
    None
}

/// The rules of LRAT, without the readers around them.
fn check_kernel(members: &[Crate]) -> Option<String> {
    let is_part = |member: &&Crate| ["lratcheck", "checker-propagation"].contains(&&*member.name);
    let parts = members.iter().filter(is_part);
    let sources: Vec<Source> = parts.filter_map(|part| part.sources().ok()).flatten().collect();
    let kernel = sources.iter().filter(|source| ITS_KERNEL.contains(&last(&source.path)));
    let found: Vec<usize> = kernel.map(Source::code_lines).collect();
    let code: usize = found.iter().sum();
    say(&format!("lratcheck: its kernel has {code} lines of code"));
    if found.len() != ITS_KERNEL.len() {
        return Some(format!("lratcheck: not all of {ITS_KERNEL:?} are there"));
    }
    let fault = format!("lratcheck: {code} lines in the kernel, more than {MOST_OF_ITS_KERNEL}");
    (code > MOST_OF_ITS_KERNEL).then_some(fault)
}

fn trusted() -> Result<Vec<Crate>, String> {
    let mut members = crates()?;
    members.retain(|member| member.area.is_trusted());
    Ok(members)
}

/// Whether the code before a module's name makes it a part of every build.
fn is_always_compiled(before: &str) -> bool {
    before.strip_suffix("mod ").is_some_and(|before| !before.ends_with("#[cfg(test)]\n"))
}

/// The attributes of a file, without `#[` and `]`.
fn attributes(source: &Source) -> Vec<(usize, &str)> {
    let mut attributes = Vec::new();
    for (at, _) in source.code.match_indices('#') {
        let rest = source.code[at + 1..].trim_start_matches('!');
        let Some(rest) = rest.strip_prefix('[') else { continue };
        let mut depth = 1;
        let end = rest.find(|letter| {
            depth += i32::from(letter == '[') - i32::from(letter == ']');
            depth == 0
        });
        attributes.push((at, &rest[..end.unwrap_or(rest.len())]));
    }
    attributes
}
