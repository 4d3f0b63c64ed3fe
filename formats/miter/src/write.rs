//! Writes the header of a certificate.

use crate::{Subject, VERSION};
use format_input::Encoding;
use std::io::{self, Write};

/// Writes what a certificate is about; its steps follow, written by `format_lrat::Writer`.
pub fn write_header(out: &mut impl Write, subject: &Subject, encoding: Encoding) -> io::Result<()> {
    writeln!(out, "miter {VERSION}")?;
    match subject {
        Subject::Constant(digest) => writeln!(out, "circuit {digest}")?,
        Subject::Equal { digests: [first, second], by_names } => {
            let matching = if *by_names { "names" } else { "position" };
            writeln!(out, "circuit {first}\ncircuit {second}\nmatch {matching}")?;
        }
    }
    writeln!(out, "lrat {}", if encoding == Encoding::Text { "text" } else { "binary" })
}
