//! Strings: UTF-8 between quotes, with the escapes of RFC 8259.

use crate::Error;
use format_input::{ReadError, Source};
use std::io::Read;

/// From quote to quote; the next byte is the first of them.
pub(crate) fn read_text<R: Read>(source: &mut Source<R>) -> Result<String, Error> {
    let place = source.place();
    source.expect(b'"', "'\"'")?;
    let mut bytes = Vec::new();
    loop {
        match source.peek()? {
            Some(b'"') => break,
            Some(b'\\') => {
                source.take()?;
                let letter = escaped(source)?.ok_or(Error::NotText { place })?;
                bytes.extend(letter.encode_utf8(&mut [0; 4]).bytes());
            }
            Some(byte) if byte >= b' ' => {
                bytes.push(byte);
                source.take()?;
            }
            _ => return Err(source.unexpected("a letter of a string or '\"'").into()),
        }
    }
    source.take()?;
    String::from_utf8(bytes).map_err(|_| Error::NotText { place })
}

/// What stands behind a backslash; `None` if its numbers are no letter.
fn escaped<R: Read>(source: &mut Source<R>) -> Result<Option<char>, ReadError> {
    let letter = match source.peek()? {
        Some(b'u') => return unicode(source),
        Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'n') => '\n',
        Some(b'r') => '\r',
        Some(b't') => '\t',
        _ => return Err(source.unexpected("an escape after '\\'")),
    };
    source.take()?;
    Ok(Some(letter))
}

/// `uXXXX`, or two of them for a letter beyond 16 bits (a high and a low surrogate).
fn unicode<R: Read>(source: &mut Source<R>) -> Result<Option<char>, ReadError> {
    let first = four_digits(source)?;
    if !(0xd800..0xdc00).contains(&first) {
        return Ok(char::from_u32(first));
    }
    source.expect(b'\\', "the second half of a letter")?;
    let second = four_digits(source)?;
    let (high, low) = (first.wrapping_sub(0xd800), second.wrapping_sub(0xdc00));
    let letter = (low < 0x400).then(|| (high << 10 | low).wrapping_add(0x1_0000));
    Ok(letter.and_then(char::from_u32))
}

fn four_digits<R: Read>(source: &mut Source<R>) -> Result<u32, ReadError> {
    source.expect(b'u', "the second half of a letter")?;
    let mut number = 0_u32;
    for _ in 0..4 {
        let digit = source.peek()?.and_then(|byte| char::from(byte).to_digit(16));
        let Some(digit) = digit else {
            return Err(source.unexpected("a hexadecimal digit"));
        };
        source.take()?;
        number = number << 4 | digit;
    }
    Ok(number)
}
