//! Certificates larger than the memory that their checker may have, through a pipe: what a checker
//! holds follows the clauses, polynomials and states at hand, not the bytes read.
//!
//! `CERTIFY_LOAD` is the size of each certificate in megabytes, `CERTIFY_SEED` the seed. Each is
//! valid, but for its last line with a twin that is not: so its end was read, too.

#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "a test may stop at the first surprise, and the numbers are small"
)]

#[path = "load/streams.rs"]
mod streams;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use streams::Stream;
use workspace_tests::{Answer, Limits, Random, conclude, fresh, program, run, say, write};

/// The address space of a checker, in KiB: its code, its stack, and some buffers.
const MEMORY: u64 = 16 << 10;

/// Megabytes that are more than that.
const SIZE: u64 = 24;

#[test]
fn memory_follows_live_data() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |text| text.parse().unwrap())
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let (size, seed) = (number("CERTIFY_LOAD", SIZE), number("CERTIFY_SEED", now));
    let only = std::env::var("CERTIFY_KIND").ok();
    say(&format!("load: {size} MB each within {MEMORY} KiB of address space, seed {seed}"));
    let folder = fresh(env!("CARGO_TARGET_TMPDIR"), "load").unwrap();
    let mut faults = Vec::new();
    for stream in streams::all() {
        if only.as_ref().is_some_and(|only| only != stream.kind) {
            continue;
        }
        for right in [true, false] {
            if let Err(fault) = attempt(&folder, &stream, seed, size * 1_000_000, right) {
                faults.push(format!("{}: {fault}", stream.kind));
            }
        }
    }
    conclude(&faults);
}

/// Checks one certificate, which is right or ends in a wrong line.
fn attempt(
    folder: &Path,
    stream: &Stream,
    seed: u64,
    size: u64,
    right: bool,
) -> Result<(), String> {
    for (name, text) in &stream.problem {
        write(&folder.join(name), text)?;
    }
    let begin = Instant::now();
    let (answer, written, steps) = pipe(folder, stream, seed, size, right)?;
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let verdict = text.lines().last().unwrap_or("");
    let expected = if right { "s VERIFIED" } else { "s REFUSED" };
    if !verdict.starts_with(expected) || answer.code != i32::from(!right) {
        let words = String::from_utf8_lossy(&answer.stderr).into_owned();
        return Err(format!("expected {expected}, found {}:\n{text}{words}", answer.code));
    }
    // The wrong line is the last one: whoever refuses before has not come to it.
    if written < size {
        return Err(format!("{verdict}, but only {written} bytes of {size} were read"));
    }
    let seconds = begin.elapsed().as_secs_f64();
    let kind = stream.kind;
    say(&format!("load: {kind}: {written} bytes, {steps} steps, {seconds:.1} s: {verdict}"));
    Ok(())
}

/// The checker's answer, and how many bytes and steps it was given.
fn pipe(
    folder: &Path,
    stream: &Stream,
    seed: u64,
    size: u64,
    right: bool,
) -> Result<(Answer, u64, u64), String> {
    let (reader, writer) = io::pipe().map_err(|error| error.to_string())?;
    let (name, words) = stream.command.split_first().ok_or("no command")?;
    let words: Vec<OsString> = words.iter().map(OsString::from).collect();
    let program = program(name)?;
    std::thread::scope(|scope| {
        let feeder = scope.spawn(move || {
            let mut output = Counted { inner: BufWriter::new(writer), bytes: 0, steps: 0 };
            // A checker that refuses early closes the pipe; its answer tells why.
            let _closed = feed(stream, &mut Random::new(seed), size, right, &mut output);
            (output.bytes, output.steps)
        });
        let time = Duration::from_secs(60 + size / 1_000_000);
        let share = size.checked_div(stream.share).unwrap_or(0) >> 10;
        let limits = Limits { time, memory: Some(MEMORY + share) };
        let answer = run(program, &words, folder, Stdio::from(reader), limits);
        let (bytes, steps) = feeder.join().map_err(|_| "the feeder panicked")?;
        Ok((answer?, bytes, steps))
    })
}

fn feed(
    stream: &Stream,
    random: &mut Random,
    size: u64,
    right: bool,
    output: &mut Counted<impl Write>,
) -> io::Result<()> {
    output.line(&stream.head)?;
    let mut state = streams::State::default();
    while output.bytes < size {
        output.line(&(stream.step)(&mut state, random))?;
    }
    output.line(&(stream.end)(&mut state, right))?;
    output.inner.flush()
}

/// Counts what is written, one step at a time.
struct Counted<W> {
    inner: W,
    bytes: u64,
    steps: u64,
}

impl<W: Write> Counted<W> {
    fn line(&mut self, text: &str) -> io::Result<()> {
        self.bytes += u64::try_from(text.len()).unwrap();
        self.steps += 1;
        self.inner.write_all(text.as_bytes())
    }
}
