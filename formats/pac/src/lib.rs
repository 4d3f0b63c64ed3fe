//! Certificates that a circuit multiplies: a header in text, then local steps in text or binary.
//!
//! The page of the format is `docs/formats/pac.md`.

mod header;
mod read;
mod step;
#[cfg(test)]
mod tests;
mod write;

pub use header::{Header, read};
pub use read::Reader;
pub use step::{Id, Step, Weight};
pub use write::Writer;

/// The letters of the steps; in binary, the number of a letter here is the tag.
const TAGS: [u8; 7] = *b"drlepfh";
