//! The program `certify` on multipliers: exit codes, words, verdict lines, and every certificate
//! through a checker's kernel.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test stops at the first surprise")]
#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "numbers are small")]

mod program;

use claim_multiplier::Options;
use format_aiger::{Lit, Model};
use program::{Place, Run};
use std::io::Write;
use support_arithmetic::{AdderKind, Architecture, Design, Named, Ppg, Tree, mutate};

fn expect(run: &Run, code: i32, verdict: &str) {
    assert_eq!((run.code, run.verdict()), (code, verdict), "{}", run.stderr);
}

/// Writes a multiplier by `certify generate multiplier`.
fn generate(place: &Place, options: &[&str]) {
    let all = [&["generate", "multiplier", "-o", "m.aig"], options].concat();
    let run = place.certify(&all);
    assert_eq!(run.code, 0, "{}", run.stderr);
}

fn options(words: &[&str]) -> Options {
    let value = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        Some(words.get(at + 1).copied().unwrap_or(""))
    };
    Options::read(value).unwrap()
}

fn accept_proof(place: &Place, claim: &[&str]) {
    let (circuit, proof) = (place.read("m.aig"), place.read("out"));
    let result = pacheck::check(Some(&circuit), &options(claim), &*proof);
    assert_eq!(result.err().map(|failure| failure.to_string()), None);
}

fn refuse_proof(place: &Place, circuit: &[u8], claim: &[&str]) -> String {
    let result = pacheck::check(Some(circuit), &options(claim), &*place.read("out"));
    result.unwrap_err().to_string()
}

fn accept_witness(place: &Place, claim: &[&str]) {
    let (circuit, witness) = (place.read("m.aig"), place.read("out"));
    let result = tracecheck::check_product(&*circuit, &options(claim), &*witness);
    assert_eq!(result.err().map(|failure| failure.to_string()), None);
}

#[test]
fn all_kinds_of_claims_are_proved() {
    let cases: [(&[&str], &[&str]); 9] = [
        (&["--width", "6"], &[]),
        (&["--width", "6", "--signed"], &["--signed"]),
        (&["--width", "7x3"], &["--shape", "7x3"]),
        (&["--width", "6", "--order", "interleaved"], &["--order", "interleaved"]),
        (&["--width", "6", "--order", "interleaved"], &["--order", "names"]),
        (&["--width", "6", "--truncate", "6"], &["--truncate", "6"]),
        (&["--width", "4", "--accumulate"], &["--accumulate"]),
        (&["--width", "6", "--square"], &["--square"]),
        (&["--width", "6", "--signed", "--constant", "-77"], &["--signed", "--constant", "-77"]),
    ];
    for (shape, claim) in cases {
        for encoding in [&[][..], &["--binary"]] {
            let place = Place::new();
            generate(&place, shape);
            let all = [&["multiplier", "m.aig", "-o", "out"], claim, encoding].concat();
            let run = place.certify(&all);
            expect(&run, 0, "s HOLDS");
            let words: String = claim.iter().map(|word| (*word).to_owned() + " ").collect();
            assert!(run.says(&format!("check with: pacheck {words}m.aig out")), "{}", run.stderr);
            accept_proof(&place, claim);
        }
    }
}

/// Last adders that look ahead over columns with one bit, also over many of them: the proof is a
/// few clauses for each node of the adder. A search takes nearly twice these sizes and more.
#[test]
fn last_adders_are_tied_to_a_chain() {
    let cases = [
        (["booth4", "wallace", "kogge-stone"], 16, 25_000),
        (["booth4", "wallace", "kogge-stone"], 32, 60_000),
        (["booth4", "balanced", "kogge-stone"], 32, 60_000),
        (["simple", "array", "kogge-stone"], 32, 80_000),
        (["booth2", "array", "han-carlson"], 32, 80_000),
    ];
    for ([ppg, tree, adder], width, most) in cases {
        let place = Place::new();
        let width = width.to_string();
        generate(
            &place,
            &["--ppg", ppg, "--tree", tree, "--adder", adder, "--width", width.as_str()],
        );
        let run = place.certify(&["multiplier", "m.aig", "-o", "out", "--binary"]);
        expect(&run, 0, "s HOLDS");
        accept_proof(&place, &[]);
        let size = place.read("out").len();
        assert!(size < most, "{ppg} {tree} {adder} {width}: {size} bytes");
    }
}

