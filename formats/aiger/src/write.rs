//! The writers of both encodings.

use crate::{Lit, Model, Parts, SymbolKind};
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
            let mut letters = SymbolKind::LETTERS.iter().filter(|(_, kind)| *kind == symbol.kind);
            let letter = letters.next().map_or('?', |&(letter, _)| char::from(letter));
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
