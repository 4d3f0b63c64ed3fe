//! S-expressions: tokens with places, in one table.

use crate::error::MOST_DIGITS;
use crate::{Cause, Error};
use format_input::{Place, index};

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    List,
    Symbol,
    Number,
    Keyword,
    Text,
}

/// An item: the bytes of its token; the parts of a list stand behind it, up to
/// `next`.
struct Item {
    kind: Kind,
    next: At,
    start: usize,
    end: usize,
}

/// All items of a text.
pub(crate) struct Tree<'a> {
    text: &'a str,
    items: Vec<Item>,
    /// Where lines begin.
    lines: Vec<usize>,
    /// Line and column of the text's first byte.
    first: (u64, u64),
}

/// An item of a tree.
pub(crate) type At = u32;

impl<'a> Tree<'a> {
    /// The items of a text that begins at this line and column.
    pub(crate) fn parse(bytes: &'a [u8], first: (u64, u64)) -> Result<Self, Error> {
        let breaks = (1..).zip(bytes).filter(|(_, byte)| **byte == b'\n').map(|(next, _)| next);
        let lines = std::iter::once(0).chain(breaks).collect();
        let mut tree = Self { text: "", items: Vec::new(), lines, first };
        let text = std::str::from_utf8(bytes);
        tree.text = text.map_err(|error| tree.unlike(bytes, error.valid_up_to(), "UTF-8"))?;
        let mut open: Vec<At> = Vec::new();
        let mut start = skip_blanks(bytes, 0);
        while let Some(byte) = bytes.get(start) {
            let here = u32::try_from(tree.items.len()).unwrap_or(u32::MAX);
            let mut end = start.saturating_add(1);
            if *byte == b')' {
                let list = open.pop().ok_or_else(|| tree.unlike(bytes, start, "'(' or the end"))?;
                tree.items.get_mut(index(list)).map(|list| std::mem::replace(&mut list.next, here));
            } else {
                let kind;
                (kind, end) = tree.token_at(bytes, start)?;
                if kind == Kind::List {
                    open.push(here);
                }
                tree.items.push(Item { kind, next: here.saturating_add(1), start, end });
            }
            start = skip_blanks(bytes, end);
        }
        if open.is_empty() { Ok(tree) } else { Err(tree.unlike(bytes, start, "')'")) }
    }

    /// The kind of the token that begins there, of a list only the bracket, and where it ends.
    fn token_at(&self, bytes: &[u8], start: usize) -> Result<(Kind, usize), Error> {
        let rest = bytes.get(start..).unwrap_or_default();
        let inside = rest.get(1..).unwrap_or_default();
        let till = |stops: &[u8]| inside.iter().position(|byte| stops.contains(byte));
        let (kind, end, stop) = match rest.first() {
            Some(b'(') => return Ok((Kind::List, start.saturating_add(1))),
            Some(b'|') => (Kind::Symbol, till(b"|\\"), Some(b'|')),
            Some(b'"') => (Kind::Text, till(b"\""), Some(b'"')),
            first => {
                let end = inside.iter().position(|byte| !is_symbol(*byte)).or(Some(inside.len()));
                match first {
                    Some(b':') => (Kind::Keyword, end, None),
                    Some(b'0'..=b'9') => (Kind::Number, end, None),
                    Some(byte) if is_symbol(*byte) => (Kind::Symbol, end, None),
                    _ => return Err(self.unlike(bytes, start, "a token")),
                }
            }
        };
        let end = start.saturating_add(end.unwrap_or(inside.len())).saturating_add(1);
        if stop.is_some() && bytes.get(end) != stop.as_ref() {
            return Err(self.unlike(bytes, end, "the end of a name or string"));
        }
        let end = end.saturating_add(stop.is_some().into());
        if kind == Kind::Number && end.saturating_sub(start) > MOST_DIGITS {
            return Err(Error { place: self.place_of(start), cause: Cause::LongNumber });
        }
        match bytes.get(end) {
            // Two quotes within a string: what follows is one more string.
            Some(b'"') if kind == Kind::Text => Ok((kind, end)),
            None | Some(b'(' | b')' | b';' | b' ' | b'\t' | b'\r' | b'\n') => Ok((kind, end)),
            Some(_) => Err(self.unlike(bytes, end, "a blank or a bracket")),
        }
    }

    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    /// The items that stand in no list.
    pub(crate) fn all(&self) -> impl Iterator<Item = At> {
        self.range(0, u32::try_from(self.items.len()).unwrap_or(u32::MAX))
    }

