//! Small circuits whose proofs are followed step by step, and compared with brute force.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use crate::random::Random;
use crate::{Effort, End, Id, Known, Netlist, Problem, Proof, Signal, Statistics, Step, prove};
use format_dimacs::Lit;
use format_input::index;
use std::collections::BTreeMap;
use support_limits::Limits;

const INPUTS: u32 = 4;

/// Clauses by id.
type Clauses = BTreeMap<Id, Vec<Lit>>;

struct Case {
    gates: Vec<[Signal; 2]>,
    pairs: Vec<(Signal, Signal)>,
}

impl Case {
    /// Random gates, then others that mostly compute the same.
    fn random(seed: u32) -> Self {
        let mut random = Random::new(seed);
        let mut below = |bound: u32| u32::try_from(random.next() % u64::from(bound)).unwrap();
        let count = 1 + below(25);
        let mut gates: Vec<[Signal; 2]> = Vec::new();
        for gate in 0..count {
            gates.push([(); 2].map(|()| Signal(2 + below(2 * (INPUTS + gate)))));
        }
        let mut map: Vec<Signal> = (0..=INPUTS).map(Signal::positive).collect();
        for at in 0..index(count) {
            let [left, right] =
                gates[at].map(|old| Signal(map[index(old.variable())].0 ^ old.0 & 1));
            let mut and = |left, right| {
                gates.push([left, right]);
                Signal::positive(INPUTS + u32::try_from(gates.len()).unwrap())
            };
            map.push(match below(30) {
                0 => and(!left, right),
                1..15 => {
                    let both = and(left, !right);
                    and(left, !both)
                }
                _ => and(right, left),
            });
        }
        let olds = (INPUTS + 1..=INPUTS + count).map(Signal::positive);
        let pairs = olds.map(|old| (old, map[index(old.variable())])).collect();
        Self { gates, pairs }
    }

    fn values(&self, inputs: u32) -> Vec<bool> {
        let mut values: Vec<bool> =
            (0..=INPUTS).map(|at| at > 0 && inputs >> (at - 1) & 1 == 1).collect();
        for gate in &self.gates {
            values.push(gate.iter().all(|&signal| value(&values, signal)));
        }
        values
    }

    fn is_equal(&self, (first, second): (Signal, Signal)) -> bool {
        (0..1 << INPUTS)
            .map(|inputs| self.values(inputs))
            .all(|v| value(&v, first) == value(&v, second))
    }

    fn axioms(&self) -> Clauses {
        let mut clauses = Clauses::new();
        for (&[left, right], gate) in self.gates.iter().zip(INPUTS + 1..) {
            let gate = Signal::positive(gate);
            for clause in [vec![!gate, left], vec![!gate, right], vec![gate, !left, !right]] {
                let id = Id::try_from(clauses.len()).unwrap() + 1;
                clauses.insert(
                    id,
                    clause.iter().filter_map(|signal| Lit::from_code(signal.0)).collect(),
                );
            }
        }
        clauses
    }
}

fn value(values: &[bool], signal: Signal) -> bool {
    values[index(signal.variable())] != signal.is_negative()
}

/// Follows a proof; its clauses are added, and the pairs' ids given.
fn follow(proof: &Proof, clauses: &mut Clauses, keeps: bool) -> Vec<[Id; 2]> {
    let before = *clauses.keys().next_back().unwrap();
    let ids = proof.walk(before, keeps, |step| {
        match step {
            Step::Add { id, clause, hints } => {
                let mut falsified: Vec<Lit> = clause.to_vec();
                let mut is_false = false;
                for hint in hints {
                    let mut free: Vec<Lit> = clauses.get(hint).ok_or("a hint is missing")?.clone();
                    free.retain(|lit| !falsified.contains(lit));
                    free.dedup();
                    is_false = free.is_empty();
                    falsified.extend(free.first().map(|&lit| !lit));
                    if free.len() > 1 {
                        return Err("a hint is not unit");
                    }
                }
                assert!(is_false && clauses.insert(id, clause.to_vec()).is_none());
            }
            Step::Delete { ids, .. } => {
                for id in ids {
                    assert!(clauses.remove(id).is_some());
                }
            }
        }
        Ok(())
    });
    let ids = ids.unwrap();
    assert!(ids.last >= before);
    ids.pairs
}

/// Whether the clauses of a proved pair are there.
fn has(clauses: &Clauses, (first, second): (Signal, Signal), ids: [Id; 2]) -> bool {
    let sides = [[!first, second], [first, !second]];
    sides.iter().zip(ids).all(|(signals, id)| {
        let mut expected: Vec<Lit> =
            signals.iter().filter_map(|signal| Lit::from_code(signal.0)).collect();
        expected.sort_unstable();
        expected.dedup();
        let mut found = clauses.get(&id).cloned().unwrap_or_default();
        found.sort_unstable();
        first == second || found == expected
    })
}

