//! A page, its plots and the index from a small file of results; measuring as such.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn bench(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_certify-bench")).args(words).output().unwrap()
}

#[test]
fn results_become_a_page() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    let _missing = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let index = "before\n<!-- suites: begin -->\n<!-- suites: end -->\nafter\n";
    fs::write(folder.join("benchmarks.md"), index).unwrap();
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let raw = here.join("small.jsonl").display().to_string();
    let said = bench(&["report", &raw, "--output", folder.to_str().unwrap()]);
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    for name in ["benchmarks/horn.md", "benchmarks/horn-cactus.svg", "benchmarks.md"] {
        let expected = here.join("expected").join(name.rsplit('/').next().unwrap());
        let found = fs::read_to_string(folder.join(name)).unwrap();
        if std::env::var("CERTIFY_BLESS").is_ok_and(|value| value == "1") {
            fs::write(&expected, &found).unwrap();
        }
        assert!(found == fs::read_to_string(&expected).unwrap(), "{name} differs:\n{found}");
    }
    for picture in ["horn-scatter-z3.svg", "horn-check.svg"] {
        assert!(
            fs::read_to_string(folder.join("benchmarks").join(picture))
                .unwrap()
                .ends_with("</svg>\n")
        );
    }
}

#[test]
fn use_is_measured_and_limited() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measure");
    fs::create_dir_all(&folder).unwrap();
    let said = folder.to_str().unwrap();
    let measure = |limit: &str, script: &str| {
        let words = ["measure", "--limit", limit, "--said", said, "--", "sh", "-c", script];
        String::from_utf8(bench(&words).stdout).unwrap()
    };
    let short = measure("5", "echo words; exit 3");
    assert!(short.contains("\"end\":{\"code\":3}"), "{short}");
    assert_eq!(fs::read_to_string(folder.join("stdout")).unwrap(), "words\n");
    // The time of a child of a child counts.
    let nested = measure("5", "sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done'; exit 0");
    let cpu = nested.split_once("\"cpu\":").unwrap().1.split(',').next().unwrap();
    assert!(cpu.parse::<f64>().unwrap() > 0.05, "{nested}");
    let long = measure("1", "while :; do :; done");
    assert!(long.contains("\"end\":\"limit\""), "{long}");
}

#[test]
fn wrong_words_are_told() {
    let said = bench(&["nonsense"]);
    assert_eq!(said.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&said.stderr).contains("a suite (cnf, equivalence"));
    let said = bench(&["report", "/nowhere/raw"]);
    assert!(String::from_utf8_lossy(&said.stderr).contains("/nowhere/raw: "));
}
