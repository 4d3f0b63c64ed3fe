//! Circuits of at most 7 inputs: a circuit and another way to compute it, at times with a fault;
//! two that have nothing to do with each other; one alone whose outputs should be 0.

use crate::{Problem, line, one_in, shuffle};
use std::fmt::Write;
use workspace_tests::Random;

/// And-gates as in AIGER: variables are inputs first, then gates, from 1; 0 is false, and an odd
/// literal the negation of the even one before it.
#[derive(Clone)]
struct Circuit {
    inputs: usize,
    gates: Vec<[usize; 2]>,
    outputs: Vec<usize>,
}

/// How a circuit is written.
struct Names {
    /// By place in the file, the input, or output, that stands there.
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    /// Whether the symbols are written.
    shown: bool,
}

/// Circuits and how they are put to `certify`.
pub fn problem(random: &mut Random) -> Problem {
    let inputs = random.below(8);
    let size = random.below(40);
    let first = Circuit::random(random, inputs, size);
    let (kind, second) = match random.below(5) {
        0..3 => ("rewritten", first.rewritten(random)),
        3 if inputs <= 4 => ("by tables", first.by_tables()),
        _ => ("unrelated", first.other(random)),
    };
    if one_in(random, 3) {
        alone(random, &first, &second)
    } else {
        pair(random, kind, &first, &second)
    }
}

fn pair(random: &mut Random, kind: &'static str, first: &Circuit, second: &Circuit) -> Problem {
    let holds = first.tables() == second.tables();
    let by_names = one_in(random, 3);
    let mut names = Names::plain(second, by_names || one_in(random, 4));
    if by_names {
        shuffle(random, &mut names.inputs);
        shuffle(random, &mut names.outputs);
    }
    let matching = if by_names { "--match names " } else { "" };
    let options = match random.below(8) {
        0 => "--text ",
        1 => "--threads 2 ",
        2 => "--seed 3 --quiet ",
        3 => "--export lrat x ",
        4 => "--export drat x ",
        _ => "",
    };
    let plain = Names::plain(first, names.shown);
    let export = export(options);
    Problem {
        files: vec![("a", first.write(random, &plain)), ("b", second.write(random, &names))],
        words: line(&format!("equivalence a b {options}{matching}")),
        holds,
        checkers: ["mitercheck", "tracecheck"].map(|name| line(&format!("{name} {matching}a b"))),
        export,
        kind: match (kind, by_names) {
            ("rewritten", false) => "pairs, rewritten",
            ("rewritten", true) => "pairs by names, rewritten",
            ("by tables", _) => "pairs, by tables",
            _ => "pairs, unrelated",
        },
    }
}

/// One circuit: the differences of two, or one as it is.
fn alone(random: &mut Random, first: &Circuit, second: &Circuit) -> Problem {
    let is_miter = !one_in(random, 4);
    let circuit = if is_miter { first.differences(second) } else { first.clone() };
    let holds = circuit.tables().iter().all(|&table| table == 0);
    let (words, export) = match random.below(5) {
        // Only with one output it is clear what is asked.
        0 if circuit.outputs.len() == 1 => ("m", None),
        1 => ("equivalence --text m", None),
        2 => ("equivalence m --export lrat x", export("--export lrat x ")),
        3 => ("equivalence m --export drat x", export("--export drat x ")),
        _ => ("equivalence m", None),
    };
    let names = Names::plain(&circuit, one_in(random, 4));
    Problem {
        files: vec![("m", circuit.write(random, &names))],
        words: line(words),
        holds,
        checkers: [line("mitercheck m"), line("tracecheck m")],
        export,
        kind: if is_miter { "alone, differences" } else { "alone, as they are" },
    }
}

fn export(options: &str) -> Option<Vec<String>> {
    let kind = ["lrat", "drat"].into_iter().find(|kind| options.contains(kind))?;
    Some(line(&format!("{kind}check x.cnf x.{kind}")))
}

