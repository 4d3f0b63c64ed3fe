//! Writes varints.

use std::io::{self, Write};

/// Writes a number in its shortest form.
pub fn write_varint(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    let mut bytes = [0_u8; 10];
    let mut used = 0_usize;
    for slot in &mut bytes {
        used = used.saturating_add(1);
        *slot = u8::try_from(number & 0x7f).unwrap_or(0x7f);
        number >>= 7;
        if number == 0 {
            break;
        }
        *slot |= 0x80;
    }
    out.write_all(bytes.get(..used).unwrap_or(&bytes))
}
