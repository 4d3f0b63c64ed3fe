//! The program `certify` on small formulas: exit codes, verdict lines, and every certificate
//! through a checker's kernel.

mod program;

use program::{Place, Run, pigeons};

const UNSATISFIABLE: [&str; 8] = [
    "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n",
    "c units that conflict\np cnf 1 2\n1 0\n-1 0\n",
    "c the empty clause\np cnf 0 1\n0\n",
    "c the empty clause between others\np cnf 2 3\n1 2 0\n0\n-1 0\n",
    "c tautologies and doubled literals\np cnf 3 5\n1 1 0\n2 -2 0\n-1 2 2 3 0\n-1 2 -3 0\n-2 -2 -1 0\n",
    "c clauses behind the conflict\np cnf 4 5\n1 0\n-1 0\n2 3 0\n-2 2 0\n4 4 0\n",
    "c units shrink the later clauses\np cnf 4 5\n1 0\n-1 2 0\n-1 -2 3 4 0\n-2 3 -4 0\n-1 -3 -3 0\n",
    "c few of many variables\np cnf 2147483647 3\n7 2147483647 0\n-7 0\n-2147483647 7 0\n",
];

const SATISFIABLE: [&str; 6] = [
    "p cnf 0 0\n",
    "p cnf 5 0\n",
    "p cnf 3 2\n1 2 0\n-1 0\n",
    "c a tautology\np cnf 1 1\n1 -1 0\n",
    "c few of many variables\np cnf 2147483647 2\n7 2147483647 0\n-7 0\n",
    "p cnf 3 3\r\n1 1 0\r\n-1 2 0\r\n-2 -3 0\r\n",
];

#[test]
fn proofs_are_accepted() {
    for formula in UNSATISFIABLE {
        for options in [&[][..], &["--text"], &["--proof", "drat"], &["--proof=drat", "--text"]] {
            let place = Place::new();
            place.write("f.cnf", formula);
            let run = place.certify(&[&["cnf", "f.cnf", "-o", "proof"], options].concat());
            assert_eq!((run.code, run.verdict()), (0, "s HOLDS"), "{formula}{}", run.stderr);
            assert!(run.stdout.is_empty());
            let checker = if options.len() > 1 || options.contains(&"--proof=drat") {
                "dratcheck"
            } else {
                "lratcheck"
            };
            assert!(run.says(&format!("check with: {checker} f.cnf proof")), "{}", run.stderr);
            place.accept(checker, "f.cnf", "proof");
            assert_eq!(place.files(), ["f.cnf", "proof"]);
        }
    }
}

#[test]
fn models_are_accepted() {
    for formula in SATISFIABLE {
        let place = Place::new();
        place.write("f.cnf", formula);
        let run = place.certify(&["f.cnf", "-o", "model"]);
        assert_eq!((run.code, run.verdict()), (10, "s FAILS"), "{formula}{}", run.stderr);
        assert!(run.says("check with: tracecheck f.cnf model"), "{}", run.stderr);
        place.accept("tracecheck", "f.cnf", "model");
        assert_eq!(place.files(), ["f.cnf", "model"]);
    }
}

#[test]
fn standard_output_gets_the_same_bytes() {
    let place = Place::new();
    place.write("f.cnf", pigeons(5));
    let file = place.certify(&["cnf", "f.cnf", "-o", "proof"]);
    let pipe = place.certify(&["cnf", "f.cnf"]);
    assert_eq!((file.code, pipe.code, pipe.verdict()), (0, 0, "s HOLDS"));
    assert_eq!(place.read("proof"), pipe.stdout);
    assert!(pipe.says("check with: lratcheck f.cnf -"));
    let stdin = place.certify_with_input(&["cnf", "-", "-o", "from-stdin"], &pigeons(5));
    assert_eq!(stdin.code, 0, "{}", stdin.stderr);
    assert!(stdin.says("check with: lratcheck FORMULA from-stdin"));
    assert_eq!(place.read("from-stdin"), pipe.stdout);
}

