//! What a command writes replaces neither what it reads nor what else it writes.

mod program;

use program::{Place, Run, interrupt, pigeons};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Both latches follow the input; bad is that they differ.
const MODEL: &str = "aag 6 1 2 0 3 1\n2\n4 2\n6 2\n13\n8 4 7\n10 5 6\n12 9 11\n";
const CIRCUIT: &str = "aag 3 2 0 1 1\n2\n4\n6\n6 2 4\n";

fn place() -> Place {
    let place = Place::new();
    place.write("m.aag", MODEL);
    place.write("w.aig", MODEL);
    place.write("c.cnf", CIRCUIT);
    place
}

#[test]
fn outputs_are_other_files_than_inputs_and_each_other() {
    for (arguments, why) in [
        ("safety m.aag -o ./m.aag", "./m.aag: would replace an input"),
        ("safety m.aag --export certifaiger m.aag -o y", "m.aag: would replace an input"),
        ("safety m.aag --export certifaiger ./y -o y", "./y: would be written twice"),
        ("safety m.aag --witness w.aig -o w.aig", "w.aig: would replace an input"),
        ("safety m.aag --export certifaiger m.aag --bundle b", "m.aag: would replace an input"),
        ("safety m.aag --export certifaiger ./b --bundle b", "./b: is a part of the bundle"),
        ("safety m.aag -o b --bundle b/", "b: is a part of the bundle"),
        ("equivalence c.cnf c.cnf --export lrat c -o y", "c.cnf: would replace an input"),
        ("equivalence c.cnf c.cnf --export drat y -o y.drat", "y.drat: would be written twice"),
        ("multiplier c.cnf --export lpac y -o y.polys", "y.polys: would be written twice"),
        ("safety m.aag --others b/rest --bundle b", "--others b/rest: is a part of the bundle"),
        ("safety m.aag --others y --vcd y.inv -o z", "y.inv: would be written twice"),
        ("safety m.aag --others -", "-: expected a prefix, such as ./-: only a certificate goes"),
        ("safety m.aag --vcd -", "-: expected a file, such as ./-: only a certificate goes"),
        ("equivalence c.cnf --vcd - -o y", "-: expected a file, such as ./-: only a certificate"),
        ("safety m.aag --export certifaiger - -o y", "-: expected a file, such as ./-: only"),
        ("horn c.cnf --model - -o y", "-: expected a file, such as ./-: only a certificate goes"),
        ("cnf c.cnf --bundle -", "-: expected a folder, such as ./-: only a certificate goes"),
        ("demo -", "-: expected a folder, such as ./-: only a certificate goes"),
        ("man -", "-: expected a folder, such as ./-: only a certificate goes"),
        ("equivalence - -", "standard input can be only one of the files"),
        ("safety - --witness -", "standard input can be only one of the files"),
    ] {
        let place = place();
        let run = place.certify(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("error: {why}")), "{arguments}: {}", run.stderr);
        assert_eq!(place.files(), ["c.cnf", "m.aag", "w.aig"]);
        assert_eq!(place.read("m.aag"), MODEL.as_bytes());
        assert_eq!(place.read("c.cnf"), CIRCUIT.as_bytes());
    }
}