#[test]
fn proofs_can_be_followed_and_continued() {
    let limits = Limits::none();
    let (mut equal, mut different) = (0, 0);
    for seed in 0..400 {
        let case = Case::random(seed);
        let problem = Problem::new(Netlist { inputs: INPUTS, gates: &case.gates }, &limits);
        let mut clauses = case.axioms();
        let mut known: Vec<Known> = Vec::new();
        let patterns = [vec![0xaaaa, 0xcccc, 0xf0f0, 0xff00]];
        for pairs in case.pairs.chunks(3) {
            let holds = pairs.iter().all(|&pair| case.is_equal(pair));
            match prove(&Problem { pairs, known: &known, patterns: &patterns, ..problem }).unwrap()
            {
                End::Equal(proof) => {
                    assert!(holds, "seed {seed}");
                    equal += 1;
                    let ids = follow(&proof, &mut clauses, true);
                    for (&pair, ids) in pairs.iter().zip(ids) {
                        assert!(has(&clauses, pair, ids), "seed {seed}");
                        known.push(Known { pair, ids });
                    }
                }
                End::Differ(inputs) => {
                    assert!(!holds, "seed {seed}");
                    different += 1;
                    let bits = inputs.iter().rev().fold(0, |bits, &bit| bits << 1 | u32::from(bit));
                    let values = case.values(bits);
                    assert!(pairs.iter().any(|&(a, b)| value(&values, a) != value(&values, b)));
                }
                End::Partial { .. } => panic!("seed {seed}: there is no limit"),
            }
        }
    }
    assert!(equal > 500 && different > 100, "{equal} {different}");
}

/// Adds gates to a circuit.
struct Builder(Vec<[Signal; 2]>);

impl Builder {
    fn and(&mut self, left: Signal, right: Signal) -> Signal {
        self.0.push([left, right]);
        Signal::positive(INPUTS + u32::try_from(self.0.len()).unwrap())
    }

    fn or(&mut self, left: Signal, right: Signal) -> Signal {
        !self.and(!left, !right)
    }

    fn xor(&mut self, left: Signal, right: Signal) -> Signal {
        let (both, none) = (self.and(left, right), self.and(!left, !right));
        self.and(!both, !none)
    }
}

#[test]
fn adders_meet_at_sums_and_carries() {
    // Sum and carry of inputs 1, 2 and 3, each built in two ways.
    let [a, b, c] = [2, 4, 6].map(Signal);
    let mut builder = Builder(Vec::new());
    let half = builder.xor(a, b);
    let sum = builder.xor(half, c);
    let (both, passed) = (builder.and(a, b), builder.and(half, c));
    let carry = builder.or(both, passed);
    let half = builder.xor(b, c);
    let other_sum = builder.xor(a, half);
    let (either, both) = (builder.or(b, c), builder.and(b, c));
    let passed = builder.and(a, either);
    let other_carry = builder.or(passed, both);
    let case = Case { gates: builder.0, pairs: vec![(sum, other_sum), (carry, other_carry)] };
    let statistics = std::cell::Cell::new(Statistics::default());
    let limits = Limits::none();
    let problem = Problem {
        pairs: &case.pairs,
        progress: &|&new| statistics.set(new),
        ..Problem::new(Netlist { inputs: INPUTS, gates: &case.gates }, &limits)
    };
    let End::Equal(proof) = prove(&problem).unwrap() else { panic!("they are equal") };
    let mut clauses = case.axioms();
    let ids = follow(&proof, &mut clauses, true);
    assert!(case.pairs.iter().zip(ids).all(|(&pair, ids)| has(&clauses, pair, ids)));
    // Nothing was left to the search.
    assert_eq!((statistics.get().functional, statistics.get().proved), (2, 0));
}

#[test]
fn open_pairs_are_named() {
    let limits = Limits::none();
    let mut case = Case::random(1);
    case.pairs = case.pairs.iter().copied().filter(|&pair| case.is_equal(pair)).collect();
    let problem = Problem {
        pairs: &case.pairs,
        effort: Effort { deadline: Some(std::time::Instant::now()), ..Effort::default() },
        ..Problem::new(Netlist { inputs: INPUTS, gates: &case.gates }, &limits)
    };
    match prove(&problem).unwrap() {
        End::Partial { proof, proved } => {
            let mut clauses = case.axioms();
            let ids = follow(&proof, &mut clauses, true);
            for ((&pair, ids), proved) in case.pairs.iter().zip(ids).zip(proved) {
                assert_eq!(proved, has(&clauses, pair, ids));
            }
        }
        end => panic!("{end:?}"),
    }
}
