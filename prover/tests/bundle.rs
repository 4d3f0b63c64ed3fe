//! `--bundle`: what is in a bundle, what is not, and what an unfinished one leaves behind.

mod program;

use audit::{Allowed, Options, Status, audit, outcome};
use program::{Place, interrupt, pigeons};
use std::thread::sleep;
use std::time::Duration;

const UNSATISFIABLE: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";
const SATISFIABLE: &str = "p cnf 2 2\n1 2 0\n-1 0\n";

/// The status of every claim, and what they come to.
fn audited(place: &Place, bundle: &str) -> (Vec<Status>, &'static str) {
    let options = Options { problems: None, jobs: 1, waves: false };
    let report = audit(&place.path(bundle).display().to_string(), &options);
    assert_eq!(report.fault, None);
    let statuses = report.findings.iter().map(|finding| finding.status).collect();
    (statuses, outcome(&[report]).conclude(Allowed::default()).word)
}

#[test]
fn answers_are_added_and_the_verdict_comes_last() {
    let place = Place::new();
    place.write("no.cnf", UNSATISFIABLE);
    place.write("yes.cnf", SATISFIABLE);
    let first = place.certify(&["cnf", "no.cnf", "--bundle", "run"]);
    assert_eq!((first.code, first.verdict()), (0, "s HOLDS"), "{}", first.stderr);
    assert!(first.stdout.is_empty());
    assert!(first.says("check with: audit run") && !first.stderr.contains("check with: lratcheck"));
    assert_eq!(audited(&place, "run"), (vec![Status::Verified], "VERIFIED"));
    let second = place.certify(&["cnf", "yes.cnf", "--bundle", "run", "-o", "model"]);
    assert_eq!((second.code, second.verdict()), (10, "s FAILS"), "{}", second.stderr);
    assert_eq!(audited(&place, "run"), (vec![Status::Verified; 2], "FAILS"));
    assert_eq!(place.read("model"), place.read("run/certificates/yes.model"));
    // The same question once more adds nothing.
    let third = place.certify(&["cnf", "no.cnf", "--bundle", "run"]);
    assert_eq!(third.code, 0);
    assert_eq!(audited(&place, "run").0.len(), 2);
    assert_eq!(place.files(), ["model", "no.cnf", "run", "yes.cnf"]);
}

