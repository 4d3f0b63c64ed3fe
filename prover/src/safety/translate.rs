//! Clauses over the reduced system, told in the numbers of the model and the certificate.

use claim_invariant::{Circuit, Signal};
use format_dimacs::Lit as Literal;
use format_input::index;
use std::collections::HashMap;
use support_invariant::Claim;
use support_model::{FIRST, Lit, System};

/// Latches become those of the model; internal signals become gates of the certificate.
pub(super) struct Translation<'a> {
    system: &'a System,
    circuit: &'a Circuit,
    /// The variable that is true at time 0 only, if there is one.
    first: u32,
    /// The variable of the next gate.
    next: u32,
    /// By variable of the system: its signal, if that is a gate's.
    known: HashMap<u32, Signal>,
    /// The gates so far.
    pub(super) gates: Vec<[Signal; 2]>,
}

impl<'a> Translation<'a> {
    /// Gates stand behind the latches of the claim.
    pub(super) fn new(system: &'a System, claim: &Claim<'a>) -> Self {
        let first = claim.circuit.variables().saturating_add(1);
        let latches = u32::try_from(claim.latches.len()).unwrap_or(u32::MAX);
        let next = first.saturating_add(latches);
        let (known, gates) = (HashMap::new(), Vec::new());
        Self { system, circuit: claim.circuit, first, next, known, gates }
    }

    pub(super) fn clause(&mut self, clause: &[Lit]) -> Vec<Literal> {
        clause.iter().filter_map(|&lit| Literal::from_code(self.signal(lit).0)).collect()
    }

    /// The signal of a literal, after gates were made for what it depends on.
    fn signal(&mut self, lit: Lit) -> Signal {
        let mut path = vec![lit.variable()];
        while let Some(&variable) = path.last() {
            let rhs = self.system.gate(variable).filter(|_| !self.known.contains_key(&variable));
            let Some(rhs) = rhs else {
                path.pop();
                continue;
            };
            let is_open = |lit: &Lit| {
                self.system.gate(lit.variable()).is_some()
                    && !self.known.contains_key(&lit.variable())
            };
            let open: Vec<u32> =
                rhs.iter().filter(|lit| is_open(lit)).map(|l| l.variable()).collect();
            if open.is_empty() {
                let gate = rhs.map(|lit| self.get(lit));
                self.gates.push(gate);
                self.known.insert(variable, Signal::positive(self.next));
                self.next = self.next.saturating_add(1);
                path.pop();
            }
            path.extend(open);
        }
        self.get(lit)
    }

    /// The signal of a latch or of a gate that was made.
    fn get(&self, lit: Lit) -> Signal {
        let variable = lit.variable();
        let latch = variable.checked_sub(self.system.first_latch());
        let number = latch.and_then(|latch| self.system.numbers.get(index(latch)));
        let signal = match number {
            Some(&FIRST) => Signal::positive(self.first),
            Some(&number) => Signal::positive(self.circuit.latch(number)),
            None => self.known.get(&variable).copied().unwrap_or(Signal::FALSE),
        };
        if lit.is_negative() { !signal } else { signal }
    }
}
