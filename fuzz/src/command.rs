//! The command `fuzz campaign`: arguments, watchdog, report.

#![allow(clippy::exit, reason = "a mutant that never ends leaves no other way to say so")]

use fuzz::campaign::attacks::ATTACKS;
use fuzz::campaign::{Answer, Attack, Finding, LONGEST, progress, run, shrink};
use std::fs;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

pub const USAGE: &str = "usage: fuzz campaign [--mutants N] [--seed S] [--checker KIND] \
                         [--regressions DIR] [--sample DIR --every N]";

struct Arguments {
    mutants: u64,
    seed: u64,
    checker: Option<String>,
    regressions: PathBuf,
    sample: Option<PathBuf>,
    every: u64,
}

pub fn campaign(words: &[String], now: u64) -> ExitCode {
    let Some(arguments) = read(words, now) else {
        let kinds: Vec<&str> = ATTACKS.iter().map(|attack| attack.kind()).collect();
        let _told = writeln!(stderr(), "{USAGE}\nkinds: {}", kinds.join(" "));
        return ExitCode::from(2);
    };
    say(&format!("seed {}", arguments.seed));
    // A panic of a checker is caught and reported as a finding.
    std::panic::set_hook(Box::new(|_| {}));
    std::thread::spawn(watch);
    let asked = |attack: &&&dyn Attack| {
        arguments.checker.as_ref().is_none_or(|checker| checker == attack.kind())
    };
    for attack in ATTACKS.iter().filter(asked) {
        let begin = Instant::now();
        let mut seen = 0_u64;
        let result = run(*attack, arguments.seed, arguments.mutants, |sample, answer| {
            seen = seen.wrapping_add(1);
            if let Some(folder) =
                arguments.sample.as_ref().filter(|_| seen.is_multiple_of(arguments.every))
            {
                let code = match answer {
                    Answer::Accepted(_) => 0,
                    Answer::Partly(_) | Answer::Refused(_) => 1,
                    Answer::Undecided(_) => 2,
                };
                let kept = shrink::keep(*attack, sample, folder, &format!("{seen:07}"));
                let expected = format!("exit {code}\n");
                let told = kept.and_then(|case| fs::write(case.join("expected.txt"), expected));
                told.unwrap_or_else(|error| say(&format!("{}: {error}", folder.display())));
            }
        });
        match result {
            Ok(report) => say(&format!(
                "{}: {report}\n  {} s, at most {} KiB of memory",
                attack.kind(),
                begin.elapsed().as_secs(),
                peak()
            )),
            Err(finding) => {
                tell(*attack, &finding, &arguments.regressions);
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
}

/// Shrinks the finding and keeps it.
fn tell(attack: &dyn Attack, finding: &Finding, folder: &Path) {
    say(&format!("{}: {:?} in round {}", attack.kind(), finding.fault, finding.round));
    let sample = shrink::shrink(attack, finding);
    for (name, bytes) in &sample.files {
        say(&format!("--- {name}\n{}", String::from_utf8_lossy(bytes)));
    }
    let name = format!("campaign-{}", finding.round);
    match shrink::keep(attack, &sample, folder, &name) {
        Ok(case) => say(&format!("kept as {}; bless it after the repair", case.display())),
        Err(error) => say(&format!("not kept: {error}")),
    }
}

fn read(words: &[String], now: u64) -> Option<Arguments> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(""));
    let regressions = root.join("tests/regressions");
    let (mutants, seed, checker, sample) = (10_000, now.wrapping_mul(1_000_003), None, None);
    let mut arguments = Arguments { mutants, seed, checker, regressions, sample, every: 100 };
    let mut words = words.iter();
    while let Some(option) = words.next() {
        let value = words.next()?;
        match option.as_str() {
            "--mutants" => arguments.mutants = value.parse().ok()?,
            "--seed" => arguments.seed = value.parse().ok()?,
            "--checker" => {
                arguments.checker = Some(value.clone());
                ATTACKS.iter().find(|attack| attack.kind() == value)?;
            }
            "--regressions" => arguments.regressions = value.into(),
            "--sample" => arguments.sample = Some(value.into()),
            "--every" => arguments.every = value.parse().ok().filter(|every| *every > 0)?,
            _ => return None,
        }
    }
    Some(arguments)
}

/// Ends the process if a mutant takes several times longer than is allowed. Time in which the
/// process does not run is not the mutant's, unless it is very long: then the mutant waits for
/// something that does not come.
fn watch() {
    let (mut last, mut since, mut begin) = (progress(), worked(), Instant::now());
    loop {
        std::thread::sleep(LONGEST);
        let (now, time) = (progress(), worked());
        if now != last || now == 0 {
            (last, since, begin) = (now, time, Instant::now());
        } else if time.saturating_sub(since) > LONGEST.saturating_mul(6)
            || begin.elapsed() > LONGEST.saturating_mul(360)
        {
            say(&format!("the mutant after {now} does not end"));
            std::process::exit(1);
        }
    }
}

/// How long the main thread has run, or the time where the system does not tell.
fn worked() -> Duration {
    let status = fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let ran = status.split(' ').next().and_then(|number| number.parse().ok());
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    ran.map_or_else(now, Duration::from_nanos)
}

/// The most memory that the process had, in KiB, where the system tells.
fn peak() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("?".into(), |line| line.trim().trim_end_matches(" kB").to_owned())
}

fn say(line: &str) {
    let _told = writeln!(stdout(), "{line}");
}
