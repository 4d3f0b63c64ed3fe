//! Files as the user names them.

use std::fs::File;
use std::io::{self, Read};

/// The first bytes of what a checker does not unpack: more code to trust.
const PACKED: [(&[u8], &str); 4] = [
    (&[0x1f, 0x8b], "gzip"),
    (&[0xfd, b'7', b'z', b'X', b'Z', 0], "xz"),
    (&[0x28, 0xb5, 0x2f, 0xfd], "zstd"),
    (b"BZh", "bzip2"),
];

/// Opens a file, or standard input for `-`; the error is a sentence that names it.
pub fn open(name: &str) -> Result<Box<dyn Read>, String> {
    let mut reader: Box<dyn Read> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(name).map_err(|error| format!("{name}: {error}"))?)
    };
    let mut first = Vec::new();
    let read = reader.by_ref().take(6).read_to_end(&mut first);
    read.map_err(|error| format!("{name}: {error}"))?;
    match PACKED.iter().find(|(magic, _)| first.starts_with(magic)) {
        Some((_, packer)) => Err(format!("{name}: compressed by {packer}: unpack it first")),
        None => Ok(Box::new(io::Cursor::new(first).chain(reader))),
    }
}
