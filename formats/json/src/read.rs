//! The grammar, by recursive descent of bounded depth.

use crate::text::read_text;
use crate::{DEPTH, Error, Node, Value};
use format_input::{ReadError, Source};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Read;

/// Reads one value, to the last byte.
pub fn read(reader: impl Read) -> Result<Node, Error> {
    let mut source = Source::text(reader);
    let node = value(&mut source, DEPTH)?;
    source.skip_white()?;
    match source.peek()? {
        None => Ok(node),
        Some(_) => Err(source.unexpected("the end of the file").into()),
    }
}

/// A value after blanks; so many arrays and objects may stand in each other.
fn value<R: Read>(source: &mut Source<R>, depth: u32) -> Result<Node, Error> {
    source.skip_white()?;
    let place = source.place();
    let value = match source.peek()? {
        Some(b'{' | b'[') if depth == 0 => return Err(Error::Deep { place }),
        Some(b'{') => Value::Object(object(source, depth.saturating_sub(1))?),
        Some(b'[') => Value::Array(array(source, depth.saturating_sub(1))?),
        Some(b'"') => Value::Text(read_text(source)?),
        Some(b'0'..=b'9') => Value::Number(number(source)?),
        Some(b't') => word(source, b"true", "'true'").map(|()| Value::Boolean(true))?,
        Some(b'f') => word(source, b"false", "'false'").map(|()| Value::Boolean(false))?,
        _ => {
            let expected = "an object, an array, a string, a whole number, true or false";
            return Err(source.unexpected(expected).into());
        }
    };
    Ok(Node { place, value })
}

fn word<R: Read>(
    source: &mut Source<R>,
    word: &[u8],
    expected: &'static str,
) -> Result<(), ReadError> {
    source.expect_word(word, expected)
}

/// A whole number; whatever may follow a value follows it, so no fraction and no exponent.
fn number<R: Read>(source: &mut Source<R>) -> Result<u64, Error> {
    let number = source.digits(u64::MAX, "a number")?;
    match source.peek()? {
        None | Some(b' ' | b'\t' | b'\r' | b'\n' | b',' | b']' | b'}') => Ok(number),
        Some(_) => Err(source.unexpected("a digit or the end of a whole number").into()),
    }
}

/// From `{` to `}`. No key may stand twice.
fn object<R: Read>(source: &mut Source<R>, depth: u32) -> Result<BTreeMap<String, Node>, Error> {
    let mut members = BTreeMap::new();
    source.expect(b'{', "'{'")?;
    source.skip_white()?;
    if source.peek()? == Some(b'}') {
        source.take()?;
        return Ok(members);
    }
    loop {
        source.skip_white()?;
        if source.peek()? != Some(b'"') {
            return Err(source.unexpected("a key in quotes").into());
        }
        let key = read_text(source)?;
        source.skip_white()?;
        source.expect(b':', "':' after a key")?;
        let node = value(source, depth)?;
        match members.entry(key) {
            Entry::Vacant(entry) => drop(entry.insert(node)),
            Entry::Occupied(entry) => {
                return Err(Error::Twice { place: node.place, key: entry.key().clone() });
            }
        }
        if is_last(source, b'}', "',' or '}'")? {
            return Ok(members);
        }
    }
}

/// From `[` to `]`.
fn array<R: Read>(source: &mut Source<R>, depth: u32) -> Result<Vec<Node>, Error> {
    let mut nodes = Vec::new();
    source.expect(b'[', "'['")?;
    source.skip_white()?;
    if source.peek()? == Some(b']') {
        source.take()?;
        return Ok(nodes);
    }
    loop {
        nodes.push(value(source, depth)?);
        if is_last(source, b']', "',' or ']'")? {
            return Ok(nodes);
        }
    }
}

/// Passes a comma, or the bracket that ends the list.
fn is_last<R: Read>(
    source: &mut Source<R>,
    end: u8,
    expected: &'static str,
) -> Result<bool, Error> {
    source.skip_white()?;
    match source.peek()? {
        Some(found) if found == end || found == b',' => {
            source.take()?;
            Ok(found == end)
        }
        _ => Err(source.unexpected(expected).into()),
    }
}
