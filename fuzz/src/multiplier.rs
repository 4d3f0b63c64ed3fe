//! Attacks on `pacheck` with a circuit.
//!
//! The circuits are small enough for the checker to expand their outputs to inputs without any
//! step. So steps that are all accepted must not change the verdict: if the claim is true and
//! the sum still does not vanish, a step was accepted whose expression is not 0.

use crate::clausal::mutate_text;
use crate::{Random, Tally};
use claim_multiplier::{Claim, Constant, Options, Order};
use format_aiger::{Gate, Lit as Signal, Model, Parts, Variables};
use format_input::Encoding;
use format_pac::{Header, Writer};
use format_sha256::digest;
use pacheck::Failure;

/// A circuit under construction, and the steps that explain it.
struct Design {
    inputs: u32,
    gates: Vec<[Signal; 2]>,
    steps: String,
}

/// One round: a small multiplier, its certificate, and changes of both. An error tells what went
/// wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let options = random_options(random);
    let (parts, steps) = multiplier(random, &options);
    let Ok(model) = Model::new(parts.clone()) else { return Ok(tally) };
    judge(&model, &options, &steps, &mut tally, true)?;
    for _ in 0..9 {
        let (mut parts, mut options, mut steps) = (parts.clone(), options.clone(), steps.clone());
        match random.below(6) {
            0 => vary(random, &mut parts),
            1 => options.signed ^= true,
            2 => steps.push_str(&random_step(random, &parts)),
            3 => {
                steps.push_str(&random_step(random, &parts));
                steps = text(&mutate_text(random, steps.as_bytes()));
            }
            _ => steps = text(&mutate_text(random, steps.as_bytes())),
        }
        if let Ok(model) = Model::new(parts) {
            judge(&model, &options, &steps, &mut tally, false)?;
        }
    }
    Ok(tally)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Checks a certificate and compares with the truth.
fn judge(
    model: &Model,
    options: &Options,
    steps: &str,
    tally: &mut Tally,
    whole: bool,
) -> Result<(), String> {
    let mut circuit = Vec::new();
    let written = model.write_ascii(&mut circuit);
    debug_assert!(written.is_ok(), "a vector takes all bytes");
    let Ok(claim) = Claim::new(model, options) else { return Ok(()) };
    let claim = claim.options().to_string();
    let header = Header { digest: digest(&circuit), claim, circuit: None };
    let Ok(Ok(mut certificate)) =
        Writer::new(Vec::new(), Encoding::Text, &header, 0, 0).map(Writer::finish)
    else {
        return Ok(());
    };
    certificate.extend_from_slice(steps.as_bytes());
    tally.tried += 1;
    let result = pacheck::check(Some(&circuit), options, certificate.as_slice());
    let truth = multiplies(model, options);
    let is_linear = steps.lines().all(|line| {
        let mut words = line.split(' ');
        matches!(words.next(), Some("f" | "h" | "r" | "d" | "c"))
            || words.nth(2) == Some("0") && !line.starts_with('p')
    });
    let what = match &result {
        Ok(_) if !truth => "a falsehood is accepted",
        Err(Failure::Remainder(..)) if truth && is_linear => "a step is accepted that is not 0",
        Err(_) if whole && truth => "a right proof is refused",
        _ => {
            tally.accepted += u64::from(result.is_ok());
            return Ok(());
        }
    };
    let files = [circuit, certificate].map(|file| text(&file));
    Err(format!("pacheck {options}: {what}: {result:?}\n{}", files.join("---\n")))
}

pub(crate) fn random_options(random: &mut Random) -> Options {
    let mut options = Options { signed: random.one_in(2), ..Options::default() };
    match random.below(6) {
        0 => options.square = true,
        1 => {
            let negative = options.signed && random.one_in(2);
            let digits = vec![1 + random.below(7) as u32];
            options.constant = Some(Constant { negative, digits });
        }
        2 => {
            options.accumulate = true;
            options.shape = Some((1 + random.below(2) as u32, 1 + random.below(2) as u32));
        }
        3 => options.order = Order::Interleaved,
        _ => options.shape = Some((1 + random.below(3) as u32, 1 + random.below(3) as u32)),
    }
    options
}

/// The inputs of the operands, lowest bits first.
fn operands(options: &Options, inputs: u32) -> Vec<Vec<u32>> {
    let (n, k) = options.shape.unwrap_or((inputs / 2, inputs / 2));
    if options.square || options.constant.is_some() {
        vec![(1..=inputs).collect()]
    } else if options.order == Order::Interleaved {
        vec![(1..=inputs).step_by(2).collect(), (2..=inputs).step_by(2).collect()]
    } else if options.accumulate {
        vec![(1..=n).collect(), (n + 1..=n + k).collect(), (n + k + 1..=inputs).collect()]
    } else {
        vec![(1..=n).collect(), (n + 1..=n + k).collect()]
    }
}

