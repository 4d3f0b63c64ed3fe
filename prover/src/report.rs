//! What the user reads: all output passes through here, and a file's name cannot forge a line.

use crate::pointer;
use indicatif::ProgressBar;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Why there is no verdict.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input or the command line is wrong.
    Wrong(String),
    /// It is our own fault, or the system's.
    Own(String),
}

impl Failure {
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Wrong(_) => 2,
            Self::Own(_) => 1,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Wrong(why) | Self::Own(why)) = self;
        f.write_str(why)
    }
}

/// The verdict that is held back, empty until there is one; `None` before [`hold`].
static HELD: Mutex<Option<String>> = Mutex::new(None);

fn held() -> MutexGuard<'static, Option<String>> {
    HELD.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on verdicts with evidence wait for [`release`], and no command to check a
/// certificate is printed: its file has a temporary name.
pub(crate) fn hold() {
    *held() = Some(String::new());
}

/// Prints the verdict that was held back.
pub(crate) fn release() {
    let text = held().take().unwrap_or_default();
    if !text.is_empty() {
        verdict(&text);
    }
}

/// Prints a line to standard error.
pub(crate) fn say(text: &str) {
    still();
    // If standard error is closed, the exit code still tells.
    let _unheard = io::stderr().lock().write_all(line(text).as_bytes());
}

/// Prints the command that checks a certificate, unless it waits in a temporary file to be
/// bundled.
pub(crate) fn check_with(command: &str) {
    if held().is_none() {
        say(&format!("check with: {command}"));
    }
}

/// Prints why there is no verdict.
pub(crate) fn fail(failure: &Failure) {
    let lines = pointer::lines(&failure.to_string());
    let lines: String = lines.iter().map(|text| line(text)).collect();
    let text = match lines.strip_prefix("error:") {
        Some(rest) if pointer::colours() => format!("\u{1b}[1;31merror:\u{1b}[0m{rest}"),
        _ => lines,
    };
    still();
    // If standard error is closed, the exit code still tells.
    let _unheard = io::stderr().lock().write_all(text.as_bytes());
}

/// What turns on a terminal while work goes on.
static SPINNER: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Says how far the work is: on a terminal beside what turns, in a pipe as a line.
pub(crate) fn progress(text: &str) {
    if !io::stderr().is_terminal() {
        return remark(text);
    }
    let mut spinner = SPINNER.lock().unwrap_or_else(PoisonError::into_inner);
    let spinner = spinner.get_or_insert_with(|| {
        let spinner = ProgressBar::new_spinner();
        spinner.enable_steady_tick(Duration::from_millis(100));
        spinner
    });
    spinner.set_message(line(text).trim_end().to_owned());
}

/// A number of things in words: `1 step`, `2 steps`.
pub(crate) fn count(number: impl TryInto<u64>, thing: &str) -> String {
    let number = number.try_into().unwrap_or(u64::MAX);
    match (number, thing.strip_suffix('y')) {
        (1, _) => format!("1 {thing}"),
        (_, Some(stem)) => format!("{number} {stem}ies"),
        (_, None) if thing.ends_with("ch") => format!("{number} {thing}es"),
        (_, None) => format!("{number} {thing}s"),
    }
}

/// Prints a line that is no answer to standard error.
pub(crate) fn remark(text: &str) {
    say(&format!("c {text}"));
}

/// Tells which of several engines found the answer.
pub(crate) fn engine(name: &str) {
    remark(&format!("engine: {name}"));
}

/// Takes what turns off the terminal.
fn still() {
    if let Some(spinner) = SPINNER.lock().unwrap_or_else(PoisonError::into_inner).take() {
        spinner.finish_and_clear();
    }
}

/// Prints the verdict line to standard error; of two threads that want to, only the first does.
pub(crate) fn verdict(text: &str) {
    static IS_SAID: AtomicBool = AtomicBool::new(false);
    if let Some(held) = held().as_mut().filter(|_| !text.starts_with("UNKNOWN")) {
        text.clone_into(held);
        return;
    }
    if !IS_SAID.swap(true, Ordering::SeqCst) {
        say(&format!("s {text}"));
    }
}

/// Prints lines to standard output.
pub(crate) fn print(lines: &[String]) -> Result<(), Failure> {
    let text: String = lines.iter().map(|text| line(text)).collect();
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|error| Failure::Own(format!("standard output: {error}")))
}

/// One line, whatever the text holds.
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

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_is_no_plural() {
        assert_eq!(count(1_u64, "step"), "1 step");
        assert_eq!(count(0_usize, "step"), "0 steps");
        assert_eq!(count(2_usize, "property"), "2 properties");
        assert_eq!(count(2_u64, "auxiliary latch"), "2 auxiliary latches");
    }
}
