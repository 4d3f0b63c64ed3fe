//! The program `certify safety` on small models: exit codes, words, verdict lines, and every
//! certificate through a checker's kernel.

#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod accept;
mod models;
mod program;

use accept::{accept_others, accept_proof, accept_run, expect, place};
use models::Random;

/// Two latches that follow one input, and a bad state where they differ.
const EQUAL: &str = "aag 6 1 2 0 3 1\n2\n4 2\n6 2\n13\n8 4 7\n10 5 6\n12 9 11\n";
/// A counter of two bits, bad at 3.
const COUNTER: &str = "aag 6 0 2 0 4 1\n2 3\n4 10\n12\n6 2 4\n8 3 5\n10 7 9\n12 2 4\n";
/// The same, but it is never 1: the bit of weight 1 stays 0.
const EVEN: &str = "aag 4 0 2 0 1 1\n2 2\n4 5\n8\n8 2 4\n";
/// States 000, 011, 101 follow each other. From 111, which is not reached, the input leads to 111
/// again or to 110, which is bad: only over simple paths there is a proof by induction.
const LOOP: &str = "aag 15 1 3 0 11 1\n2\n4 10\n6 19\n8 27\n30\n10 8 6\n12 7 5\n14 12 9\n\
    16 10 4\n18 17 15\n20 10 5\n22 16 3\n24 21 15\n26 24 23\n28 6 4\n30 28 9\n";
/// Three bits count to 4 and begin again; that they are not 7 is known by induction of depth 3.
const FIVE: &str = "aag 12 0 3 0 9 1\n2 12\n4 16\n6 24\n18\n8 5 3\n10 8 6\n12 11 3\n14 4 2\n\
    16 15 9\n18 14 6\n20 15 7\n22 21 19\n24 22 11\n";
/// Three properties: the input, constant 0, and a latch that stays 0.
const SEVERAL: &str = "aag 2 1 1 0 0 3\n2\n4 4\n2\n0\n4\n";

#[test]
fn invariants_are_accepted() {
    let internal = ["--engine", "ic3", "--internal"];
    let induction = ["--engine", "kinduction"];
    for text in [EQUAL, EVEN, LOOP] {
        for options in [&[][..], &["--text"], &["--engine", "ic3"], &internal, &induction] {
            let place = place(text);
            let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], options].concat());
            expect(&run, 0, "s HOLDS");
            assert!(run.says("check with: invcheck m.aag proof"), "{}", run.stderr);
            accept_proof(&place, "proof", None);
            assert_eq!(place.files(), ["m.aag", "proof"]);
        }
    }
}

#[test]
fn runs_are_accepted() {
    for engine in ["auto", "bmc", "kinduction", "ic3"] {
        let place = place(COUNTER);
        let run = place.certify(&["safety", "m.aag", "--engine", engine, "-o", "run"]);
        expect(&run, 10, "s FAILS");
        let check = "check with: tracecheck --property 0 m.aag run";
        assert!(run.says(check), "{}", run.stderr);
        accept_run(&place, "run", 0);
    }
}

#[test]
fn the_natural_thing_for_a_model_is_safety() {
    let place = place(EVEN);
    expect(&place.certify(&["m.aag", "-o", "proof"]), 0, "s HOLDS");
    accept_proof(&place, "proof", None);
}

#[test]
fn options_that_mean_nothing_together_are_refused() {
    let place = place(EVEN);
    for options in [
        &["--internal", "--engine", "bmc"][..],
        &["--internal", "--engine", "kinduction"],
        &["--witness", "m.aag", "--engine", "ic3"],
        &["--witness", "m.aag", "--internal"],
    ] {
        let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], options].concat());
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.verdict().contains(options[0]), "{}", run.stderr);
    }
}

