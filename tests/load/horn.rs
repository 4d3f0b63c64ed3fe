//! Certificates about Horn clauses without end.

use super::{LIVE, ROW, State, Stream};
use format_sha256::digest;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;
use workspace_tests::Random;

/// x0 <= x1 <= ... and the last one < x0: one clause that is false for no numbers.
pub fn horn() -> Stream {
    let variables = list(0..ROW, |at| format!("(x{at} Int) "));
    let pairs = list(1..ROW, |at| format!("(<= x{} x{at}) ", at - 1));
    let system = format!(
        "(set-logic HORN)\n(assert (forall ({variables}) (=> (and {pairs}(< x{} x0)) false)))\n\
         (check-sat)\n",
        ROW - 1
    );
    // Variable 1 is true, then come the atoms of the clause: neighbours, and the first and the
    // last number; then their conjunction, and that and true, for the head is false. What the
    // certificate adds stands behind.
    let mut atoms: HashMap<[i64; 2], i64> = (1..ROW).map(|at| ([at - 1, at], at + 1)).collect();
    atoms.insert([0, ROW - 1], ROW + 1);
    let digest = digest(system.as_bytes());
    let mut head = format!("horn 1\nsystem {digest}\nsafe\nclause 0\n");
    let mut next = ROW + 4;
    for (first, last) in (0..ROW).flat_map(|first| (first + 2..ROW).map(move |last| (first, last)))
    {
        atoms.entry([first, last]).or_insert_with(|| {
            writeln!(head, "a {next} <= 0 1 {first} -1 {last}").unwrap();
            next += 1;
            next - 1
        });
    }
    Stream {
        kind: "horn",
        problem: vec![("s.smt2", system)],
        command: vec!["horncheck", "s.smt2", "-"],
        head,
        share: 0,
        step: Box::new(move |state, random| step(&atoms, state, random)),
        end: Box::new(move |state, right| {
            let id = AXIOMS + 1 + 2 * state.derived;
            let literals = list(1..ROW, |at| format!("-{} ", at + 1));
            let ones = " 1".repeat(usize::try_from(ROW).unwrap());
            let hints = list(0..ROW, |at| format!("{} ", 2 + at));
            let last = if right { format!("{id} ") } else { String::new() };
            format!(
                "t {id} {literals}{} 0{ones}\nl {} 0 {AXIOMS} {} {hints}{last}0\n",
                ROW + 1,
                id + 1,
                AXIOMS - 2
            )
        }),
    }
}

/// From a pair and its neighbour to the right follows a wider pair.
fn step(atoms: &HashMap<[i64; 2], i64>, state: &mut State, random: &mut Random) -> String {
    let mut lines = String::new();
    let below = |random: &mut Random, bound: i64| {
        i64::try_from(random.below(usize::try_from(bound).unwrap())).unwrap()
    };
    // A pair that is ordered, and the clause of one literal that says so.
    let known = (!state.live.is_empty()).then(|| state.live[random.below(state.live.len())]);
    let (first, last, known) = match known {
        Some([first, last, id]) if last + 1 < ROW => (first, last, format!("{id}")),
        _ => {
            let first = below(random, ROW - 2);
            // The conjunction implies it.
            (first, first + 1, format!("{}", 2 + first))
        }
    };
    let [one, two, three] =
        [[first, last], [last, last + 1], [first, last + 1]].map(|pair| atoms[&pair]);
    let id = AXIOMS + 1 + 2 * state.derived;
    state.derived += 1;
    // One sum of all three, or one of the first two to which the third is added.
    if random.below(2) == 0 {
        writeln!(lines, "t {id} -{one} -{two} {three} 0 1 1 1").unwrap();
    } else {
        writeln!(lines, "p {id} -{one} -{two} {three} 0 1 1 2 1 0 3 1 4 1 0").unwrap();
    }
    let unit = id + 1;
    writeln!(lines, "l {unit} {three} 0 {AXIOMS} {} {} {known} {id} 0", AXIOMS - 2, 2 + last)
        .unwrap();
    write!(lines, "d {id} ").unwrap();
    if state.live.len() == LIVE {
        let at = random.below(LIVE);
        write!(lines, "{} ", state.live.swap_remove(at)[2]).unwrap();
    }
    state.live.push([first, last + 1, unit]);
    lines + "0\n"
}

/// The clauses of the obligation: true, `ROW` + 1 and three of the conjunctions, and that the
/// second one holds. Two before that is the clause by which the first one does, too.
const AXIOMS: i64 = ROW + 6;

fn list(numbers: Range<i64>, words: impl Fn(i64) -> String) -> String {
    numbers.map(words).collect::<Vec<_>>().concat()
}