impl Circuit {
    fn random(random: &mut Random, inputs: usize, size: usize) -> Self {
        let mut circuit = Self { inputs, gates: Vec::new(), outputs: Vec::new() };
        for _ in 0..size {
            let near = one_in(random, 2);
            let gate = [(); 2].map(|()| circuit.signal(random, near));
            circuit.gates.push(gate);
        }
        for _ in 0..=random.below(4) {
            // Twice the same, the negation of one, a constant, an input, the last gate.
            let output = match (random.below(8), circuit.outputs.last()) {
                (0, Some(&output)) => output,
                (1, Some(&output)) => output ^ 1,
                (2, _) => random.below(2),
                (3, _) => random.below(2 * inputs + 2),
                (4, _) => 2 * circuit.last() + random.below(2),
                _ => circuit.signal(random, true),
            };
            circuit.outputs.push(output);
        }
        circuit
    }

    /// The last variable.
    fn last(&self) -> usize {
        self.inputs + self.gates.len()
    }

    /// Any literal, seldom a constant; one of the last variables if it is to be near.
    fn signal(&self, random: &mut Random, near: bool) -> usize {
        let count = if near { self.last().min(6) } else { self.last() };
        if count == 0 || one_in(random, 20) {
            return random.below(2);
        }
        2 * (self.last() - random.below(count)) + random.below(2)
    }

    fn and(&mut self, left: usize, right: usize) -> usize {
        self.gates.push([left, right]);
        2 * self.last()
    }

    fn or(&mut self, left: usize, right: usize) -> usize {
        self.and(left ^ 1, right ^ 1) ^ 1
    }

    fn choose(&mut self, condition: usize, yes: usize, no: usize) -> usize {
        let (yes, no) = (self.and(condition, yes), self.and(condition ^ 1, no));
        self.or(yes, no)
    }

    /// The same functions from other gates; in half of all cases then a few signals are changed.
    fn rewritten(&self, random: &mut Random) -> Self {
        let mut other = Self { inputs: self.inputs, gates: Vec::new(), outputs: Vec::new() };
        // By variable, its literal in the other circuit.
        let mut map: Vec<usize> = (0..=self.inputs).map(|variable| 2 * variable).collect();
        for gate in &self.gates {
            let [left, right] = gate.map(|lit| map[lit / 2] ^ (lit % 2));
            let (left, right) = if one_in(random, 2) { (left, right) } else { (right, left) };
            let any = other.signal(random, false);
            let lit = match random.below(9) {
                0 => {
                    let both = other.and(left, right);
                    other.choose(any, both, both)
                }
                1 => {
                    let more = other.or(left, any);
                    let some = other.and(left, more);
                    other.and(some, right)
                }
                2 => {
                    let implied = other.or(left ^ 1, right);
                    other.and(left, implied)
                }
                3 => {
                    let (with, without) = (other.and(left, any), other.and(left, any ^ 1));
                    let (with, without) = (other.and(with, right), other.and(without, right));
                    other.or(with, without)
                }
                4 => other.choose(left, right, 0),
                5 => {
                    let nothing = other.and(any, any ^ 1);
                    let same = other.or(right, nothing);
                    other.and(same, left)
                }
                _ => other.and(left, right),
            };
            map.push(lit);
        }
        other.outputs = self.outputs.iter().map(|lit| map[lit / 2] ^ (lit % 2)).collect();
        if one_in(random, 2) {
            // Many faults cannot be seen from outside.
            for _ in 0..=random.below(4) {
                other.fault(random);
                if other.tables() != self.tables() {
                    break;
                }
            }
        }
        other
    }

    fn fault(&mut self, random: &mut Random) {
        if self.gates.is_empty() || one_in(random, 10) {
            let output = random.below(self.outputs.len());
            self.outputs[output] = self.signal(random, true);
            return;
        }
        let (gate, side) = (random.below(self.gates.len()), random.below(2));
        let old = self.gates[gate][side];
        let before = 2 * (self.inputs + gate) + 2;
        self.gates[gate][side] = if one_in(random, 2) { old ^ 1 } else { random.below(before) };
    }

    /// The same functions, each chosen by the inputs one after another from its table.
    fn by_tables(&self) -> Self {
        let mut other = Self { inputs: self.inputs, gates: Vec::new(), outputs: Vec::new() };
        for table in self.tables() {
            let rows = 1_usize << self.inputs;
            let mut row: Vec<usize> =
                (0..rows).map(|row| usize::from(table >> row & 1 == 1)).collect();
            for input in 1..=self.inputs {
                row = row.chunks(2).map(|pair| other.choose(2 * input, pair[1], pair[0])).collect();
            }
            other.outputs.push(row[0]);
        }
        other
    }

