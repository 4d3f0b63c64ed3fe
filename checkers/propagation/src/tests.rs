//! What no small proof reaches.

use crate::Store;
use format_lit::Lit;

fn clause(first: u32, count: u32) -> Vec<Lit> {
    let variables = first..first.saturating_add(count);
    variables.map(|variable| Lit::new(variable, false).unwrap()).collect()
}

#[test]
fn compaction_keeps_the_live_clauses() {
    let mut store = Store::default();
    for id in 1..=40_u32 {
        assert!(store.insert(id.into(), &clause(id.wrapping_mul(1000), id.wrapping_add(100))));
    }
    for id in (1..=40).filter(|id| id & 3 != 0) {
        assert!(store.remove(id));
    }
    assert!(!store.remove(1));
    assert!(store.literals() < 4000);
    for id in (4..=40_u32).step_by(4) {
        assert_eq!(
            store.get(id.into()),
            Some(clause(id.wrapping_mul(1000), id.wrapping_add(100)).as_slice())
        );
    }
    assert_eq!(store.iter().count(), 10);
}
