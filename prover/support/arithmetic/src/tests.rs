//! Every combination of parts against the numbers, exhaustively where operands are small.

use crate::{AdderKind, Architecture, Design, Named, Ppg, Second, Tree, adder, mutate};
use format_aiger::{Lit, Model};

fn architectures() -> Vec<Architecture> {
    let mut all = Vec::new();
    for &(ppg, _) in Ppg::ALL {
        for &(tree, _) in Tree::ALL {
            for &(adder, _) in AdderKind::ALL {
                all.push(Architecture { ppg, tree, adder });
            }
        }
    }
    all
}

/// Values of the outputs for 64 assignments at a time.
fn simulate(model: &Model, inputs: &[u64]) -> Vec<u64> {
    let mut values = vec![0];
    values.extend(inputs);
    let value = |values: &[u64], lit: Lit| {
        values[lit.variable() as usize] ^ if lit.is_negative() { u64::MAX } else { 0 }
    };
    for gate in &model.gates {
        let [left, right] = gate.rhs.map(|lit| value(&values, lit));
        values.push(left & right);
    }
    model.outputs.iter().map(|&lit| value(&values, lit)).collect()
}

/// The values of a number's bits if every assignment of all inputs is tried, from one on.
fn pattern(input: usize, first: u64) -> u64 {
    (0..64).map(|lane| ((first + lane) >> input & 1) << lane).sum()
}

fn number(bits: impl Iterator<Item = bool>, signed: bool) -> i128 {
    let bits: Vec<bool> = bits.collect();
    let value: i128 = bits.iter().zip(0..).map(|(&bit, place)| i128::from(bit) << place).sum();
    if signed && bits.last() == Some(&true) { value - (1 << bits.len()) } else { value }
}

/// What a design should compute, from its inputs' values.
fn expected(design: &Design, inputs: &[bool]) -> i128 {
    let n = design.width as usize;
    let k = if let Second::Width(width) = design.second { width as usize } else { 0 };
    let signed = design.signed;
    let operand = |places: Vec<usize>| number(places.iter().map(|&place| inputs[place]), signed);
    let (a, b) = if design.interleaved {
        ((0..n).map(|place| 2 * place).collect(), (0..n).map(|place| 2 * place + 1).collect())
    } else {
        ((0..n).collect(), (n..n + k).collect())
    };
    let a = operand(a);
    let b = match &design.second {
        Second::Width(_) => operand(b),
        Second::Same => a,
        Second::Constant(bits) => number(bits.iter().copied(), signed),
    };
    let c = if design.accumulate { operand((n + k..inputs.len()).collect()) } else { 0 };
    a * b + c
}

/// Compares a circuit with the numbers on lanes of inputs.
fn compare(design: &Design, model: &Model, lanes: &[u64]) {
    let outputs = simulate(model, lanes);
    for lane in 0..64 {
        let inputs: Vec<bool> = lanes.iter().map(|value| value >> lane & 1 == 1).collect();
        let found = number(outputs.iter().map(|value| value >> lane & 1 == 1), false);
        let mask = (1 << outputs.len()) - 1;
        assert_eq!(found, expected(design, &inputs) & mask, "{design:?} {inputs:?}");
    }
}

fn try_all(design: &Design) {
    let model = design.model();
    let count = model.inputs.len();
    for first in (0..1_u64 << count).step_by(64) {
        let lanes: Vec<u64> = (0..count).map(|input| pattern(input, first)).collect();
        compare(design, &model, &lanes);
    }
}

#[test]
fn every_architecture_multiplies() {
    for architecture in architectures() {
        for width in 1..=4 {
            for signed in [false, true] {
                try_all(&Design::new(architecture, width, signed));
            }
        }
    }
}

#[test]
fn five_bits_multiply() {
    for (number, architecture) in architectures().into_iter().enumerate() {
        try_all(&Design::new(architecture, 5, number % 2 == 1));
    }
}

