//! The reader of both encodings.

use crate::{Error, Gate, Latch, Lit, MAX_VARIABLE, Model, Parts, Symbol, SymbolKind, Variables};
use format_input::{ReadError, Source};
use std::collections::HashSet;
use std::io::Read;

/// Reads a circuit in either encoding; the first letters tell which.
pub fn read(reader: impl Read) -> Result<Model, Error> {
    let mut source = Source::text(reader);
    let (binary, header) = read_header(&mut source)?;
    let mut reader = Reader { source, header, binary, parts: Parts::default() };
    reader.parts.max_variable = header.max_variable;
    reader.inputs_and_latches()?;
    reader.parts.outputs = reader.literals(header.outputs, "an output literal")?;
    reader.parts.bad = reader.literals(header.bad, "a bad state literal")?;
    reader.parts.constraints = reader.literals(header.constraints, "a constraint literal")?;
    reader.justice()?;
    reader.parts.fairness = reader.literals(header.fairness, "a fairness literal")?;
    if binary {
        reader.binary_gates()?;
    } else {
        reader.ascii_gates()?;
    }
    reader.symbols_and_comment()?;
    Model::new(reader.parts)
}

/// How many of everything the file promises. Each section has to keep its promise.
#[derive(Clone, Copy)]
struct Header {
    max_variable: u32,
    inputs: u32,
    latches: u32,
    outputs: u32,
    gates: u32,
    bad: u32,
    constraints: u32,
    justice: u32,
    fairness: u32,
}

/// Reads `aag M I L O A [B [C [J [F]]]]` or the same with `aig`; the latter is binary.
fn read_header<R: Read>(source: &mut Source<R>) -> Result<(bool, Header), Error> {
    let expected = "'aag' or 'aig' at the beginning";
    source.expect(b'a', expected)?;
    let binary = source.peek()? == Some(b'i');
    source.expect_word(if binary { b"ig" } else { b"ag" }, expected)?;
    let mut field = |limit, what| {
        source.expect(b' ', "a space")?;
        number(source, limit, what)
    };
    let max_variable = field(MAX_VARIABLE, "the largest variable")?;
    let inputs = field(max_variable, "the number of inputs")?;
    let free = max_variable.saturating_sub(inputs);
    let latches = field(free, "the number of latches")?;
    let outputs = field(u32::MAX, "the number of outputs")?;
    let free = free.saturating_sub(latches);
    let gates = field(free, "the number of gates")?;
    let free = free.saturating_sub(gates);
    if binary && free > 0 {
        let defined = max_variable.saturating_sub(free);
        return Err(Error::Gap(source.place(), max_variable, defined));
    }
    let mut optional = |what| match source.peek()? {
        Some(b' ') => {
            source.take()?;
            number(source, u32::MAX, what)
        }
        _ => Ok(0),
    };
    let header = Header {
        max_variable,
        inputs,
        latches,
        outputs,
        gates,
        bad: optional("the number of bad state properties")?,
        constraints: optional("the number of constraints")?,
        justice: optional("the number of justice properties")?,
        fairness: optional("the number of fairness constraints")?,
    };
    source.end_line()?;
    Ok((binary, header))
}

#[inline]
fn number<R: Read>(
    source: &mut Source<R>,
    limit: u32,
    what: &'static str,
) -> Result<u32, ReadError> {
    source.unsigned(u64::from(limit), what).map(|number| u32::try_from(number).unwrap_or(limit))
}

struct Reader<R> {
    source: Source<R>,
    header: Header,
    binary: bool,
    parts: Parts,
}

impl<R: Read> Reader<R> {
    /// Takes any literal of the header's variables.
    #[inline]
    fn literal(&mut self, what: &'static str) -> Result<Lit, ReadError> {
        // Twice the largest variable plus one fits: see MAX_VARIABLE.
        number(&mut self.source, (!Lit::positive(self.header.max_variable)).0, what).map(Lit)
    }

    /// Takes the literal of a variable that is defined here, and gives the variable.
    #[inline]
    fn definition(&mut self, what: &'static str) -> Result<u32, Error> {
        let place = self.source.place();
        let lit = self.literal(what)?;
        if lit.is_constant() || lit.is_negative() {
            return Err(Error::NotDefinable(place, lit));
        }
        Ok(lit.variable())
    }

    fn space(&mut self) -> Result<(), ReadError> {
        self.source.expect(b' ', "a space")
    }

    /// ASCII lists inputs and names latches; binary has them as variables 1, 2, 3 and so on.
    fn inputs_and_latches(&mut self) -> Result<(), Error> {
        let Header { inputs, latches, .. } = self.header;
        if self.binary {
            self.parts.inputs = Variables::first(inputs);
        } else {
            for _ in 0..inputs {
                let variable = self.definition("an input literal")?;
                self.source.end_line()?;
                self.parts.inputs.push(variable);
            }
        }
        let mut variable = inputs;
        for _ in 0..latches {
            variable = if self.binary {
                variable.saturating_add(1)
            } else {
                let variable = self.definition("a latch literal")?;
                self.space()?;
                variable
            };
            let next = self.literal("the next state literal of a latch")?;
            let mut reset = Lit::FALSE;
            if self.source.peek()? == Some(b' ') {
                self.source.take()?;
                reset = self.literal("the reset literal of a latch")?;
            }
            self.source.end_line()?;
            self.parts.latches.push(Latch { variable, next, reset });
        }
        Ok(())
    }

