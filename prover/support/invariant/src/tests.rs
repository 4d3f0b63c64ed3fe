//! Lines that others make superfluous, and literals and hints that nothing rests on.

use crate::log::{Log, RESERVED};
use crate::section::{Axiom, Finished, Goal};
use crate::shorten::shorten;
use claim_invariant::{Circuit, Id, Obligations, Section, Witness};
use format_dimacs::Lit;
use support_limits::Limits;
use support_sat::Tracer;

/// Variables 1 to 3 are inputs, 4 is 1 and 2, 5 is 4 and 3.
const CIRCUIT: &[u8] = b"aag 5 3 0 1 2\n2\n4\n6\n10\n8 2 4\n10 8 6\n";

fn lits(codes: &[i32]) -> Vec<Lit> {
    let lit = |&code: &i32| Lit::new(code.unsigned_abs(), code < 0).unwrap();
    codes.iter().map(lit).collect()
}

/// That 5 implies 1, by the gates; then as many lines as wanted, which all need that one and are
/// longer than they have to be.
fn derived(count: u64) -> (Finished, Obligations) {
    let model = format_aiger::read(CIRCUIT).unwrap();
    let obligations = Obligations::new(Circuit::new(&model).unwrap(), Witness::default()).unwrap();
    let clauses = [0, 1].into_iter().flat_map(|gate| (0..3).map(move |which| (gate, which)));
    let axioms: Vec<Axiom> =
        clauses.map(|(gate, which)| Axiom::Gate { gate, which, frame: 0 }).collect();
    let number = |wanted: &[i32]| {
        let mut clause = Vec::new();
        let is_wanted = |axiom: &Axiom| {
            obligations.axiom(axiom.id(&obligations), Section::Property, &mut clause);
            clause.sort_unstable();
            let mut wanted = lits(wanted);
            wanted.sort_unstable();
            clause == wanted
        };
        Id::try_from(axioms.iter().position(is_wanted).unwrap() + 1).unwrap()
    };
    let (both, first, other) = (number(&[-5, 4]), number(&[-4, 1]), number(&[-5, 3]));
    let mut log = Log::default();
    log.derive(RESERVED + 1, &lits(&[-5, 1]), &[both, first]).unwrap();
    let ids = (RESERVED + 2..).take(usize::try_from(count).unwrap());
    let mut goals = Vec::new();
    for (number, proof) in (0..).zip(ids) {
        log.derive(proof, &lits(&[-5, 1, 2]), &[other, RESERVED + 1]).unwrap();
        goals.push(Goal { number, stage: 0, proof, len: 3 });
    }
    let marks = vec![true; log.len()];
    let sections = vec![(Section::Property, 0)];
    (Finished { sections, axioms, log, goals, marks }, obligations)
}

#[test]
fn a_line_that_is_used_once_gives_its_hints_to_its_user() {
    let (part, obligations) = derived(1);
    let short = shorten(part, &obligations, &Limits::none()).unwrap();
    assert_eq!(short.log.len(), 1);
    assert_eq!(short.log.literals(0), lits(&[-5, 1]));
    assert_eq!(short.log.hints(0).len(), 2);
    assert_eq!(short.log.line(short.goals[0].proof), Some(0));
}

#[test]
fn a_line_that_is_used_often_stays() {
    let (part, obligations) = derived(5);
    let short = shorten(part, &obligations, &Limits::none()).unwrap();
    assert_eq!(short.log.len(), 6);
    for line in 1..6 {
        assert_eq!(short.log.literals(line), lits(&[-5, 1]));
        assert_eq!(short.log.hints(line), [RESERVED + 1]);
    }
}
