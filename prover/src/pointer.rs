//! Errors for people at a terminal: in colour, with the line and a mark below the byte.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

/// The longest part of a line that is shown.
const WIDTH: usize = 100;

/// How much of a file is searched for the line.
const SEARCHED: u64 = 1 << 24;

/// The error as it is printed: the word in colour if a terminal shows it, and the line it is
/// about. Pipes get the plain line.
pub(crate) fn lines(message: &str) -> Vec<String> {
    let plain = vec![format!("error: {message}")];
    if !io::stderr().is_terminal() {
        return plain;
    }
    plain.into_iter().chain(pointed(message).into_iter().flatten()).collect()
}

/// Whether to colour what goes to standard error.
pub(crate) fn colours() -> bool {
    let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    io::stderr().is_terminal() && !unwanted
}

/// The line that `FILE:LINE:COLUMN: words` is about, and a mark, if it can be found.
fn pointed(message: &str) -> Option<[String; 2]> {
    let (place, _) = message.split_once(": ")?;
    let mut parts = place.rsplitn(3, ':');
    let column: usize = parts.next()?.parse().ok()?;
    let line: usize = parts.next()?.parse().ok()?;
    let mut bytes = Vec::new();
    // A pipe would wait for somebody to write into it.
    let name = Some(parts.next()?).filter(|name| Path::new(name).is_file())?;
    File::open(name).ok()?.take(SEARCHED).read_to_end(&mut bytes).ok()?;
    show(&bytes, line, column)
}

/// Both lines, cut to what is near the column. Bytes that are no text are dots.
fn show(bytes: &[u8], line: usize, column: usize) -> Option<[String; 2]> {
    let text = bytes.split(|&byte| byte == b'\n').nth(line.checked_sub(1)?)?;
    let at = column.checked_sub(1)?;
    let start = at.saturating_sub(WIDTH / 2);
    let shown = text.iter().skip(start).take(WIDTH);
    let shown: String = shown
        .map(|&byte| if byte.is_ascii_graphic() || byte == b' ' { char::from(byte) } else { '.' })
        .collect();
    let number = line.to_string();
    let blanks =
        " ".repeat(number.len().saturating_add(3).saturating_add(at.saturating_sub(start)));
    Some([format!("{number} | {shown}"), format!("{blanks}^")])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_below_the_byte() {
        let lines = show(b"p cnf 2 1\n1 x 0\n", 2, 3).unwrap();
        assert_eq!(lines, ["2 | 1 x 0", "      ^"]);
        let [line, mark] = show(&[b"1 ".repeat(100), b"\xffx".to_vec()].concat(), 1, 202).unwrap();
        assert_eq!(line.chars().nth(mark.len() - 1), Some('x'));
        assert!(line.ends_with("1 .x"));
        assert_eq!(show(b"abc", 5, 1), None);
        assert_eq!(show(b"abc", 0, 0), None);
    }
}
