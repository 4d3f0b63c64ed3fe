//! Certificates without end: problems, and lines that are right, whose clauses, polynomials or
//! states are given up again after a while.

#[path = "horn.rs"]
mod horn;

use format_sha256::digest;
use std::fmt::Write;
use workspace_tests::Random;

/// So many clauses, terms or polynomials are live.
const LIVE: usize = 200;

/// Implications stand in a row of so many.
const ROW: i64 = 24;

/// What is live: three numbers each, whose meaning is the stream's.
#[derive(Default)]
pub struct State {
    live: Vec<[i64; 3]>,
    /// How many clauses or polynomials were derived.
    derived: i64,
}

type Step = Box<dyn Fn(&mut State, &mut Random) -> String + Sync>;
type End = Box<dyn Fn(&mut State, bool) -> String + Sync>;

/// A certificate that is written as it is read.
pub struct Stream {
    pub kind: &'static str,
    pub problem: Vec<(&'static str, String)>,
    /// The checker, with the certificate as standard input.
    pub command: Vec<&'static str>,
    pub head: String,
    /// One byte of the checker's memory for so many of the certificate, or none if this is 0.
    pub share: u64,
    pub step: Step,
    /// The last line or lines, right or wrong.
    pub end: End,
}

/// One for every checker that reads line by line. Numbers of LPAC are given once, also those of
/// polynomials that were deleted: so its checker keeps a few bytes for each that has no neighbour.
pub fn all() -> Vec<Stream> {
    let apart = |count: i64| count.wrapping_mul(0x9e37_79b9_7f4a_7c15_u64.cast_signed()) & i64::MAX;
    let lpac = [lpac("lpac", |count| count, 0), lpac("lpac-apart", apart, 10)];
    [lrat(), miter(), inv(), pac(), horn::horn(), trace()].into_iter().chain(lpac).collect()
}

/// Clauses along a row of literals x0, x1, ..., of which each implies the next, by the axiom of
/// that number: from the clause "x0 implies x3" and "x3 implies x4" follows "x0 implies x4".
struct Row {
    literal: fn(i64) -> i64,
    axiom: fn(i64) -> i64,
    /// The id before that of the first derived clause.
    before: i64,
}

impl Row {
    /// Derives a clause; the result is its literals, its hints, and the id of one to delete.
    fn derive(&self, state: &mut State, random: &mut Random) -> ([i64; 2], [i64; 2], Option<i64>) {
        let below = |random: &mut Random, bound: i64| {
            i64::try_from(random.below(usize::try_from(bound).unwrap())).unwrap()
        };
        state.derived += 1;
        let id = self.before + state.derived;
        let known = (!state.live.is_empty()).then(|| state.live[random.below(state.live.len())]);
        let (first, last, hint) = match known {
            Some([first, last, id]) if last + 1 < ROW => (first, last, id),
            _ => {
                let first = below(random, ROW - 2);
                (first, first + 1, (self.axiom)(first))
            }
        };
        let dead = (state.live.len() == LIVE).then(|| {
            let at = random.below(LIVE);
            state.live.swap_remove(at)[2]
        });
        state.live.push([first, last + 1, id]);
        let literals = [-(self.literal)(first), (self.literal)(last + 1)];
        (literals, [hint, (self.axiom)(last)], dead)
    }

