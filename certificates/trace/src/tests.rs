//! What the cases under `tests/` cannot reach.

use crate::{Assignment, Question, Rejection};
use format_dimacs::Lit;
use format_input::Place;
use format_trace::Status;

#[test]
fn a_trace_that_names_nothing_shows_nothing() {
    let model = format_aiger::read(b"aag 0 0 0 0 0 1\n1\n".as_slice()).unwrap();
    let question = Question::new(&model, None).unwrap();
    let place = Place::Byte(0);
    let rejected = question.targets((place, Status::Fails), &[]).unwrap_err();
    assert_eq!(rejected, (place, Rejection::NotAsked { asked: 0, named: 0 }));
}

#[test]
fn values_may_come_after_questions() {
    let [one, two] = [1, 2].map(|variable| Lit::new(variable, false).unwrap());
    let mut assignment = Assignment::default();
    assert!(!assignment.satisfies(&[one, two]));
    assert!(assignment.assign(!two));
    assert!(!assignment.satisfies(&[one, two]));
    assert!(assignment.satisfies(&[!two]));
    assert!(!assignment.satisfies(&[one, !one]));
    assert!(assignment.assign(one));
    assert!(!assignment.assign(one) && !assignment.assign(two));
    assert!(assignment.satisfies(&[one, two]));
}
