//! Writes certificates.

use crate::{Id, Section, Witness};
use format_input::{Encoding, write_varint};
use format_lit::Lit;
use format_sha256::Digest;
use std::fmt::Display;
use std::io::{self, Write};

/// Writes a certificate: first what it adds to the model, then its lines.
pub struct Writer<W> {
    out: W,
    encoding: Encoding,
    /// The largest id of an axiom.
    axioms: Id,
    /// The id of the next line.
    next: Id,
    /// Whether the line of text has begun.
    begun: bool,
}

impl<W: Write> Writer<W> {
    /// Writes the header and the witness to `out`, which should be buffered. Lines have the ids
    /// after `axioms`, which `claim_invariant::Obligations::axioms` tells.
    pub fn new(
        mut out: W,
        encoding: Encoding,
        digest: &Digest,
        witness: &Witness,
        axioms: Id,
    ) -> io::Result<Self> {
        let name = if encoding == Encoding::Text { "text" } else { "binary" };
        writeln!(out, "inv 1\nmodel {digest}\nsections {name}")?;
        let mut writer =
            Self { out, encoding, axioms, next: axioms.saturating_add(1), begun: false };
        writer.witness(witness)?;
        Ok(writer)
    }

    fn witness(&mut self, witness: &Witness) -> io::Result<()> {
        for (word, pairs) in [("latches", &witness.latches), ("gates", &witness.gates)] {
            self.word(word)?;
            self.number(number(pairs.len()))?;
            self.end()?;
            for &[first, second] in pairs {
                self.number(first.0.into())?;
                self.number(second.0.into())?;
                self.end()?;
            }
        }
        self.word("invariant")?;
        self.number(number(witness.invariant.len()))?;
        self.end()?;
        for clause in witness.invariant.iter() {
            self.clause(clause)?;
            self.end()?;
        }
        self.word("induction")?;
        let Some(induction) = &witness.induction else {
            self.number(0)?;
            return self.end();
        };
        self.number(induction.depth.into())?;
        self.number(induction.simple.into())?;
        self.number(number(induction.properties.len()))?;
        for &property in &induction.properties {
            self.number(property.into())?;
        }
        self.end()
    }

    /// Begins a section; sections stand in the order of their type.
    pub fn section(&mut self, section: Section) -> io::Result<()> {
        if !matches!(section, Section::Base(1..)) {
            self.next = self.axioms.saturating_add(1);
        }
        match (self.encoding, section) {
            (Encoding::Text, _) => writeln!(self.out, "{section}"),
            (_, Section::Init) => self.out.write_all(b"i"),
            (_, Section::Step) => self.out.write_all(b"s"),
            (_, Section::Property) => self.out.write_all(b"p"),
            (_, Section::Base(stage)) => {
                self.out.write_all(b"b")?;
                write_varint(&mut self.out, stage.into())
            }
            (_, Section::Induction) => self.out.write_all(b"k"),
        }
    }

    /// Derives a clause, and gives its id.
    pub fn derive(&mut self, clause: &[Lit], hints: &[Id]) -> io::Result<Id> {
        self.word("a")?;
        self.clause(clause)?;
        self.hints(hints)?;
        Ok(self.take_id())
    }

    /// Derives a goal of the section, and gives the id of its clause: in `init` and `step` the
    /// clause of the invariant with this number, elsewhere that the property with this number is
    /// not bad.
    pub fn goal(&mut self, number: u32, hints: &[Id]) -> io::Result<Id> {
        self.word("g")?;
        self.number(number.into())?;
        self.hints(hints)?;
        Ok(self.take_id())
    }

    /// Deletes derived clauses of this section (for the base: of this stage and earlier ones).
    pub fn delete(&mut self, ids: &[Id]) -> io::Result<()> {
        self.word("d")?;
        self.hints(ids)
    }

    /// The id of the next line.
    pub fn next_id(&self) -> Id {
        self.next
    }

    /// Flushes and gives back where it wrote to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn take_id(&mut self) -> Id {
        let id = self.next;
        self.next = id.saturating_add(1);
        id
    }

    /// Binary data has the letters of lines only.
    fn word(&mut self, word: &str) -> io::Result<()> {
        match (self.encoding, word.len()) {
            (Encoding::Text, _) => self.token(word),
            (Encoding::Binary, 1) => self.out.write_all(word.as_bytes()),
            (Encoding::Binary, _) => Ok(()),
        }
    }

    fn token(&mut self, token: impl Display) -> io::Result<()> {
        let blank = if self.begun { " " } else { "" };
        self.begun = true;
        write!(self.out, "{blank}{token}")
    }

    fn number(&mut self, number: u64) -> io::Result<()> {
        match self.encoding {
            Encoding::Text => self.token(number),
            Encoding::Binary => write_varint(&mut self.out, number),
        }
    }

    fn clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        for lit in clause {
            match self.encoding {
                Encoding::Text => self.token(lit)?,
                Encoding::Binary => write_varint(&mut self.out, lit.code().into())?,
            }
        }
        self.number(0)
    }

    fn hints(&mut self, hints: &[Id]) -> io::Result<()> {
        for &hint in hints {
            match self.encoding {
                Encoding::Text => self.token(hint)?,
                Encoding::Binary => {
                    let back = self.next.saturating_sub(hint).unsigned_abs() << 1;
                    let axiom = hint.unsigned_abs() << 1 | 1;
                    let code = if hint > self.axioms { back } else { axiom };
                    write_varint(&mut self.out, code)?;
                }
            }
        }
        self.number(0)?;
        self.end()
    }

    fn end(&mut self) -> io::Result<()> {
        self.begun = false;
        match self.encoding {
            Encoding::Text => self.out.write_all(b"\n"),
            Encoding::Binary => Ok(()),
        }
    }
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}
