//! The answer of a checker, for people and for machines.

use crate::Program;

/// Whether the claim was established, and what it is.
pub struct Verdict {
    /// `VERIFIED`, `REFUSED` or `UNDECIDED`.
    pub word: &'static str,
    /// Says the same as the word: 0, 1 or 2.
    pub exit_code: u8,
    /// Why the claim was not established, or nothing.
    pub reason: String,
    /// What was read and checked, in words: a name and a sentence each.
    pub facts: Vec<(&'static str, String)>,
}

impl Verdict {
    /// The claim holds of the files given; the facts say what was checked.
    #[must_use]
    pub fn verified(facts: Vec<(&'static str, String)>) -> Self {
        Self { word: "VERIFIED", exit_code: 0, reason: String::new(), facts }
    }

    /// The certificate does not establish the claim, for this reason.
    #[must_use]
    pub fn refused(reason: String) -> Self {
        Self { word: "REFUSED", exit_code: 1, reason, facts: Vec::new() }
    }

    /// Nothing can be said, for this reason.
    #[must_use]
    pub fn undecided(reason: String) -> Self {
        Self { word: "UNDECIDED", exit_code: 2, reason, facts: Vec::new() }
    }

    /// Lines `c NAME: SENTENCE`, then the verdict line.
    pub(crate) fn text(&self, program: &Program) -> String {
        let mut text = format!("c {} {}\n", program.name, program.version);
        for (name, sentence) in &self.facts {
            text.push_str(&line(&format!("c {name}: {sentence}")));
        }
        text.push_str(&line(format!("s {} {}", self.word, self.reason).trim_end()));
        text
    }

    /// One JSON object with the same contents.
    pub(crate) fn json(&self, program: &Program) -> String {
        let facts = self.facts.iter().map(|(name, words)| quoted(name) + ":" + &quoted(words));
        format!(
            "{{\"program\":{},\"version\":{},\"verdict\":{},\"reason\":{},\"facts\":{{{}}}}}\n",
            quoted(program.name),
            quoted(program.version),
            quoted(self.word),
            quoted(&self.reason),
            facts.collect::<Vec<_>>().join(",")
        )
    }
}

/// Whether a letter is not what it seems: it ends the line, turns the direction of writing, joins
/// or takes no room. The library does not print such letters either.
fn hides(letter: char) -> bool {
    !letter.is_ascii_graphic() && letter != ' ' && letter.escape_debug().count() > 1
}

/// One line, whatever the text holds: a file's name cannot forge a verdict.
#[must_use]
pub fn line(text: &str) -> String {
    let safe = text.chars().map(|letter| match letter {
        _ if hides(letter) => letter.escape_default().to_string(),
        _ => letter.to_string(),
    });
    safe.chain(["\n".to_owned()]).collect()
}

/// A JSON string in which nothing hides.
#[must_use]
pub fn quoted(text: &str) -> String {
    let unit = |unit: &mut u16| format!("\\u{unit:04x}");
    let safe = text.chars().map(|letter| match letter {
        '"' | '\\' => format!("\\{letter}"),
        _ if hides(letter) => letter.encode_utf16(&mut [0; 2]).iter_mut().map(unit).collect(),
        _ => letter.to_string(),
    });
    format!("\"{}\"", safe.collect::<String>())
}
