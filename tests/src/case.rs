//! Cases: folders `tests/CLASS/KIND/CASE` with a command line, its files and what must come out.
//!
//! `tests/README.md` says what the files of a case mean.

use crate::process::{Answer, Limits, run};
use crate::{blessing, bytes, entries, files, last, name, program, root, say, text, twin, write};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// No case may take longer.
const TIME: Duration = Duration::from_secs(20);

/// What the runner itself reads in the folder of a case; all else belongs to the program.
const OWN: [&str; 4] = ["args", "expected.txt", "memory", "twin"];

/// A file that the program writes is kept under its name with this before it.
const WRITTEN: &str = "expected-";

/// What must come of a case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The program succeeds, and says exactly this.
    Accept,
    /// The program refuses, and says exactly this.
    Reject,
    /// The program ends by itself, whatever it says.
    Survive,
    /// The program says exactly this; it once did not.
    Regressions,
}

impl Class {
    /// The folder of the class.
    #[must_use]
    pub fn folder(self) -> PathBuf {
        let name = match self {
            Self::Accept => "accept",
            Self::Reject => "reject",
            Self::Survive => "survive",
            Self::Regressions => "regressions",
        };
        root().join("tests").join(name)
    }

    /// Whether a program of this name may end so. `certify` says with 10 that it has a witness,
    /// and `audit` that it verified one.
    fn allows(self, program: &str, code: i32) -> bool {
        match self {
            Self::Accept => code == 0 || (code == 10 && ["audit", "certify"].contains(&program)),
            Self::Reject => code == 1 || code == 2,
            // Of the shell, 126 and 127 would mean that the program did not even start.
            Self::Survive | Self::Regressions => matches!(code, 0 | 1 | 2 | 10 | 30),
        }
    }
}

/// A command line and the files it is about.
pub struct Case {
    folder: PathBuf,
    class: Class,
    /// The program's name.
    program: String,
    words: Vec<OsString>,
    stdin: Option<String>,
    memory: Option<u64>,
    /// The names of the files that the program may read.
    inputs: Vec<String>,
}

/// Runs all cases of a class, says how many there are of each kind, and gives all faults.
pub fn run_class(class: Class) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    let mut ran: BTreeMap<String, usize> = BTreeMap::new();
    for kind in entries(&class.folder())? {
        let cases = if kind.is_dir() { entries(&kind)? } else { vec![kind.clone()] };
        for folder in cases {
            if !folder.is_dir() {
                faults.push(format!("{}: stray file", name(&folder)));
                continue;
            }
            let result = Case::read(class, folder.clone()).and_then(|case| case.check());
            faults.extend(result.err().map(|fault| format!("{}: {fault}", name(&folder))));
            *ran.entry(last(&kind).to_owned()).or_default() += 1;
        }
    }
    let total: usize = ran.values().sum();
    let kinds: Vec<String> = ran.iter().map(|(kind, count)| format!("{kind} {count}")).collect();
    say(&format!("{}: {total} cases ran ({})", name(&class.folder()), kinds.join(", ")));
    let is_case = |path: &&PathBuf| last(path) == "args";
    let on_disk = files(&class.folder())?.iter().filter(is_case).count();
    if on_disk != total {
        faults.push(format!("{on_disk} files 'args' on disk, but {total} cases ran"));
    }
    Ok(faults)
}

impl Case {
    /// Reads the folder of a case; a folder that is none, or has more in it, is a fault.
    pub fn read(class: Class, folder: PathBuf) -> Result<Self, String> {
        let args = text(&folder.join("args"))?;
        let mut lines = args.lines();
        let mut words = split(lines.next().unwrap_or(""))?.into_iter();
        let program = words.next().and_then(|word| word.into_string().ok());
        let program = program.ok_or("'args' names no program")?;
        let words: Vec<OsString> = words.collect();
        let stdin = match lines.next().map(|line| line.strip_prefix("stdin: ")) {
            None => None,
            Some(Some(file)) => Some(file.to_owned()),
            Some(None) => return Err("the second line of 'args' is not 'stdin: FILE'".into()),
        };
        if lines.next().is_some() {
            return Err("'args' has more than two lines".into());
        }
        let memory = match text(&folder.join("memory")) {
            Ok(limit) => Some(limit.trim().parse().map_err(|_| "'memory' is no number of KiB")?),
            Err(_) => None,
        };
        let mut inputs = Vec::new();
        for path in entries(&folder)? {
            let file = last(&path).to_owned();
            if OWN.contains(&file.as_str()) || file.starts_with(WRITTEN) {
                continue;
            }
            let named = words.iter().any(|word| {
                *word == *file
                    || word.to_str().is_some_and(|word| word.ends_with(&format!("={file}")))
            });
            if !(named || stdin.as_ref() == Some(&file)) {
                return Err(format!("'{file}' is not named in 'args'"));
            }
            inputs.push(file);
        }
        Ok(Self { folder, class, program, words, stdin, memory, inputs })
    }

