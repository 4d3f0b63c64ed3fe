//! Properties that are left out.

use crate::{Found, Search};
use support_model::{Latch, Lit, Reset, System};

/// Two shift registers of this length, fed by the same latch.
const LENGTH: u32 = 4;

/// One property fails at time 1, and says that all latches are false. The other says that both
/// registers end in the same value: the induction needs their length, or less if all latches are
/// assumed to be false.
fn registers() -> System {
    let (input, source, first) = (Lit::positive(1), Lit::positive(2), 3);
    let end = first + 2 * LENGTH;
    let latch = |next| Latch { next, reset: Reset::Constant(false) };
    let mut latches = vec![latch(input)];
    for register in [first, first + LENGTH] {
        latches.push(latch(source));
        latches.extend((register..register + LENGTH - 1).map(|at| latch(Lit::positive(at))));
    }
    let mut gates = vec![[Lit::positive(first + LENGTH - 1), !Lit::positive(end - 1)]];
    let mut none = !source;
    for (gate, register) in (end + 1..).zip(first..end) {
        gates.push([none, !Lit::positive(register)]);
        none = Lit::positive(gate);
    }
    let bad = vec![!none, Lit::positive(end)];
    System {
        inputs: vec![0],
        numbers: (0..end - 2).collect(),
        latches,
        gates,
        bad,
        ..System::default()
    }
}

#[test]
fn what_a_property_excluded_is_forgotten_with_it() {
    let system = registers();
    let mut search = Search::new(&system, 0, false, || false).unwrap();
    for _ in 0..1000 {
        match search.advance(1000).unwrap() {
            Found::Run(property, run) => {
                assert_eq!((property, run.inputs.len()), (0, 2));
                search.close(property).unwrap();
            }
            Found::Proved(depth, pairs) => {
                assert_eq!((depth, pairs), (4, Vec::new()));
                return;
            }
            Found::Nothing => {}
        }
    }
    panic!("nothing was proved");
}
