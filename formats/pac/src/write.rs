//! Writes certificates.

use crate::{Header, Id, Step, TAGS, Weight};
use format_input::{Encoding, write_varint};
use format_lit::Lit;
use std::io::{self, Write};

/// Writes a certificate step by step. Adders get their short forms.
pub struct Writer<W> {
    out: W,
    encoding: Encoding,
    variables: u32,
    axioms: Id,
    next: Id,
    column: u32,
    code: u32,
    axiom: Id,
}

impl<W: Write> Writer<W> {
    /// Writes the header to `out`, which should be buffered. The circuit has so many variables,
    /// and its gates have so many clauses; definitions that are written add to both.
    pub fn new(
        mut out: W,
        encoding: Encoding,
        header: &Header,
        variables: u32,
        axioms: Id,
    ) -> io::Result<Self> {
        writeln!(out, "pac 1\ncircuit {}\nclaim {}", header.digest, header.claim)?;
        if let Some(circuit) = &header.circuit {
            writeln!(out, "aiger {}", circuit.len())?;
            for line in circuit.chunks(32) {
                line.iter().try_for_each(|byte| write!(out, "{byte:02x}"))?;
                out.write_all(b"\n")?;
            }
        }
        writeln!(out, "steps {}", if encoding == Encoding::Text { "text" } else { "binary" })?;
        let next = axioms.saturating_add(1);
        Ok(Self { out, encoding, variables, axioms, next, column: 0, code: 0, axiom: 0 })
    }

    /// The id that the next clause step gets. Definitions must be written by then.
    #[must_use]
    pub fn next_id(&self) -> Id {
        self.next
    }

    /// The largest variable so far: that of the last definition.
    #[must_use]
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// `x + y + z - 2 carry - sum = 0` at a column.
    pub fn full_adder(
        &mut self,
        column: u32,
        xyz: [Lit; 3],
        carry: Lit,
        sum: Lit,
    ) -> io::Result<()> {
        self.head(b'f', column)?;
        xyz.into_iter().chain([carry, sum]).try_for_each(|lit| self.lit(lit))?;
        self.end()
    }

    /// `x + y - 2 carry - sum = 0` at a column.
    pub fn half_adder(
        &mut self,
        column: u32,
        xy: [Lit; 2],
        carry: Lit,
        sum: Lit,
    ) -> io::Result<()> {
        self.head(b'h', column)?;
        xy.into_iter().chain([carry, sum]).try_for_each(|lit| self.lit(lit))?;
        self.end()
    }

    /// Writes any step; definitions come before all others.
    pub fn step(&mut self, step: &Step<'_>) -> io::Result<()> {
        match *step {
            Step::Define { inputs } => {
                self.head(b'd', 0)?;
                inputs.into_iter().try_for_each(|lit| self.lit(lit))?;
                self.variables = self.variables.saturating_add(1);
                self.code = self.variables.wrapping_shl(1);
                self.axioms = self.axioms.saturating_add(3);
                self.next = self.axioms.saturating_add(1);
            }
            Step::Clause { clause, hints } => {
                self.head(b'r', 0)?;
                clause.iter().try_for_each(|&lit| self.lit(lit))?;
                self.number(0)?;
                self.hints(hints)?;
                self.next = self.next.saturating_add(1);
            }
            Step::Linear { weight, factor, leaves, terms, constant, given } => {
                if let Some((lits, [carry, sum])) = adder(step) {
                    return match *lits.as_slice() {
                        [x, y, z] => self.full_adder(weight.column, [x, y, z], carry, sum),
                        [x, y] => self.half_adder(weight.column, [x, y], carry, sum),
                        _ => Ok(()),
                    };
                }
                // An equality.
                if let (&[(1, left), (-1, right)], 0, &[forth, back]) = (terms, constant, given)
                    && *leaves == [left.variable(), right.variable()]
                {
                    self.weight(b'e', weight, factor)?;
                    [left, right].into_iter().try_for_each(|lit| self.lit(lit))?;
                    [forth, back].into_iter().try_for_each(|id| self.hint(id))?;
                    return self.end();
                }
                self.weight(b'l', weight, factor)?;
                self.set(leaves)?;
                for &(coefficient, lit) in terms {
                    self.number(coefficient)?;
                    self.lit(lit)?;
                }
                self.number(0)?;
                self.number(constant)?;
                self.hints(given)?;
            }
            Step::Expand { weight, factor, literal, leaves } => {
                self.weight(b'p', weight, factor)?;
                self.lit(literal)?;
                self.set(leaves)?;
            }
        }
        self.end()
    }

