//! `corpus TESTS CORPUS`: makes a corpus for every target out of the cases of the tests.

use cargo_fuzz_targets::SEPARATOR;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    let folders: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [tests, corpus] = &folders[..] else { panic!("usage: corpus TESTS CORPUS") };
    let mut written: BTreeMap<String, u32> = BTreeMap::new();
    for class in ["accept", "reject", "survive", "regressions"] {
        for kind in list(&tests.join(class)) {
            for case in list(&kind) {
                for (target, bytes) in samples(&case) {
                    if bytes.len() < 1 << 16 {
                        let count = written.entry(target.clone()).or_default();
                        let folder = corpus.join(&target);
                        fs::create_dir_all(&folder).expect("a folder");
                        fs::write(folder.join(format!("{count:04}")), bytes).expect("a file");
                        *count += 1;
                    }
                }
            }
        }
    }
    println!("{written:?}");
}

fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

/// What a case gives to which targets.
fn samples(case: &Path) -> Vec<(String, Vec<u8>)> {
    let args = fs::read_to_string(case.join("args")).unwrap_or_default();
    let words: Vec<&str> = args.split_whitespace().collect();
    let files: Vec<Vec<u8>> = words.iter().filter_map(|word| fs::read(case.join(word)).ok()).collect();
    let program = words.first().copied().unwrap_or("");
    let is_formula = files.first().is_some_and(|file| !file.starts_with(b"a"));
    let kinds: &[&str] = match (program, files.len(), is_formula) {
        ("lratcheck", ..) => &["lrat"],
        ("dratcheck", ..) => &["drat"],
        ("mitercheck", 3, _) => &["miter"],
        ("invcheck", ..) => &["inv"],
        ("pacheck", 3, _) => &["lpac"],
        ("pacheck", 2, _) => &["pac"],
        ("tracecheck", 2, true) => &["model"],
        ("tracecheck", 2, false) => &["trace", "product"],
        ("tracecheck", 3, _) => &["difference"],
        ("horncheck", ..) => &["horn", "derivation"],
        _ => &[],
    };
    let joined: Vec<u8> = files
        .iter()
        .map(|file| file.strip_suffix(b"\n").unwrap_or(file))
        .collect::<Vec<_>>()
        .join(SEPARATOR);
    let mut found: Vec<_> = kinds.iter().map(|kind| ((*kind).to_owned(), joined.clone())).collect();
    found.extend(files.into_iter().filter(|file| file.starts_with(b"a")).map(|file| ("aiger".into(), file)));
    let of = |end: &str, target: &str| {
        let named = words.iter().filter(|word| word.ends_with(end));
        let read = named.filter_map(|word| fs::read(case.join(word)).ok());
        read.map(|file| (target.to_owned(), file)).collect::<Vec<_>>()
    };
    found.extend(of(".smt2", "smtlib"));
    found.extend(of(".cnf", "dimacs"));
    found.extend(of(".horn", "number").into_iter().map(|(target, file)| (target, numbers(&file))));
    if program == "audit" {
        for folder in list(case).into_iter().filter(|path| path.is_dir()) {
            for (name, targets) in [("manifest.json", &["json", "manifest"][..]), ("SHA256SUMS", &["sums"])] {
                if let Ok(bytes) = fs::read(folder.join(name)) {
                    found.extend(targets.iter().map(|target| ((*target).to_owned(), bytes.clone())));
                }
            }
        }
    }
    found
}

/// The first two numbers of a file, which the target for numbers reads.
fn numbers(file: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(file);
    let words = text.split_whitespace().filter(|word| word.parse::<i64>().is_ok() || word.contains('/'));
    words.skip(1).take(2).collect::<Vec<_>>().join(" ").into_bytes()
}