    /// Another circuit with as many inputs and outputs.
    fn other(&self, random: &mut Random) -> Self {
        let size = random.below(12);
        let mut other = Self::random(random, self.inputs, size);
        while other.outputs.len() < self.outputs.len() {
            let output = other.signal(random, true);
            other.outputs.push(output);
        }
        other.outputs.truncate(self.outputs.len());
        other
    }

    /// One circuit with both, and for each output whether they differ.
    fn differences(&self, second: &Self) -> Self {
        let mut both = self.clone();
        let shift = 2 * self.gates.len();
        let moved = |lit: usize| if lit / 2 > self.inputs { lit + shift } else { lit };
        both.gates.extend(second.gates.iter().map(|gate| gate.map(moved)));
        for (output, &other) in second.outputs.iter().enumerate() {
            let (own, other) = (self.outputs[output], moved(other));
            both.outputs[output] = both.choose(own, other ^ 1, other);
        }
        both
    }

    /// By output, its values for all inputs: bit 0 of a row is the first input.
    fn tables(&self) -> Vec<u128> {
        let rows = 1_u32 << self.inputs;
        let mut tables = vec![0_u128];
        for input in 0..self.inputs {
            let true_rows = (0..rows).filter(|row| row >> input & 1 == 1);
            tables.push(true_rows.fold(0, |table, row| table | 1 << row));
        }
        let all = u128::MAX >> (128 - rows);
        let value = |tables: &[u128], lit: usize| {
            if lit % 2 == 1 { !tables[lit / 2] & all } else { tables[lit / 2] }
        };
        for gate in &self.gates {
            let [left, right] = gate.map(|lit| value(&tables, lit));
            tables.push(left & right);
        }
        self.outputs.iter().map(|&lit| value(&tables, lit)).collect()
    }

    /// The file: binary, or text with the variables and gates in any order.
    fn write(&self, random: &mut Random, names: &Names) -> Vec<u8> {
        // By variable, its number in the file.
        let mut numbers: Vec<usize> = (0..=self.last()).collect();
        for (place, &input) in names.inputs.iter().enumerate() {
            numbers[input + 1] = place + 1;
        }
        let binary = one_in(random, 2);
        let mut gates: Vec<usize> = (0..self.gates.len()).collect();
        if !binary && one_in(random, 2) {
            shuffle(random, &mut numbers[1..]);
            shuffle(random, &mut gates);
        }
        let lit = |lit: usize| 2 * numbers[lit / 2] + lit % 2;
        let letters = if binary { "aig" } else { "aag" };
        let (inputs, outputs, count) = (self.inputs, self.outputs.len(), self.gates.len());
        let mut text = format!("{letters} {} {inputs} 0 {outputs} {count}\n", self.last());
        if !binary {
            for input in &names.inputs {
                writeln!(text, "{}", lit(2 * (input + 1))).unwrap();
            }
        }
        for &output in &names.outputs {
            writeln!(text, "{}", lit(self.outputs[output])).unwrap();
        }
        let mut bytes = text.into_bytes();
        for gate in gates {
            let [left, right] = self.gates[gate].map(lit);
            let own = lit(2 * (self.inputs + 1 + gate));
            if binary {
                let (left, right) = (left.max(right), left.min(right));
                varint(&mut bytes, own - left);
                varint(&mut bytes, left - right);
            } else {
                bytes.extend(format!("{own} {left} {right}\n").bytes());
            }
        }
        if names.shown {
            let mut symbols = String::new();
            for (place, input) in names.inputs.iter().enumerate() {
                writeln!(symbols, "i{place} in[{input}]").unwrap();
            }
            for (place, output) in names.outputs.iter().enumerate() {
                writeln!(symbols, "o{place} out {output}").unwrap();
            }
            bytes.extend(symbols.bytes());
        }
        bytes
    }
}

impl Names {
    fn plain(circuit: &Circuit, shown: bool) -> Self {
        let (inputs, outputs) = (circuit.inputs, circuit.outputs.len());
        Self { inputs: (0..inputs).collect(), outputs: (0..outputs).collect(), shown }
    }
}

fn varint(bytes: &mut Vec<u8>, number: usize) {
    let mut number = number;
    while number > 127 {
        bytes.push(u8::try_from(number % 128 + 128).unwrap());
        number /= 128;
    }
    bytes.push(u8::try_from(number).unwrap());
}
