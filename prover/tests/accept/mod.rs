//! What the evidence of `certify safety` has to show, by the kernels of its checkers.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test stops at the first surprise")]
#![allow(unreachable_pub, reason = "a module of the tests has no outside")]

use crate::program::{Place, Run};

/// A folder with a model.
pub fn place(text: &str) -> Place {
    let place = Place::new();
    place.write("m.aag", text);
    place
}

/// Requires this end of a run.
pub fn expect(run: &Run, code: i32, verdict: &str) {
    assert_eq!((run.code, run.verdict()), (code, verdict), "{}", run.stderr);
}

/// Requires that invcheck proves the properties asked for.
pub fn accept_proof(place: &Place, proof: &str, asked: Option<&[u32]>) {
    let facts = invcheck::check(&place.read("m.aag"), &*place.read(proof), asked);
    match facts {
        Ok(facts) => assert_eq!(facts.missing().count(), 0),
        Err(failure) => assert_eq!(failure.to_string(), ""),
    }
}

pub fn accept_run(place: &Place, run: &str, property: u32) {
    let result = tracecheck::check(
        &*place.read("m.aag"),
        &*place.read(run),
        tracecheck::Asked::Property(property),
    );
    assert_eq!(result.err().map(|failure| failure.to_string()), None);
}

/// Requires that every property but the first that fails has its words and its evidence; those
/// that hold may be open if the run had a limit.
pub fn accept_others(place: &Place, run: &Run, fails: &[bool], first: usize, may_end: bool) {
    let mut holds = Vec::new();
    for (property, &fails) in fails.iter().enumerate().filter(|_| fails.len() > 1) {
        if may_end && !fails && run.says(&format!("property {property}: not decided")) {
            continue;
        }
        let words =
            format!("property {property}: {}", if fails { "fails" } else { "holds, proof" });
        let is_said = run.stderr.lines().any(|line| line.starts_with(&words));
        assert!(is_said, "{words}: {}", run.stderr);
        let number = u32::try_from(property).unwrap();
        match fails {
            true if property == first => {}
            true => accept_run(place, &format!("rest.b{property}.trace"), number),
            false => holds.push(number),
        }
    }
    if !holds.is_empty() {
        accept_proof(place, "rest.inv", Some(&holds));
    }
}