    /// The steps of LRAT.
    fn lrat(&self, state: &mut State, random: &mut Random) -> String {
        let ([first, last], [one, two], dead) = self.derive(state, random);
        let id = self.before + state.derived;
        let mut text = format!("{id} {first} {last} 0 {one} {two} 0\n");
        if let Some(dead) = dead {
            writeln!(text, "{id} d {dead} 0").unwrap();
        }
        text
    }
}

/// Of the first variable follows the last; they are true and false.
fn lrat() -> Stream {
    let row = Row { literal: |at| at + 1, axiom: |at| at + 1, before: ROW + 1 };
    let mut formula = format!("p cnf {ROW} {}\n", ROW + 1);
    for from in 1..ROW {
        writeln!(formula, "-{from} {} 0", from + 1).unwrap();
    }
    writeln!(formula, "1 0\n-{ROW} 0").unwrap();
    let hints: Vec<String> = (1..ROW).map(|id| id.to_string()).collect();
    let hints = hints.join(" ");
    Stream {
        kind: "lrat",
        problem: vec![("f.cnf", formula)],
        command: vec!["lratcheck", "--text", "f.cnf", "-"],
        head: String::new(),
        share: 0,
        step: Box::new(move |state, random| row.lrat(state, random)),
        end: Box::new(move |state, right| {
            let last = if right { format!(" {}", ROW + 1) } else { String::new() };
            format!("{} 0 {ROW} {hints}{last} 0\n", ROW + 2 + state.derived)
        }),
    }
}

/// A circuit of `ROW` gates, each the conjunction of the one before and an input. The first is
/// that of inputs 1 and 2.
fn conjunctions() -> (i64, String) {
    let inputs = ROW + 1;
    let mut gates = String::new();
    for gate in 0..ROW {
        let (own, before) = (inputs + 1 + gate, if gate == 0 { 1 } else { inputs + gate });
        writeln!(gates, "{} {} {}", 2 * own, 2 * before, 2 * (gate + 2)).unwrap();
    }
    (inputs, gates)
}

fn input_lines(inputs: i64) -> String {
    (1..=inputs).fold(String::new(), |text, input| text + &format!("{}\n", 2 * input))
}

/// Each gate implies the one before it.
fn miter() -> Stream {
    let (inputs, gates) = conjunctions();
    let lines = input_lines(inputs);
    let (first, second) = (inputs + 1, inputs + 1 + ROW);
    let left = format!("aag {} {inputs} 0 1 {ROW}\n{lines}{}\n{gates}", inputs + ROW, 2 * first);
    let right = format!("aag {first} {inputs} 0 1 1\n{lines}{0}\n{0} 4 2\n", 2 * first);
    let [one, two] = [&left, &right].map(|text| digest(text.as_bytes()));
    let head = format!("miter 1\ncircuit {one}\ncircuit {two}\nmatch position\nlrat text\n");
    let row = Row {
        literal: |at| 2 * ROW + 1 - at,
        axiom: |at| 3 * (ROW - 1 - at) + 1,
        before: 3 * ROW + 3,
    };
    Stream {
        kind: "miter",
        problem: vec![("a.aag", left), ("b.aag", right)],
        command: vec!["mitercheck", "a.aag", "b.aag", "-"],
        head,
        share: 0,
        step: Box::new(move |state, random| row.lrat(state, random)),
        end: Box::new(move |state, right| {
            let (id, other) = (3 * ROW + 4 + state.derived, 3 * ROW);
            let last = if right { " 3" } else { "" };
            format!(
                "{id} -{first} {second} 0 1 2 {} 0\n{} {first} -{second} 0 {} {}{last} 0\n",
                other + 3,
                id + 1,
                other + 1,
                other + 2
            )
        }),
    }
}

/// The same row of gates; a latch stays 0, and bad is that it is 1 or that the first gate is true
/// without the first input.
fn inv() -> Stream {
    let (inputs, mut gates) = conjunctions();
    // The latch stands behind the gates in the file, and before them for the checker.
    let (latch, bad, count) = (inputs + ROW + 1, inputs + ROW + 2, ROW + 1);
    writeln!(gates, "{} {} 3", 2 * bad, 2 * (inputs + 1)).unwrap();
    let model = format!(
        "aag {bad} {inputs} 1 0 {count} 2\n{}{1} {1} 0\n{1}\n{2}\n{gates}",
        input_lines(inputs),
        2 * latch,
        2 * bad
    );
    let head = format!(
        "inv 1\nmodel {}\nsections text\nlatches 0\ngates 0\ninvariant 1\n-{} 0\ninduction 0\nstep\n",
        digest(model.as_bytes()),
        inputs + 1
    );
    // With one latch, one clause of the invariant and two properties.
    let block = 3 * count + 1 + 2 + 2;
    let row = Row {
        literal: |at| ROW + 2 + ROW - at,
        axiom: |at| 2 + 3 * (ROW - 1 - at) + 1,
        before: 2 + 2 * block,
    };
    Stream {
        kind: "inv",
        problem: vec![("model.aag", model)],
        command: vec!["invcheck", "model.aag", "-"],
        head,
        share: 0,
        step: Box::new(move |state, random| {
            let ([first, last], [one, two], dead) = row.derive(state, random);
            let mut text = format!("a {first} {last} 0 {one} {two} 0\n");
            if let Some(dead) = dead {
                writeln!(text, "d {dead} 0").unwrap();
            }
            text
        }),
        end: Box::new(move |_, right| {
            let (clause, gates) = (2 + 3 * count + 1, 2 + 3 * (count - 1));
            let last = if right { gates + 2 } else { gates + 1 };
            // The latch is 0 next, for it is now.
            let link = clause + 1;
            format!(
                "g 0 {clause} {link} 0\nproperty\ng 0 {clause} 0\ng 1 {} 3 {last} 0\n",
                gates + 1
            )
        }),
    }
}

/// Polynomials of the four partial products are added to the sum and taken away again.
fn pac() -> Stream {
    let proof = include_str!("../accept/pac/circuit-given/proof.pac");
    let (head, steps) = proof.split_once("steps text\n").unwrap();
    let steps = steps.to_owned();
    Stream {
        kind: "pac",
        problem: vec![("m.aag", include_str!("../accept/pac/circuit-given/m.aag").to_owned())],
        command: vec!["pacheck", "m.aag", "-"],
        head: format!("{head}steps text\n"),
        share: 0,
        step: Box::new(|state, random| {
            let mut text = String::new();
            if state.live.len() == LIVE {
                let at = random.below(LIVE);
                text = product(state.live.swap_remove(at));
            }
            let number =
                |bound: usize, random: &mut Random| i64::try_from(random.below(bound)).unwrap();
            let fresh = [number(4, random), 1 + number(9999, random), number(4, random)];
            state.live.push(fresh);
            let [column, coefficient, gate] = fresh;
            text + &product([column, -coefficient, gate])
        }),
        end: Box::new(move |state, right| {
            // Input 1 is above the wrong leaves.
            let last = if right { "" } else { "p 0 1 0 5 2 3 0\n" };
            state.live.drain(..).map(product).collect::<String>() + &steps + last
        }),
    }
}

/// The polynomial of a partial product, minus the product.
fn product([column, coefficient, gate]: [i64; 3]) -> String {
    let (left, right) = (1 + gate / 2, 3 + gate % 2);
    format!("p {column} {coefficient} 0 {} {left} {right} 0\n", 5 + gate)
}

/// Multiples of a given polynomial, and their sums; the numbers from 2 on stand for these.
fn lpac(kind: &'static str, number: fn(i64) -> i64, share: u64) -> Stream {
    const TERMS: usize = 40;
    let multiple = |factor: i64| {
        let terms: Vec<String> = (0..TERMS).map(|term| format!("{factor}*x{term}*y")).collect();
        terms.join("+")
    };
    Stream {
        kind,
        problem: vec![
            ("p.polys", format!("{} {};\n", number(1), multiple(1))),
            ("p.spec", format!("{};\n", multiple(3))),
        ],
        command: vec!["pacheck", "p.polys", "-", "p.spec"],
        head: String::new(),
        share,
        step: Box::new(move |state, random| {
            state.derived += 1;
            let id = number(1 + state.derived);
            let some = |state: &State, random: &mut Random| {
                (!state.live.is_empty()).then(|| state.live[random.below(state.live.len())])
            };
            let (operands, factor) = match (some(state, random), some(state, random)) {
                (Some([one, first, _]), Some([two, second, _])) if first + second < 1_000_000 => {
                    (format!("{one} + {two}"), first + second)
                }
                _ => {
                    let factor = 1 + i64::try_from(random.below(99)).unwrap();
                    (format!("{} *({factor})", number(1)), factor)
                }
            };
            let mut text = format!("{id} % {operands}, {};\n", multiple(factor));
            if state.live.len() == LIVE {
                let at = random.below(LIVE);
                writeln!(text, "{} d;", state.live.swap_remove(at)[0]).unwrap();
            }
            state.live.push([id, factor, 0]);
            text
        }),
        end: Box::new(move |state, right| {
            let factor = if right { 3 } else { 4 };
            let [id, first] = [2 + state.derived, 1].map(number);
            format!("{id} % {first} *({factor}), {};\n", multiple(3))
        }),
    }
}

/// Bad is that all of 50 latches were just fed with 1.
fn trace() -> Stream {
    const WIDTH: i64 = 50;
    let mut model = format!("aag {} {WIDTH} {WIDTH} 0 {} 1\n", 3 * WIDTH - 1, WIDTH - 1);
    model += &input_lines(WIDTH);
    for input in 1..=WIDTH {
        writeln!(model, "{} {}", 2 * (WIDTH + input), 2 * input).unwrap();
    }
    writeln!(model, "{}", 2 * (3 * WIDTH - 1)).unwrap();
    for gate in 1..WIDTH {
        let before = if gate == 1 { WIDTH + 1 } else { 2 * WIDTH + gate - 1 };
        let (own, latch) = (2 * WIDTH + gate, WIDTH + gate + 1);
        writeln!(model, "{} {} {}", 2 * own, 2 * before, 2 * latch).unwrap();
    }
    let row = |letter: &str| letter.repeat(usize::try_from(WIDTH).unwrap()) + "\n";
    let (zeros, ones) = (row("0"), row("1"));
    Stream {
        kind: "trace",
        problem: vec![("model.aag", model)],
        command: vec!["tracecheck", "model.aag", "-"],
        head: format!("1\nb0\n{zeros}"),
        share: 0,
        step: Box::new(|_, random| {
            let bits = random.below(1 << WIDTH);
            format!("{bits:0width$b}\n", width = usize::try_from(WIDTH).unwrap())
        }),
        end: Box::new(move |_, right| {
            let last = if right { &ones } else { &zeros };
            format!("{last}{zeros}.\n")
        }),
    }
}
