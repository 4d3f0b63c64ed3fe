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
