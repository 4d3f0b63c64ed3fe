//! The answer of a checker, for people and for machines.

use crate::Program;
use std::fmt::Write;

/// Whether the claim was established.
enum Outcome {
    /// The claim holds of the files given.
    Verified,
    /// The certificate does not establish it, for this reason.
    Refused(String),
    /// Nothing can be said, for this reason.
    Undecided(String),
}

/// An outcome and what it is about.
pub struct Verdict {
    outcome: Outcome,
    /// What was read and checked, in words: a name and a sentence each.
    facts: Vec<(&'static str, String)>,
}

impl Verdict {
    /// The claim holds; the facts say what was checked.
    #[must_use]
    pub fn verified(facts: Vec<(&'static str, String)>) -> Self {
        Self { outcome: Outcome::Verified, facts }
    }

    /// The certificate is wrong.
    #[must_use]
    pub fn refused(reason: String) -> Self {
        Self { outcome: Outcome::Refused(reason), facts: Vec::new() }
    }

    /// Nothing can be said.
    #[must_use]
    pub fn undecided(reason: String) -> Self {
        Self { outcome: Outcome::Undecided(reason), facts: Vec::new() }
    }

    pub(crate) fn exit_code(&self) -> u8 {
        match self.outcome {
            Outcome::Verified => 0,
            Outcome::Refused(_) => 1,
            Outcome::Undecided(_) => 2,
        }
    }

    fn words(&self) -> (&'static str, &str) {
        match &self.outcome {
            Outcome::Verified => ("VERIFIED", ""),
            Outcome::Refused(reason) => ("REFUSED", reason),
            Outcome::Undecided(reason) => ("UNDECIDED", reason),
        }
    }

    /// Lines `c NAME: SENTENCE`, then the verdict line.
    pub(crate) fn text(&self, program: &Program) -> String {
        let mut text = format!("c {} {}\n", program.name, program.version);
        for (name, sentence) in &self.facts {
            text.push_str(&line(&format!("c {name}: {sentence}")));
        }
        let (word, reason) = self.words();
        text.push_str(&line(format!("s {word} {reason}").trim_end()));
        text
    }

    /// One JSON object with the same contents.
    pub(crate) fn json(&self, program: &Program) -> String {
        let (word, reason) = self.words();
        let mut text = format!(
            "{{\"program\":{},\"version\":{},\"verdict\":{},\"reason\":{},\"facts\":{{",
            quoted(program.name),
            quoted(program.version),
            quoted(word),
            quoted(reason)
        );
        let facts = self.facts.iter().map(|(name, words)| quoted(name) + ":" + &quoted(words));
        text.push_str(&facts.collect::<Vec<_>>().join(","));
        text.push_str("}}\n");
        text
    }
}

/// One line, whatever the text holds: a file's name cannot forge a verdict.
fn line(text: &str) -> String {
    let mut line = String::new();
    for letter in text.chars() {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line.push('\n');
    line
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            _ if letter.is_control() => {
                // Writing to a string cannot fail; control characters lie below 0x10000.
                let _infallible = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            _ => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
