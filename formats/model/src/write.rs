//! Writes models.

use format_dimacs::Lit;
use std::io::{self, Write};

/// Writes a model, ten literals a line.
pub fn write_model(out: &mut impl Write, lits: impl Iterator<Item = Lit>) -> io::Result<()> {
    out.write_all(b"s SATISFIABLE\nv")?;
    for (position, lit) in lits.enumerate() {
        if position > 0 && position.is_multiple_of(10) {
            out.write_all(b"\nv")?;
        }
        write!(out, " {lit}")?;
    }
    out.write_all(b" 0\n")
}