    /// One literal a line.
    fn literals(&mut self, count: u32, what: &'static str) -> Result<Vec<Lit>, Error> {
        let mut literals = Vec::new();
        for _ in 0..count {
            literals.push(self.literal(what)?);
            self.source.end_line()?;
        }
        Ok(literals)
    }

    /// The sizes of all justice properties, then the literals of all.
    fn justice(&mut self) -> Result<(), Error> {
        let mut sizes = Vec::new();
        for _ in 0..self.header.justice {
            sizes.push(number(&mut self.source, u32::MAX, "the size of a justice property")?);
            self.source.end_line()?;
        }
        for size in sizes {
            let literals = self.literals(size, "a literal of a justice property")?;
            self.parts.justice.push(literals);
        }
        Ok(())
    }

    fn ascii_gates(&mut self) -> Result<(), Error> {
        for _ in 0..self.header.gates {
            let variable = self.definition("a gate literal")?;
            self.space()?;
            let left = self.literal("a fan-in literal of a gate")?;
            self.space()?;
            let right = self.literal("a fan-in literal of a gate")?;
            self.source.end_line()?;
            self.parts.gates.push(Gate { variable, rhs: [left, right] });
        }
        Ok(())
    }

    /// Two numbers a gate: how far its first fan-in is below the gate, and the second below it.
    fn binary_gates(&mut self) -> Result<(), Error> {
        self.source.become_binary();
        let Header { inputs, latches, gates, .. } = self.header;
        let first = inputs.saturating_add(latches).saturating_add(1);
        for variable in (first..).zip(0..gates).map(|(variable, _)| variable) {
            let lit = Lit::positive(variable);
            let place = self.source.place();
            let left = self.below(lit, "the distance to the first fan-in")?;
            if left == lit {
                return Err(Error::Cyclic(place, lit));
            }
            let right = self.below(left, "the distance to the second fan-in")?;
            self.parts.gates.push(Gate { variable, rhs: [left, right] });
        }
        Ok(())
    }

    #[inline]
    fn below(&mut self, lit: Lit, what: &'static str) -> Result<Lit, ReadError> {
        let distance = self.source.varint(u64::from(lit.0), what)?;
        Ok(Lit(lit.0.saturating_sub(u32::try_from(distance).unwrap_or(lit.0))))
    }

    /// Symbols such as `i0 clock`, then perhaps a line `c` and any lines after it.
    fn symbols_and_comment(&mut self) -> Result<(), Error> {
        let mut named = HashSet::new();
        while let Some(letter) = self.source.peek()? {
            let place = self.source.place();
            let mut kinds = SymbolKind::ALL.iter().filter(|&&(known, ..)| known == letter);
            let Some(&(_, kind, _)) = kinds.next() else {
                let expected = "a symbol, the line 'c' or the end of the file";
                return Err(self.source.unexpected(expected).into());
            };
            self.source.take()?;
            if letter == b'c' && !matches!(self.source.peek()?, Some(b'0'..=b'9')) {
                self.source.end_line()?;
                return self.comment();
            }
            let index = number(&mut self.source, u32::MAX, "the number of the named object")?;
            let count = self.parts.count(kind);
            if u64::from(index) >= count {
                return Err(Error::NoSuchObject(place, kind, index, count));
            }
            if !named.insert((kind, index)) {
                return Err(Error::SecondSymbol(place, kind, index));
            }
            self.space()?;
            let name = self.name()?;
            self.parts.symbols.push(Symbol { kind, index, name });
        }
        Ok(())
    }

    /// The rest of the line, which is not empty.
    fn name(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut name = Vec::new();
        while let Some(byte) = self.source.peek()?
            && byte != b'\n'
            && byte != b'\r'
        {
            self.source.take()?;
            name.push(byte);
        }
        if name.is_empty() {
            return Err(self.source.unexpected("a name"));
        }
        self.source.end_line()?;
        Ok(name)
    }

    /// Everything to the end of the file, whose last line is complete.
    fn comment(&mut self) -> Result<(), Error> {
        let mut comment = Vec::new();
        while let Some(byte) = self.source.peek()? {
            comment.push(byte);
            if byte == b'\n' {
                self.source.end_line()?;
            } else {
                self.source.take()?;
            }
        }
        if comment.last().is_some_and(|&byte| byte != b'\n') {
            return Err(self.source.unexpected("the end of the line").into());
        }
        self.parts.comment = Some(comment);
        Ok(())
    }
}