#[test]
fn questions_that_have_no_answer_are_refused() {
    let place = place(SEVERAL);
    let run = place.certify(&["safety", "m.aag", "--property", "3", "-o", "proof"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    place.write("j.aag", "aag 1 1 0 0 0 0 0 1\n2\n1\n2\n");
    let run = place.certify(&["safety", "j.aag", "-o", "proof"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    place.write("n.aag", "aag 1 0 1 0 0\n2 2\n");
    let run = place.certify(&["safety", "n.aag", "-o", "proof"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert_eq!(place.files(), ["j.aag", "m.aag", "n.aag"]);
}

#[test]
fn exported_witnesses_prove_the_same_again() {
    for text in [EQUAL, EVEN] {
        let place = place(text);
        let export = ["--export", "certifaiger", "w.aig"];
        let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], &export[..]].concat());
        expect(&run, 0, "s HOLDS");
        let run = place.certify(&["safety", "m.aag", "--witness", "w.aig", "-o", "again"]);
        expect(&run, 0, "s HOLDS");
        accept_proof(&place, "again", None);
        assert_eq!(place.files(), ["again", "m.aag", "proof", "w.aig"]);
    }
}

/// A witness circuit of induction looks back, and what it says is an invariant.
#[test]
fn inductions_are_exported_as_witnesses() {
    for text in [EQUAL, EVEN, FIVE] {
        let place = place(text);
        let export = ["--export", "certifaiger", "w.aig", "--engine", "kinduction"];
        let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], &export[..]].concat());
        expect(&run, 0, "s HOLDS");
        assert!(run.says("c engine: kinduction"), "{}", run.stderr);
        accept_proof(&place, "proof", None);
        let run = place.certify(&["safety", "m.aag", "--witness", "w.aig", "-o", "again"]);
        expect(&run, 0, "s HOLDS");
        accept_proof(&place, "again", None);
        // Without what it remembers the circuit is no witness for a model that counts to 7.
        place.write("m.aag", text.replace("2 12\n4 16\n6 24", "2 3\n4 16\n6 22"));
        let run = place.certify(&["safety", "m.aag", "--witness", "w.aig", "-o", "third"]);
        assert_eq!(run.code, if text == FIVE { 2 } else { 0 }, "{}", run.stderr);
    }
    // Only over simple paths there is a proof, and these have no witness circuit.
    let place = place(LOOP);
    let export = ["--export", "certifaiger", "w.aig", "--engine", "kinduction", "--time", "0.5"];
    let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], &export[..]].concat());
    expect(&run, 30, "s UNKNOWN time limit");
    let why = "c induction goes without simple paths, for these have no witness circuit";
    assert!(run.says(why), "{}", run.stderr);
    assert_eq!(place.files(), ["m.aag"]);
}

/// The witness is the model: that the input is 0 is known from the constraint of the same time.
#[test]
fn witnesses_may_need_constraints_one_step_later() {
    let text = "aag 1 1 0 0 0 1 1\n2\n2\n3\n";
    let place = place(text);
    place.write("w.aag", text);
    let run = place.certify(&["safety", "m.aag", "--witness", "w.aag", "-o", "proof"]);
    expect(&run, 0, "s HOLDS");
    accept_proof(&place, "proof", None);
}

/// What the model has too is not made again, and what only joins clauses is not made at all.
#[test]
fn a_certificate_from_a_witness_has_no_needless_gates() {
    let place = place(FIVE);
    let export = ["--engine", "ic3", "--export", "certifaiger", "w.aig"];
    let run = place.certify(&[&["safety", "m.aag", "-o", "proof"], &export[..]].concat());
    expect(&run, 0, "s HOLDS");
    let run = place.certify(&["safety", "m.aag", "--witness", "w.aig", "--text", "-o", "again"]);
    expect(&run, 0, "s HOLDS");
    let text = String::from_utf8(place.read("again")).unwrap();
    assert!(text.contains("\nlatches 0\ngates 0\n"), "{text}");
}

/// Witnesses for models that are unsafe; a mapping that is not checked lets them pass.
#[test]
fn forged_witnesses_are_refused() {
    let differ = "6 2 5\n8 3 4\n10 7 9\n";
    let cases = [
        // The input is mapped to 0.
        (
            "aag 1 1 0 0 0 1\n2\n2\n".to_owned(),
            "aag 0 0 0 0 0 1\n0\nc\nMAPPING 1\n0 2\n",
            "it maps literal 2 of the model to literal 0 of the witness: the second is no input or latch",
        ),
        // Two inputs are mapped to one.
        (
            format!("aag 5 2 0 0 3 1\n2\n4\n11\n{differ}"),
            "aag 1 1 0 0 0 1\n2\n0\nc\nMAPPING 2\n2 2\n2 4\n",
            "it maps literal 4 of the model to literal 2 of the witness: the second is mapped to twice",
        ),
        // Two latches with different resets are mapped to one.
        (
            format!("aag 5 0 2 0 3 1\n2 2\n4 4 1\n11\n{differ}"),
            "aag 1 0 1 0 0 1\n2 2\n0\nc\nMAPPING 2\n2 2\n2 4\n",
            "it maps literal 4 of the model to literal 2 of the witness: the second is mapped to twice",
        ),
        // The gate that is bad is mapped to 0.
        (
            "aag 3 2 0 0 1 1\n2\n4\n6\n6 2 4\n".to_owned(),
            "aag 2 2 0 0 0 1\n2\n4\n0\nc\nMAPPING 3\n2 2\n4 4\n0 6\n",
            "it maps literal 6 of the model to literal 0 of the witness: the first is no input or latch",
        ),
        // Nothing is mapped wrongly, but the witness says nothing of the property.
        (
            "aag 1 1 0 0 0 1\n2\n2\n".to_owned(),
            "aag 1 1 0 0 0 1\n2\n0\ni0 = 2\n",
            "property 0 does not follow from the invariant",
        ),
        // Its constraint is false in the model.
        (
            "aag 1 1 0 0 0 1\n2\n2\n".to_owned(),
            "aag 1 1 0 0 0 1 1\n2\n0\n0\ni0 = 2\n",
            "clause 0 of the invariant does not hold at time 0",
        ),
    ];
    for (model, witness, why) in cases {
        let place = place(&model);
        place.write("w.aag", witness);
        let run = place.certify(&["safety", "m.aag", "--witness", "w.aag", "-o", "proof"]);
        let why = format!("error: w.aag: witness refused: {why}");
        assert_eq!((run.code, run.verdict()), (2, &*why), "{}", run.stderr);
        assert_eq!(place.files(), ["m.aag", "w.aag"]);
        let run = place.certify(&["safety", "m.aag", "-o", "run"]);
        expect(&run, 10, "s FAILS");
    }
}

