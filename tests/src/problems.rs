//! Small problems of every kind, each different from all others of its kind.

use std::fmt::Write;
use std::path::Path;

/// Writes a problem into a folder; the result is a line of a batch, and whether it holds.
pub fn problem(folder: &Path, number: usize) -> Result<(String, bool), String> {
    let size = number + 3;
    let path = |name: &str| folder.join(format!("{name}-{number}"));
    let save = |name: &str, text: String| crate::write(&path(name), text);
    let (line, holds) = match number % 13 {
        0 | 1 => {
            save("no.cnf", chain(size, true))?;
            let proof = if number.is_multiple_of(13) { "lrat" } else { "drat" };
            (format!("cnf {} --proof {proof}", path("no.cnf").display()), true)
        }
        2 => {
            save("some.cnf", chain(size, false))?;
            (format!("cnf {}", path("some.cnf").display()), false)
        }
        3 => {
            save("left.aag", conjunction(size, false, None))?;
            save("right.aag", conjunction(size, true, None))?;
            let (left, right) = (path("left.aag"), path("right.aag"));
            (format!("equivalence {} {}", left.display(), right.display()), true)
        }
        4 => {
            save("zero.aag", conjunction(size, false, Some(3)))?;
            (format!("equivalence {}", path("zero.aag").display()), true)
        }
        5 => {
            save("one.aag", conjunction(size, false, None))?;
            save("other.aag", conjunction(size, false, Some(0)))?;
            let (one, other) = (path("one.aag"), path("other.aag"));
            (format!("equivalence {} {}", one.display(), other.display()), false)
        }
        6 => {
            save("not-zero.aag", conjunction(size, true, None))?;
            (format!("equivalence {}", path("not-zero.aag").display()), false)
        }
        7 => {
            // One bit times many: the product is a row of conjunctions.
            save("row.aag", row(size, false))?;
            (format!("multiplier {} --shape {size}x1", path("row.aag").display()), true)
        }
        8 => {
            save("wrong.aag", row(size, true))?;
            (format!("multiplier {} --shape {size}x1", path("wrong.aag").display()), false)
        }
        9 => {
            save("safe.aag", register(number / 13 + 2, 0))?;
            (format!("safety {}", path("safe.aag").display()), true)
        }
        10 => {
            save("unsafe.aag", register(number / 13 + 2, 1))?;
            (format!("safety {}", path("unsafe.aag").display()), false)
        }
        kind => {
            let holds = kind == 11;
            save("counter.smt2", counter(size, size + usize::from(holds)))?;
            (format!("horn {}", path("counter.smt2").display()), holds)
        }
    };
    Ok((line, holds))
}

/// Horn clauses of a counter from 0 up to some number, which should not be another one.
fn counter(most: usize, bad: usize) -> String {
    format!(
        "(set-logic HORN)\n(declare-fun P (Int) Bool)\n(assert (P 0))\n\
         (assert (forall ((x Int)) (=> (and (P x) (< x {most})) (P (+ x 1)))))\n\
         (assert (forall ((x Int)) (=> (and (P x) (= x {bad})) false)))\n(check-sat)\n"
    )
}

/// A shift register that takes in a constant; it is bad if that comes out at the other end.
fn register(bits: usize, constant: usize) -> String {
    let mut text = format!("aag {bits} 0 {bits} 0 0 1\n2 {constant}\n");
    for variable in 2..=bits {
        let _always = writeln!(text, "{} {}", 2 * variable, 2 * variable - 2);
    }
    let _always = writeln!(text, "{}", 2 * bits);
    text
}

/// A number times one bit; with a wrong lowest bit if so asked. The highest output is 0.
fn row(bits: usize, wrong: bool) -> String {
    let (inputs, outputs) = (bits + 1, bits + 1);
    let mut text = format!("aag {} {inputs} 0 {outputs} {bits}\n", inputs + bits);
    for variable in 1..=inputs {
        let _always = writeln!(text, "{}", 2 * variable);
    }
    for gate in inputs + 1..=inputs + bits {
        let _always = writeln!(text, "{}", 2 * gate + usize::from(wrong && gate == inputs + 1));
    }
    text.push_str("0\n");
    for (gate, variable) in (inputs + 1..).zip(1..=bits) {
        let _always = writeln!(text, "{} {} {}", 2 * gate, 2 * inputs, 2 * variable);
    }
    text
}

/// The first variable is true, each implies the next, and, if so asked, the last one is false.
fn chain(size: usize, contradiction: bool) -> String {
    let clauses = size + usize::from(contradiction);
    let mut text = format!("p cnf {size} {clauses}\n1 0\n");
    for variable in 1..size {
        let _always = writeln!(text, "-{variable} {} 0", variable + 1);
    }
    if contradiction {
        let _always = writeln!(text, "-{size} 0");
    }
    text
}

/// All inputs are true; from the last to the first one if `reversed`. `extra` is one more literal
/// of the conjunction, such as the negation of the first input, 3.
fn conjunction(inputs: usize, reversed: bool, extra: Option<usize>) -> String {
    let mut lits: Vec<usize> = (1..=inputs).map(|variable| 2 * variable).collect();
    if reversed {
        lits.reverse();
    }
    lits.extend(extra);
    let gates = lits.len() - 1;
    let variables = inputs + gates;
    let mut text = format!("aag {variables} {inputs} 0 1 {gates}\n");
    for variable in 1..=inputs {
        let _always = writeln!(text, "{}", 2 * variable);
    }
    let _always = writeln!(text, "{}", 2 * variables);
    let mut last = lits[0];
    for (gate, lit) in (inputs + 1..).zip(&lits[1..]) {
        let (one, other) = (last.max(*lit), last.min(*lit));
        let _always = writeln!(text, "{} {one} {other}", 2 * gate);
        last = 2 * gate;
    }
    text
}
