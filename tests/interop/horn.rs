//! Horn clauses: z3 on the formulas that `certify horn` finds, ours on those that z3 finds.
//! The systems are those of the cases of `horncheck`.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::fs;
use std::path::Path;
use workspace_tests::{Tool, conclude, entries, last, ours, root, say};

const TEST: &str = "tests/interop/horn";

#[test]
fn z3_and_we_accept_each_others_models() {
    let Some(z3) = Tool::find("z3", TEST) else { return };
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interop-horn");
    let _missing = fs::remove_dir_all(&place);
    let mut faults = Vec::new();
    let (mut given, mut taken, mut derived) = (0, 0, 0);
    for case in entries(&root().join("tests/accept/horn")).unwrap() {
        let system = case.join("system.smt2");
        if !system.is_file() {
            continue;
        }
        let folder = place.join(last(&case));
        fs::create_dir_all(&folder).unwrap();
        fs::copy(&system, folder.join("s.smt2")).unwrap();
        let line = ["horn", "s.smt2", "-o", "p", "--model", "model", "--quiet"];
        let code = ours("certify", &folder, &line).unwrap().code;
        let (verdict, model) = ask(&z3, &folder);
        match (code, verdict.as_str()) {
            (0, "sat" | "unknown") => {
                given += 1;
                faults.extend(judge(&z3, &folder, true));
                faults.extend(judge(&z3, &folder, false));
                if verdict == "sat" && is_plain(&model) {
                    taken += 1;
                    faults.extend(import(&folder, &model));
                }
            }
            (10, "unsat" | "unknown") => derived += 1,
            (_, verdict) if verdict.starts_with("(error") => {
                say(&format!("{TEST}: NOT RUN: z3 does not read {}: {verdict}", last(&case)));
            }
            (code, verdict) => {
                faults.push(format!("{}: certify {code}, z3 {verdict}", last(&case)));
            }
        }
    }
    say(&format!(
        "{TEST}: z3 accepts {given} of our models, we {taken} of its; {derived} systems derive false"
    ));
    assert!(given >= 8 && taken >= 5 && derived >= 3, "{given}, {taken}, {derived}");
    conclude(&faults);
}

/// z3's verdict on the system, and its model.
fn ask(z3: &Tool, folder: &Path) -> (String, String) {
    let system = fs::read_to_string(folder.join("s.smt2")).unwrap();
    let asked = system.contains("(check-sat)");
    let end = if asked { "(get-model)\n" } else { "(check-sat)\n(get-model)\n" };
    let system: Vec<String> =
        commands(&system).into_iter().filter(|command| !command.starts_with("(get-")).collect();
    fs::write(folder.join("question.smt2"), system.join("\n") + "\n" + end).unwrap();
    let said = z3.run(folder, &["-T:20", "question.smt2"]).unwrap();
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let (verdict, model) = text.split_once('\n').unwrap_or((&text, ""));
    (verdict.trim().to_owned(), model.to_owned())
}

/// A model without quantifiers, which are no formulas of certificates.
fn is_plain(model: &str) -> bool {
    model.contains("define-fun") && !model.contains("exists") && !model.contains("forall")
}

/// Whether z3 finds no instance of a clause that our formulas violate; and whether it finds one
/// for the formulas with their sense turned round.
fn judge(z3: &Tool, folder: &Path, is_right: bool) -> Option<String> {
    let system = fs::read_to_string(folder.join("s.smt2")).unwrap();
    let model = fs::read_to_string(folder.join("model")).unwrap();
    let mut text = if is_right { model } else { turned(&model)? };
    let mut clauses = Vec::new();
    for command in commands(&system) {
        if let Some(clause) = command.strip_prefix("(assert") {
            clauses.push(clause.trim().strip_suffix(')')?.to_owned());
        } else if command.starts_with("(define-fun") {
            text += &(command + "\n");
        }
    }
    if clauses.is_empty() {
        return None;
    }
    let question = format!("(assert (not (and true {})))\n(check-sat)\n", clauses.join("\n"));
    fs::write(folder.join("check.smt2"), text + &question).unwrap();
    let expected = if is_right { "unsat" } else { "sat" };
    let said = z3.run(folder, &["-T:20", "check.smt2"]).unwrap();
    let found = String::from_utf8_lossy(&said.stdout).trim().to_owned();
    let what = if is_right { "our model" } else { "our model turned round" };
    (found != expected).then(|| format!("{}: z3 on {what}: {found}", last(folder)))
}

/// Our formulas with their sense turned round, if that must violate a clause: a fact with an
/// empty body does, for instance. Only models of one predicate that is not constant are turned.
fn turned(model: &str) -> Option<String> {
    let lines: Vec<&str> = model.lines().collect();
    let [line] = lines.as_slice() else { return None };
    let (head, body) = line.split_once(" Bool ")?;
    let (head, body) = match body.split_once(" Bool ") {
        Some((more, body)) => (format!("{head} Bool {more}"), body),
        None => (head.to_owned(), body),
    };
    let formula = body.strip_suffix(')')?;
    (!["true", "false"].contains(&formula) && head.ends_with(')'))
        .then(|| format!("{head} Bool (not {formula}))\n"))
}

/// Our proof by z3's model.
fn import(folder: &Path, model: &str) -> Option<String> {
    fs::write(folder.join("model-of-z3"), model).unwrap();
    let line = ["horn", "s.smt2", "--import", "model-of-z3", "-o", "q", "--quiet"];
    let said = ours("certify", folder, &line).unwrap();
    if said.code != 0 {
        let words = String::from_utf8_lossy(&said.stderr).into_owned();
        return Some(format!("{}: model of z3 is refused: {words}{model}", last(folder)));
    }
    let code = ours("horncheck", folder, &["--claim", "safe", "s.smt2", "q"]).unwrap().code;
    (code != 0).then(|| format!("{}: horncheck on z3's model: {code}", last(folder)))
}

/// The commands of a script, without comments.
fn commands(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split(';').next().unwrap_or(""));
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let (mut commands, mut command, mut depth) = (Vec::new(), String::new(), 0_i32);
    let mut is_quoted = false;
    for letter in text.chars() {
        is_quoted ^= letter == '|';
        depth += match letter {
            '(' if !is_quoted => 1,
            ')' if !is_quoted => -1,
            _ => 0,
        };
        command.push(letter);
        if depth == 0 {
            let whole = command.trim().to_owned();
            if whole.starts_with('(') {
                commands.push(whole);
            }
            command.clear();
        }
    }
    commands
}

#[test]
fn commands_are_split() {
    let text = "(set-logic HORN) ; (no\n(assert\n (|a(| x))\n";
    assert_eq!(commands(text), ["(set-logic HORN)", "(assert\n (|a(| x))"]);
}
