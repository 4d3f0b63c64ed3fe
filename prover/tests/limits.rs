//! The program `certify` under limits and interrupts: the answer is unknown, and nothing is left.

mod program;

use program::{Place, Run, interrupt, pigeons};
use std::thread::sleep;
use std::time::{Duration, Instant};

#[test]
fn no_time_is_no_answer() {
    let place = Place::new();
    place.write("f.cnf", "p cnf 0 0\n");
    let run = place.certify(&["cnf", "f.cnf", "-o", "proof", "--time", "0"]);
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf"]);
}

#[test]
fn time_ends_the_search() {
    let place = Place::new();
    place.write("f.cnf", pigeons(11));
    for arguments in [&["cnf", "f.cnf", "-o", "proof"][..], &["cnf", "f.cnf"]] {
        let start = Instant::now();
        let run = place.certify(&[arguments, &["--time", "0.3"]].concat());
        assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        assert!(run.stdout.is_empty());
        assert_eq!(place.files(), ["f.cnf"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn memory_ends_the_search() {
    let place = Place::new();
    place.write("f.cnf", pigeons(11));
    let run = place.certify(&["cnf", "f.cnf", "-o", "proof", "--memory", "1"]);
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN memory limit"), "{}", run.stderr);
    assert_eq!(place.files(), ["f.cnf"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search() {
    for signal in ["-INT", "-TERM"] {
        let place = Place::new();
        place.write("f.cnf", pigeons(11));
        let child = place.start(&["cnf", "f.cnf", "-o", "proof"]);
        wait_until(|| place.files().len() == 2);
        let run = interrupt(child, signal);
        assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN interrupted"), "{}", run.stderr);
        assert_eq!(place.files(), ["f.cnf"]);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_wait_for_input() {
    let place = Place::new();
    let child = place.start(&["cnf", "-", "-o", "proof"]);
    // There is nothing to see of it; an interrupt that comes before it is ready kills it.
    sleep(Duration::from_millis(500));
    let run = interrupt(child, "-INT");
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN interrupted"), "{}", run.stderr);
    assert!(place.files().is_empty());
}

#[cfg(unix)]
fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_mins(1));
        sleep(Duration::from_millis(10));
    }
    // The temporary file is there; the search begins.
    sleep(Duration::from_millis(300));
}

#[cfg(target_os = "linux")]
#[test]
fn broken_output_is_an_error() {
    let place = Place::new();
    place.write("f.cnf", "p cnf 0 0\n");
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let run = Run::of(place.command(&["cnf", "f.cnf", "--quiet"]).stdout(full));
    let message = "error: standard output: No space left on device (os error 28)\n";
    assert_eq!((run.code, run.stderr.as_str()), (1, message));
}
