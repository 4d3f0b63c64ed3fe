//! A proof as a witness circuit that certifaiger reads: its bad literal is never true because that
//! is so at time 0 and one step later, whatever the proof was.
//!
//! The circuit is the model with the certificate's latches and gates. An invariant needs no more:
//! bad is that a property is bad, or a clause of the invariant false. Induction of depth k looks
//! back: copies 1 to k - 1 hold the states and inputs of as many steps before, and copy i is valid
//! once i steps are done. Bad is also that valid copies do not follow each other, or that the last
//! of fewer than k valid ones is no initial state. So k valid copies are the frames that the step
//! of the induction assumes, and fewer are those of a stage of its base. Names of inputs and
//! latches say which literals of the model they are.

use super::Case;
use super::evidence::{Claimed, Proved, Refusal};
use claim_invariant::Signal;
use format_aiger::{Gate, Latch, Model, Parts, Symbol, SymbolKind, Variables};
use format_dimacs::Lit;
use format_input::index;
use std::io::Write;
use std::path::Path;
use support_answer::{Destination, Spool};

/// No circuit has more variables.
const MOST: u64 = 1 << 30;

/// Writes the witness circuit of a proof.
pub(super) fn write(case: &Case<'_>, proved: &Proved, path: &Path) -> Result<(), Refusal> {
    let parts = witness(case, &proved.claimed, proved.depth)?;
    let model = Model::new(parts).map_err(|error| Refusal::Own(error.to_string()))?.compact();
    let destination = Destination::File(path.into());
    let spool = Spool::new(&destination).map_err(Refusal::Destination)?;
    let mut out = spool.writer()?;
    model.write_binary(&mut out)?;
    out.flush()?;
    drop(out);
    let (checked, ()) = spool.check(|file| {
        let read = format_aiger::read(file).map_err(|error| Refusal::Own(error.to_string()))?;
        if read == model { Ok(()) } else { Err(Refusal::Own("the export is damaged".into())) }
    })?;
    checked.deliver().map_err(Refusal::Destination)
}

fn witness(case: &Case<'_>, claimed: &Claimed, depth: u32) -> Result<Parts, Refusal> {
    let circuit = &case.circuit;
    let mut frame = Frame { inputs: circuit.inputs, latches: Vec::new(), gates: Vec::new() };
    for (&[next, reset], number) in circuit.latches.iter().zip(0..) {
        frame.latches.push(Latch { variable: circuit.latch(number), next, reset });
    }
    for (&rhs, number) in circuit.gates.iter().zip(0..) {
        frame.gates.push(Gate { variable: circuit.gate(number), rhs });
    }
    let mut variable = circuit.variables();
    for &[next, reset] in &claimed.latches {
        variable = variable.saturating_add(1);
        frame.latches.push(Latch { variable, next, reset });
    }
    for &rhs in &claimed.gates {
        variable = variable.saturating_add(1);
        frame.gates.push(Gate { variable, rhs });
    }
    // Each copy has its variables, two gates and a comparison for each latch, and its goals.
    let per_copy = u64::from(variable).saturating_mul(6);
    if per_copy.saturating_mul(depth.into()) > MOST {
        let why = format!("--export: {depth} copies of the model are too many for one circuit");
        return Err(Refusal::Environment(why));
    }
    let good = case.asked.iter().map(|&number| !circuit.bad[index(number)]).collect();
    let claims = Claims { good, constraints: &circuit.constraints, invariant: &claimed.invariant };
    let what = match depth {
        1 => "an invariant".to_owned(),
        _ => format!("induction of depth {depth}"),
    };
    let mut builder = Builder::new(variable, &frame);
    let bad = builder.bad(&frame, &claims, depth);
    Ok(Parts {
        inputs: Variables::first(circuit.inputs),
        constraints: circuit.constraints.clone(),
        symbols: symbols(&case.model),
        comment: Some(format!("WITNESS of {what}\n").into_bytes()),
        bad: vec![bad],
        max_variable: builder.last,
        latches: builder.latches,
        gates: builder.gates,
        ..Parts::default()
    })
}

/// The model with what the certificate adds: all in the variables of copy 0.
struct Frame {
    inputs: u32,
    latches: Vec<Latch>,
    gates: Vec<Gate>,
}

/// What is said of every valid copy.
struct Claims<'a> {
    good: Vec<Signal>,
    constraints: &'a [Signal],
    invariant: &'a [Vec<Lit>],
}

/// The circuit as it grows.
struct Builder {
    latches: Vec<Latch>,
    gates: Vec<Gate>,
    /// The last variable.
    last: u32,
}

impl Builder {
    fn new(last: u32, frame: &Frame) -> Self {
        Self { latches: frame.latches.clone(), gates: frame.gates.clone(), last }
    }

    fn fresh(&mut self) -> u32 {
        self.last = self.last.saturating_add(1);
        self.last
    }

    fn and(&mut self, left: Signal, right: Signal) -> Signal {
        match (left, right) {
            (Signal::FALSE, _) | (_, Signal::FALSE) => Signal::FALSE,
            (Signal::TRUE, other) | (other, Signal::TRUE) => other,
            (left, right) if left == right => left,
            (left, right) if left == !right => Signal::FALSE,
            _ => {
                let variable = self.fresh();
                self.gates.push(Gate { variable, rhs: [left, right] });
                Signal::positive(variable)
            }
        }
    }