    /// Runs the case and compares; where `CERTIFY_BLESS` says so, what comes out is from now on expected.
    pub fn check(&self) -> Result<(), String> {
        self.check_twin()?;
        let place = self.prepare()?;
        let answer = self.run_in(&place)?;
        if !self.class.allows(&self.program, answer.code) {
            let code = answer.code;
            let output = String::from_utf8_lossy(&answer.stdout);
            return Err(format!("exit code {code} is not one for this folder:\n{output}"));
        }
        verdict_agrees(&answer)?;
        if self.class == Class::Survive {
            self.expect_none()?;
        } else {
            let mut found = format!("exit {}\n", answer.code).into_bytes();
            found.extend(&answer.stdout);
            self.compare("expected.txt", &found)?;
            self.compare_written(&place)?;
        }
        fs::remove_dir_all(&place).map_err(|error| error.to_string())
    }

    /// A refused case that names its accepted twin differs from it in one token.
    fn check_twin(&self) -> Result<(), String> {
        let Ok(path) = text(&self.folder.join("twin")) else { return Ok(()) };
        let folder = root().join("tests").join(path.trim());
        if self.class != Class::Reject || !folder.starts_with(Class::Accept.folder()) {
            return Err("a twin belongs to a case of 'reject' and is one of 'accept'".into());
        }
        let twin = Self::read(Class::Accept, folder)?;
        if twin.inputs != self.inputs {
            return Err("its twin has other files".into());
        }
        let mut pairs = Vec::new();
        for input in self.inputs.iter().map(String::as_str).chain(["args"]) {
            let below = |folder: &Path| -> Result<Vec<PathBuf>, String> {
                let path = folder.join(input);
                if path.is_dir() { files(&path) } else { Ok(vec![path]) }
            };
            let (own, others) = (below(&self.folder)?, below(&twin.folder)?);
            if own.len() != others.len() {
                return Err("its twin has other files".into());
            }
            for (own, other) in own.iter().zip(&others) {
                pairs.push((bytes(own)?, bytes(other)?));
            }
        }
        twin::differ_in_one_token(&pairs)
    }