#[test]
fn other_shapes_multiply() {
    let constants = [vec![true], vec![true, false, true, true, false], vec![false], vec![true; 5]];
    for (number, architecture) in architectures().into_iter().enumerate() {
        for signed in [false, true] {
            let plain = Design::new(architecture, 4, signed);
            let width = Second::Width(1 + number as u32 % 6);
            try_all(&Design { second: width, ..plain.clone() });
            try_all(&Design { second: Second::Same, ..plain.clone() });
            try_all(&Design { interleaved: true, ..plain.clone() });
            let constant = Second::Constant(constants[number % constants.len()].clone());
            try_all(&Design { second: constant, ..plain.clone() });
            for outputs in [1, 4, 5, 11] {
                try_all(&Design { outputs: Some(outputs), ..plain.clone() });
            }
            let small = Design { accumulate: true, width: 3, second: Second::Width(2), ..plain };
            try_all(&small);
            try_all(&Design { outputs: Some(3), ..small });
        }
    }
}

#[test]
fn wider_ones_multiply_at_random() {
    let mut state = 1_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for (number, architecture) in architectures().into_iter().enumerate() {
        let design = Design {
            second: Second::Width(7 + number as u32 % 12),
            accumulate: number % 3 == 0,
            ..Design::new(architecture, 17, number % 2 == 0)
        };
        let model = design.model();
        for _ in 0..4 {
            let lanes: Vec<u64> = model.inputs.iter().map(|_| random()).collect();
            compare(&design, &model, &lanes);
        }
    }
}

#[test]
fn every_adder_adds() {
    for &(kind, _) in AdderKind::ALL {
        for width in 1..=9 {
            let model = adder(kind, width);
            let width = width as usize;
            for first in (0..1_u64 << (2 * width)).step_by(64) {
                let lanes: Vec<u64> = (0..2 * width).map(|input| pattern(input, first)).collect();
                let outputs = simulate(&model, &lanes);
                for lane in 0..64 {
                    let row =
                        |lanes: &[u64]| number(lanes.iter().map(|v| v >> lane & 1 == 1), false);
                    let (x, y) = (row(&lanes[..width]), row(&lanes[width..]));
                    assert_eq!(row(&outputs), x + y, "{kind} {width}");
                }
            }
        }
    }
}

#[test]
fn circuits_are_compact_and_named() {
    let architecture =
        Architecture { ppg: Ppg::Booth8, tree: Tree::Compressor42, adder: AdderKind::HanCarlson };
    let model = Design::new(architecture, 6, true).model();
    assert!(model.is_compact());
    assert_eq!(model.symbols[7].name, b"b[1]");
    assert_eq!(model.symbols[13].name, b"s[1]");
    let faulty = mutate(&model, 7);
    assert!(faulty.is_compact());
    assert_eq!(faulty.symbols, model.symbols);
    assert_ne!(faulty.gates, model.gates);
}

#[test]
fn named_adders_are_adders() {
    let architectures = architectures();
    for (architecture, plain) in
        architectures.into_iter().flat_map(|one| [(one, false), (one, true)])
    {
        let mut graph = crate::Graph::new(8);
        let lits: Vec<Lit> = (1..=8).map(Lit::positive).collect();
        let made = crate::multiply(
            &mut graph,
            architecture,
            false,
            [&lits[..4], &lits[4..]],
            None,
            8,
            plain,
        );
        for first in (0..256).step_by(64) {
            let mut values = vec![0];
            values.extend((0..8).map(|input| pattern(input, first)));
            let value = |values: &[u64], lit: Lit| {
                values[lit.variable() as usize] ^ if lit.is_negative() { u64::MAX } else { 0 }
            };
            for &fan_ins in graph.gates() {
                let [left, right] = fan_ins.map(|lit| value(&values, lit));
                values.push(left & right);
            }
            for adder in made.adders.iter().chain(&made.last.adders) {
                let [x, y, z] = adder.inputs.map(|lit| value(&values, lit));
                assert_eq!(value(&values, adder.sum), x ^ y ^ z);
                assert_eq!(value(&values, adder.carry), x & y | x & z | y & z);
            }
        }
    }
}
