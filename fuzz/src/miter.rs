//! Attacks on `mitercheck`.

use crate::clausal::mutate_text;
use crate::{Random, Tally};
use claim_miter::{Matching, Miter};
use format_aiger::{Gate, Lit as Signal, Model, Parts, Variables};
use format_dimacs::Lit;
use format_input::Encoding;
use format_lrat::{Id, Writer};
use format_miter::{Subject, write_header};
use format_sha256::digest;

/// One round: two small circuits, a certificate by splitting on all inputs, and changes of it. An
/// error tells what went wrong.
pub fn round(random: &mut Random) -> Result<Tally, String> {
    let mut tally = Tally::default();
    let first = random_circuit(random);
    let second = if random.one_in(4) { random_circuit(random) } else { vary(random, &first) };
    let (Some(first), Some(second)) = (model(first), model(second)) else { return Ok(tally) };
    let Ok(miter) = Miter::equal(&first, &second, Matching::Position) else { return Ok(tally) };
    let equal = agree(&first, &second);
    let steps = split(&miter);
    let whole = certificate(&first, &second, &steps);
    tally.tried += 1;
    match (check(&first, &second, &whole), equal) {
        (true, false) => return Err(finding("a falsehood is accepted", &first, &second, &whole)),
        (false, true) => return Err(finding("a right proof is refused", &first, &second, &whole)),
        (accepted, _) => tally.accepted += u64::from(accepted),
    }
    for _ in 0..12 {
        let changed = if random.one_in(3) {
            let changed = vary(random, &second.clone().into_parts());
            let Some(other) = model(changed) else { continue };
            let mended = certificate(&first, &other, &steps);
            (other, mended)
        } else {
            (second.clone(), certificate(&first, &second, &mutate_text(random, &steps)))
        };
        let (second, certificate) = changed;
        tally.tried += 1;
        let accepted = check(&first, &second, &certificate);
        if accepted && !agree(&first, &second) {
            return Err(finding("a falsehood is accepted", &first, &second, &certificate));
        }
        tally.accepted += u64::from(accepted);
    }
    Ok(tally)
}

fn check(first: &Model, second: &Model, certificate: &[u8]) -> bool {
    let (first, second) = (ascii(first), ascii(second));
    mitercheck::check_equal(&first, &second, Matching::Position, certificate).is_ok()
}

fn finding(what: &str, first: &Model, second: &Model, certificate: &[u8]) -> String {
    let circuits = [ascii(first), ascii(second)];
    let [first, second] = &circuits;
    let texts = [first, second, certificate].map(String::from_utf8_lossy);
    format!("mitercheck: {what}\n{}", texts.join("---\n"))
}

pub(crate) fn ascii(model: &Model) -> Vec<u8> {
    let mut bytes = Vec::new();
    let written = model.write_ascii(&mut bytes);
    debug_assert!(written.is_ok(), "a vector takes all bytes");
    bytes
}

pub(crate) fn certificate(first: &Model, second: &Model, steps: &[u8]) -> Vec<u8> {
    let digests = [digest(&ascii(first)), digest(&ascii(second))];
    let mut bytes = Vec::new();
    let subject = Subject::Equal { digests, by_names: false };
    let written = write_header(&mut bytes, &subject, Encoding::Text);
    debug_assert!(written.is_ok(), "a vector takes all bytes");
    bytes.extend_from_slice(steps);
    bytes
}

fn random_signal(random: &mut Random, variables: u32) -> Signal {
    Signal(random.below(2 * variables as usize + 2) as u32)
}

pub(crate) fn random_circuit(random: &mut Random) -> Parts {
    let inputs = 2;
    let count = random.below(6) as u32;
    let gates = (0..count).map(|gate| {
        let rhs = [(); 2].map(|()| random_signal(random, inputs + gate));
        Gate { variable: inputs + gate + 1, rhs }
    });
    let gates: Vec<Gate> = gates.collect();
    let outputs = (0..2).map(|_| random_signal(random, inputs + count)).collect();
    let (max_variable, inputs) = (inputs + count, Variables::first(inputs));
    Parts { max_variable, inputs, gates, outputs, ..Parts::default() }
}

