//! `fuzz [SEED [ROUNDS [CAMPAIGN]]]`: attacks the checkers and reports the first finding.

use fuzz::{CAMPAIGNS, Random};
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let mut numbers = words.by_ref().take(2).map(|word| word.parse::<u64>());
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs());
    let (Ok(seed), Ok(rounds)) =
        (numbers.next().unwrap_or(Ok(now)), numbers.next().unwrap_or(Ok(10_000)))
    else {
        let _told = writeln!(stderr(), "usage: fuzz [SEED [ROUNDS [CAMPAIGN]]]");
        return ExitCode::from(2);
    };
    let only = words.next();
    let chosen = CAMPAIGNS.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name));
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