#[test]
fn a_limit_leaves_nothing_behind() {
    let place = place(EQUAL);
    let run = place.certify(&["safety", "m.aag", "--time", "0", "-o", "proof"]);
    expect(&run, 30, "s UNKNOWN time limit");
    assert_eq!(place.files(), ["m.aag"]);
}

/// Bounded model checking never ends on a property that holds.
#[test]
fn a_run_that_was_found_is_not_lost_at_the_limit() {
    for options in [&["--time", "0.5"][..], &["--time", "0.5", "--quiet"]] {
        let place = place(SEVERAL);
        let arguments = ["safety", "m.aag", "--engine", "bmc", "-o", "run"];
        let run = place.certify(&[&arguments, options].concat());
        expect(&run, 10, "s FAILS");
        let known = "0: fails after 0 steps, trace checked";
        for line in [known, "1: not decided", "2: not decided"] {
            assert!(run.says(&format!("property {line}")), "{line}: {}", run.stderr);
        }
        accept_run(&place, "run", 0);
        assert_eq!(place.files(), ["m.aag", "run"]);
    }
}

#[test]
fn same_input_and_seed_give_the_same_bytes() {
    for (text, code) in [(EQUAL, 0), (EVEN, 0), (COUNTER, 10), (SEVERAL, 10)] {
        let place = place(text);
        for options in [&[][..], &["--seed", "1", "--text"], &["--engine", "ic3"]] {
            let arguments = [&["safety", "m.aag", "--quiet", "--threads", "1"], options].concat();
            let runs = [0, 1].map(|_| place.certify(&arguments));
            assert_eq!(runs[0].code, code, "{}", runs[0].stderr);
            assert!(runs[0].stdout == runs[1].stdout, "{options:?}");
            assert_eq!(runs[0].stderr, runs[1].stderr);
        }
    }
}

/// `CERTIFY_MODELS` sets how many models are tried, `CERTIFY_SEED` where they begin.
#[test]
fn random_models_agree_with_all_their_states() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let (count, first) = (number("CERTIFY_MODELS", 60), number("CERTIFY_SEED", 1));
    // Not every model has a proof by induction.
    let induction = ["--engine", "kinduction", "--time", "0.2"];
    let internal = ["--engine", "ic3", "--internal"];
    let export = [&induction[..], &["--export", "certifaiger", "w.aig"]].concat();
    let ic3 = ["--engine", "ic3"];
    let threads = ["--threads", "2"];
    let engines = [&[][..], &ic3, &internal, &["--text"], &threads, &induction, &export];
    let mut options = engines.iter().cycle();
    for seed in first..first.saturating_add(count) {
        let text = models::model(&mut Random::new(seed));
        let place = place(&text);
        let options = options.next().unwrap();
        let arguments = ["safety", "m.aag", "--quiet", "-o", "proof", "--others", "rest"];
        let run = place.certify(&[&arguments, *options].concat());
        if run.code == 30 && options.starts_with(&induction) {
            assert_eq!(place.files(), ["m.aag"]);
            continue;
        }
        let Some(fails) = models::failing(&text) else {
            assert_eq!(run.code, 2, "seed {seed}: {}", run.stderr);
            continue;
        };
        let first = fails.iter().position(|&fails| fails);
        let code = if first.is_some() { 10 } else { 0 };
        assert_eq!(run.code, code, "seed {seed}: {}\n{text}", run.stderr);
        match first {
            None => accept_proof(&place, "proof", None),
            Some(property) => accept_run(&place, "proof", u32::try_from(property).unwrap()),
        }
        if first.is_none() && place.path("w.aig").exists() {
            let again = ["safety", "m.aag", "--witness", "w.aig", "-o", "again", "--quiet"];
            expect(&place.certify(&again), 0, "s HOLDS");
        }
        if let Some(first) = first {
            let may_end = options.contains(&"--time");
            accept_others(&place, &run, &fails, first, may_end);
        }
    }
}