#[test]
fn folders_that_are_missing_are_found_before_any_work() {
    for arguments in [
        "safety m.aag -o y --export certifaiger nodir/x",
        "equivalence c.cnf c.cnf -o y --export lrat nodir/x",
        "multiplier c.cnf -o y --export lpac nodir/x",
        "generate multiplier --width 2 -o nodir/x",
        "cnf nowhere -o nodir/x",
    ] {
        let place = place();
        let run = place.certify(&arguments.split(' ').collect::<Vec<_>>());
        assert_eq!(run.code, 2, "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains("error: nodir/x"), "{arguments}: {}", run.stderr);
        assert_eq!(place.files(), ["c.cnf", "m.aag", "w.aig"]);
    }
}

#[test]
fn what_is_no_ordinary_file_takes_several_outputs() {
    let place = place();
    let export = ["--export", "certifaiger", "/dev/null", "-o", "/dev/null"];
    let run = place.certify(&[&["safety", "m.aag"], &export[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn links_to_nowhere_lead_to_the_same_file() {
    use std::os::unix::fs::symlink;
    let place = place();
    symlink("second", place.path("link")).unwrap();
    symlink("y", place.path("second")).unwrap();
    let run = place.certify(&["equivalence", "c.cnf", "-o", "y", "--vcd", "link"]);
    assert_eq!((run.code, run.verdict()), (2, "error: link: would be written twice"));
    assert!(!place.path("y").exists());
    symlink("m.aag", place.path("y.b7.trace")).unwrap();
    let run = place.certify(&["safety", "m.aag", "-o", "z", "--others", "y"]);
    assert_eq!((run.code, run.verdict()), (2, "error: --others y: would replace an input"));
    // Alone it is written to, as a link to a file is.
    let run = place.certify(&["equivalence", "c.cnf", "-o", "link"]);
    assert_eq!(run.code, 10, "{}", run.stderr);
    assert!(place.path("link").is_symlink() && place.path("second").is_symlink());
    assert!(place.read("y").starts_with(b"1\nb0\n"));
}

/// Runs certify where files may have a few blocks only, as on a full disk.
#[cfg(unix)]
fn cramped(place: &Place, blocks: u32, line: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_certify");
    let line = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {line}");
    Run::of(Command::new("sh").args(["-c", &line]).current_dir(place.path("")))
}

#[cfg(unix)]
#[test]
fn what_does_not_fit_gets_no_name() {
    let place = Place::new();
    place.write("c.cnf", CIRCUIT);
    for (blocks, line, folder) in [(16, "demo demo", "demo"), (1, "man man", "man")] {
        let run = cramped(&place, blocks, line);
        assert!([1, 2].contains(&run.code), "{}", run.stderr);
        assert!(run.verdict().contains("File too large"), "{}", run.stderr);
        let names: Vec<_> = std::fs::read_dir(place.path(folder)).unwrap().collect();
        assert!(names.is_empty(), "{names:?}");
    }
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let place = place();
    let run = Run::of(place.command(&["equivalence", "c.cnf"]).env("TMPDIR", "/nonexistent"));
    let why = "error: standard output: a temporary file in /nonexistent: No such file";
    assert!(run.verdict().starts_with(why), "{}", run.stderr);
}

#[test]
fn jobs_of_a_batch_do_not_write_what_others_read_or_write() {
    let place = place();
    for (list, why) in [
        ("cnf c.cnf -o m.aag\nsafety ./m.aag\n", "1: m.aag: would replace an input of line 2"),
        ("cnf c.cnf -o y\nsafety m.aag -o ./y\n", "2: ./y: would replace what line 1 writes"),
        (
            "safety m.aag --others y\ncnf c.cnf -o y.inv\n",
            "2: y.inv: would replace what line 1 writes",
        ),
        ("safety m.aag --export foo y\n", "1: --export: expected certifaiger, found 'foo'"),
        ("cnf c.cnf -o list\n", "1: list: would replace the list"),
        ("cnf c.cnf -o run.batch/y\n", "1: run.batch/y: is a part of the bundle"),
        ("cnf c.cnf\nmultiplier -\n", "2: standard input is not for the jobs of a batch"),
    ] {
        place.write("list", list);
        let run = place.certify(&["batch", "list", "--bundle", "run"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.verdict().starts_with(&format!("error: list:{why}")), "{}", run.stderr);
        assert_eq!(place.files(), ["c.cnf", "list", "m.aag", "w.aig"]);
        assert_eq!(place.read("m.aag"), MODEL.as_bytes());
    }
}

#[cfg(unix)]
#[test]
fn two_batches_do_not_fill_one_bundle() {
    let place = place();
    place.write("f.cnf", pigeons(11));
    place.write("list", "cnf f.cnf\n");
    place.write("other", "safety m.aag\n");
    let line = ["batch", "list", "--bundle", "run"];
    let first = place.start(&line);
    // The job is at work when its temporary folder is there.
    let is_at_work = || {
        let names = std::fs::read_dir(place.path("run.batch")).into_iter().flatten().flatten();
        names.filter(|entry| entry.file_name().to_string_lossy().starts_with('.')).count() > 0
    };
    while !is_at_work() {
        sleep(Duration::from_millis(5));
    }
    for list in ["list", "other"] {
        let run = place.certify(&["batch", list, "--bundle", "run"]);
        let why = "error: run.batch: another batch is running";
        assert!(run.code == 2 && run.verdict().starts_with(why), "{}", run.stderr);
    }
    assert_eq!(interrupt(first, "-INT").verdict(), "s UNKNOWN interrupted");
    // What it kept is no hindrance.
    let run = place.certify(&["batch", "other", "--bundle", "run"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!place.path("run.batch").exists());
}
