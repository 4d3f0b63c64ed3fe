//! Random circuits and clauses, compared with all assignments.

#![allow(clippy::as_conversions, clippy::cast_possible_truncation, reason = "a test")]

use crate::{Base, Builder, Lit, Solver};
use std::sync::Arc;

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        u32::try_from((self.0 >> 20) % u64::from(bound)).unwrap()
    }

    fn lit(&mut self, below: u32) -> Lit {
        Lit(2 * (1 + self.below(below - 1)) + self.below(2))
    }
}

const LEAVES: u32 = 6;
const VARIABLES: u32 = 24;

/// The base, and the values of all variables under all values of the leaves.
fn circuit(random: &mut Random) -> (Arc<Base>, Vec<u64>) {
    let mut builder = Builder::new(VARIABLES);
    let mut values = vec![0_u64; 24];
    let mask = |leaf: u32| (0..64_u64).filter(|row| row >> leaf & 1 == 1).map(|row| 1 << row).sum();
    for leaf in 0..LEAVES {
        values[1 + leaf as usize] = mask(leaf);
    }
    for gate in 1 + LEAVES..VARIABLES {
        let value = |values: &[u64], lit: Lit| {
            values[lit.variable() as usize] ^ if lit.is_negative() { u64::MAX } else { 0 }
        };
        let [a, b, c] = std::array::from_fn(|_| random.lit(gate));
        let [va, vb, vc] = [a, b, c].map(|lit| value(&values, lit));
        let differ = a.variable() != b.variable();
        values[gate as usize] =
            if differ && c.variable() != a.variable() && b.variable() != c.variable() {
                let w = Lit::positive(gate);
                let clauses = [[!a, !b, w], [!a, b, !w], [a, !c, w], [a, c, !w]];
                for clause in clauses {
                    builder.clause(&clause);
                }
                builder.depends(gate, &[a, b, c].map(Lit::variable));
                va & vb | !va & vc
            } else if differ {
                let w = Lit::positive(gate);
                for clause in [[!w, a], [!w, b]] {
                    builder.clause(&clause);
                }
                builder.clause(&[w, !a, !b]);
                builder.depends(gate, &[a, b].map(Lit::variable));
                va & vb
            } else {
                builder.clause(&[!Lit::positive(gate), a]);
                builder.clause(&[Lit::positive(gate), !a]);
                builder.depends(gate, &[a.variable()]);
                va
            };
    }
    (Arc::new(builder.build()), values)
}

#[test]
fn answers_agree_with_all_assignments() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for _ in 0..400 {
        let (base, values) = circuit(&mut random);
        let rows = |clause: &[Lit]| {
            clause.iter().fold(0, |rows, lit| {
                rows | values[lit.variable() as usize]
                    ^ if lit.is_negative() { u64::MAX } else { 0 }
            })
        };
        let mut solver = Solver::new(&base);
        solver.fix_domain(1..=LEAVES);
        let mut given = u64::MAX;
        for _ in 0..30 {
            let size = 1 + random.below(3) as usize;
            if random.below(3) == 0 {
                let clause: Vec<Lit> = (0..=size).map(|_| random.lit(LEAVES + 1)).collect();
                if given & rows(&clause) != 0 {
                    let distinct = clause.iter().all(|a| {
                        clause.iter().filter(|b| b.variable() == a.variable()).count() == 1
                    });
                    if distinct {
                        solver.add_clause(&clause);
                        given &= rows(&clause);
                    }
                }
            }
            let mut temporary: Vec<Lit> = Vec::new();
            if random.below(2) != 0 {
                temporary.extend((0..size).map(|_| random.lit(LEAVES + 1)));
                temporary.sort_unstable();
                temporary.dedup_by_key(|lit| lit.variable());
            }
            let assumptions: Vec<Lit> = (0..size).map(|_| random.lit(VARIABLES)).collect();
            let clause = if temporary.is_empty() { u64::MAX } else { rows(&temporary) };
            let all = assumptions.iter().fold(given & clause, |all, &lit| all & rows(&[lit]));
            let answer = solver.solve(&assumptions, &temporary, &mut || false);
            assert_eq!(answer, Some(all != 0));
            if all == 0 {
                let core = solver.core();
                assert!(core.iter().all(|lit| assumptions.contains(lit)));
                assert_eq!(core.iter().fold(given & clause, |all, &lit| all & rows(&[lit])), 0);
            } else {
                let row = (1..=LEAVES).filter(|&v| solver.value(Lit::positive(v)) == Some(true));
                let row: u64 = row.map(|v| 1_u64 << (v - 1)).sum();
                assert_eq!(all >> row & 1, 1);
            }
        }
    }
}
