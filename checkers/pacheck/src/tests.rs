//! Coefficients that need more than one part.

use crate::sum::Sum;

/// The lowest bit that is left of `2^62 + 2 * 2^61 + last * 2^63`.
fn left(last: i64) -> Option<u32> {
    let mut sum = Sum::new(100, 1);
    for (column, value) in [(0, 1 << 62), (1, 1 << 61), (63, last)] {
        sum.add(&[1], column, value).unwrap();
    }
    sum.remainder().next().map(|(_, _, lowest)| lowest)
}

#[test]
fn parts_are_carried_exactly() {
    assert_eq!(left(-1), None);
    assert_eq!(left(1), Some(64));
    assert_eq!(left(2), Some(63));
}