    /// Flushes and gives back where it wrote to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn head(&mut self, tag: u8, column: u32) -> io::Result<()> {
        let has_column = !matches!(tag, b'd' | b'r');
        if self.encoding == Encoding::Text {
            self.out.write_all(&[tag])?;
            return if has_column { write!(self.out, " {column}") } else { Ok(()) };
        }
        let place = TAGS.iter().position(|&known| known == tag).unwrap_or_default();
        let mut code = 0;
        if has_column {
            code = signed(i64::from(column).wrapping_sub(self.column.into()));
            self.column = column;
        }
        write_varint(&mut self.out, code << 3 | u64::try_from(place).unwrap_or_default())
    }

    fn weight(&mut self, tag: u8, weight: Weight, factor: &[u32]) -> io::Result<()> {
        self.head(tag, weight.column)?;
        self.number(weight.coefficient)?;
        self.set(factor)
    }

    /// Variables and a 0.
    fn set(&mut self, variables: &[u32]) -> io::Result<()> {
        for &variable in variables {
            let lit = Lit::new(variable, false);
            self.lit(lit.ok_or_else(|| invalid("a variable is out of range"))?)?;
        }
        self.number(0)
    }

    fn lit(&mut self, lit: Lit) -> io::Result<()> {
        if self.encoding == Encoding::Text {
            return write!(self.out, " {lit}");
        }
        let difference = i64::from(lit.code()).wrapping_sub(self.code.into());
        self.code = lit.code();
        let shifted = difference.wrapping_add(i64::from(difference >= 0));
        write_varint(&mut self.out, signed(shifted))
    }

    fn number(&mut self, number: i64) -> io::Result<()> {
        if number == i64::MIN {
            return Err(invalid("a number is out of range"));
        }
        match self.encoding {
            Encoding::Text => write!(self.out, " {number}"),
            Encoding::Binary => write_varint(&mut self.out, signed(number)),
        }
    }

    fn hints(&mut self, ids: &[Id]) -> io::Result<()> {
        ids.iter().try_for_each(|&id| self.hint(id))?;
        self.number(0)
    }

    fn hint(&mut self, id: Id) -> io::Result<()> {
        if self.encoding == Encoding::Text {
            return write!(self.out, " {id}");
        }
        let code = if id > self.axioms {
            self.next.saturating_sub(id).unsigned_abs() << 1
        } else {
            let difference = id.saturating_sub(self.axiom);
            self.axiom = id;
            signed(difference) << 1 | 1
        };
        write_varint(&mut self.out, code)
    }

    fn end(&mut self) -> io::Result<()> {
        if self.encoding == Encoding::Text { self.out.write_all(b"\n") } else { Ok(()) }
    }
}

/// The inputs of an adder, and its carry and sum, if the short form says the same as the step.
fn adder(step: &Step<'_>) -> Option<(Vec<Lit>, [Lit; 2])> {
    let Step::Linear { weight, factor: [], leaves, terms, constant: 0, given: [] } = step else {
        return None;
    };
    let (&[(-2, carry), (-1, sum)], inputs) =
        terms.split_last_chunk::<2>().map(|(rest, two)| (two, rest))?
    else {
        return None;
    };
    let same = inputs.iter().map(|(_, lit)| lit.variable()).eq(leaves.iter().copied());
    let plain = weight.coefficient == 1 && inputs.iter().all(|&(coefficient, _)| coefficient == 1);
    let fits = same && plain && (2..=3).contains(&inputs.len());
    fits.then(|| (inputs.iter().map(|&(_, lit)| lit).collect(), [carry, sum]))
}

/// Twice the magnitude, plus one if negative.
fn signed(number: i64) -> u64 {
    number.unsigned_abs() << 1 | u64::from(number < 0)
}

fn invalid(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
