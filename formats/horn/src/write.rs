//! Writes certificates.

use crate::{Atom, Id};
use format_lit::Lit;
use format_number::Rational;
use format_sha256::Digest;
use format_smtlib::{Formula, Value, write_term};
use std::fmt::Display;
use std::io::{self, Write};

/// What a certificate is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The digest of the system's file.
    pub digest: Digest,
    /// Whether the clauses are said to be satisfiable, not that false is derivable.
    pub is_safe: bool,
}

/// Writes the lines of a certificate, one call for each.
pub struct Writer<W> {
    out: W,
}

impl<W: Write> Writer<W> {
    /// Writes the header to `out`, which should be buffered.
    pub fn new(mut out: W, header: &Header) -> io::Result<Self> {
        let kind = if header.is_safe { "safe" } else { "unsafe" };
        writeln!(out, "horn 1\nsystem {}\n{kind}", header.digest)?;
        Ok(Self { out })
    }

    /// The invariant of a predicate. Readers see the terms in the order of this text.
    pub fn invariant(&mut self, predicate: u32, formula: &Formula) -> io::Result<()> {
        write!(self.out, "invariant {predicate} ")?;
        write_term(&mut self.out, &formula.terms, formula.root, |variable| format!("p{variable}"))?;
        writeln!(self.out)
    }

    /// The proof of a clause begins.
    pub fn clause(&mut self, clause: u32) -> io::Result<()> {
        writeln!(self.out, "clause {clause}")
    }

    /// The next Boolean variable stands for an atom.
    pub fn atom(&mut self, variable: u32, atom: &Atom) -> io::Result<()> {
        let relation = if atom.is_strict { "<" } else { "<=" };
        write!(self.out, "a {variable} {relation} {}", atom.bound)?;
        for (variable, coefficient) in &atom.terms {
            write!(self.out, " {coefficient} {variable}")?;
        }
        writeln!(self.out)
    }

    /// A clause that follows by propagation.
    pub fn propagation(&mut self, id: Id, clause: &[Lit], hints: &[Id]) -> io::Result<()> {
        self.head("l", id, clause)?;
        self.list(hints)?;
        writeln!(self.out, " 0")
    }

    /// A clause of atoms; the negated literals, each times its multiplier, are contradictory.
    pub fn farkas(&mut self, id: Id, clause: &[Lit], multipliers: &[Rational]) -> io::Result<()> {
        self.head("t", id, clause)?;
        self.list(multipliers)?;
        writeln!(self.out)
    }

    /// A clause of atoms; sums of negated literals (from 1) and sums before them, each divided and
    /// rounded, lead to a contradiction.
    pub fn cuts(
        &mut self,
        id: Id,
        clause: &[Lit],
        sums: &[Vec<(u32, Rational)>],
    ) -> io::Result<()> {
        self.head("p", id, clause)?;
        for sum in sums {
            for (number, multiplier) in sum {
                write!(self.out, " {number} {multiplier}")?;
            }
            write!(self.out, " 0")?;
        }
        writeln!(self.out)
    }

    /// Clauses that are not needed any more.
    pub fn delete(&mut self, ids: &[Id]) -> io::Result<()> {
        write!(self.out, "d")?;
        self.list(ids)?;
        writeln!(self.out, " 0")
    }

    /// An instance of a clause; the facts that its body stands for are numbered from 1.
    pub fn fact(&mut self, clause: u32, premises: &[u64], values: &[Value]) -> io::Result<()> {
        write!(self.out, "f {clause}")?;
        self.list(premises)?;
        write!(self.out, " 0")?;
        self.list(values)?;
        writeln!(self.out)
    }

    /// What was written to.
    pub fn finish(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }

    fn head(&mut self, letter: &str, id: Id, clause: &[Lit]) -> io::Result<()> {
        write!(self.out, "{letter} {id}")?;
        self.list(clause)?;
        write!(self.out, " 0")
    }

    fn list(&mut self, items: &[impl Display]) -> io::Result<()> {
        items.iter().try_for_each(|item| write!(self.out, " {item}"))
    }
}