    /// The parts of a list; a token has none.
    pub(crate) fn parts(&self, list: At) -> Vec<At> {
        let end = self.items.get(index(list)).map_or(0, |item| item.next);
        self.range(list.saturating_add(1), end).collect()
    }

    fn range(&self, start: At, end: At) -> impl Iterator<Item = At> {
        let next = move |at: &At| self.items.get(index(*at)).map(|item| item.next);
        std::iter::successors(Some(start), next).take_while(move |at| *at < end)
    }

    pub(crate) fn kind(&self, at: At) -> Kind {
        self.items.get(index(at)).map_or(Kind::Text, |item| item.kind)
    }

    /// The text of a token.
    pub(crate) fn token(&self, at: At) -> &'a str {
        let item = self.items.get(index(at));
        let token = item.and_then(|item| self.text.get(item.start..item.end)).unwrap_or("");
        token.strip_prefix('|').and_then(|token| token.strip_suffix('|')).unwrap_or(token)
    }

    /// The name, if it is one.
    pub(crate) fn symbol(&self, at: At) -> Option<&'a str> {
        (self.kind(at) == Kind::Symbol).then(|| self.token(at))
    }

    /// Whether it is a list whose first part is this name.
    pub(crate) fn begins_with(&self, list: At, name: &str) -> bool {
        self.kind(list) == Kind::List && self.symbol(list.saturating_add(1)) == Some(name)
    }

    pub(crate) fn place(&self, at: At) -> Place {
        self.place_of(self.items.get(index(at)).map_or(0, |item| item.start))
    }

    /// Line and column of a byte.
    fn place_of(&self, byte: usize) -> Place {
        let line = self.lines.partition_point(|start| *start <= byte);
        let start = line.checked_sub(1).and_then(|line| self.lines.get(line)).copied();
        let column = byte.saturating_sub(start.unwrap_or(0));
        let [line, column] = [line, column].map(|number| u64::try_from(number).unwrap_or(u64::MAX));
        let before = if line == 1 { self.first.1 } else { 1 };
        let line = line.saturating_add(self.first.0).saturating_sub(1);
        Place::Text { line, column: column.saturating_add(before) }
    }

    pub(crate) fn error(&self, at: At, cause: Cause) -> Error {
        Error { place: self.place(at), cause }
    }

    /// The error that something else was expected there.
    pub(crate) fn unexpected(&self, at: At, expected: &'static str) -> Error {
        let is_list = self.kind(at) == Kind::List;
        let found = if is_list { "a list".to_owned() } else { quote(self.token(at)) };
        self.error(at, Cause::Unexpected { expected, found })
    }

    /// The error that a byte should be another one.
    fn unlike(&self, bytes: &[u8], byte: usize, expected: &'static str) -> Error {
        let found = match bytes.get(byte) {
            None => "the end".to_owned(),
            Some(byte) => format!("'{}'", byte.escape_ascii()),
        };
        Error { place: self.place_of(byte), cause: Cause::Unexpected { expected, found } }
    }
}

/// A token between quotes, the whole of a short one.
#[must_use]
pub fn quote(token: &str) -> String {
    let text: String = token.escape_debug().take(40).collect();
    format!("'{text}'")
}

/// Passes blanks, lines and comments. A carriage return alone ends a comment for some readers and
/// not for others: it is not passed.
fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    let mut is_comment = false;
    while let Some(byte) = bytes.get(at) {
        is_comment = *byte == b';' || is_comment && *byte != b'\n';
        let next = at.saturating_add(1);
        let is_unclear = is_comment && *byte == b'\r' && bytes.get(next) != Some(&b'\n');
        if is_unclear || !is_comment && !b" \t\r\n".contains(byte) {
            break;
        }
        at = next;
    }
    at
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}
