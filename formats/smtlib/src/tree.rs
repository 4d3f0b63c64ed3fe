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

/// An item: the parts of a list stand behind it, up to `next`.
struct Item {
    kind: Kind,
    next: u32,
    /// The bytes of a token, without bars.
    start: u32,
    end: u32,
    line: u32,
    column: u32,
}

/// All items of a text.
pub(crate) struct Tree<'a> {
    text: &'a str,
    items: Vec<Item>,
}

/// An item of a tree.
pub(crate) type At = u32;

impl<'a> Tree<'a> {
    /// The items of a text that begins at this line and column.
    pub(crate) fn parse(bytes: &'a [u8], line: u32, column: u32) -> Result<Self, Error> {
        let mut lexer = Lexer { bytes, at: 0, line, column };
        let text = std::str::from_utf8(bytes).map_err(|error| {
            lexer.pass(error.valid_up_to());
            lexer.unexpected("UTF-8")
        })?;
        let mut tree = Self { text, items: Vec::new() };
        let mut open: Vec<At> = Vec::new();
        while lexer.skip_blanks() {
            let (line, column) = (lexer.line, lexer.column);
            if lexer.peek() == Some(b')') {
                let list = open.pop().ok_or_else(|| lexer.unexpected("'(' or the end"))?;
                let next = tree.next()?;
                if let Some(item) = tree.items.get_mut(index(list)) {
                    item.next = next;
                }
                lexer.pass(1);
                continue;
            }
            let here = tree.next()?;
            let (kind, start, end) = lexer.token()?;
            if kind == Kind::List {
                open.push(here);
            }
            let next = here.saturating_add(1);
            tree.items.push(Item { kind, next, start, end, line, column });
        }
        if open.is_empty() { Ok(tree) } else { Err(lexer.unexpected("')'")) }
    }

    /// How many items there are.
    pub(crate) fn len(&self) -> usize {
        self.items.len()
    }

    fn next(&self) -> Result<At, Error> {
        let place = Place::Text { line: 1, column: 1 };
        u32::try_from(self.items.len()).map_err(|_| Error { place, cause: Cause::Limit })
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
        let range = self.items.get(index(at)).map(|item| index(item.start)..index(item.end));
        range.and_then(|range| self.text.get(range)).unwrap_or("")
    }

    /// The name, if it is one.
    pub(crate) fn symbol(&self, at: At) -> Option<&'a str> {
        (self.kind(at) == Kind::Symbol).then(|| self.token(at))
    }

    pub(crate) fn place(&self, at: At) -> Place {
        let (line, column) =
            self.items.get(index(at)).map_or((1, 1), |item| (item.line, item.column));
        Place::Text { line: line.into(), column: column.into() }
    }

    pub(crate) fn error(&self, at: At, cause: Cause) -> Error {
        Error { place: self.place(at), cause }
    }

    /// The error that something else was expected there.
    pub(crate) fn unexpected(&self, at: At, expected: &'static str) -> Error {
        let found = match self.kind(at) {
            Kind::List => "a list".to_owned(),
            _ => quote(self.token(at)),
        };
        self.error(at, Cause::Unexpected { expected, found })
    }
}

/// A token between quotes, the whole of a short one.
#[must_use]
pub fn quote(token: &str) -> String {
    let text: String = token.escape_debug().take(40).collect();
    format!("'{text}'")
}

struct Lexer<'a> {
    bytes: &'a [u8],
    at: usize,
    line: u32,
    column: u32,
}

impl Lexer<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Passes bytes, and counts lines.
    fn pass(&mut self, count: usize) {
        for _ in 0..count {
            let is_line = self.peek() == Some(b'\n');
            self.line = self.line.saturating_add(is_line.into());
            self.column = if is_line { 1 } else { self.column.saturating_add(1) };
            self.at = self.at.saturating_add(1);
        }
    }

    /// Passes bytes as long as they are such.
    fn pass_while(&mut self, is_such: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&is_such) {
            self.pass(1);
        }
    }

    /// Passes blanks, lines and comments; whether something follows.
    fn skip_blanks(&mut self) -> bool {
        loop {
            self.pass_while(|byte| byte.is_ascii_whitespace());
            if self.peek() != Some(b';') {
                return self.peek().is_some();
            }
            self.pass_while(|byte| byte != b'\n');
        }
    }

    fn unexpected(&self, expected: &'static str) -> Error {
        let found = match self.peek() {
            None => "the end".to_owned(),
            Some(byte @ b' '..=b'~') => format!("'{}'", char::from(byte)),
            Some(byte) => format!("byte 0x{byte:02x}"),
        };
        let place = Place::Text { line: self.line.into(), column: self.column.into() };
        Error { place, cause: Cause::Unexpected { expected, found } }
    }

    /// Takes a token; of a list only the bracket.
    fn token(&mut self) -> Result<(Kind, u32, u32), Error> {
        let (mut start, mut bars) = (self.at, 0);
        let place = Place::Text { line: self.line.into(), column: self.column.into() };
        let kind = match self.peek() {
            Some(b'(') => {
                self.pass(1);
                return Ok((Kind::List, 0, 0));
            }
            Some(b'|') => {
                (start, bars) = (start.saturating_add(1), 1);
                self.pass(1);
                self.pass_while(|byte| byte != b'|' && byte != b'\\');
                if self.peek() != Some(b'|') {
                    return Err(self.unexpected("'|'"));
                }
                self.pass(1);
                Kind::Symbol
            }
            Some(b'"') => {
                while self.peek() == Some(b'"') {
                    self.pass(1);
                    self.pass_while(|byte| byte != b'"');
                    if self.peek().is_none() {
                        return Err(self.unexpected("'\"'"));
                    }
                    self.pass(1);
                }
                Kind::Text
            }
            Some(b'0'..=b'9') => {
                self.number()?;
                if self.at.saturating_sub(start) > MOST_DIGITS {
                    return Err(Error { place, cause: Cause::LongNumber });
                }
                Kind::Number
            }
            Some(b':') => {
                self.pass(1);
                self.pass_while(is_symbol);
                Kind::Keyword
            }
            Some(byte) if is_symbol(byte) => {
                self.pass_while(is_symbol);
                Kind::Symbol
            }
            _ => return Err(self.unexpected("a token")),
        };
        let end = self.at.saturating_sub(bars);
        match self.peek() {
            None | Some(b'(' | b')' | b';') => {}
            Some(byte) if byte.is_ascii_whitespace() => {}
            Some(_) => return Err(self.unexpected("a blank or a bracket")),
        }
        let [start, end] = [start, end].map(u32::try_from);
        let (Ok(start), Ok(end)) = (start, end) else {
            return Err(Error { place, cause: Cause::Limit });
        };
        Ok((kind, start, end))
    }

    /// Passes `0`, `12`, `0.5` or `12.50`.
    fn number(&mut self) -> Result<(), Error> {
        if self.peek() == Some(b'0') {
            self.pass(1);
        } else {
            self.pass_while(|byte| byte.is_ascii_digit());
        }
        if self.peek() == Some(b'.') {
            self.pass(1);
            if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                return Err(self.unexpected("a digit"));
            }
            self.pass_while(|byte| byte.is_ascii_digit());
        }
        Ok(())
    }
}

fn is_symbol(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/".contains(&byte)
}
