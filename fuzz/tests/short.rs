//! A short campaign with a fresh seed; `cargo run --release -p fuzz` runs longer ones.

use fuzz::{Random, clausal};
use std::time::{SystemTime, UNIX_EPOCH};

#[test]
fn no_falsehood_is_accepted() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let (mut tried, mut accepted) = (0, 0);
    for seed in (0..3000).map(|round| now.wrapping_mul(1_000_003).wrapping_add(round)) {
        let tally = clausal::round(&mut Random::new(seed));
        let tally = tally.unwrap_or_else(|finding| panic!("fuzz {seed} 1: {finding}"));
        tried += tally.tried;
        accepted += tally.accepted;
    }
    assert!(tried > 50_000, "only {tried} certificates were tried");
    assert!(accepted > 10_000, "only {accepted} certificates were accepted");
}
