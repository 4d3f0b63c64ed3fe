//! Rust source as the rules of style and architecture see it: enough of a lexer to tell code from
//! comments and strings, and to find functions and unit tests.

use crate::{crates, files, is, last, text};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A source file.
pub struct Source {
    /// Where it lies.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
    /// Its text with comments and the insides of strings and characters blanked out, byte by byte.
    pub code: String,
    /// Its strings in order: where they begin, and what they hold.
    pub strings: Vec<(usize, String)>,
}

/// A function.
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its first line, from 1.
    pub line: usize,
    /// How many lines it has.
    pub length: usize,
}

/// All source files of the workspace.
pub fn sources() -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for member in crates()? {
        sources.extend(member.sources()?);
    }
    Ok(sources)
}

impl Source {
    /// Reads a source file.
    pub fn read(path: PathBuf) -> Result<Self, String> {
        let text = text(&path)?;
        let (code, strings) = Lexer { text: text.as_bytes(), at: 0 }.run();
        Ok(Self { path, text, code, strings })
    }

    /// Whether it holds unit tests and nothing else.
    #[must_use]
    pub fn is_unit_tests(&self) -> bool {
        last(&self.path) == "tests.rs" && self.path.ancestors().any(|folder| last(folder) == "src")
    }

    /// Whether it is the writer of a format and nothing else.
    #[must_use]
    pub fn is_writer(&self) -> bool {
        last(&self.path) == "write.rs"
            && self
                .path
                .ancestors()
                .any(|folder| ["formats", "certificates"].contains(&last(folder)))
    }

    /// Its lines without those of unit tests.
    #[must_use]
    pub fn lines(&self) -> Vec<&str> {
        let mut kept = Vec::new();
        let mut lines = self.text.lines().zip(self.code.lines());
        while let Some((line, code)) = lines.next() {
            if code.trim() != "#[cfg(test)]" {
                kept.push(line);
                continue;
            }
            // The item is a line, or ends with a brace under its beginning.
            let indent = code.len() - code.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            let _item = lines.by_ref().find(|(_, code)| *code == end || code.ends_with(';'));
        }
        kept
    }

    /// How many of its lines hold code: more than blanks and comments, and no unit tests.
    #[must_use]
    pub fn code_lines(&self) -> usize {
        let lines = self.lines().into_iter().map(str::trim_start);
        lines.filter(|line| !line.is_empty() && !line.starts_with("//")).count()
    }

    /// The words of the code: letters, digits and underscores, with their place.
    pub fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut rest = 0;
        self.code.split(move |letter| !is_letter(letter)).filter_map(move |word| {
            let at = rest;
            rest +=
                word.len() + self.code[at + word.len()..].chars().next().map_or(0, char::len_utf8);
            (!word.is_empty()).then_some((at, word))
        })
    }

    /// What follows the byte at `at`, without blanks.
    #[must_use]
    pub fn after(&self, at: usize) -> &str {
        self.code.get(at..).unwrap_or("").trim_start()
    }

    /// The line of a byte, from 1.
    #[must_use]
    pub fn line_of(&self, at: usize) -> usize {
        self.code.bytes().take(at).filter(|&byte| byte == b'\n').count() + 1
    }

    /// All functions that have a body, those of unit tests included.
    #[must_use]
    pub fn functions(&self) -> Vec<Function> {
        let mut functions = Vec::new();
        let mut words = self.words().peekable();
        while let Some((at, word)) = words.next() {
            // A function pointer has no name.
            if word != "fn" || self.after(at + 2).starts_with('(') {
                continue;
            }
            let Some(&(_, name)) = words.peek() else { break };
            if let Some(body) = self.body(at) {
                let line = self.line_of(at);
                let length = self.line_of(body.end) - line + 1;
                functions.push(Function { name: name.to_owned(), line, length });
            }
        }
        functions
    }

    /// The next braces from `at` on and what is between them, unless a semicolon comes first.
    #[must_use]
    pub fn body(&self, at: usize) -> Option<Range<usize>> {
        let mut depth = 0_usize;
        let mut start = None;
        for (place, byte) in self.code.bytes().enumerate().skip(at) {
            match byte {
                b'(' | b'[' | b'{' => {
                    if byte == b'{' && depth == 0 {
                        start = Some(place);
                    }
                    depth += 1;
                }
                b')' | b']' | b'}' => {
                    depth = depth.checked_sub(1)?;
                    if byte == b'}' && depth == 0 {
                        return start.map(|start| start..place);
                    }
                }
                b';' if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }
}

struct Lexer<'a> {
    text: &'a [u8],
    at: usize,
}

