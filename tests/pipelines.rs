//! Whole pipelines, each program a process of its own: what `certify` writes, its checker accepts.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use workspace_tests::{Class, conclude, entries, files, is, last, name, program, root, say, write};

/// Every well-formed formula of the cases, decided and checked: LRAT and DRAT, binary and text.
#[test]
fn every_answer_passes_its_checker() {
    let folder = fresh_folder("answers");
    let mut faults = Vec::new();
    let (mut holds, mut fails) = (0, 0);
    for formula in formulas() {
        for options in [&[][..], &["--text"], &["--proof=drat"], &["--proof=drat", "--text"]] {
            let output = folder.join("certificate");
            let answer = certify(&formula, options, &output);
            let checker = match answer.status.code() {
                Some(0) if options.contains(&"--proof=drat") => "dratcheck",
                Some(0) => "lratcheck",
                Some(10) => "tracecheck",
                _ => {
                    faults.push(format!("{}: {}", name(&formula), stderr(&answer)));
                    continue;
                }
            };
            let verdict = check(checker, &[&formula, &output]);
            if verdict.status.code() != Some(0) || !stdout(&verdict).ends_with("s VERIFIED\n") {
                faults.push(format!("{}: {checker}: {}", name(&formula), stdout(&verdict)));
            }
            let says = format!("check with: {checker} ");
            if !stderr(&answer).contains(&says) {
                faults.push(format!("{}: certify does not say '{says}'", name(&formula)));
            }
            if checker == "tracecheck" { fails += 1 } else { holds += 1 }
        }
    }
    say(&format!("tests/pipelines: {holds} proofs and {fails} models passed their checkers"));
    assert!(holds > 20 && fails > 20, "too few formulas");
    conclude(&faults);
}

/// `dratcheck --lrat` of every accepted DRAT case, given to `lratcheck`.
#[test]
fn what_dratcheck_writes_lratcheck_accepts() {
    let folder = fresh_folder("lrat");
    let mut faults = Vec::new();
    let mut count = 0;
    for case in entries(&Class::Accept.folder().join("drat")).unwrap() {
        let (formula, proof) = (case.join("formula.cnf"), case.join("proof.drat"));
        if !proof.exists() {
            continue;
        }
        for option in ["--lrat", "--lrat-text"] {
            let output = folder.join(format!("{}{option}", last(&case)));
            let mut command = Command::new(program("dratcheck").unwrap());
            command.args([option.as_ref(), output.as_os_str()]).args(["--variables", "99"]);
            let checked = command.args([&formula, &proof]).output().unwrap();
            let mut command = Command::new(program("lratcheck").unwrap());
            command.args(["--variables", "99"]).args([&formula, &output]);
            let verdict = command.output().unwrap();
            if checked.status.code() != Some(0) || verdict.status.code() != Some(0) {
                faults.push(format!("{}: {}{}", name(&case), stdout(&checked), stdout(&verdict)));
            }
            count += 1;
        }
    }
    assert!(count > 20, "too few cases");
    conclude(&faults);
}

/// `certify cnf F | lratcheck F -`, as the README has it.
#[test]
fn a_pipe_from_certify_to_lratcheck() {
    let formula = Class::Accept.folder().join("lrat/square/formula.cnf");
    let mut prover = Command::new(program("certify").unwrap())
        .arg("cnf")
        .arg(&formula)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut checker = Command::new(program("lratcheck").unwrap());
    checker.arg(&formula).arg("-").stdin(prover.stdout.take().unwrap());
    let verdict = checker.output().unwrap();
    assert!(stdout(&verdict).ends_with("s VERIFIED\n"), "{}", stdout(&verdict));
    let answer = prover.wait_with_output().unwrap();
    assert_eq!(answer.status.code(), Some(0));
    assert!(stderr(&answer).ends_with("s HOLDS\n"), "{}", stderr(&answer));
}

