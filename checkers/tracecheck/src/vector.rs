//! Circuits without latches at a single time: the values of all variables.

use crate::Failure;
use crate::line::definite;
use claim_gates::{Gates, Signal};
use claim_trace::{Object, Rejection};
use format_input::{Place, index};
use format_trace::{Property, Reader, Status};
use std::io::Read;

/// What a witness with one line of inputs says.
pub(crate) struct Vector {
    /// Where it names the output.
    pub(crate) place: Place,
    /// The output it is about.
    pub(crate) output: u32,
    /// The values of all variables, the constant first.
    values: Vec<bool>,
}

impl Vector {
    /// Reads the witness to its end and evaluates the gates. Status 1, one property for which
    /// `number` gives the output (or else it is refused as `otherwise`), no latches, one time.
    pub(crate) fn read(
        mut reader: Reader<impl Read>,
        gates: &Gates,
        number: impl Fn(Property) -> Option<u32>,
        otherwise: Rejection,
    ) -> Result<Self, Failure> {
        let rejected = |place, rejection| Err(Failure::Rejected { place, rejection });
        let (start, status) = reader.status();
        if status != Status::Fails {
            return rejected(start, Rejection::Status(status));
        }
        let &[(place, property)] = reader.properties() else {
            return rejected(start, otherwise);
        };
        let Some(output) = number(property) else { return rejected(start, otherwise) };
        let mut line = Vec::new();
        let start = reader.line(&mut line)?;
        definite(&line, start, 0, "latches", Object::Latch)?;
        let start = reader.line(&mut line)?;
        let object = |number| Object::Input { number, time: 0 };
        let inputs = definite(&line, start, index(gates.inputs()), "inputs", object)?;
        if let Some(place) = reader.next_line(&mut line)? {
            return rejected(place, Rejection::SecondTime);
        }
        let mut vector = Self { place, output, values: vec![false] };
        vector.values.extend(inputs);
        vector.evaluate(gates);
        Ok(vector)
    }

    fn evaluate(&mut self, gates: &Gates) {
        let first_gate = self.values.len();
        self.values.resize(first_gate.saturating_add(gates.gates().len()), false);
        for &number in gates.order() {
            let Some(fan_ins) = gates.gates().get(index(number)) else { continue };
            let value = fan_ins.iter().all(|&signal| self.value(signal));
            if let Some(entry) = self.values.get_mut(first_gate.saturating_add(index(number))) {
                *entry = value;
            }
        }
    }

    /// The values of the inputs, so many.
    pub(crate) fn inputs(&self, count: u32) -> Vec<bool> {
        self.values.iter().skip(1).take(index(count)).copied().collect()
    }

    pub(crate) fn value(&self, signal: Signal) -> bool {
        let value = self.values.get(index(signal.variable()));
        value.is_some_and(|&value| value) != signal.is_negative()
    }
}
