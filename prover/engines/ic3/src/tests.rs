//! Several properties, and pauses.

use crate::{Search, Standing, Style};
use support_model::{Latch, Lit, Reset, System};

/// Property 0 holds: its latch keeps the value false. Property 1 fails after as many steps as the
/// shift register is long.
fn system(length: u32) -> System {
    let (input, still, first) = (Lit::positive(1), Lit::positive(2), 3);
    let latch = |next| Latch { next, reset: Reset::Constant(false) };
    let mut latches = vec![latch(still), latch(input)];
    latches.extend((first..first + length - 1).map(|at| latch(Lit::positive(at))));
    System {
        inputs: vec![0],
        numbers: (0..=length).collect(),
        latches,
        bad: vec![still, Lit::positive(first + length - 1)],
        ..System::default()
    }
}

#[test]
fn a_run_found_after_a_pause_is_one_of_its_own_property() {
    let system = system(8);
    for ticks in [1, 5, 20, 50, 100, 200] {
        let mut search = Search::new(&system, &[], Style::Plain, &|| false, &|_| ());
        let is_done = (0..10_000).any(|_| search.advance(ticks));
        let standings = search.outcome().standings;
        assert!(!matches!(standings[0], Standing::Fails(_)), "pauses of {ticks}");
        assert!(!is_done || matches!(standings[1], Standing::Fails(_)), "pauses of {ticks}");
    }
}
