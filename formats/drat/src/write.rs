//! Writes DRAT.

use crate::Action;
use format_dimacs::{Lit, write_clause};
use format_input::{Encoding, write_varint};
use std::io::{self, Write};

/// Writes a step.
pub fn write_step(
    out: &mut impl Write,
    encoding: Encoding,
    action: Action,
    clause: &[Lit],
) -> io::Result<()> {
    match (encoding, action) {
        (Encoding::Text, Action::Add) => return write_clause(out, clause),
        (Encoding::Text, Action::Delete) => {
            out.write_all(b"d ")?;
            return write_clause(out, clause);
        }
        (Encoding::Binary, Action::Add) => out.write_all(b"a")?,
        (Encoding::Binary, Action::Delete) => out.write_all(b"d")?,
    }
    clause.iter().try_for_each(|lit| write_varint(out, u64::from(lit.code())))?;
    out.write_all(&[0])
}
