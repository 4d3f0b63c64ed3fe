//! Numbers of binary formats: seven bits a byte, the lowest first, the top bit set on all bytes
//! but the last.
//!
//! Only the shortest form of a number is read, so every number has one form: `80 00` is no zero,
//! and a zero byte can only be a number on its own.

use crate::{Cause, ReadError, Source};
use std::io::{self, Read, Write};

impl<R: Read> Source<R> {
    /// Takes a number from 0 to `limit`; `what` names it in errors.
    #[inline]
    pub fn varint(&mut self, limit: u64, what: &'static str) -> Result<u64, ReadError> {
        // Most numbers have one byte.
        if let Some(&byte) = self.buffer.get(self.next)
            && byte < 0x80
            && u64::from(byte) <= limit
        {
            self.skip();
            return Ok(u64::from(byte));
        }
        self.long_varint(limit, what)
    }

    /// Takes a number from `-limit` to `limit`, of which the lowest bit is the sign.
    #[inline]
    pub(crate) fn signed_varint(
        &mut self,
        limit: u64,
        what: &'static str,
    ) -> Result<(bool, u64), ReadError> {
        let place = self.place();
        let code = self.varint(u64::MAX, what)?;
        if code == 1 {
            return Err(ReadError { place, cause: Cause::NegativeZero });
        }
        if code >> 1 > limit {
            return Err(ReadError { place, cause: Cause::TooLarge { what, limit } });
        }
        Ok((code & 1 == 1, code >> 1))
    }

    fn long_varint(&mut self, limit: u64, what: &'static str) -> Result<u64, ReadError> {
        let place = self.place();
        let too_large = || ReadError { place, cause: Cause::TooLarge { what, limit } };
        let mut value = 0_u64;
        for shift in (0..).step_by(7) {
            let Some(byte) = self.take()? else {
                return Err(self.unexpected(what));
            };
            let bits = u64::from(byte & 0x7f);
            // Bits that a shift would push out of the 64 are an overflow.
            let part = if shift < u64::BITS { bits << shift } else { 0 };
            if shift >= u64::BITS || part >> shift != bits {
                return Err(too_large());
            }
            value |= part;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return Err(ReadError { place, cause: Cause::OverlongVarint });
                }
                return if value <= limit { Ok(value) } else { Err(too_large()) };
            }
        }
        Err(too_large())
    }
}

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
