//! An invariant as a witness circuit in AIGER, as certifaiger reads it.
//!
//! The witness is the model with the latches and gates of the certificate and one bad state
//! property: a property is bad, or a clause of the invariant is false. The symbols of inputs and
//! latches name the literals of the model that they stand for; what is auxiliary has none.

use crate::Error;
use claim_invariant::{Circuit, Obligations, Signal};
use format_aiger::{Gate, Latch, Model, Parts, Symbol, SymbolKind, Variables};

/// The witness circuit of an invariant of this model, which excludes these properties.
///
/// k-induction has no such witness here: what is derived by it is no invariant.
pub fn certifaiger(
    model: &Model,
    obligations: &Obligations,
    properties: &[u32],
) -> Result<Model, Error> {
    let circuit = obligations.circuit();
    let mut parts = Parts { inputs: Variables::first(circuit.inputs), ..Parts::default() };
    for (&[next, reset], number) in circuit.latches.iter().zip(0..) {
        parts.latches.push(Latch { variable: circuit.latch(number), next, reset });
    }
    for (&rhs, number) in circuit.gates.iter().zip(0..) {
        parts.gates.push(Gate { variable: circuit.gate(number), rhs });
    }
    parts.constraints.clone_from(&circuit.constraints);
    let mut builder = Builder { next: circuit.variables() + 1, gates: &mut parts.gates };
    let mut good = Signal::TRUE;
    for &property in properties {
        let bad = circuit.bad.get(format_input::index(property)).copied();
        good = builder.and(good, !bad.unwrap_or(Signal::FALSE));
    }
    for clause in obligations.witness().invariant.iter() {
        let mut none = Signal::TRUE;
        for lit in clause {
            none = builder.and(none, !Signal(lit.code()));
        }
        good = builder.and(good, !none);
    }
    parts.bad.push(!good);
    parts.symbols = symbols(model, circuit);
    Ok(Model::new(parts).map_err(|_| Error::Proof)?.compact())
}

struct Builder<'a> {
    next: u32,
    gates: &'a mut Vec<Gate>,
}

impl Builder<'_> {
    fn and(&mut self, left: Signal, right: Signal) -> Signal {
        match (left, right) {
            (Signal::TRUE, other) | (other, Signal::TRUE) => return other,
            _ => {}
        }
        let variable = self.next;
        self.next += 1;
        self.gates.push(Gate { variable, rhs: [left, right] });
        Signal::positive(variable)
    }
}

/// Inputs and latches keep their order, so the number of each is that in the model.
fn symbols(model: &Model, circuit: &Circuit) -> Vec<Symbol> {
    let inputs = model.inputs.iter().map(|variable| (SymbolKind::Input, variable));
    let latches = model.latches.iter().map(|latch| (SymbolKind::Latch, latch.variable));
    let inputs = inputs.zip(0..circuit.inputs);
    inputs
        .chain(latches.zip(0..))
        .map(|((kind, variable), index)| {
            let name = format!("= {}", Signal::positive(variable)).into_bytes();
            Symbol { kind, index, name }
        })
        .collect()
}
