//! The gates of combinational circuits with numbers, and the clauses that say what they compute.
//!
//! The clauses have a model for every input, so the empty clause cannot be derived from them.

mod error;

pub use error::Error;
pub use format_aiger::Lit as Signal;

use format_aiger::Model;
use format_input::index;
use format_lit::Lit;

/// Gates over common inputs.
///
/// A signal is twice a variable, plus one if negated. Variable 0 is false. Variables 1 to I are
/// the inputs; then come the gates, circuit after circuit, each in the order of the variables
/// there; then definitions. A variable is also one of the clauses, and gate k, counted from 0,
/// has the clauses 3 k + 1 to 3 k + 3.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gates {
    inputs: u32,
    /// The right-hand sides, by number of the gate.
    sides: Vec<[Signal; 2]>,
    order: Vec<u32>,
}

impl Gates {
    /// No gates yet over so many inputs.
    #[must_use]
    pub fn new(inputs: u32) -> Self {
        Self { inputs, ..Self::default() }
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The right-hand sides of all gates, by number.
    #[must_use]
    pub fn gates(&self) -> &[[Signal; 2]] {
        &self.sides
    }

    /// The numbers of all gates, each after those of the gates it reads.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The right-hand sides of a variable that is a gate.
    #[inline]
    #[must_use]
    pub fn gate(&self, variable: u32) -> Option<[Signal; 2]> {
        let number = variable.checked_sub(self.inputs)?.checked_sub(1)?;
        self.sides.get(index(number)).copied()
    }

    /// The largest variable.
    #[must_use]
    pub fn variables(&self) -> u32 {
        u32::try_from(self.sides.len()).map_or(u32::MAX, |gates| self.inputs.saturating_add(gates))
    }

    /// The largest id of a gate's clause.
    #[must_use]
    pub fn axioms(&self) -> i64 {
        i64::try_from(self.sides.len()).map_or(i64::MAX, |gates| gates.saturating_mul(3))
    }

    /// Puts the clause with this id into `clause`. False if there is none, or it is a tautology,
    /// which no proof may use.
    ///
    /// Gate `g = a and b` has, in this order, `not g or a`, `not g or b`, `g or not a or not b`.
    #[inline]
    pub fn axiom(&self, id: i64, clause: &mut Vec<Lit>) -> bool {
        clause.clear();
        let Some(at) = id.checked_sub(1).and_then(|at| u32::try_from(at / 3).ok()) else {
            return false;
        };
        let Some(&[left, right]) = self.sides.get(index(at)).filter(|_| id > 0) else {
            return false;
        };
        let gate = Signal::positive(self.inputs.saturating_add(at).saturating_add(1));
        match id.wrapping_sub(1) % 3 {
            0 => disjunction(&[!gate, left], clause),
            1 => disjunction(&[!gate, right], clause),
            _ => disjunction(&[gate, !left, !right], clause),
        }
    }

    /// Adds a gate that reads variables before it; false if there are too many.
    pub fn define(&mut self, inputs: [Lit; 2]) -> bool {
        let fits = self.variables() < format_lit::MAX_VARIABLE;
        if fits {
            self.order.extend(u32::try_from(self.sides.len()));
            self.sides.push(inputs.map(|lit| Signal(lit.code())));
        }
        fits
    }

    /// Adds the gates of a circuit, whose inputs are these variables, and gives its outputs.
    pub fn add(&mut self, circuit: &Model, inputs: &[u32]) -> Result<Vec<Signal>, Error> {
        let before = self.variables();
        let mut variables: Vec<u32> = circuit.gates.iter().map(|gate| gate.variable).collect();
        variables.sort_unstable();
        // By position among the circuit's variables: the variable here.
        let mut map = vec![0_u32; circuit.defined()];
        let numbered = variables.iter().copied().zip(before.saturating_add(1)..);
        for (variable, new) in circuit.inputs.iter().zip(inputs.iter().copied()).chain(numbered) {
            if let Some(entry) = circuit.position(variable).and_then(|at| map.get_mut(at)) {
                *entry = new;
            }
        }
        let signal = |old: Signal| {
            let new = circuit.position(old.variable()).and_then(|at| map.get(at)).copied();
            let positive = Signal::positive(new.unwrap_or(0));
            if old.is_negative() { !positive } else { positive }
        };
        let first = self.sides.len();
        let count = first.saturating_add(variables.len());
        let limit = index(format_lit::MAX_VARIABLE).saturating_sub(index(self.inputs));
        if count > limit {
            return Err(Error::TooLarge);
        }
        self.sides.resize(count, [Signal::FALSE; 2]);
        for gate in &circuit.gates {
            let number = signal(Signal::positive(gate.variable)).variable();
            let number = number.saturating_sub(self.inputs).saturating_sub(1);
            self.order.push(number);
            if let Some(entry) = self.sides.get_mut(index(number)) {
                *entry = gate.rhs.map(signal);
            }
        }
        Ok(circuit.outputs.iter().map(|&output| signal(output)).collect())
    }
}

/// Collects the literals of a disjunction: constants and copies go. False for a tautology.
#[inline]
pub fn disjunction(signals: &[Signal], clause: &mut Vec<Lit>) -> bool {
    for &signal in signals {
        match Lit::from_code(signal.0) {
            None if signal == Signal::TRUE => return false,
            None => {}
            Some(lit) if clause.contains(&!lit) => return false,
            Some(lit) if clause.contains(&lit) => {}
            Some(lit) => clause.push(lit),
        }
    }
    true
}

/// The number of inputs of a circuit that only computes outputs from inputs.
pub fn inputs(circuit: &Model) -> Result<u32, Error> {
    if !circuit.latches.is_empty() {
        return Err(Error::Latches(circuit.latches.len()));
    }
    if circuit.outputs.is_empty() {
        return Err(Error::NoOutputs);
    }
    let literals = [&circuit.bad, &circuit.constraints, &circuit.fairness];
    if !circuit.justice.is_empty() || literals.iter().any(|list| !list.is_empty()) {
        return Err(Error::Properties);
    }
    // A binary file only counts its inputs: memory must follow what it says of them.
    let read = circuit.gates.len().saturating_mul(2).saturating_add(circuit.outputs.len());
    let (inputs, most) = (circuit.inputs.len(), read.max(1 << 20));
    if inputs > most {
        return Err(Error::Inputs(inputs, most));
    }
    u32::try_from(circuit.inputs.len()).map_err(|_| Error::TooLarge)
}
