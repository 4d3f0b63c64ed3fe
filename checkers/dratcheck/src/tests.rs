//! What no small proof reaches.

use crate::clauses::Clauses;
use crate::matcher::Matcher;
use format_dimacs::Lit;

#[test]
fn clauses_with_the_same_hash_are_told_apart() {
    let lit = |variable| Lit::new(variable, false).unwrap();
    let all = [
        vec![lit(1), lit(2)],
        vec![lit(1), lit(3)],
        vec![lit(1), lit(2), lit(3)],
        vec![lit(1), lit(2)],
        vec![lit(1)],
    ];
    let mut matcher = Matcher::colliding();
    let mut clauses = Clauses::default();
    for clause in &all {
        matcher.insert(clauses.push(clause).unwrap(), clause);
    }
    assert_eq!(matcher.remove(&clauses, &[lit(3), lit(1)]), Some(2));
    assert_eq!(matcher.remove(&clauses, &[lit(2), lit(1)]), Some(4));
    assert_eq!(matcher.remove(&clauses, &[lit(2), lit(1)]), Some(1));
    assert_eq!(matcher.remove(&clauses, &[lit(2), lit(1)]), None);
    assert_eq!(matcher.remove(&clauses, &all[2]), Some(3));
}
