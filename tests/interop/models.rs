//! Models: certifaiger and aigsim on what `certify safety` finds, ours on what rIC3 finds, ABC on
//! the same questions. The models are those of the cases of `invcheck` and `tracecheck`.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "a test may stop at the first surprise"
)]

use std::fs;
use std::path::{Path, PathBuf};
use workspace_tests::{Tool, conclude, entries, files, is, last, ours, root, say};

const TEST: &str = "tests/interop/models";

/// What is known of a model.
struct Model {
    /// The case it belongs to.
    name: String,
    folder: PathBuf,
    holds: bool,
    properties: u64,
    /// How many bad state properties and constraints its header tells.
    bad: u64,
    constraints: u64,
    /// A latch starts with the value of something else than itself or a constant.
    has_reset_function: bool,
}

/// certifaiger accepts our witness circuits of invariants.
#[test]
fn certifaiger_accepts_our_witness_circuits() {
    accepts_witness_circuits("certifaiger", &["--engine", "ic3"]);
}

/// certifaiger accepts our witness circuits of inductions. Not every model has a proof by
/// induction without simple paths.
#[test]
fn certifaiger_accepts_our_witness_circuits_of_inductions() {
    accepts_witness_circuits("induction", &["--engine", "kinduction", "--time", "1"]);
}

/// certifaiger accepts witness circuits, and refuses each for a model that is worse.
fn accepts_witness_circuits(name: &str, options: &[&str]) {
    let Some(certifaiger) = Tool::find("certifaiger-check", TEST) else { return };
    let mut faults = Vec::new();
    let (mut count, mut refused) = (0, 0);
    for model in models(name).iter().filter(|model| model.holds) {
        let line = ["safety", "m.aag", "-o", "p", "--export", "certifaiger", "w.aag", "--quiet"];
        let said = ours("certify", &model.folder, &[&line, options].concat()).unwrap();
        if !model.folder.join("w.aag").is_file() {
            let words = String::from_utf8_lossy(&said.stderr).into_owned();
            let why = words.lines().last().unwrap_or("");
            say(&format!("{TEST}: NOT RUN: no export for {}: {why}", model.name));
            continue;
        }
        let answer = certifaiger.run(&model.folder, &["m.aag", "w.aag"]).unwrap();
        if String::from_utf8_lossy(&answer.stderr).contains("is not reencoded") {
            say(&format!("{TEST}: NOT RUN: certifaiger wants {} reencoded", model.name));
            continue;
        }
        let valid = |file: &str| {
            let answer = certifaiger.run(&model.folder, &[file, "w.aag"]).unwrap();
            let text = String::from_utf8_lossy(&answer.stdout).into_owned();
            (text.lines().any(|line| line.ends_with("valid witness")), text)
        };
        count += 1;
        if let (false, text) = valid("m.aag") {
            faults.push(format!("{}: {text}", model.name));
        }
        if worse(&model.folder) {
            refused += 1;
            if valid("worse.aag").0 {
                faults.push(format!("{}: accepted for a model that is worse", model.name));
            }
        }
    }
    let option = options.join(" ");
    say(&format!(
        "{TEST}: certifaiger accepts {count} circuits ({option}), refuses {refused} twins"
    ));
    assert!(refused >= 10, "only {refused} twins are refused");
    assert!(count >= 10, "only {count} witness circuits");
    conclude(&faults);
}

/// aigsim accepts our traces.
#[test]
fn aigsim_accepts_our_traces() {
    let Some(aigsim) = Tool::find("aigsim", TEST) else { return };
    let mut faults = Vec::new();
    let mut count = 0;
    for model in models("aigsim").iter().filter(|model| !model.holds) {
        let line = ["safety", "m.aag", "-o", "trace", "--quiet"];
        assert_eq!(ours("certify", &model.folder, &line).unwrap().code, 10);
        // aigsim reads outputs as properties only when told to.
        let mut line = vec!["-c", "m.aag", "trace"];
        if model.bad == 0 {
            line.insert(0, "-m");
        }
        let said = aigsim.run(&model.folder, &line).unwrap();
        count += 1;
        if said.code != 0 {
            let words = String::from_utf8_lossy(&said.stderr).into_owned();
            faults.push(format!("{}: aigsim: {words}", model.name));
        }
    }
    say(&format!("{TEST}: aigsim accepts {count} traces"));
    assert!(count >= 5, "only {count} traces");
    conclude(&faults);
}

/// rIC3's verdicts are ours; its witness circuits prove the properties, its traces are accepted.
#[test]
fn we_accept_certificates_of_ric3() {
    let Some(ric3) = Tool::find("ric3", TEST) else { return };
    let mut faults = Vec::new();
    let (mut safe, mut traces) = (0, 0);
    for model in models("ric3") {
        let Ok(said) = ric3.run(&model.folder, &["-e", "ic3", "m.aag", "w"]) else {
            say(&format!("{TEST}: NOT RUN: rIC3 falls over {}", model.name));
            continue;
        };
        match (said.code, model.holds) {
            (20, true) => {
                safe += 1;
                let line = ["safety", "m.aag", "--witness", "w", "-o", "p", "--quiet"];
                let said = ours("certify", &model.folder, &line).unwrap();
                if said.code != 0
                    || ours("invcheck", &model.folder, &["m.aag", "p"]).unwrap().code != 0
                {
                    let words = String::from_utf8_lossy(&said.stderr).into_owned();
                    faults.push(format!("{}: witness circuit of rIC3: {words}", model.name));
                }
            }
            (10, false) => {
                traces += 1;
                let line = ["--property", "all", "m.aag", "w"];
                if ours("tracecheck", &model.folder, &line).unwrap().code != 0 {
                    faults.push(format!("{}: trace of rIC3 is refused", model.name));
                }
            }
            (10 | 20, holds) => {
                let code = said.code;
                faults.push(format!("{}: rIC3 says {code}, certify {holds}", model.name));
            }
            (code, _) => {
                say(&format!("{TEST}: NOT RUN: rIC3 ends with {code} on {}", model.name));
            }
        }
    }
    say(&format!("{TEST}: {safe} witness circuits and {traces} traces of rIC3 are accepted"));
    assert!(safe >= 20 && traces >= 20, "{safe} witness circuits, {traces} traces");
    conclude(&faults);
}

