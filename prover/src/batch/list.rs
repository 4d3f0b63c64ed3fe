//! The list of a batch: words as in a shell, without the shell.

use crate::arguments::Arguments;
use crate::files::{Files, apart, is_stream};
use crate::mistyped;
use clap::Parser;
use std::collections::BTreeSet;
use std::iter::Peekable;
use std::path::{Path, PathBuf};
use std::str::Chars;

/// The command lines of a list. Empty lines and lines that begin with `#` are none; a line that
/// stands twice is one. Each is a command that answers, and leaves bundles to the batch; none
/// writes what another one reads or writes, the list itself, or into one of the `folders`.
pub(crate) fn read(
    text: &str,
    list: Option<&Path>,
    folders: &[PathBuf],
) -> Result<Vec<Vec<String>>, String> {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut files = Vec::new();
    let mut known = BTreeSet::new();
    for (line, number) in text.lines().zip(1_u64..) {
        let words = words(line).map_err(|why| format!("{number}: {why}"))?;
        if !words.is_empty() && known.insert(words.clone()) {
            files.push((number, check(&words).map_err(|why| format!("{number}: {why}"))?));
            lines.push(words);
        }
    }
    let files: Vec<(Option<u64>, &Files)> =
        files.iter().map(|(number, files)| (Some(*number), files)).collect();
    apart(&files, list, folders)?;
    Ok(lines)
}

/// The words are a command line of certify that answers a question; what it reads and writes.
fn check(words: &[String]) -> Result<Files, String> {
    let line = ["certify"].into_iter().chain(words.iter().map(String::as_str));
    let other = || "expected a command that answers, such as cnf or safety".to_owned();
    match Arguments::try_parse_from(line) {
        Ok(arguments) if !arguments.answers() => Err(other()),
        Ok(arguments) if arguments.effort().bundle.is_some() => {
            Err("--bundle is an option of the batch".into())
        }
        Ok(arguments) => match Files::of(&arguments) {
            Ok(files) if files.read.iter().any(|path| is_stream(path)) => {
                Err("standard input is not for the jobs of a batch: name a file".into())
            }
            files => files.map_err(|failure| failure.to_string()),
        },
        // Help and version answer nothing either.
        Err(error) if !error.use_stderr() => Err(other()),
        Err(_) if words.first().is_some_and(|word| word == "certify") => {
            Err("leave out the word 'certify'".into())
        }
        Err(error) => {
            let first = words.first().and_then(|word| mistyped::word(word));
            if let Some(failure) = first.or_else(|| mistyped::second(&error)) {
                return Err(failure.to_string());
            }
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

    fn read(text: &str) -> Result<Vec<Vec<String>>, String> {
        super::read(text, Some(Path::new("list")), &["run".into()])
    }

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
            ("multiplier -", "1: standard input is not for the jobs of a batch: name a file"),
            ("foo bar", "1: foo: neither a command nor a file: see certify --help"),
            ("some.aig b.aig", "1: b.aig: certify decides one file at a time"),
            ("certify cnf a", "1: leave out the word 'certify'"),
            ("multiplier a -o b\nsafety ./b", "1: b: would replace an input of line 2"),
            ("cnf a -o c\ncnf b -o ./c", "2: ./c: would replace what line 1 writes"),
            ("cnf a -o list", "1: list: would replace the list"),
            ("cnf a -o run/c", "1: run/c: is a part of the bundle"),
            ("safety a --witness w\nsafety a --vcd w", "2: w: would replace an input of line 1"),
            (
                "safety t -o x --others rest\ncnf a -o rest.inv",
                "2: rest.inv: would replace what line 1 writes",
            ),
            (
                "cnf rest.b12.trace\nsafety a --others ./rest",
                "2: --others ./rest: would replace an",
            ),
            ("safety a --others run/c", "1: --others run/c: is a part of the bundle"),
            ("safety a --export foo b", "1: --export: expected certifaiger, found 'foo'"),
            ("safety a --vcd -", "1: -: expected a file, such as ./-"),
            (
                "multiplier a --export lpac b\nmultiplier a -o b.spec",
                "2: b.spec: would replace what line 1 writes",
            ),
            (
                "equivalence a b --export lrat c\nhorn s --model c.cnf",
                "2: c.cnf: would replace what line 1 writes",
            ),
        ] {
            assert!(
                read(list).unwrap_err().starts_with(why),
                "{list}: {}",
                read(list).unwrap_err()
            );
        }
    }
}
