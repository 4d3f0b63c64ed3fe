//! The claim that two circuits compute the same outputs from the same inputs, or that all outputs
//! of one circuit are 0, and the clauses from which it has to be derived.
//!
//! Nothing is assumed but what the gates compute: the clauses of the gates have a model for every
//! input, so the empty clause cannot be derived from them.

mod error;
mod matching;

pub use error::Error;
pub use format_aiger::Lit as Signal;
pub use matching::Matching;

use format_aiger::Model;
use format_dimacs::Lit;
use format_input::index;

/// The circuits side by side, with common inputs.
///
/// A signal is twice a variable, plus one if negated. Variable 0 is false. Variables 1 to I are
/// the inputs, in the order of the first circuit; then come the gates of the first circuit, in
/// the order of their variables there, then those of the second. A variable is also one of the
/// clauses, and gate k, counted from 0, has the clauses 3 k + 1 to 3 k + 3.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miter {
    inputs: u32,
    gates: Vec<[Signal; 2]>,
    order: Vec<u32>,
    pairs: Vec<(Signal, Signal)>,
}

impl Miter {
    /// The claim that all outputs of a circuit are 0.
    pub fn constant(circuit: &Model) -> Result<Self, Error> {
        let inputs = sizes(circuit, 1)?;
        let mut miter = Self { inputs, gates: Vec::new(), order: Vec::new(), pairs: Vec::new() };
        let outputs = miter.add(circuit, &(1..=inputs).collect::<Vec<_>>())?;
        miter.pairs = outputs.into_iter().map(|output| (output, Signal::FALSE)).collect();
        Ok(miter)
    }

    /// The claim that the outputs of two circuits are equal.
    pub fn equal(first: &Model, second: &Model, matching: Matching) -> Result<Self, Error> {
        let inputs = sizes(first, 1)?;
        sizes(second, 2)?;
        let (input_map, output_map) = matching::maps(matching, first, second)?;
        let mut miter = Self { inputs, gates: Vec::new(), order: Vec::new(), pairs: Vec::new() };
        let outputs = miter.add(first, &(1..=inputs).collect::<Vec<_>>())?;
        let common: Vec<u32> = input_map.iter().map(|&input| input.saturating_add(1)).collect();
        let others = miter.add(second, &common)?;
        miter.pairs = outputs.into_iter().map(|output| (output, Signal::FALSE)).collect();
        for (&at, &other) in output_map.iter().zip(&others) {
            let pair = miter.pairs.get_mut(index(at)).ok_or(Error::TooLarge)?;
            pair.1 = other;
        }
        Ok(miter)
    }

    /// The number of inputs.
    #[must_use]
    pub fn inputs(&self) -> u32 {
        self.inputs
    }

    /// The right-hand sides of all gates, by number.
    #[must_use]
    pub fn gates(&self) -> &[[Signal; 2]] {
        &self.gates
    }

    /// The numbers of all gates, each after those of the gates it reads.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The signals that have to be equal: by output of the first circuit.
    #[must_use]
    pub fn pairs(&self) -> &[(Signal, Signal)] {
        &self.pairs
    }

    /// The largest variable.
    #[must_use]
    pub fn variables(&self) -> u32 {
        u32::try_from(self.gates.len()).map_or(u32::MAX, |gates| self.inputs.saturating_add(gates))
    }

    /// The largest id of a gate's clause.
    #[must_use]
    pub fn axioms(&self) -> i64 {
        i64::try_from(self.gates.len()).map_or(i64::MAX, |gates| gates.saturating_mul(3))
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
        let Some(&[left, right]) = self.gates.get(index(at)).filter(|_| id > 0) else {
            return false;
        };
        let gate = Signal::positive(self.inputs.saturating_add(at).saturating_add(1));
        match id.wrapping_sub(1) % 3 {
            0 => disjunction(&[!gate, left], clause),
            1 => disjunction(&[!gate, right], clause),
            _ => disjunction(&[gate, !left, !right], clause),
        }
    }

    /// The clauses to derive, two for each pair of signals, with the number of the pair;
    /// tautologies are left out. One may be the empty clause, which cannot be derived.
    pub fn obligations(&self) -> impl Iterator<Item = (usize, Vec<Lit>)> + '_ {
        let both = |(number, &(first, second)): (usize, &(Signal, Signal))| {
            [(number, [!first, second]), (number, [first, !second])]
        };
        self.pairs.iter().enumerate().flat_map(both).filter_map(|(number, signals)| {
            let mut clause = Vec::new();
            disjunction(&signals, &mut clause).then_some((number, clause))
        })
    }

    /// Adds the gates of a circuit, whose inputs are these variables, and gives its outputs.
    fn add(&mut self, circuit: &Model, inputs: &[u32]) -> Result<Vec<Signal>, Error> {
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
        let first = self.gates.len();
        let count = first.saturating_add(variables.len());
        let limit = index(format_dimacs::MAX_VARIABLE).saturating_sub(index(self.inputs));
        if count > limit {
            return Err(Error::TooLarge);
        }
        self.gates.resize(count, [Signal::FALSE; 2]);
        for gate in &circuit.gates {
            let number = signal(Signal::positive(gate.variable)).variable();
            let number = number.saturating_sub(self.inputs).saturating_sub(1);
            self.order.push(number);
            if let Some(entry) = self.gates.get_mut(index(number)) {
                *entry = gate.rhs.map(signal);
            }
        }
        Ok(circuit.outputs.iter().map(|&output| signal(output)).collect())
    }
}

/// Collects the literals of a disjunction: constants and copies go. False for a tautology.
#[inline]
fn disjunction(signals: &[Signal], clause: &mut Vec<Lit>) -> bool {
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

/// The number of inputs of a circuit that can be compared.
fn sizes(circuit: &Model, number: u32) -> Result<u32, Error> {
    if !circuit.latches.is_empty() {
        return Err(Error::Latches { number, latches: circuit.latches.len() });
    }
    if circuit.outputs.is_empty() {
        return Err(Error::NoOutputs { number });
    }
    let (bad, constraints) = (circuit.bad.len(), circuit.constraints.len());
    let (justice, fairness) = (circuit.justice.len(), circuit.fairness.len());
    if [bad, constraints, justice, fairness].into_iter().any(|count| count > 0) {
        return Err(Error::Properties { number });
    }
    // A binary file only counts its inputs: memory must follow what it says of them.
    let read = circuit.gates.len().saturating_mul(2).saturating_add(circuit.outputs.len());
    let (inputs, most) = (circuit.inputs.len(), read.max(1 << 20));
    if inputs > most {
        return Err(Error::Inputs { number, inputs, most });
    }
    u32::try_from(circuit.inputs.len()).map_err(|_| Error::TooLarge)
}
