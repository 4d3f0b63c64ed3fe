//! What no small certificate reaches.

use crate::pages::Pages;
use format_lit::Lit;
use std::collections::HashMap;

#[test]
fn pages_keep_variables_apart() {
    let mut pages = Pages::default();
    let mut numbers = HashMap::new();
    let spread = |variable: u32| [variable, variable.wrapping_mul(70_001) % (1 << 30), 1 << 30];
    for variable in (1..5000_u32).flat_map(spread).filter(|&variable| variable > 0) {
        for negative in [false, true] {
            let mut clause = [Lit::new(variable, negative).unwrap()];
            pages.renumber(&mut clause);
            let [lit] = clause;
            assert_eq!(lit.is_negative(), negative);
            assert_eq!(*numbers.entry(lit.variable()).or_insert(variable), variable);
        }
    }
    assert!(numbers.len() > 9000);
}
