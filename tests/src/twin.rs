//! Whether a refused case and its accepted twin differ in one token only.

/// A token of binary data is a number or its neighbourhood: up to this many bytes in a row.
const BINARY: usize = 12;

/// Exactly one pair of files differs, and that in one token.
pub(crate) fn differ_in_one_token(pairs: &[(Vec<u8>, Vec<u8>)]) -> Result<(), String> {
    let different: Vec<_> = pairs.iter().filter(|(one, other)| one != other).collect();
    let [(one, other)] = different[..] else {
        return Err(format!("{} of its files differ from its twin's", different.len()));
    };
    let text = tokens(one).zip(tokens(other));
    let limit = if text.is_some() { 1 } else { BINARY };
    let (one, other) = text.unwrap_or_else(|| (single_bytes(one), single_bytes(other)));
    let longest = one.len().min(other.len());
    let equal = |pair: &(&&[u8], &&[u8])| pair.0 == pair.1;
    let front = one.iter().zip(&other).take_while(equal).count();
    let back = one.iter().rev().zip(other.iter().rev()).take_while(equal).count();
    let back = back.min(longest - front);
    let (one, other) = (one.len() - front - back, other.len() - front - back);
    if one.max(other) > limit {
        return Err(format!("{one} tokens stand where its twin has {other}"));
    }
    Ok(())
}

/// The words and line breaks of a text; `None` if it is none.
fn tokens(bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\t');
    if !bytes.iter().all(is_text) {
        return None;
    }
    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let words = lines.flat_map(|line| {
        let end = line.ends_with(b"\n").then_some(b"\n".as_slice());
        let words = line.split(|byte| matches!(byte, b' ' | b'\t' | b'\n'));
        words.filter(|word| !word.is_empty()).chain(end)
    });
    Some(words.collect())
}

fn single_bytes(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.chunks(1).collect()
}