impl Lexer<'_> {
    fn run(mut self) -> (String, Vec<(usize, String)>) {
        let mut code: Vec<u8> = Vec::new();
        let mut strings = Vec::new();
        while let Some(&byte) = self.text.get(self.at) {
            let start = self.at;
            let raw = self.raw_hashes();
            if self.sees(b"//") {
                self.skip_to(b"\n");
            } else if self.sees(b"/*") {
                self.skip_to(b"*/");
            } else if let Some(hashes) = raw {
                let end = [b"\"".as_slice(), &vec![b'#'; hashes]].concat();
                self.at += hashes + 2;
                let inside = self.at;
                self.skip_to(&end);
                strings.push((start, self.lossy(inside, self.at)));
            } else if byte == b'"' {
                strings.push((start, self.string()));
                self.at += 1;
            } else if byte == b'\'' && self.is_character() {
                self.at += if self.text.get(self.at + 1) == Some(&b'\\') { 3 } else { 2 };
                self.skip_to(b"'");
                self.at += 1;
            } else {
                self.at += 1;
                code.push(byte);
                continue;
            }
            self.at = self.at.min(self.text.len());
            let blanked = self.text[start..self.at].iter();
            code.extend(blanked.map(|&byte| if byte == b'\n' { byte } else { b' ' }));
        }
        (String::from_utf8_lossy(&code).into_owned(), strings)
    }

    fn sees(&self, start: &[u8]) -> bool {
        self.text[self.at..].starts_with(start)
    }

    /// Goes to the next place where `end` stands, or to the end of the file.
    fn skip_to(&mut self, end: &[u8]) {
        while self.at < self.text.len() && !self.sees(end) {
            self.at += 1;
        }
    }

    /// The number of `#` if a raw string begins here.
    fn raw_hashes(&self) -> Option<usize> {
        let before = self.at.checked_sub(1).and_then(|at| self.text.get(at));
        if before.is_some_and(|byte| byte.is_ascii_alphanumeric() && *byte != b'b') {
            return None;
        }
        let rest = self.text[self.at..].strip_prefix(b"r")?;
        let hashes = rest.iter().take_while(|&&byte| byte == b'#').count();
        (rest.get(hashes) == Some(&b'"')).then_some(hashes)
    }

    /// Whether the quote here begins a character, not a lifetime.
    fn is_character(&self) -> bool {
        let rest = String::from_utf8_lossy(&self.text[self.at..self.text.len().min(self.at + 8)]);
        let mut letters = rest.chars().skip(1);
        letters.next() == Some('\\') || letters.next() == Some('\'')
    }

    /// Reads a string from its first quote to before its last one.
    fn string(&mut self) -> String {
        let mut value = Vec::new();
        self.at += 1;
        while let Some(&byte) = self.text.get(self.at).filter(|&&byte| byte != b'"') {
            self.at += 1;
            if byte != b'\\' {
                value.push(byte);
                continue;
            }
            match self.text.get(self.at) {
                Some(b'n') => value.push(b'\n'),
                Some(b'\n') => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
                    continue;
                }
                Some(&other) => value.push(other),
                None => {}
            }
            self.at += 1;
        }
        String::from_utf8_lossy(&value).into_owned()
    }

    fn lossy(&self, start: usize, end: usize) -> String {
        String::from_utf8_lossy(&self.text[start..end]).into_owned()
    }
}

/// The source files below a folder.
pub(crate) fn sources_below(folder: &Path) -> Result<Vec<Source>, String> {
    let mut found = files(folder)?;
    found.retain(|path| is(path, "rs"));
    found.into_iter().map(Source::read).collect()
}