/// Swaps fan-ins, which changes nothing, or replaces a signal, which may.
pub(crate) fn vary(random: &mut Random, circuit: &Parts) -> Parts {
    let mut circuit = circuit.clone();
    for gate in &mut circuit.gates {
        if random.one_in(2) {
            gate.rhs.reverse();
        }
        if random.one_in(12) {
            gate.rhs[random.below(2)] = random_signal(random, gate.variable - 1);
        }
    }
    if random.one_in(6) {
        circuit.outputs[random.below(2)] = random_signal(random, circuit.max_variable);
    }
    circuit
}

pub(crate) fn model(parts: Parts) -> Option<Model> {
    Model::new(parts).ok()
}

/// Brute force over all inputs, on the circuits as they are.
pub(crate) fn agree(first: &Model, second: &Model) -> bool {
    (0..4).all(|inputs| evaluate(first, inputs) == evaluate(second, inputs))
}

fn evaluate(circuit: &Model, inputs: u32) -> Vec<bool> {
    let mut values = vec![false; circuit.max_variable as usize + 1];
    values[1] = inputs & 1 == 1;
    values[2] = inputs & 2 == 2;
    let value = |values: &[bool], lit: Signal| values[lit.variable() as usize] != lit.is_negative();
    for gate in &circuit.gates {
        values[gate.variable as usize] = gate.rhs.iter().all(|&lit| value(&values, lit));
    }
    circuit.outputs.iter().map(|&lit| value(&values, lit)).collect()
}

/// For every obligation, the clause with all signs of both inputs, then with one, then alone.
pub(crate) fn split(miter: &Miter) -> Vec<u8> {
    let mut clauses: Vec<(Id, Vec<Lit>)> = Vec::new();
    for id in 1..=miter.axioms() {
        let mut clause = Vec::new();
        if miter.axiom(id, &mut clause) {
            clauses.push((id, clause));
        }
    }
    let mut writer = Writer::new(Vec::new(), Encoding::Text);
    let mut last = miter.axioms();
    for (_, obligation) in miter.obligations() {
        for prefix in prefixes() {
            let clause: Vec<Lit> = obligation.iter().copied().chain(prefix).collect();
            last += 1;
            let written = writer.add(last, &clause, &hints(&clauses, &clause));
            debug_assert!(written.is_ok(), "a vector takes all bytes");
            clauses.push((last, clause));
        }
    }
    writer.finish().unwrap_or_default()
}

fn prefixes() -> Vec<Vec<Lit>> {
    let lit = |variable, negative| Lit::new(variable, negative).into_iter();
    let mut prefixes = Vec::new();
    for first in [false, true] {
        for second in [false, true] {
            prefixes.push(lit(1, first).chain(lit(2, second)).collect());
        }
        prefixes.push(lit(1, first).collect());
    }
    prefixes.push(Vec::new());
    prefixes
}

/// Plain unit propagation over all clauses until one is false; what it used, in order.
fn hints(clauses: &[(Id, Vec<Lit>)], clause: &[Lit]) -> Vec<Id> {
    let mut truths: Vec<Lit> = clause.iter().map(|&lit| !lit).collect();
    if clause.iter().any(|lit| clause.contains(&!*lit)) {
        return Vec::new();
    }
    let mut used = Vec::new();
    loop {
        let mut progress = false;
        for (id, clause) in clauses {
            let open: Vec<Lit> =
                clause.iter().copied().filter(|&lit| !truths.contains(&!lit)).collect();
            match open[..] {
                [] => {
                    used.push(*id);
                    return used;
                }
                [only] if !truths.contains(&only) => {
                    truths.push(only);
                    used.push(*id);
                    progress = true;
                }
                _ => {}
            }
        }
        if !progress {
            return used;
        }
    }
}
