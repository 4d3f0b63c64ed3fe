//! Reductions keep what is reachable.

use crate::{System, reduce};
use format_aiger::read;

#[test]
fn equal_and_constant_latches_are_merged() {
    // Latches 4 and 6 both take the input; 8 stays 0. Bad is 4 and not 6, or 8.
    let text = "aag 7 1 3 0 3 1\n2\n4 2\n6 2\n8 10\n15\n10 8 2\n12 4 7\n14 13 9\n";
    let model = read(text.as_bytes()).unwrap();
    let system = System::new(&model, &model.bad);
    let reduced = reduce(&system, 0, &mut || false);
    assert_eq!(reduced.system.latches.len(), 0);
    assert_eq!(reduced.merges.len(), 2);
    assert!(reduced.system.bad[0].is_constant());
}

#[test]
fn gates_with_equal_functions_are_made_one() {
    // 13 and 18 are the exclusive or of the inputs in two shapes. Bad is that they differ.
    let text = "aag 10 2 0 0 8 1\n2\n4\n20\n6 2 5\n8 3 4\n12 7 9\n14 2 4\n16 3 5\n18 15 17\n\
                20 12 18\n10 2 4\n";
    let model = read(text.as_bytes()).unwrap();
    let system = System::new(&model, &model.bad);
    let reduced = reduce(&system, 0, &mut || false);
    assert_eq!(reduced.system.bad, [crate::Lit::FALSE]);
}

#[test]
fn constraints_are_not_simplified_by_themselves() {
    // The input is a constraint, and bad is its negation.
    let model = read(&b"aag 2 1 1 0 0 1 1\n2\n4 2\n5\n2\n"[..]).unwrap();
    let system = System::new(&model, &model.bad);
    let reduced = reduce(&system, 0, &mut || false);
    assert_eq!(reduced.system.constraints.len(), 1);
}
