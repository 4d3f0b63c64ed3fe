//! Writes DIMACS.

use crate::{Header, Lit};
use std::io::{self, Write};

/// Writes the header.
pub fn write_header(out: &mut impl Write, header: Header) -> io::Result<()> {
    writeln!(out, "p cnf {} {}", header.variables, header.clauses)
}

/// Writes a clause and its 0 on a line of its own.
pub fn write_clause(out: &mut impl Write, clause: &[Lit]) -> io::Result<()> {
    clause.iter().try_for_each(|lit| write!(out, "{lit} "))?;
    out.write_all(b"0\n")
}
