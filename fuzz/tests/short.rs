//! Short campaigns with a fresh seed; `cargo run --release -p fuzz` runs longer ones.

use fuzz::{CAMPAIGNS, Random};
use std::io::{Write, stderr};
use std::time::{SystemTime, UNIX_EPOCH};

#[test]
fn no_falsehood_is_accepted() {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    for (name, attack) in CAMPAIGNS {
        let (mut tried, mut accepted) = (0, 0);
        // Bundles are written to the disk.
        let rounds = if name == "bundle" { 300 } else { 3000 };
        let _told = writeln!(stderr(), "fuzz {} {rounds} {name}", now.wrapping_mul(1_000_003));
        for seed in (0..rounds).map(|round| now.wrapping_mul(1_000_003).wrapping_add(round)) {
            let tally = attack(&mut Random::new(seed));
            let tally = tally.unwrap_or_else(|finding| panic!("{name}: fuzz {seed} 1: {finding}"));
            tried += tally.tried;
            accepted += tally.accepted;
        }
        assert!(tried > 6 * rounds, "{name}: only {tried} certificates were tried");
        assert!(accepted > rounds, "{name}: only {accepted} certificates were accepted");
    }
}
