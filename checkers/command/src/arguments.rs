//! The command line of a checker: files and options, nothing twice, nothing unknown.

use format_input::Encoding;
use std::ffi::OsString;

/// What a checker calls itself and understands.
pub struct Program {
    /// Its name.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
    /// The help text after `NAME VERSION: `.
    pub help: &'static str,
    /// Its options beside `--json`, `--help` and `--version`.
    pub switches: &'static [Switch],
    /// The fewest and the most files it takes.
    pub files: (usize, usize),
}

/// An option.
pub struct Switch {
    /// Its name with the dashes.
    pub name: &'static str,
    /// What its value stands for; `None` if it has none.
    pub value: Option<&'static str>,
}

/// What the user asked for.
#[derive(Debug)]
pub struct Arguments {
    /// The files in order; `-` is standard input and stands at most once.
    pub files: Vec<String>,
    options: Vec<(&'static str, String)>,
}

impl Arguments {
    /// Reads the words behind the program's name; an error is a sentence.
    pub fn parse(program: &Program, words: Vec<OsString>) -> Result<Self, String> {
        let mut arguments = Self { files: Vec::new(), options: Vec::new() };
        let mut only_files = false;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let word = word.into_string();
            let word = word.map_err(|word| format!("{} is not UTF-8", word.display()))?;
            if only_files || word == "-" || !word.starts_with('-') {
                arguments.files.push(word);
            } else if word == "--" {
                only_files = true;
            } else {
                arguments.option(program, &word, &mut words)?;
            }
        }
        let (fewest, most) = program.files;
        match arguments.files.len() {
            found if found < fewest => Err(format!("too few files: {found}, at least {fewest}")),
            found if found > most => Err(format!("too many files: {found}, at most {most}")),
            _ if arguments.files.iter().filter(|file| *file == "-").count() > 1 => {
                Err("standard input can be only one of the files".into())
            }
            _ => Ok(arguments),
        }
    }

    /// `--name`, `--name value` or `--name=value`.
    fn option(
        &mut self,
        program: &Program,
        word: &str,
        words: &mut impl Iterator<Item = OsString>,
    ) -> Result<(), String> {
        let (name, mut value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word, None),
        };
        let json = Switch { name: "--json", value: None };
        let mut known = program.switches.iter().chain([&json]);
        let Some(switch) = known.find(|switch| switch.name == name) else {
            return Err(format!("unknown option {name}"));
        };
        if self.has(switch.name) {
            return Err(format!("{name} stands twice"));
        }
        if let Some(what) = switch.value
            && value.is_none()
        {
            let next = words.next().and_then(|word| word.into_string().ok());
            value = Some(next.ok_or_else(|| format!("{name} needs a value: {what}"))?);
        } else if switch.value.is_none() && value.is_some() {
            return Err(format!("{name} takes no value"));
        }
        self.options.push((switch.name, value.unwrap_or_default()));
        Ok(())
    }

    /// Whether an option was given.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The value of an option that was given.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        options.find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// The value of an option as a number up to `limit`.
    pub fn number(&self, name: &str, limit: u32) -> Result<Option<u32>, String> {
        let Some(value) = self.value(name) else { return Ok(None) };
        match value.parse() {
            Ok(number) if number <= limit && !value.starts_with('+') => Ok(Some(number)),
            _ => Err(format!("{name}: expected a number up to {limit}, found '{value}'")),
        }
    }

    /// The encoding that `--text` or `--binary` asks for.
    pub fn encoding(&self) -> Result<Option<Encoding>, String> {
        match (self.has("--text"), self.has("--binary")) {
            (true, true) => Err("--text and --binary exclude each other".into()),
            (true, false) => Ok(Some(Encoding::Text)),
            (false, true) => Ok(Some(Encoding::Binary)),
            (false, false) => Ok(None),
        }
    }

    /// The file at this position, counted from 0.
    #[must_use]
    pub fn file(&self, position: usize) -> &str {
        self.files.get(position).map_or("", String::as_str)
    }
}