/// ABC's `pdr` on models without reset functions, which it does not know.
#[test]
fn abc_gives_the_same_answers() {
    let Some(abc) = Tool::find("abc", TEST) else { return };
    let Some(aigtoaig) = Tool::find("aigtoaig", TEST) else { return };
    let mut faults = Vec::new();
    let mut count = 0;
    for model in models("abc") {
        if model.has_reset_function || model.properties != 1 {
            continue;
        }
        aigtoaig.run(&model.folder, &["m.aag", "m.aig"]).unwrap();
        let fold = if model.constraints > 0 { "fold; " } else { "" };
        let said = abc.run(&model.folder, &["-q", &format!("read m.aig; {fold}pdr")]);
        let Ok(said) = said else {
            say(&format!("{TEST}: NOT RUN: ABC falls over {}", model.name));
            continue;
        };
        let text = String::from_utf8_lossy(&said.stdout).into_owned();
        let answer = match (text.contains("Property proved"), text.contains("was asserted in")) {
            (true, false) => true,
            (false, true) => false,
            _ => {
                let words = text.lines().last().unwrap_or("").to_owned();
                say(&format!("{TEST}: NOT RUN: ABC does not decide {}: {words}", model.name));
                continue;
            }
        };
        count += 1;
        if answer != model.holds {
            faults.push(format!("{}: ABC says {answer}, certify {}", model.name, model.holds));
        }
    }
    say(&format!("{TEST}: ABC agrees on {count} models"));
    assert!(count >= 20, "only {count} models");
    conclude(&faults);
}

/// The models of the cases, each in a folder of its own as `m.aag`, that `certify` decides.
fn models(test: &str) -> Vec<Model> {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("interop-models-{test}"));
    let _missing = fs::remove_dir_all(&place);
    let mut models = Vec::new();
    for kind in ["inv", "trace"] {
        for case in entries(&root().join("tests/accept").join(kind)).unwrap() {
            let Some(file) = files(&case).unwrap().into_iter().find(|file| is(file, "aag")) else {
                continue;
            };
            let name = format!("{kind}/{}", last(&case));
            let folder = place.join(&name);
            // Lines that end with two letters are not for the tools of AIGER.
            let source = fs::read_to_string(&file).unwrap();
            if source.contains('\r') {
                say(&format!("{TEST}: NOT RUN: {name} has ends of lines that others do not read"));
                continue;
            }
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join("m.aag"), source).unwrap();
            let line = ["safety", "m.aag", "-o", "answer", "--quiet"];
            let holds = match ours("certify", &folder, &line).unwrap().code {
                0 => true,
                10 => false,
                // Circuits without properties, and such for other commands.
                _ => continue,
            };
            models.extend(describe(&folder, name, holds));
        }
    }
    models
}

/// What the header and the latches say; nothing if the file is not plain.
fn describe(folder: &Path, name: String, holds: bool) -> Option<Model> {
    let text = fs::read_to_string(folder.join("m.aag")).ok()?;
    let mut lines = text.lines();
    let header: Vec<u64> =
        lines.next()?.split_whitespace().skip(1).map_while(|word| word.parse().ok()).collect();
    let number = |at: usize| header.get(at).copied().unwrap_or(0);
    let (inputs, latches) = (usize::try_from(number(1)).ok()?, usize::try_from(number(2)).ok()?);
    let has_reset_function = lines.skip(inputs).take(latches).any(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words
            .get(2)
            .is_some_and(|reset| !["0", "1"].contains(reset) && Some(reset) != words.first())
    });
    Some(Model {
        name,
        folder: folder.to_path_buf(),
        holds,
        properties: if number(5) > 0 { number(5) } else { number(3) },
        bad: number(5),
        constraints: number(6),
        has_reset_function,
    })
}

/// Writes `worse.aag`, the model with its first property replaced by one that always fails; this
/// works for models with bad state properties and without constraints.
fn worse(folder: &Path) -> bool {
    let text = fs::read_to_string(folder.join("m.aag")).unwrap();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let header: Vec<usize> = lines
        .first()
        .into_iter()
        .flat_map(|line| line.split_whitespace().skip(1).filter_map(|word| word.parse().ok()))
        .collect();
    let [_, inputs, latches, outputs, _, bad, rest @ ..] = header.as_slice() else { return false };
    if *bad == 0 || rest.iter().any(|count| *count > 0) {
        return false;
    }
    let Some(line) = lines.get_mut(1 + inputs + latches + outputs) else { return false };
    "1".clone_into(line);
    fs::write(folder.join("worse.aag"), lines.join("\n") + "\n").unwrap();
    true
}