    /// A fresh folder with copies of the input files.
    fn prepare(&self) -> Result<PathBuf, String> {
        let test = std::env::current_exe().map_err(|error| error.to_string())?;
        let target = test.ancestors().nth(2).ok_or("the test lies in no target folder")?;
        let case = name(&self.folder).replace(['/', '\\'], "+");
        let place = target.join("cases").join(case);
        if place.exists() {
            fs::remove_dir_all(&place).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(&place).map_err(|error| error.to_string())?;
        for file in &self.inputs {
            copy(&self.folder.join(file), &place.join(file))?;
        }
        Ok(place)
    }

    fn run_in(&self, place: &Path) -> Result<Answer, String> {
        let stdin = match &self.stdin {
            None => Stdio::null(),
            Some(file) => {
                let opened = File::open(place.join(file));
                Stdio::from(opened.map_err(|error| format!("{file}: {error}"))?)
            }
        };
        let limits = Limits { time: TIME, memory: self.memory };
        run(program(&self.program)?, &self.words, place, stdin, limits)
    }

    /// Compares with a file of the case, or makes it so.
    fn compare(&self, file: &str, found: &[u8]) -> Result<(), String> {
        let path = self.folder.join(file);
        if blessing(&path) {
            return write(&path, found);
        }
        let expected = bytes(&path)?;
        if expected == found {
            return Ok(());
        }
        let (expected, found) =
            (String::from_utf8_lossy(&expected), String::from_utf8_lossy(found));
        Err(format!("{file} differs\n--- expected\n{expected}--- found\n{found}---"))
    }

    /// Every file that the program wrote is expected, and every expected one was written.
    fn compare_written(&self, place: &Path) -> Result<(), String> {
        let mut expected = entries(&self.folder)?;
        expected.retain(|path| last(path).starts_with(WRITTEN) && last(path) != "expected.txt");
        for path in entries(place)? {
            let file = last(&path);
            if !self.inputs.iter().any(|input| input == file) {
                let kept = format!("{WRITTEN}{file}");
                self.compare(&kept, &bytes(&path)?)?;
                expected.retain(|path| last(path) != kept);
            }
        }
        expected.first().map_or(Ok(()), |path| Err(format!("{} was not written", last(path))))
    }

    fn expect_none(&self) -> Result<(), String> {
        if self.folder.join("expected.txt").exists() {
            return Err("a case of 'survive' expects nothing".into());
        }
        Ok(())
    }
}

/// Copies a file, a folder with all that is in it, or a link as it is.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let fault = |error: std::io::Error| format!("{}: {error}", name(from));
    let kind = fs::symlink_metadata(from).map_err(fault)?;
    #[cfg(unix)]
    if kind.is_symlink() {
        let target = fs::read_link(from).map_err(fault)?;
        return std::os::unix::fs::symlink(target, to).map_err(fault);
    }
    if !kind.is_dir() {
        return fs::copy(from, to).map(drop).map_err(fault);
    }
    fs::create_dir(to).map_err(fault)?;
    entries(from)?.iter().try_for_each(|path| copy(path, &to.join(last(path))))
}

/// Where the last line is a verdict, it says the same as the exit code, and is the only one.
fn verdict_agrees(answer: &Answer) -> Result<(), String> {
    let output = String::from_utf8_lossy(&answer.stdout);
    let verdicts: Vec<&str> = output.lines().filter(|line| line.starts_with("s ")).collect();
    let [verdict] = verdicts[..] else {
        return if verdicts.is_empty() { Ok(()) } else { Err("two verdicts".into()) };
    };
    // Of audit; its options change the code, and not the word.
    let codes: &[i32] = match verdict.split(' ').nth(1) {
        Some("VERIFIED") => &[0],
        Some("REFUSED") => &[1],
        Some("UNDECIDED") => &[2],
        Some("PARTIAL") => &[0, 1],
        Some("FAILS") => &[0, 10],
        _ => return Ok(()),
    };
    if !codes.contains(&answer.code) || output.lines().last() != Some(verdict) {
        return Err(format!("'{verdict}' with exit code {} or not last", answer.code));
    }
    Ok(())
}

/// The words of a command line. Within double quotes blanks are letters, and `\n`, `\"`, `\\`
/// and `\xHH` stand for a line feed, a quote, a backslash and any byte.
fn split(line: &str) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quoted = false;
    let mut letters = line.bytes();
    while let Some(letter) = letters.next() {
        match letter {
            b'"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            b' ' if !quoted => words.extend(word.take()),
            b'\\' if quoted => {
                let escaped = match letters.next() {
                    Some(b'n') => b'\n',
                    Some(b'x') => {
                        let digits: Vec<u8> = letters.by_ref().take(2).collect();
                        let digits = String::from_utf8(digits).map_err(|_| "a wrong '\\x'")?;
                        u8::from_str_radix(&digits, 16).map_err(|_| "a wrong '\\x'")?
                    }
                    Some(other @ (b'"' | b'\\')) => other,
                    _ => return Err("'args' has an unknown escape".into()),
                };
                word.get_or_insert_default().push(escaped);
            }
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quoted {
        return Err("'args' has an open quote".into());
    }
    words.extend(word);
    words.into_iter().map(os_string).collect()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "on other systems it can fail")]
fn os_string(word: Vec<u8>) -> Result<OsString, String> {
    Ok(std::os::unix::ffi::OsStringExt::from_vec(word))
}

#[cfg(not(unix))]
fn os_string(word: Vec<u8>) -> Result<OsString, String> {
    String::from_utf8(word).map(OsString::from).map_err(|error| error.to_string())
}
