//! What the user may have meant by a word that is no command, or an option of another command.

use crate::arguments::Arguments;
use crate::report::Failure;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::path::Path;

/// The programs beside certify.
const PROGRAMS: [&str; 8] = [
    "audit",
    "dratcheck",
    "horncheck",
    "invcheck",
    "lratcheck",
    "mitercheck",
    "pacheck",
    "tracecheck",
];

/// What is wrong with a first word that is neither a command nor a file.
pub(crate) fn word(word: &str) -> Option<Failure> {
    let is_known = Arguments::command().find_subcommand(word).is_some();
    if is_known || word.starts_with('-') || Path::new(word).exists() {
        return None;
    }
    let why = match meant(word) {
        _ if word == "help" => "see certify --help".to_owned(),
        _ if PROGRAMS.contains(&word) => format!("'{word}' is a program of its own"),
        Some(name) => format!("did you mean 'certify {name}'?"),
        None if word.contains(['.', '/']) => return None,
        None => "see certify --help".to_owned(),
    };
    Some(Failure::Wrong(format!("{word}: neither a command nor a file: {why}")))
}

/// The command that differs from the word in one or two letters.
fn meant(word: &str) -> Option<String> {
    let command = Arguments::command();
    let names = command.get_subcommands().map(|command| command.get_name().to_owned());
    let near = names.map(|name| (distance(word, &name), name));
    let most = if word.chars().count() < 5 { 1 } else { 2 };
    near.filter(|(distance, _)| *distance <= most).min().map(|(_, name)| name)
}

/// What is wrong with the first word of a command line that cannot be read.
pub(crate) fn command(error: &clap::Error) -> Option<Failure> {
    let first = std::env::args().nth(1).filter(|_| error.use_stderr())?;
    word(&first).or_else(|| second(error))
}

/// What is wrong with a second file behind one that is no command.
pub(crate) fn second(error: &clap::Error) -> Option<Failure> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let is_known = Arguments::command().find_subcommand(word).is_some();
    let why = match error.kind() {
        ErrorKind::ArgumentConflict if is_known => "a command stands before its files",
        ErrorKind::ArgumentConflict => {
            "certify decides one file at a time; 'certify equivalence' compares two circuits"
        }
        _ => return None,
    };
    Some(Failure::Wrong(format!("{word}: {why}")))
}

/// The commands that have the option which this one has not.
pub(crate) fn owners(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(option)) = error.get(ContextKind::InvalidArg) else {
        return None;
    };
    let option = Some(option).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    let option = option?.strip_prefix("--")?;
    let has = |command: &&clap::Command| {
        command.get_arguments().any(|argument| argument.get_long() == Some(option))
    };
    let command = Arguments::command();
    let owners = command.get_subcommands().filter(has).map(clap::Command::get_name);
    let owners = owners.collect::<Vec<_>>().join(", certify ");
    (!owners.is_empty()).then(|| format!("--{option} is an option of certify {owners}"))
}

/// How many letters have to be changed, added, left out or exchanged with their neighbours.
fn distance(one: &str, other: &str) -> usize {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=other.len()).collect()];
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i.saturating_add(1)];
        for (j, partner) in other.iter().enumerate() {
            let at = |row: Option<&Vec<usize>>, column: usize| {
                row.and_then(|row| row.get(column)).copied().unwrap_or(usize::MAX / 2)
            };
            let above = rows.last();
            let change = at(above, j).saturating_add(usize::from(letter != partner));
            let step = at(above, j.saturating_add(1)).min(at(Some(&row), j)).saturating_add(1);
            let is_swap = i > 0
                && j > 0
                && one.get(i.saturating_sub(1)) == Some(partner)
                && other.get(j.saturating_sub(1)) == Some(letter);
            let two = rows.len().checked_sub(2).and_then(|number| rows.get(number));
            let swap = if is_swap { at(two, j.saturating_sub(1)) } else { usize::MAX / 2 };
            row.push(change.min(step).min(swap.saturating_add(1)));
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_commands() {
        assert_eq!(distance("saftey", "safety"), 1);
        assert_eq!(distance("cnf", "cnf"), 0);
        assert_eq!(distance("", "cnf"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(meant("saftey").as_deref(), Some("safety"));
        assert_eq!(meant("multipler").as_deref(), Some("multiplier"));
        assert_eq!(meant("cnff").as_deref(), Some("cnf"));
        assert_eq!(meant("model.aig"), None);
    }
}
