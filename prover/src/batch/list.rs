//! The list of a batch: words as in a shell, without the shell.

use std::iter::Peekable;
use std::str::Chars;

/// The command lines of a list with their numbers. Empty lines and lines that begin with `#` are
/// none; a line that stands twice is one.
pub(crate) fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    for (line, number) in text.lines().zip(1_u64..) {
        let words = words(line).map_err(|why| format!("{number}: {why}"))?;
        let is_known = lines.contains(&words);
        if !words.is_empty() && !is_known {
            lines.push(words);
        }
    }
    Ok(lines)
}

/// Words between blanks. Within single quotes all letters stand for themselves; within double
/// quotes and outside of quotes, a backslash makes the next letter stand for itself.
fn words(line: &str) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut letters = line.trim().chars().peekable();
    if letters.peek() == Some(&'#') {
        return Ok(words);
    }
    while letters.peek().is_some() {
        words.push(word(&mut letters)?);
        while letters.next_if(|letter| letter.is_whitespace()).is_some() {}
    }
    Ok(words)
}

fn word(letters: &mut Peekable<Chars<'_>>) -> Result<String, &'static str> {
    let mut word = String::new();
    let mut quote = None;
    while let Some(letter) = letters.next_if(|letter| quote.is_some() || !letter.is_whitespace()) {
        match (quote, letter) {
            (None, '\'' | '"') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            (None | Some('"'), '\\') => word.push(letters.next().ok_or("a backslash at the end")?),
            _ => word.push(letter),
        }
    }
    if quote.is_some() { Err("an open quote") } else { Ok(word) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let list = "cnf a.cnf\n\n# words\n cnf 'a b.cnf'  --time \"1\\\"0\" c\\ d ''\ncnf a.cnf\n";
        let expected: [&[&str]; 2] =
            [&["cnf", "a.cnf"], &["cnf", "a b.cnf", "--time", "1\"0", "c d", ""]];
        assert_eq!(read(list).unwrap(), expected);
        assert_eq!(read("cnf 'a").unwrap_err(), "1: an open quote");
        assert_eq!(read("\ncnf a\\").unwrap_err(), "2: a backslash at the end");
    }
}