/// The number that bits are.
fn number(bits: &[u32], values: u32, signed: bool) -> i64 {
    let mut number = 0;
    for (at, bit) in bits.iter().enumerate() {
        let weight = if signed && at + 1 == bits.len() { -(1 << at) } else { 1 << at };
        number += i64::from(values >> (bit - 1) & 1) * weight;
    }
    number
}

/// Brute force over all inputs.
pub(crate) fn multiplies(model: &Model, options: &Options) -> bool {
    let inputs = model.inputs.len() as u32;
    let operands = operands(options, inputs);
    let mask = (1_i64 << model.outputs.len()) - 1;
    (0..1_u32 << inputs).all(|values| {
        let numbers: Vec<i64> =
            operands.iter().map(|bits| number(bits, values, options.signed)).collect();
        let expected = match (&options.constant, &numbers[..]) {
            (Some(constant), [a]) => {
                let magnitude = i64::from(constant.digits[0]);
                a * if constant.negative { -magnitude } else { magnitude }
            }
            (_, [a]) => a * a,
            (_, [a, b]) => a * b,
            (_, [a, b, c]) => a * b + c,
            _ => 0,
        };
        evaluate(model, values) == expected & mask
    })
}

fn evaluate(model: &Model, inputs: u32) -> i64 {
    let mut values = vec![false; model.max_variable as usize + 1];
    for (at, input) in model.inputs.iter().enumerate() {
        values[input as usize] = inputs >> at & 1 == 1;
    }
    let value = |values: &[bool], lit: Signal| values[lit.variable() as usize] != lit.is_negative();
    for gate in &model.gates {
        values[gate.variable as usize] = gate.rhs.iter().all(|&lit| value(&values, lit));
    }
    let outputs = model.outputs.iter().enumerate();
    outputs.map(|(at, &lit)| i64::from(value(&values, lit)) << at).sum()
}

/// A circuit that adds up partial products in columns, in a random order.
pub(crate) fn multiplier(random: &mut Random, options: &Options) -> (Parts, String) {
    let inputs = match options.shape {
        Some((n, k)) => n + k + u32::from(options.accumulate) * (1 + random.below(2) as u32),
        None if options.order == Order::Interleaved => 2 * (1 + random.below(3) as u32),
        None => 1 + random.below(3) as u32,
    };
    let outputs = 1 + random.below(inputs as usize + 2);
    let mut design = Design { inputs, gates: Vec::new(), steps: String::new() };
    let (columns, constant) = design.products(options, outputs);
    let outputs = design.reduce(random, columns, constant);
    let gates = design.gates.iter().zip(inputs + 1..);
    let gates: Vec<Gate> = gates.map(|(&rhs, variable)| Gate { variable, rhs }).collect();
    let max_variable = inputs + gates.len() as u32;
    let inputs = Variables::first(inputs);
    (Parts { max_variable, inputs, gates, outputs, ..Parts::default() }, design.steps)
}

impl Design {
    fn and(&mut self, x: Signal, y: Signal) -> Signal {
        self.gates.push([x, y]);
        Signal::positive(self.inputs + self.gates.len() as u32)
    }

    fn or(&mut self, x: Signal, y: Signal) -> Signal {
        !self.and(!x, !y)
    }

    fn xor(&mut self, x: Signal, y: Signal) -> Signal {
        let (left, right) = (self.and(x, !y), self.and(!x, y));
        self.or(left, right)
    }

    /// What is to be added, by column; of a negative bit the complement, minus 1.
    fn products(&mut self, options: &Options, columns: usize) -> (Vec<Vec<Signal>>, i64) {
        let operands = operands(options, self.inputs);
        let mut all = vec![Vec::new(); columns];
        let mut constant = 0_i64;
        let mut put = |column: usize, signal: Signal, negative: bool| {
            if let Some(entry) = all.get_mut(column) {
                entry.push(if negative { !signal } else { signal });
                constant -= i64::from(negative) << column;
            }
        };
        let top = |bits: &[u32], at: usize| options.signed && at + 1 == bits.len();
        let a = &operands[0];
        for (i, &x) in a.iter().enumerate() {
            let first = Signal::positive(x);
            if let Some(factor) = &options.constant {
                for bit in (0..3).filter(|bit| factor.digits[0] >> bit & 1 == 1) {
                    put(i + bit, first, top(a, i) != factor.negative);
                }
                continue;
            }
            let b = if options.square { a } else { &operands[1] };
            for (j, &y) in b.iter().enumerate() {
                let product = self.and(first, Signal::positive(y));
                put(i + j, product, top(a, i) != top(b, j));
            }
        }
        if let [_, _, c] = &operands[..] {
            for (i, &x) in c.iter().enumerate() {
                put(i, Signal::positive(x), top(c, i));
            }
        }
        (all, constant)
    }