/// A proof of one formula is no proof of another.
#[test]
fn proofs_of_other_formulas_are_refused() {
    let folder = fresh_folder("crossed");
    let (first, second) = (folder.join("first.cnf"), folder.join("second.cnf"));
    write(&first, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
    write(&second, "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 1 0\n").unwrap();
    let proof = folder.join("proof");
    assert_eq!(certify(&first, &[], &proof).status.code(), Some(0));
    assert_eq!(check("lratcheck", &[&first, &proof]).status.code(), Some(0));
    assert_eq!(check("lratcheck", &[&second, &proof]).status.code(), Some(1));
}

/// Multipliers of many architectures, generated, decided and checked, each also with a fault.
#[test]
fn every_multiplier_passes_its_checker() {
    const ADDERS: [&str; 9] = [
        "ripple",
        "lookahead",
        "kogge-stone",
        "brent-kung",
        "ladner-fischer",
        "han-carlson",
        "carry-skip",
        "carry-select",
        "conditional-sum",
    ];
    let folder = fresh_folder("multipliers");
    let (circuit, output) = (folder.join("m.aig"), folder.join("certificate"));
    let run = |words: &[&str], paths: &[&Path]| {
        let mut command = Command::new(program("certify").unwrap());
        command.args(words).arg("-o").args(paths).output().unwrap()
    };
    let mut faults = Vec::new();
    let (mut holds, mut fails) = (0, 0);
    for ppg in ["simple", "booth2", "booth4", "booth8"] {
        for tree in ["array", "wallace", "dadda", "compressor42", "counter73", "balanced"] {
            let adder = ADDERS[(holds + fails) % ADDERS.len()];
            let sign = if holds % 2 == 0 { &[][..] } else { &["--signed"] };
            for fault in [&[][..], &["--fault", "1"]] {
                let words = ["--width", "7", "--ppg", ppg, "--tree", tree, "--adder", adder];
                let words = [&["generate", "multiplier"], &words[..], sign, fault].concat();
                let name = words.join(" ");
                let made = run(&words, &[&circuit]);
                let answer = run(&[&["multiplier"], sign].concat(), &[&output, &circuit]);
                let checker = match answer.status.code() {
                    Some(0) => "pacheck",
                    Some(10) if !fault.is_empty() => "tracecheck",
                    _ => {
                        faults.push(format!("{name}: {}{}", stderr(&made), stderr(&answer)));
                        continue;
                    }
                };
                let mut command = Command::new(program(checker).unwrap());
                let verdict = command.args(sign).args([&circuit, &output]).output().unwrap();
                if verdict.status.code() != Some(0) || !stdout(&verdict).ends_with("s VERIFIED\n") {
                    faults.push(format!("{name}: {checker}: {}", stdout(&verdict)));
                }
                if checker == "pacheck" { holds += 1 } else { fails += 1 }
            }
        }
    }
    say(&format!(
        "tests/pipelines: {holds} proofs and {fails} wrong products passed their checkers"
    ));
    assert!(holds > 20 && fails > 10, "too few multipliers of either kind");
    conclude(&faults);
}

/// Formulas of the accepted and refused cases that `lratcheck` can read.
fn formulas() -> Vec<PathBuf> {
    let nothing = fresh_folder("formulas").join("empty");
    write(&nothing, "").unwrap();
    let mut formulas = Vec::new();
    for class in [Class::Accept, Class::Reject] {
        for path in files(&class.folder()).unwrap() {
            let readable = |path: &Path| {
                let verdict = check("lratcheck", &[path, &nothing]);
                verdict.status.code() != Some(2)
            };
            if is(&path, "cnf") && readable(&path) {
                formulas.push(path);
            }
        }
    }
    formulas
}

fn certify(formula: &Path, options: &[&str], output: &Path) -> Output {
    let mut command = Command::new(program("certify").unwrap());
    command.arg("cnf").args(options).arg("-o").arg(output).arg(formula).output().unwrap()
}

fn check(checker: &str, files: &[&Path]) -> Output {
    Command::new(program(checker).unwrap()).args(files).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// An empty folder for the files of one test.
fn fresh_folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pipelines-{test}"));
    let _missing = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Every pair of circuits of the cases that can be compared, compared and checked.
#[test]
fn every_comparison_passes_its_checker() {
    let folder = fresh_folder("comparisons");
    let mut faults = Vec::new();
    let (mut equal, mut different) = (0, 0);
    let cases = ["accept/miter", "reject/miter", "accept/trace", "reject/trace"];
    for case in cases.iter().flat_map(|kind| entries(&root().join("tests").join(kind)).unwrap()) {
        let circuits: Vec<PathBuf> = ["a.aag", "b.aag"].map(|name| case.join(name)).into();
        let circuits: Vec<&Path> =
            circuits.iter().map(PathBuf::as_path).filter(|path| path.exists()).collect();
        if circuits.is_empty() {
            continue;
        }
        for options in [&[][..], &["--text"], &["--match", "names"]] {
            let output = folder.join("certificate");
            let mut command = Command::new(program("certify").unwrap());
            command.arg("equivalence").args(options).arg("-o").arg(&output).args(&circuits);
            let answer = command.output().unwrap();
            let checker = match answer.status.code() {
                Some(0) => "mitercheck",
                Some(10) => "tracecheck",
                Some(2) => continue,
                _ => {
                    faults.push(format!("{}: {}", name(&case), stderr(&answer)));
                    continue;
                }
            };
            let mut command = Command::new(program(checker).unwrap());
            command.args(options.iter().filter(|option| **option != "--text"));
            let verdict = command.args(&circuits).arg(&output).output().unwrap();
            if verdict.status.code() != Some(0) {
                faults.push(format!("{}: {checker}: {}", name(&case), stdout(&verdict)));
            }
            if checker == "mitercheck" { equal += 1 } else { different += 1 }
        }
    }
    say(&format!(
        "tests/pipelines: {equal} proofs and {different} differences passed their checkers"
    ));
    assert!(equal > 20 && different > 20, "too few circuits");
    conclude(&faults);
}

/// What `--export` writes, the clausal checkers accept.
#[test]
fn exports_pass_the_clausal_checkers() {
    let folder = fresh_folder("exports");
    let case = Class::Accept.folder().join("miter/two-outputs");
    for (format, checker) in [("lrat", "lratcheck"), ("drat", "dratcheck")] {
        let prefix = folder.join("export");
        let mut command = Command::new(program("certify").unwrap());
        command.arg("equivalence").args([case.join("a.aag"), case.join("b.aag")]);
        command.args(["--export", format]).arg(&prefix).arg("-o").arg(folder.join("proof"));
        let answer = command.output().unwrap();
        assert_eq!(answer.status.code(), Some(0), "{}", stderr(&answer));
        let proof = folder.join(format!("export.{format}"));
        let verdict = check(checker, &[&folder.join("export.cnf"), &proof]);
        assert_eq!(verdict.status.code(), Some(0), "{}", stdout(&verdict));
    }
}
