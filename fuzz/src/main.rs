//! `fuzz [SEED [ROUNDS [NAME]]]` runs the rounds, `fuzz campaign` the mutation campaign.

mod command;

use fuzz::{CAMPAIGNS, Random};
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs());
    match words.split_first() {
        Some((first, rest)) if first == "campaign" => command::campaign(rest, now),
        _ => rounds(&words, now),
    }
}

fn rounds(words: &[String], now: u64) -> ExitCode {
    let number =
        |at: usize, otherwise: u64| words.get(at).map_or(Ok(otherwise), |word| word.parse::<u64>());
    let (Ok(seed), Ok(rounds)) = (number(0, now), number(1, 10_000)) else {
        let _told = writeln!(stderr(), "usage: fuzz [SEED [ROUNDS [NAME]]]\n{}", command::USAGE);
        return ExitCode::from(2);
    };
    let only = words.get(2);
    let chosen = CAMPAIGNS.iter().filter(|(name, _)| only.is_none_or(|only| only == name));
    for (name, round) in chosen {
        let (mut tried, mut accepted) = (0_u64, 0_u64);
        for number in 0..rounds {
            let round_seed = seed.wrapping_add(number);
            match round(&mut Random::new(round_seed)) {
                Ok(tally) => {
                    tried = tried.saturating_add(tally.tried);
                    accepted = accepted.saturating_add(tally.accepted);
                }
                Err(finding) => {
                    let _told = writeln!(stdout(), "{name}, seed {round_seed}: {finding}");
                    return ExitCode::FAILURE;
                }
            }
        }
        let last = seed.wrapping_add(rounds).wrapping_sub(1);
        let told = writeln!(
            stdout(),
            "{name}, seeds {seed} to {last}: {tried} certificates tried, {accepted} accepted, \
             all of them true"
        );
        if told.is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
