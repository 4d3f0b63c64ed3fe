//! The writers of both encodings, and the numbering that the binary one needs.

use crate::{Gate, Latch, Lit, Model, Parts, SymbolKind, Variables};
use format_input::write_varint;
use std::io::{self, Write};

impl Model {
    /// Writes the ASCII encoding; variables keep their numbers.
    pub fn write_ascii(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_header(out, "aag")?;
        for variable in self.inputs.iter() {
            writeln!(out, "{}", Lit::positive(variable))?;
        }
        for latch in &self.latches {
            write!(out, "{} ", Lit::positive(latch.variable))?;
            write_latch(out, latch.next, latch.reset)?;
        }
        self.write_roots(out)?;
        for gate in &self.gates {
            let [left, right] = gate.rhs;
            writeln!(out, "{} {left} {right}", Lit::positive(gate.variable))?;
        }
        self.write_symbols_and_comment(out)
    }

    /// Whether the model can be written in binary as it is: inputs are the variables from 1,
    /// then come the latches, then the gates, without gaps; and the right-hand sides of a gate
    /// are below it, the larger first.
    #[must_use]
    pub fn is_compact(&self) -> bool {
        let inputs = self.inputs.len();
        let latches = self.latches.iter().map(|latch| latch.variable);
        let rest = latches.chain(self.gates.iter().map(|gate| gate.variable));
        let is_next =
            |(position, variable)| self.position(variable) == inputs.checked_add(position);
        self.inputs.iter().eq((1..).take(inputs))
            && Variables::first(self.max_variable).len() == self.defined()
            && rest.enumerate().all(is_next)
            && self.gates.iter().all(|gate| {
                let [left, right] = gate.rhs;
                Lit::positive(gate.variable) > left && left >= right
            })
    }

    /// The same circuit, renumbered so that it can be written in binary.
    #[must_use]
    pub fn compact(&self) -> Self {
        if self.is_compact() {
            return self.clone();
        }
        let mut new_variables = vec![0_u32; self.defined()];
        let latches = self.latches.iter().map(|latch| latch.variable);
        let old_variables =
            self.inputs.iter().chain(latches).chain(self.gates.iter().map(|g| g.variable));
        for (old, new) in old_variables.zip(1..) {
            if let Some(slot) = self.position(old).and_then(|at| new_variables.get_mut(at)) {
                *slot = new;
            }
        }
        let variable =
            |old| self.position(old).and_then(|at| new_variables.get(at)).copied().unwrap_or(0);
        let lit = |old: Lit| Lit(Lit::positive(variable(old.variable())).0 | (old.0 & 1));
        let lits = |old: &[Lit]| -> Vec<Lit> { old.iter().copied().map(lit).collect() };
        let latch = |latch: &Latch| Latch {
            variable: variable(latch.variable),
            next: lit(latch.next),
            reset: lit(latch.reset),
        };
        let gate = |gate: &Gate| {
            let mut rhs = gate.rhs.map(lit);
            rhs.sort_unstable_by(|left, right| right.cmp(left));
            Gate { variable: variable(gate.variable), rhs }
        };
        let max_variable = u32::try_from(self.defined()).unwrap_or(u32::MAX);
        Self::from_compact(Parts {
            max_variable,
            inputs: Variables::first(u32::try_from(self.inputs.len()).unwrap_or(u32::MAX)),
            latches: self.latches.iter().map(latch).collect(),
            outputs: lits(&self.outputs),
            bad: lits(&self.bad),
            constraints: lits(&self.constraints),
            justice: self.justice.iter().map(|property| lits(property)).collect(),
            fairness: lits(&self.fairness),
            gates: self.gates.iter().map(gate).collect(),
            symbols: self.symbols.clone(),
            comment: self.comment.clone(),
        })
    }

    /// Writes the binary encoding, for which the model must be [compact](Model::is_compact):
    /// other models are refused as invalid input, and [`Model::compact`] renumbers them.
    pub fn write_binary(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.is_compact() {
            let reason = "the variables are not numbered as binary AIGER wants";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
        }
        self.write_header(out, "aig")?;
        for latch in &self.latches {
            write_latch(out, latch.next, latch.reset)?;
        }
        self.write_roots(out)?;
        for gate in &self.gates {
            let [left, right] = gate.rhs;
            let lit = Lit::positive(gate.variable);
            write_varint(out, u64::from(lit.0.saturating_sub(left.0)))?;
            write_varint(out, u64::from(left.0.saturating_sub(right.0)))?;
        }
        self.write_symbols_and_comment(out)
    }
}

/// The end of a latch's line; a reset to 0 is not written.
fn write_latch(out: &mut impl Write, next: Lit, reset: Lit) -> io::Result<()> {
    if reset == Lit::FALSE { writeln!(out, "{next}") } else { writeln!(out, "{next} {reset}") }
}

impl Parts {
    /// Writes the header line, without the zeros that may be left out.
    fn write_header(&self, out: &mut impl Write, encoding: &str) -> io::Result<()> {
        let Self { max_variable, inputs, latches, outputs, gates, .. } = self;
        write!(out, "{encoding} {max_variable} {} {}", inputs.len(), latches.len())?;
        write!(out, " {} {}", outputs.len(), gates.len())?;
        let mut optional =
            &[self.bad.len(), self.constraints.len(), self.justice.len(), self.fairness.len()][..];
        while let [front @ .., 0] = optional {
            optional = front;
        }
        optional.iter().try_for_each(|count| write!(out, " {count}"))?;
        writeln!(out)
    }

    /// Writes what stands between latches and gates.
    fn write_roots(&self, out: &mut impl Write) -> io::Result<()> {
        let plain = self.outputs.iter().chain(&self.bad).chain(&self.constraints);
        plain.into_iter().try_for_each(|lit| writeln!(out, "{lit}"))?;
        self.justice.iter().try_for_each(|property| writeln!(out, "{}", property.len()))?;
        let rest = self.justice.iter().flatten().chain(&self.fairness);
        rest.into_iter().try_for_each(|lit| writeln!(out, "{lit}"))
    }

    fn write_symbols_and_comment(&self, out: &mut impl Write) -> io::Result<()> {
        for symbol in &self.symbols {
            let mut letters = SymbolKind::ALL.iter().filter(|(_, kind, _)| *kind == symbol.kind);
            let letter = letters.next().map_or('?', |&(letter, ..)| char::from(letter));
            write!(out, "{letter}{} ", symbol.index)?;
            out.write_all(&symbol.name)?;
            out.write_all(b"\n")?;
        }
        match &self.comment {
            Some(comment) => {
                out.write_all(b"c\n")?;
                out.write_all(comment)
            }
            None => Ok(()),
        }
    }
}