#[test]
fn the_words_say_what_was_proved() {
    let place = Place::new();
    place.write("f.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let run = place.certify(&["cnf", "f.cnf", "-o", "proof", "--quiet"]);
    assert_eq!(
        run.stderr,
        "f.cnf has no model: variables 1, clauses 2, sha256 \
         ac42a371b5a124286c410ed5dfa2e3be7ee7d5b1feac6f08e7e1715f0c3669a8\n\
         proof: LRAT, binary, 6 bytes: 1 clauses added, 0 deleted\n\
         check with: lratcheck f.cnf proof\n\
         s HOLDS\n"
    );
}

#[test]
fn same_input_and_seed_give_the_same_bytes() {
    let place = Place::new();
    place.write("f.cnf", pigeons(8));
    for options in [&["--seed", "1"][..], &["--seed", "2", "--text"], &["--proof", "drat"]] {
        let runs = [0, 1].map(|_| place.certify(&[&["cnf", "f.cnf"], options].concat()));
        assert_eq!(runs[0].code, 0, "{}", runs[0].stderr);
        assert!(runs[0].stdout == runs[1].stdout, "{options:?}");
    }
    let seeds = ["1", "2"].map(|seed| place.certify(&["cnf", "f.cnf", "--seed", seed]).stdout);
    assert!(seeds[0] != seeds[1]);
}

#[test]
fn wrong_input_is_no_answer() {
    let cases = [
        ("p cnf 1 2\n1 0\n", "f.cnf:3:1: the header announces 2 clauses, the file has 1"),
        ("p cnf 1 1\n2 0\n", "f.cnf:2:1: expected a literal or 0 up to 1, found a larger number"),
        ("p cnf 1 1\n1 x 0\n", "f.cnf:2:3: expected a literal or 0, found 'x'"),
        ("", "f.cnf:1:1: expected the header 'p cnf VARIABLES CLAUSES', found the end of the file"),
    ];
    for (formula, message) in cases {
        let place = Place::new();
        place.write("f.cnf", formula);
        let run = place.certify(&["cnf", "f.cnf", "-o", "proof", "--quiet"]);
        assert_eq!((run.code, run.stderr.as_str()), (2, format!("error: {message}\n").as_str()));
        assert_eq!(place.files(), ["f.cnf"]);
    }
}

#[test]
fn other_kinds_are_named() {
    let cases = [
        ("aag 1 1 0 0 0\n2\n", "a circuit without latches, properties and outputs claims nothing"),
        ("aag 1 1 0 2 0\n2\n2\n3\n", "a circuit with several outputs, which does not seem"),
        ("", "of no known kind"),
    ];
    for (text, kind) in cases {
        let place = Place::new();
        place.write("problem", text);
        let run = place.certify(&["problem", "-o", "proof"]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.starts_with(&format!("error: problem: {kind}")), "{}", run.stderr);
    }
    let place = Place::new();
    place.write("problem", "aag 0 0 0 1 0\n1\n");
    let run = place.certify(&["cnf", "problem", "-o", "proof"]);
    let message = "error: problem: expected a CNF formula, found an AIGER circuit\n";
    assert_eq!((run.code, &*run.stderr), (2, message));
}

#[test]
fn wrong_command_lines_are_refused() {
    let place = Place::new();
    place.write("f.cnf", "p cnf 0 0\n");
    let cases: [&[&str]; 9] = [
        &[],
        &["cnf"],
        &["cnf", "missing.cnf"],
        &["cnf", "f.cnf", "f.cnf"],
        &["cnf", "f.cnf", "--proof", "pac"],
        &["cnf", "f.cnf", "--time", "soon"],
        &["cnf", "f.cnf", "--seed", "2000000001"],
        &["cnf", "f.cnf", "-o", "f.cnf"],
        &["cnf", "f.cnf", "-o", "no/such/folder"],
    ];
    for arguments in cases {
        let run = place.certify(arguments);
        assert_eq!((run.code, run.stdout.len()), (2, 0), "{arguments:?} {}", run.stderr);
        assert!(!run.stderr.lines().any(|line| line.starts_with("s ")), "{}", run.stderr);
    }
    assert_eq!(place.read("f.cnf"), b"p cnf 0 0\n");
    assert_eq!(place.files(), ["f.cnf"]);
}

#[test]
fn the_environment_does_not_change_the_solver() {
    let place = Place::new();
    place.write("f.cnf", "p cnf 0 0\n");
    let mut command = place.command(&["cnf", "f.cnf"]);
    let run = Run::of(command.env("CADICAL_ELIM", "0"));
    assert_eq!(run.code, 2);
    let words = "the environment variable CADICAL_ELIM would change the solver: unset it";
    assert!(run.says(&format!("error: {words}")), "{}", run.stderr);
}

#[test]
fn an_old_file_survives_what_is_no_answer() {
    let place = Place::new();
    place.write("f.cnf", pigeons(11));
    place.write("proof", "old");
    let run = place.certify(&["cnf", "f.cnf", "-o", "proof", "--time", "0.2"]);
    assert_eq!((run.code, run.verdict()), (30, "s UNKNOWN time limit"), "{}", run.stderr);
    assert_eq!(place.read("proof"), b"old");
    assert_eq!(place.files(), ["f.cnf", "proof"]);
}

#[test]
fn the_doctor_is_content() {
    let run = Place::new().certify(&["doctor"]);
    let text = String::from_utf8(run.stdout).unwrap();
    assert_eq!(run.code, 0, "{text}{}", run.stderr);
    for kind in ["LRAT", "DRAT", "model", "pac", "wrong product"] {
        assert!(text.contains(&format!("self-test {kind}: good\n")), "{text}");
    }
}

#[test]
fn certificates_are_recognised() {
    let place = Place::new();
    place.write("u.cnf", pigeons(4));
    place.write("s.cnf", "p cnf 2 1\n1 2 0\n");
    for (formula, options, kind) in [
        ("u.cnf", &[][..], "LRAT proof, binary"),
        ("u.cnf", &["--text"], "LRAT proof, text"),
        ("u.cnf", &["--proof", "drat"], "DRAT proof, binary"),
        ("u.cnf", &["--proof", "drat", "--text"], "DRAT proof, text"),
        ("s.cnf", &[], "model of a formula"),
    ] {
        place.certify(&[&["cnf", formula, "-o", "out"], options].concat());
        let run = place.certify(&["show", "out"]);
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(run.code == 0 && text.starts_with(&format!("out: {kind}: ")), "{kind}: {text}");
        assert_eq!(text.lines().count(), 2, "{text}");
    }
    assert_eq!(place.certify(&["show", "u.cnf"]).code, 2);
}