#[cfg(unix)]
#[test]
fn the_certificate_goes_elsewhere_too() {
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    let place = Place::new();
    place.write("f.cnf", SATISFIABLE);
    place.write("old", "old");
    symlink("old", place.path("link")).unwrap();
    for output in ["link", "new", "/dev/null", "-"] {
        let run = place.certify(&["cnf", "f.cnf", "--bundle", "run", "-o", output]);
        assert_eq!((run.code, run.verdict()), (10, "s FAILS"), "{}", run.stderr);
        let written = place.read("run/certificates/f.model");
        assert_eq!(run.stdout == written, output == "-");
    }
    assert!(place.path("link").is_symlink());
    assert_eq!(place.read("old"), place.read("new"));
    let mode = |name: &str| std::fs::metadata(place.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("new"), mode("f.cnf"));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    // Where the copy cannot go, there is no bundle either.
    let run = place.certify(&["cnf", "f.cnf", "--bundle", "other", "-o", "run"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf", "link", "new", "old", "run"]);
}

#[test]
fn standard_input_is_kept_too() {
    let place = Place::new();
    let run = place.certify_with_input(&["cnf", "-", "--bundle", "run"], UNSATISFIABLE);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(place.read("run/problems/input"), UNSATISFIABLE.as_bytes());
    assert_eq!(audited(&place, "run").1, "VERIFIED");
}

#[test]
fn no_answer_leaves_no_bundle() {
    let place = Place::new();
    place.write("f.cnf", pigeons(11));
    let run = place.certify(&["cnf", "f.cnf", "--bundle", "run", "--time", "0.3"]);
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf"]);
    let run = place.certify(&["cnf", "nowhere.cnf", "--bundle", "run"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_bundle() {
    let place = Place::new();
    place.write("f.cnf", pigeons(11));
    let child = place.start(&["cnf", "f.cnf", "--bundle", "run"]);
    while place.files().len() < 2 {
        sleep(Duration::from_millis(5));
    }
    let run = interrupt(child, "-INT");
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN interrupted"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf"]);
}

#[cfg(unix)]
#[test]
fn a_bundle_that_waits_can_be_ended() {
    let place = Place::new();
    place.write("f.cnf", SATISFIABLE);
    // Nobody reads from the pipe.
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap();
    assert!(made.success());
    let all = ["cnf", "f.cnf", "--bundle", "run", "-o", "pipe"];
    let run = place.certify(&[&all[..], &["--time", "0.3"]].concat());
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf", "pipe"]);
    let child = place.start(&all);
    while place.files().len() < 4 {
        sleep(Duration::from_millis(5));
    }
    let run = interrupt(child, "-INT");
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN interrupted"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf", "pipe"]);
}

#[test]
fn what_is_no_bundle_is_not_touched() {
    let place = Place::new();
    place.write("f.cnf", UNSATISFIABLE);
    std::fs::create_dir(place.path("notes")).unwrap();
    place.write("notes/text", "words");
    for target in ["notes", "f.cnf"] {
        let run = place.certify(&["cnf", "f.cnf", "--bundle", target]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains(&format!("error: {target}: ")), "{}", run.stderr);
    }
    assert_eq!(place.read("notes/text"), b"words");
    assert_eq!(place.files(), ["f.cnf", "notes"]);
}

#[test]
fn an_altered_bundle_is_not_added_to() {
    let place = Place::new();
    place.write("f.cnf", UNSATISFIABLE);
    place.write("g.cnf", SATISFIABLE);
    assert_eq!(place.certify(&["cnf", "f.cnf", "--bundle", "run"]).code, 0);
    place.write("run/problems/f.cnf", SATISFIABLE);
    let run = place.certify(&["cnf", "g.cnf", "--bundle", "run"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("another digest than was bundled"), "{}", run.stderr);
}

#[test]
fn a_bundle_that_lost_its_name_gets_it_back() {
    let place = Place::new();
    place.write("f.cnf", UNSATISFIABLE);
    place.write("g.cnf", SATISFIABLE);
    assert_eq!(place.certify(&["cnf", "f.cnf", "--bundle", "run"]).code, 0);
    // As if the program was ended between two renames.
    std::fs::rename(place.path("run"), place.path("run.old")).unwrap();
    assert_eq!(place.certify(&["cnf", "g.cnf", "--bundle", "run"]).code, 10);
    assert_eq!(audited(&place, "run").0.len(), 2);
    assert_eq!(place.files(), ["f.cnf", "g.cnf", "run"]);
}

#[test]
fn problems_can_stay_outside() {
    let place = Place::new();
    place.write("f.cnf", UNSATISFIABLE);
    let run = place.certify(&["cnf", "f.cnf", "--bundle", "run", "--by-digest"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(!place.path("run/problems").exists());
    assert_eq!(audited(&place, "run").0, [Status::Missing]);
}

#[test]
fn every_certificate_can_be_shown() {
    let place = Place::new();
    place.write("f.cnf", UNSATISFIABLE);
    place.write("a.aag", "aag 3 2 0 1 1\n2\n4\n6\n6 4 2\n");
    place.write("m.aag", "aag 1 0 1 0 0 1\n2 3\n2\nl0 flip\n");
    place.write("s.aag", "aag 1 0 1 0 0 1\n2 2\n2\n");
    let made = [
        (&["cnf", "f.cnf", "-o", "c"][..], "LRAT proof, binary: "),
        (&["equivalence", "a.aag", "a.aag", "-o", "c"], "miter proof, claims: the circuits with "),
        (
            &["equivalence", "a.aag", "-o", "c"],
            "witness, claims that b0 fails: latches 0, inputs 2",
        ),
        (&["safety", "s.aag", "-o", "c"], "inv proof, claims that bad states of the model with "),
        (&["safety", "m.aag", "-o", "c"], "witness, claims that b0 fails: latches 1, inputs 0"),
    ];
    for (arguments, words) in made {
        let run = place.certify(arguments);
        assert!([0, 10].contains(&run.code), "{}", run.stderr);
        let shown = place.certify(&["show", "c"]);
        assert_eq!(shown.code, 0, "{}", shown.stderr);
        let text = String::from_utf8(shown.stdout).unwrap();
        assert!(text.contains(words), "{text}");
    }
    // The last one is a trace.
    let run = place.certify(&["show", "c", "--circuit", "m.aag", "--vcd", "t.vcd"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let vcd = String::from_utf8(place.read("t.vcd")).unwrap();
    assert!(vcd.contains("$var wire 1 \" flip $end\n") && vcd.contains("#1\n1!\n1\"\n"), "{vcd}");
    for input in ["m.aag", "c"] {
        let before = place.read(input);
        let run = place.certify(&["show", "c", "--circuit", "m.aag", "--vcd", input]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert_eq!(place.read(input), before);
    }
}

#[test]
fn completions_and_manual_pages_are_generated() {
    let place = Place::new();
    for shell in ["bash", "zsh", "fish"] {
        let run = place.certify(&["completions", shell]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(String::from_utf8(run.stdout).unwrap().contains("bundle"), "{shell}");
    }
    assert_eq!(place.certify(&["man", "man"]).code, 0);
    for page in ["certify.1", "certify-batch.1", "certify-cnf.1"] {
        let text = String::from_utf8(place.read(&format!("man/{page}"))).unwrap();
        assert!(text.contains(".SH"), "{page}");
    }
}
