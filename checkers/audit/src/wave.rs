//! The values of a verified counterexample, to look at: over time, or bit by bit where there is
//! only one time. No verdict rests on them.

use format_aiger::{Lit, Model, SymbolKind};
use format_input::index;
use format_trace::{Property, Reader};
use tracecheck::{Difference, WrongProduct};

/// The most bits or times of a drawing.
pub(crate) const COLUMNS: usize = 128;

/// The values of some signals over time, or of some numbers bit by bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wave {
    /// Whether the columns are bits, the lowest first, and no times.
    pub has_bits: bool,
    /// The first column that is kept.
    pub first: usize,
    /// The columns to mark, counted from the first that is kept: what is wrong.
    pub marks: Vec<usize>,
    /// The signals: what fails, then inputs, then latches.
    pub signals: Vec<Signal>,
    /// How many signals, or bits, are left out.
    pub hidden: usize,
}

/// A signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Its name in the circuit. Quote it before printing.
    pub name: String,
    /// Whether it is what fails.
    pub fails: bool,
    /// Its values from the first column that is kept on.
    pub values: Vec<bool>,
}

/// Where two circuits differ: at most so many bits.
#[must_use]
pub fn difference_wave(found: &Difference, most: usize) -> Option<Wave> {
    let Difference { inputs, first, second, .. } = found;
    compare(&[("inputs", inputs), ("first", first), ("second", second)], most)
}

/// Where a product is wrong: at most so many bits.
#[must_use]
pub fn product_wave(wrong: &WrongProduct, most: usize) -> Option<Wave> {
    let operands = ["a", "b", "c"].into_iter().zip(&wrong.operands);
    let results = [("expected", &wrong.expected), ("found", &wrong.found)];
    compare(&operands.chain(results).collect::<Vec<_>>(), most)
}

/// Numbers bit by bit; where the last two differ is marked, and the first such bit is kept.
fn compare(rows: &[(&str, &Vec<bool>)], most: usize) -> Option<Wave> {
    let [.., (_, expected), (last, found)] = rows else { return None };
    let bits = expected.iter().zip(*found).enumerate();
    let wrong: Vec<usize> = bits.filter(|(_, (a, b))| a != b).map(|(bit, _)| bit).collect();
    let first = wrong.first().filter(|&&bit| bit >= most);
    let first = first.map_or(0, |bit| bit.saturating_sub(most / 2));
    let signals = rows.iter().map(|(name, bits)| Signal {
        name: (*name).to_owned(),
        fails: name == last,
        values: bits.iter().skip(first).take(most).copied().collect(),
    });
    let widest = rows.iter().map(|(_, bits)| bits.len()).max().unwrap_or(0);
    let marks = wrong.iter().filter_map(|bit| bit.checked_sub(first).filter(|&at| at < most));
    Some(Wave {
        has_bits: true,
        first,
        marks: marks.collect(),
        signals: signals.collect(),
        hidden: widest.saturating_sub(most),
    })
}

/// Replays a trace that the kernel accepted; `None` if it is none. At most so many signals and
/// times are kept: the first signals, and the last times.
#[must_use]
pub fn replay(circuit: &[u8], trace: &[u8], most: usize, latest: usize) -> Option<Wave> {
    let model = format_aiger::read(circuit).ok()?;
    let mut reader = Reader::new(trace).ok()?;
    let targets: Vec<(String, Lit)> =
        reader.properties().iter().filter_map(|&(_, property)| target(&model, property)).collect();
    let mut line = Vec::new();
    reader.line(&mut line).ok()?;
    let mut latches: Vec<bool> = line.iter().map(|value| *value == Some(true)).collect();
    let inputs = model.inputs.iter().enumerate();
    let inputs = inputs.map(|(number, lit)| (SymbolKind::Input, number, Lit::positive(lit)));
    let states = model.latches.iter().enumerate();
    let states =
        states.map(|(number, latch)| (SymbolKind::Latch, number, Lit::positive(latch.variable)));
    let named = inputs.chain(states);
    let named = named.map(|(kind, number, lit)| (name(&model, kind, number), lit));
    let shown: Vec<(String, Lit)> = targets.iter().cloned().chain(named).take(most).collect();
    let all = targets.len().saturating_add(model.inputs.len()).saturating_add(model.latches.len());
    let mut signals: Vec<Signal> = shown
        .iter()
        .enumerate()
        .map(|(number, (name, _))| Signal {
            name: name.clone(),
            fails: number < targets.len(),
            values: Vec::new(),
        })
        .collect();
    let mut times = 0_usize;
    reader.line(&mut line).ok()?;
    loop {
        let inputs: Vec<bool> = line.iter().map(|value| *value == Some(true)).collect();
        let values = evaluate(&model, &latches, &inputs);
        for (signal, (_, lit)) in signals.iter_mut().zip(&shown) {
            if signal.values.len() >= latest {
                signal.values.remove(0);
            }
            signal.values.push(value(&model, &values, *lit));
        }
        times = times.saturating_add(1);
        latches = model.latches.iter().map(|latch| value(&model, &values, latch.next)).collect();
        if reader.next_line(&mut line).ok()?.is_none() {
            break;
        }
    }
    let hidden = all.saturating_sub(signals.len());
    let first = times.saturating_sub(latest);
    let marks = vec![times.saturating_sub(first).saturating_sub(1)];
    Some(Wave { has_bits: false, first, marks, signals, hidden })
}

/// The literal of a property, with its name; without bad states the outputs are the properties.
fn target(model: &Model, property: Property) -> Option<(String, Lit)> {
    let Property::Bad(number) = property else { return None };
    let are_outputs = model.bad.is_empty() && model.justice.is_empty();
    let (kind, lits) = if are_outputs {
        (SymbolKind::Output, &model.outputs)
    } else {
        (SymbolKind::Bad, &model.bad)
    };
    let number = index(number);
    lits.get(number).map(|&lit| (name(model, kind, number), lit))
}

/// The name in the circuit, or a letter and the number.
fn name(model: &Model, kind: SymbolKind, number: usize) -> String {
    let mut symbols = model.symbols.iter();
    let found = symbols.find(|symbol| symbol.kind == kind && index(symbol.index) == number);
    let letter = match kind {
        SymbolKind::Input => 'i',
        SymbolKind::Latch => 'l',
        SymbolKind::Output => 'o',
        _ => 'b',
    };
    let plain = || format!("{letter}{number}");
    found.map_or_else(plain, |symbol| String::from_utf8_lossy(&symbol.name).into_owned())
}

/// The values of all variables, by their position in the model.
fn evaluate(model: &Model, latches: &[bool], inputs: &[bool]) -> Vec<bool> {
    let mut values = vec![false; model.defined()];
    let states = model.latches.iter().map(|latch| latch.variable).zip(latches);
    let given = model.inputs.iter().zip(inputs).chain(states);
    let set = |values: &mut Vec<bool>, variable: u32, value: bool| {
        let position = model.position(variable);
        if let Some(entry) = position.and_then(|position| values.get_mut(position)) {
            *entry = value;
        }
    };
    for (variable, &value) in given {
        set(&mut values, variable, value);
    }
    for gate in &model.gates {
        let value = gate.rhs.iter().all(|&lit| value(model, &values, lit));
        set(&mut values, gate.variable, value);
    }
    values
}

fn value(model: &Model, values: &[bool], lit: Lit) -> bool {
    let position = model.position(lit.variable());
    let value = position.and_then(|position| values.get(position));
    value.is_some_and(|&value| value) != lit.is_negative()
}
