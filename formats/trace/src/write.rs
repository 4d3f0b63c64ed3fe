//! Writes witnesses.

use crate::{Property, Status, Value};
use std::io::{self, Write};

/// Writes the status and the properties.
pub fn write_header(
    out: &mut impl Write,
    status: Status,
    properties: &[Property],
) -> io::Result<()> {
    let status = match status {
        Status::Holds => '0',
        Status::Fails => '1',
        Status::Unknown => '2',
    };
    writeln!(out, "{status}")?;
    properties.iter().try_for_each(|property| write!(out, "{property}"))?;
    writeln!(out)
}

/// Writes the initial values of the latches, or the inputs of a step.
pub fn write_line(out: &mut impl Write, values: &[Value]) -> io::Result<()> {
    for value in values {
        out.write_all(match value {
            Some(false) => b"0",
            Some(true) => b"1",
            None => b"x",
        })?;
    }
    out.write_all(b"\n")
}

/// Writes the line that ends a witness; without it no reader accepts one.
pub fn write_end(out: &mut impl Write) -> io::Result<()> {
    out.write_all(b".\n")
}