    fn all(&mut self, signals: impl IntoIterator<Item = Signal>) -> Signal {
        signals.into_iter().fold(Signal::TRUE, |left, right| self.and(left, right))
    }

    fn equal(&mut self, left: Signal, right: Signal) -> Signal {
        let [less, more] = [self.and(!left, right), self.and(left, !right)];
        self.and(!less, !more)
    }

    /// The bad literal.
    fn bad(&mut self, frame: &Frame, claims: &Claims<'_>, depth: u32) -> Signal {
        let cone = cone(frame, claims, self.last);
        // By variable of the frame: its signal in the copy, and in the one of a step later.
        let mut copy: Vec<Signal> = (0..=self.last).map(Signal::positive).collect();
        let mut valid = Signal::TRUE;
        let mut good = vec![self.holds(claims, &copy, false)];
        for _ in 1..depth {
            let later = std::mem::take(&mut copy);
            copy = self.copy(frame, &cone, &later);
            let before = Signal::positive(self.fresh());
            let variable = before.variable();
            self.latches.push(Latch { variable, next: valid, reset: Signal::FALSE });
            let latches = || frame.latches.iter().filter(|latch| cone[index(latch.variable)]);
            let mut parts = vec![valid, self.holds(claims, &copy, true)];
            for latch in latches() {
                let value = later[index(latch.variable)];
                parts.push(self.equal(value, at(&copy, latch.next)));
            }
            let follows = self.all(parts);
            good.push(!self.and(before, !follows));
            let mut parts = Vec::new();
            for latch in latches().filter(|latch| latch.reset != Signal::positive(latch.variable)) {
                let value = later[index(latch.variable)];
                parts.push(self.equal(value, at(&later, latch.reset)));
            }
            let starts = self.all(parts);
            let is_last = self.and(valid, !before);
            good.push(!self.and(is_last, !starts));
            valid = before;
        }
        !self.all(good)
    }

    /// The copy of one step before another: latches that remember it, and their gates.
    fn copy(&mut self, frame: &Frame, cone: &[bool], later: &[Signal]) -> Vec<Signal> {
        let mut copy = vec![Signal::FALSE; later.len()];
        let inputs = 1..=frame.inputs;
        let remembered = inputs.chain(frame.latches.iter().map(|latch| latch.variable));
        for own in remembered.filter(|&own| cone[index(own)]) {
            let variable = self.fresh();
            let reset = Signal::positive(variable);
            self.latches.push(Latch { variable, next: later[index(own)], reset });
            copy[index(own)] = reset;
        }
        for gate in frame.gates.iter().filter(|gate| cone[index(gate.variable)]) {
            copy[index(gate.variable)] = Signal::positive(self.fresh());
        }
        for gate in frame.gates.iter().filter(|gate| cone[index(gate.variable)]) {
            let variable = copy[index(gate.variable)].variable();
            self.gates.push(Gate { variable, rhs: gate.rhs.map(|signal| at(&copy, signal)) });
        }
        copy
    }

    /// What is said of a copy; constraints of copy 0 are those of the circuit.
    fn holds(&mut self, claims: &Claims<'_>, copy: &[Signal], is_old: bool) -> Signal {
        let constraints = claims.constraints.iter().filter(|_| is_old);
        let mut good: Vec<Signal> =
            claims.good.iter().chain(constraints).map(|&signal| at(copy, signal)).collect();
        for clause in claims.invariant {
            let negated = clause.iter().map(|&lit| at(copy, Signal((!lit).code())));
            good.push(!self.all(negated));
        }
        self.all(good)
    }
}

/// A signal of the frame in a copy.
fn at(copy: &[Signal], signal: Signal) -> Signal {
    let own = copy[index(signal.variable())];
    if signal.is_negative() { !own } else { own }
}

/// By variable of the frame: whether what is claimed depends on it, at any distance.
fn cone(frame: &Frame, claims: &Claims<'_>, last: u32) -> Vec<bool> {
    let mut reads: Vec<[Signal; 2]> = vec![[Signal::FALSE; 2]; index(last) + 1];
    for gate in &frame.gates {
        reads[index(gate.variable)] = gate.rhs;
    }
    for latch in &frame.latches {
        reads[index(latch.variable)] = [latch.next, latch.reset];
    }
    let clauses = claims.invariant.iter().flatten().map(|lit| lit.variable());
    let signals = claims.good.iter().chain(claims.constraints).map(|signal| signal.variable());
    let mut open: Vec<u32> = signals.chain(clauses).collect();
    let mut cone = vec![false; reads.len()];
    while let Some(variable) = open.pop() {
        if !std::mem::replace(&mut cone[index(variable)], true) {
            open.extend(reads[index(variable)].iter().map(|signal| signal.variable()));
        }
    }
    cone
}

/// Names that say which literal of the model an input or latch is.
fn symbols(model: &Model) -> Vec<Symbol> {
    let inputs = model.inputs.iter().map(|variable| (SymbolKind::Input, variable));
    let latches = model.latches.iter().map(|latch| (SymbolKind::Latch, latch.variable));
    let count = |kind| if kind == SymbolKind::Input { 0 } else { model.inputs.len() };
    let symbol = |(at, (kind, variable)): (usize, (SymbolKind, u32))| Symbol {
        kind,
        index: u32::try_from(at.saturating_sub(count(kind))).unwrap_or(u32::MAX),
        name: format!("= {}", Signal::positive(variable)).into_bytes(),
    };
    inputs.chain(latches).enumerate().map(symbol).collect()
}
