//! The rules by which a certificate may extend a model.

use crate::{Circuit, Refusal};
use format_aiger::{Error, Gate, Latch, Lit as Signal, Model, Parts, Variables};
use format_input::index;
use format_inv::Witness;

/// Adds the latches and gates of a certificate, so that every run of the model extends to a run
/// of the result:
///
/// - every auxiliary gate reads smaller variables only;
/// - every auxiliary latch has one next state, a literal of the same frame;
/// - no initial value depends on itself, through latches and gates of model and certificate.
///
/// The constraints stay those of the model.
pub(crate) fn extend(circuit: &mut Circuit, witness: &Witness) -> Result<(), Refusal> {
    circuit.latches.extend_from_slice(&witness.latches);
    circuit.gates.extend_from_slice(&witness.gates);
    let beyond = |pair: &[Signal; 2], end| pair.iter().copied().find(|lit| lit.variable() >= end);
    let end = circuit.variables().saturating_add(1);
    for (number, pair) in witness.latches.iter().enumerate() {
        beyond(pair, end).map_or(Ok(()), |signal| Err(Refusal::Latch(number, signal)))?;
    }
    let own = circuit.gate(circuit.model_gates)..;
    for ((number, pair), own) in witness.gates.iter().enumerate().zip(own) {
        beyond(pair, own).map_or(Ok(()), |signal| Err(Refusal::Gate(number, signal)))?;
    }
    if witness.latches.is_empty() {
        return Ok(());
    }
    // Model and extension together are a circuit whose initial values can be computed in order.
    let mut parts = Parts { inputs: Variables::first(circuit.inputs), ..Parts::default() };
    for (&[next, reset], number) in circuit.latches.iter().zip(0..) {
        parts.latches.push(Latch { variable: circuit.latch(number), next, reset });
    }
    for (&rhs, number) in circuit.gates.iter().zip(0..) {
        parts.gates.push(Gate { variable: circuit.gate(number), rhs });
    }
    match Model::new(parts).and_then(|extended| extended.reset_order()) {
        Ok(_) => Ok(()),
        Err(Error::CyclicReset(lit)) => Err(Refusal::Resets(lit)),
        // Every variable is defined once, and gates read others: nothing else can be wrong.
        Err(_) => Err(Refusal::Resets(Signal::FALSE)),
    }
}

/// The first latch of the model whose initial value reads an input through gates. If there is
/// none, whether a state is initial does not depend on the inputs.
pub(crate) fn reset_that_reads_inputs(circuit: &Circuit) -> Option<usize> {
    let mut seen = vec![false; index(circuit.variables()).saturating_add(1)];
    let resets = circuit.latches.iter().take(index(circuit.model_latches));
    for (latch, &[_, reset]) in resets.enumerate() {
        let mut open = vec![reset.variable()];
        while let Some(variable) = open.pop() {
            let Some(seen) = seen.get_mut(index(variable)) else { return Some(latch) };
            if (1..=circuit.inputs).contains(&variable) {
                return Some(latch);
            }
            let gate = variable.checked_sub(circuit.gate(0)).filter(|_| !*seen);
            *seen = true;
            let rhs = gate.and_then(|gate| circuit.gates.get(index(gate)));
            open.extend(rhs.into_iter().flatten().map(|signal| signal.variable()));
        }
    }
    None
}
