//! Models of formulas as SAT solvers print them: `s SATISFIABLE`, then lines `v` that end with 0.
//!
//! The page of the format is `docs/formats/model.md`.

mod write;

pub use write::write_model;

use format_dimacs::{Lit, read_lit};
use format_input::{Place, ReadError, Source};
use std::io::Read;

/// Reads a model, of which no literal has a variable above `variables`, and hands on every
/// literal, as written, with its place.
pub fn read_model<R: Read, E: From<ReadError>>(
    reader: R,
    variables: u32,
    mut literal: impl FnMut(Place, Lit) -> Result<(), E>,
) -> Result<(), E> {
    let mut source = Source::text(reader);
    source.skip_white_and_comments()?;
    source.expect_word(b"s SATISFIABLE", "'s SATISFIABLE'")?;
    source.end_line()?;
    loop {
        source.skip_white_and_comments()?;
        source.expect(b'v', "a line that begins with 'v'")?;
        loop {
            if !matches!(source.peek()?, Some(b' ' | b'\t' | b'\r' | b'\n')) {
                return Err(source.unexpected("a blank or the end of the line").into());
            }
            source.skip_blanks()?;
            if let Some(b'\r' | b'\n') = source.peek()? {
                break;
            }
            let place = source.place();
            match read_lit(&mut source, variables)? {
                Some(lit) => literal(place, lit)?,
                None => return end(&mut source).map_err(E::from),
            }
        }
    }
}

/// After the 0 come comments and empty lines only.
fn end<R: Read>(source: &mut Source<R>) -> Result<(), ReadError> {
    source.skip_white_and_comments()?;
    match source.peek()? {
        None => Ok(()),
        Some(_) => Err(source.unexpected("the end of the file after the 0")),
    }
}
