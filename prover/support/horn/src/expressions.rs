//! Bracketed expressions, as the text has them.

use std::fmt;

/// A word, or expressions in brackets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expression {
    Word(String),
    List(Vec<Expression>),
}

impl Expression {
    /// The word, if it is one.
    pub(crate) fn word(&self) -> Option<&str> {
        match self {
            Self::Word(word) => Some(word),
            Self::List(_) => None,
        }
    }
}

/// Reads expressions; none if brackets or bars do not fit.
pub(crate) fn parse(text: &str) -> Option<Vec<Expression>> {
    let mut open: Vec<Vec<Expression>> = vec![Vec::new()];
    let mut letters = text.char_indices().peekable();
    while let Some((from, letter)) = letters.next() {
        match letter {
            '(' => open.push(Vec::new()),
            ')' => {
                let list = open.pop()?;
                open.last_mut()?.push(Expression::List(list));
            }
            ';' => while letters.next_if(|(_, letter)| *letter != '\n').is_some() {},
            letter if letter.is_whitespace() => {}
            quote => {
                let mut to = from.saturating_add(quote.len_utf8());
                if matches!(quote, '|' | '"') {
                    let (end, _) = letters.by_ref().find(|(_, letter)| *letter == quote)?;
                    to = end.saturating_add(1);
                } else {
                    let is_part =
                        |letter: char| !letter.is_whitespace() && !"();|\"".contains(letter);
                    while let Some((at, letter)) = letters.next_if(|(_, letter)| is_part(*letter)) {
                        to = at.saturating_add(letter.len_utf8());
                    }
                }
                let word = text.get(from..to)?.to_owned();
                open.last_mut()?.push(Expression::Word(word));
            }
        }
    }
    let all = open.pop()?;
    open.is_empty().then_some(all)
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::List(parts) => {
                f.write_str("(")?;
                for (place, part) in parts.iter().enumerate() {
                    if place > 0 {
                        f.write_str(" ")?;
                    }
                    part.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}
