//! The list of a batch: words as in a shell, without the shell.

use crate::arguments::Arguments;
use clap::Parser;
use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

/// The command lines of a list. Empty lines and lines that begin with `#` are none; a line that
/// stands twice is one. Each is a command that answers, and leaves bundles to the batch.
pub(crate) fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut known = BTreeSet::new();
    for (line, number) in text.lines().zip(1_u64..) {
        let words = words(line).map_err(|why| format!("{number}: {why}"))?;
        if !words.is_empty() && known.insert(words.clone()) {
            check(&words).map_err(|why| format!("{number}: {why}"))?;
            lines.push(words);
        }
    }
    Ok(lines)
}

/// The words are a command line of certify that answers a question.
fn check(words: &[String]) -> Result<(), String> {
    let line = ["certify"].into_iter().chain(words.iter().map(String::as_str));
    let other = || "expected a command that answers, such as cnf or safety".to_owned();
    match Arguments::try_parse_from(line) {
        Ok(arguments) if !arguments.answers() => Err(other()),
        Ok(arguments) if arguments.effort().bundle.is_some() => {
            Err("--bundle is an option of the batch".into())
        }
        Ok(_) => Ok(()),
        // Help and version answer nothing either.
        Err(error) if !error.use_stderr() => Err(other()),
        Err(error) => {
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            Err(first.trim_start_matches("error: ").to_owned())
        }
    }
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
        let line = " cnf 'a b.cnf'  --time \"1\\\"0\" c\\ d ''";
        assert_eq!(words(line).unwrap(), ["cnf", "a b.cnf", "--time", "1\"0", "c d", ""]);
        let list = "cnf a.cnf\n\n# words\ncnf 'a b.cnf' -o c\\ d\ncnf a.cnf\nsome.aig\n";
        let expected: [&[&str]; 3] =
            [&["cnf", "a.cnf"], &["cnf", "a b.cnf", "-o", "c d"], &["some.aig"]];
        assert_eq!(read(list).unwrap(), expected);
        assert_eq!(read("cnf 'a").unwrap_err(), "1: an open quote");
        assert_eq!(read("\ncnf a\\").unwrap_err(), "2: a backslash at the end");
        for (list, why) in [
            ("cnf a\ncnf b --no-such", "2: unexpected argument '--no-such' found"),
            ("cnf", "1: the following required arguments were not provided:"),
            ("demo", "1: expected a command that answers, such as cnf or safety"),
            ("cnf a --bundle b", "1: --bundle is an option of the batch"),
            ("safety a --time never", "1: invalid value 'never' for '--time <SECONDS>'"),
            ("--help", "1: expected a command that answers, such as cnf or safety"),
        ] {
            assert!(
                read(list).unwrap_err().starts_with(why),
                "{list}: {}",
                read(list).unwrap_err()
            );
        }
    }
}