    fn reduce(
        &mut self,
        random: &mut Random,
        mut columns: Vec<Vec<Signal>>,
        constant: i64,
    ) -> Vec<Signal> {
        let mut outputs = Vec::new();
        for at in 0..columns.len() {
            let mut column = std::mem::take(&mut columns[at]);
            if constant >> at & 1 == 1 {
                column.push(Signal::TRUE);
            }
            while column.len() > 1 {
                let index = random.below(column.len());
                let x = column.swap_remove(index);
                let y = column.remove(0);
                let z = if random.one_in(3) { None } else { column.pop() };
                let (sum, carry) = self.adder(at, x, y, z);
                column.push(sum);
                if let Some(next) = columns.get_mut(at + 1) {
                    next.push(carry);
                }
            }
            outputs.push(column.pop().unwrap_or(Signal::FALSE));
        }
        outputs
    }

    /// An adder, and the step that says so if it has no constants and no input twice.
    fn adder(&mut self, at: usize, x: Signal, y: Signal, z: Option<Signal>) -> (Signal, Signal) {
        let half = self.xor(x, y);
        let both = self.and(x, y);
        let (sum, carry) = match z {
            None => (half, both),
            Some(z) => {
                let (sum, other) = (self.xor(half, z), self.and(half, z));
                (sum, self.or(both, other))
            }
        };
        let inputs = [Some(x), Some(y), z];
        let inputs: Vec<Signal> = inputs.into_iter().flatten().collect();
        let constant = inputs.iter().filter(|&&signal| signal == Signal::TRUE).count();
        let free: Vec<Signal> = inputs.into_iter().filter(|signal| !signal.is_constant()).collect();
        let mut leaves: Vec<u32> = free.iter().map(|signal| signal.variable()).collect();
        leaves.sort_unstable();
        leaves.dedup();
        let leaves: Vec<String> = leaves.iter().map(u32::to_string).collect();
        let terms: Vec<String> =
            free.iter().map(|&signal| format!("1 {}", dimacs(signal))).collect();
        self.steps.push_str(&format!(
            "l {at} 1 0 {} 0 {} -2 {} -1 {} 0 {constant} 0\n",
            leaves.join(" "),
            terms.join(" "),
            dimacs(carry),
            dimacs(sum)
        ));
        (sum, carry)
    }
}

fn dimacs(signal: Signal) -> String {
    format!("{}{}", if signal.is_negative() { "-" } else { "" }, signal.variable())
}

/// A clause of a gate, weakened, and a linear step that is given one; mostly wrong.
pub(crate) fn random_step(random: &mut Random, parts: &Parts) -> String {
    let axioms = 3 * parts.gates.len();
    let mut variable = || 1 + random.below(parts.max_variable as usize);
    let (x, y, z) = (variable(), variable(), variable());
    let id = 1 + random.below(axioms.max(1) + 1);
    match random.below(4) {
        0 => format!(
            "r -{x} {y} {z} 0 {id} 0\nl 0 1 0 {x} {y} 0 1 {x} -1 {y} 0 0 {} 0\n",
            axioms + 1
        ),
        1 => format!("e 0 1 0 {x} {y} {id} {}\n", 1 + random.below(axioms.max(1))),
        2 => format!("l 0 1 0 {x} {y} 0 1 {z} -1 {x} 0 0 {id} 0\n"),
        _ => format!("l 1 1 0 {x} {y} 0 1 {x} 1 -{x} 0 -1 0\n"),
    }
}

/// Replaces a signal of a gate or an output.
pub(crate) fn vary(random: &mut Random, parts: &mut Parts) {
    let count = parts.gates.len();
    let signal = |random: &mut Random, below: u32| Signal(random.below(2 * below as usize) as u32);
    if count > 0 && !random.one_in(5) {
        let gate = &mut parts.gates[random.below(count)];
        gate.rhs[random.below(2)] = signal(random, gate.variable);
    } else {
        let at = random.below(parts.outputs.len());
        parts.outputs[at] = signal(random, parts.max_variable + 1);
    }
}
