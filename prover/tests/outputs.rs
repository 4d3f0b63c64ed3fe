//! What a command writes replaces neither what it reads nor what else it writes.

mod program;

use program::Place;

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