#[test]
fn circuits_that_multiply_need_no_options() {
    let cases: [(&[&str], &[&str]); 3] = [
        (&[], &[]),
        (&["--signed"], &["--signed"]),
        (&["--order", "interleaved"], &["--order", "interleaved"]),
    ];
    for (shape, claim) in cases {
        let place = Place::new();
        generate(&place, &[&["--width", "5"], shape].concat());
        let run = place.certify(&["m.aig", "-o", "out"]);
        expect(&run, 0, "s HOLDS");
        accept_proof(&place, claim);
    }
    // The shape, which only names tell, is for the user to say.
    let place = Place::new();
    generate(&place, &["--width", "8x3", "--signed"]);
    let run = place.certify(&["m.aig", "-o", "out"]);
    let ways =
        "certify multiplier --signed --order names or certify multiplier --signed --shape 8x3";
    let why = format!("error: m.aig: seems to be a product in several ways: say which: {ways}");
    assert_eq!((run.code, run.verdict()), (2, &*why), "{}", run.stderr);
    assert_eq!(place.files(), ["m.aig"]);
    let place = Place::new();
    generate(&place, &["--width", "1"]);
    let run = place.certify(&["m.aig"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("in several ways"), "{}", run.stderr);
    place.write("m.aag", "aag 2 2 0 2 0\n2\n4\n2\n4\n");
    let run = place.certify(&["m.aag"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("does not seem to be a product"), "{}", run.stderr);
}

#[test]
fn wrong_products_are_shown() {
    let place = Place::new();
    // Both outputs are the conjunction: 1 * 1 gives 3.
    place.write("m.aig", "aag 3 2 0 2 1\n2\n4\n6\n6\n6 2 4\n");
    let run = place.certify(&["multiplier", "m.aig", "-o", "out"]);
    expect(&run, 10, "s FAILS");
    for line in [
        "a: 1 = 0x1 = 0b1",
        "b: 1 = 0x1 = 0b1",
        "expected: 1 = 0x1 = 0b01",
        "found: 3 = 0x3 = 0b[1]1",
        "check with: tracecheck m.aig out",
    ] {
        assert!(run.says(line), "{line}\n{}", run.stderr);
    }
    accept_witness(&place, &[]);
}

#[test]
fn the_claim_that_fits_is_named() {
    let place = Place::new();
    generate(&place, &["--width", "4", "--signed", "--order", "interleaved"]);
    let run = place.certify(&["multiplier", "m.aig", "-o", "out"]);
    expect(&run, 10, "s FAILS");
    let fits = "as far as simulation tells, it multiplies with --signed and --order interleaved";
    assert!(run.says(fits), "{}", run.stderr);
    accept_witness(&place, &[]);
}

#[test]
fn strange_circuits_are_judged_or_refused() {
    let place = Place::new();
    let judge = |circuit: &str, claim: &[&str]| {
        place.write("m.aig", circuit);
        place.certify(&[&["multiplier", "m.aig", "-o", "out"], claim].concat())
    };
    // Constant outputs, an unused input, twice the same output, an output that is an input.
    let zero = judge("aag 2 2 0 2 0\n2\n4\n0\n0\n", &[]);
    expect(&zero, 10, "s FAILS");
    accept_witness(&place, &[]);
    let unused = judge("aag 2 2 0 1 0\n2\n4\n2\n", &[]);
    expect(&unused, 10, "s FAILS");
    accept_witness(&place, &[]);
    let twice = judge("aag 1 1 0 2 0\n2\n2\n2\n", &["--constant", "3"]);
    expect(&twice, 0, "s HOLDS");
    accept_proof(&place, &["--constant", "3"]);
    let nothing = judge("aag 1 1 0 3 0\n2\n0\n0\n0\n", &["--constant", "0"]);
    expect(&nothing, 0, "s HOLDS");
    accept_proof(&place, &["--constant", "0"]);
    for (circuit, claim, why) in [
        ("aag 1 0 1 1 0\n2 2\n2\n", &[][..], "1 latches"),
        ("aag 3 3 0 1 0\n2\n4\n6\n2\n", &[], "3 inputs: say with --shape"),
        ("aag 2 2 0 0 0\n2\n4\n", &[], "has no outputs"),
        ("aag 2 2 0 1 0\n2\n4\n2\n", &["--truncate", "2"], "1 outputs, asked is for 2"),
        ("aag 2 2 0 1 0\n2\n4\n2\n", &["--shape", "1x2"], "2 inputs in this order are not 1x2"),
        ("aag 2 2 0 1 0\n2\n4\n2\n", &["--constant", "-1"], "needs --signed"),
        ("aag 2 2 0 1 0\n2\n4\n2\n", &["--order", "names"], "has no name"),
        ("aag 2 2 0 1 0\n2\n4\n2\n", &["--order", "up"], "--order: expected"),
        ("nothing", &[], "m.aig:1:1"),
    ] {
        let run = judge(circuit, claim);
        assert_eq!(run.code, 2, "{circuit}: {}", run.stderr);
        assert!(run.stderr.contains(why), "{circuit}: {}", run.stderr);
    }
}

#[test]
fn proofs_of_other_claims_are_refused() {
    let place = Place::new();
    generate(&place, &["--width", "8", "--ppg", "simple"]);
    let circuit = place.read("m.aig");
    let run = place.certify(&["multiplier", "m.aig", "--binary", "-o", "out"]);
    expect(&run, 0, "s HOLDS");
    accept_proof(&place, &[]);
    for claim in [
        &["--signed"][..],
        &["--order", "interleaved"],
        &["--shape", "7x9"],
        &["--square"],
        &["--constant", "1"],
    ] {
        let refusal = refuse_proof(&place, &circuit, claim);
        assert!(refusal.contains("--order separate"), "{refusal}");
    }
    assert!(!refuse_proof(&place, &circuit, &["--truncate", "15"]).is_empty());
    // The proof of a circuit for another one, also with the digest set right.
    let model = format_aiger::read(&*circuit).unwrap();
    for seed in 0..20 {
        let mutant = mutate(&model, seed);
        if equal(&model, &mutant) {
            continue;
        }
        let mut bytes = Vec::new();
        mutant.write_binary(&mut bytes).unwrap();
        assert!(!refuse_proof(&place, &bytes, &[]).is_empty());
        let proof = place.read("out");
        let digests = [&circuit, &bytes].map(|bytes| format_sha256::digest(bytes).to_string());
        let [old, new] = digests.each_ref().map(String::as_bytes);
        let at = proof.windows(old.len()).position(|part| part == old).unwrap();
        let forged = [&proof[..at], new, &proof[at + old.len()..]].concat();
        assert!(pacheck::check(Some(&bytes), &Options::default(), &*forged).is_err(), "{seed}");
    }
}

/// Whether two circuits of at most 16 inputs compute the same, by trying all inputs.
fn equal(one: &Model, other: &Model) -> bool {
    let count = one.inputs.len();
    (0..1_u64 << count).step_by(64).all(|first| {
        let lane = |input: usize| (0..64).map(|at| ((first + at) >> input & 1) << at).sum();
        let inputs: Vec<u64> = (0..count).map(lane).collect();
        outputs(one, &inputs) == outputs(other, &inputs)
    })
}

fn outputs(model: &Model, inputs: &[u64]) -> Vec<u64> {
    let mut values = vec![0];
    values.extend(inputs);
    let value = |values: &[u64], lit: Lit| {
        let value = values[usize::try_from(lit.variable()).unwrap()];
        if lit.is_negative() { !value } else { value }
    };
    for gate in &model.gates {
        let [left, right] = gate.rhs.map(|lit| value(&values, lit));
        values.push(left & right);
    }
    model.outputs.iter().map(|&lit| value(&values, lit)).collect()
}

fn architectures() -> Vec<Architecture> {
    let mut all = Vec::new();
    for &(ppg, _) in Ppg::ALL {
        for &(tree, _) in Tree::ALL {
            all.extend(AdderKind::ALL.iter().map(|&(adder, _)| Architecture { ppg, tree, adder }));
        }
    }
    all
}

/// Multipliers of 8 bits with one gate changed: each fails with a witness, or is proved and really
/// multiplies. `CERTIFY_MUTANTS` is the number of them.
#[test]
fn mutants_fail_or_are_equivalent() {
    let wanted = std::env::var("CERTIFY_MUTANTS").ok().and_then(|count| count.parse().ok());
    let wanted: usize = wanted.unwrap_or(30);
    let architectures = architectures();
    let place = Place::new();
    let (mut fail, mut hold, mut open) = (0, 0, Vec::new());
    for number in 0..wanted {
        // A stride that meets all architectures.
        let architecture = architectures[number * 77 % architectures.len()];
        let signed = number % 2 == 1;
        let model = Design::new(architecture, 8, signed).model();
        let mutant = mutate(&model, number.try_into().unwrap());
        let mut bytes = Vec::new();
        mutant.write_binary(&mut bytes).unwrap();
        place.write("m.aig", bytes);
        let claim = if signed { &["--signed"][..] } else { &[] };
        let run = place.certify(&[&["multiplier", "m.aig", "-o", "out"], claim].concat());
        let is_equal = equal(&model, &mutant);
        match run.code {
            0 => {
                assert!(is_equal, "{architecture:?} {number}: {}", run.stderr);
                accept_proof(&place, claim);
                hold += 1;
            }
            10 => {
                assert!(!is_equal, "{architecture:?} {number}: {}", run.stderr);
                accept_witness(&place, claim);
                fail += 1;
            }
            30 => open.push(format!("{architecture:?} {number} {is_equal}: {}", run.verdict())),
            _ => panic!("{architecture:?} {number}: {}", run.stderr),
        }
    }
    let words = format!("of {wanted} mutants {fail} fail, {hold} multiply\n");
    std::io::stderr().write_all(words.as_bytes()).unwrap();
    assert!(open.is_empty(), "{fail} fail, {hold} hold, open:\n{}", open.join("\n"));
    assert!(fail > hold, "{fail} fail, {hold} hold");
}

#[test]
fn the_demo_ends_with_a_checked_proof() {
    let place = Place::new();
    let run = place.certify(&["demo"]);
    expect(&run, 0, "s HOLDS");
    assert!(run.says("check with: pacheck certify-demo/demo.aig certify-demo/demo.pac"));
    let (circuit, proof) =
        (place.read("certify-demo/demo.aig"), place.read("certify-demo/demo.pac"));
    pacheck::check(Some(&circuit), &Options::default(), &*proof).unwrap();
    let again = place.certify(&["demo"]);
    assert_eq!(again.code, 0, "{}", again.stderr);
    place.write("certify-demo/notes", "mine");
    let other_files = place.certify(&["demo"]);
    assert_eq!(other_files.code, 2, "{}", other_files.stderr);
}

/// Without time the answer says what was cut off, and nothing is left behind.
#[test]
fn no_time_is_unknown() {
    let place = Place::new();
    generate(&place, &["--width", "8"]);
    let run = place.certify(&["multiplier", "m.aig", "--time", "0", "-o", "out"]);
    expect(&run, 30, "s UNKNOWN time limit while reading the circuit");
    assert_eq!(place.files(), ["m.aig"]);
}

#[test]
fn proofs_about_multipliers_are_recognised() {
    let place = Place::new();
    generate(&place, &["--width", "8"]);
    for (encoding, kind) in [(&[][..], "which is inside"), (&["--binary"], "without the circuit")] {
        place.certify(&[&["multiplier", "m.aig", "-o", "out"], encoding].concat());
        let run = place.certify(&["show", "out"]);
        let text = String::from_utf8(run.stdout).unwrap();
        assert!(text.starts_with("out: pac proof") && text.contains(kind), "{text}");
    }
}
