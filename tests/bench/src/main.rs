//! `certify-bench SUITE` measures, `certify-bench report RAW...` writes pages of what was measured.

#![allow(
    missing_docs,
    clippy::arithmetic_side_effects,
    clippy::as_conversions,
    clippy::cast_precision_loss,
    clippy::format_push_string,
    reason = "nothing rests on this program but pages; sizes are far below 2^52, and speed is no matter"
)]

mod arguments;
mod measure;
mod plan;
mod plot;
mod raw;
mod report;
mod statistics;
mod suites;
mod tools;
mod trial;
mod verdict;

use arguments::{Arguments, Command};
use clap::Parser;
use std::io::{Write, stderr, stdout};
use std::process::ExitCode;

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Measure(options) => measure::measure(&options.words, options.limit, &options.said)
            .and_then(|usage| serde_json::to_string(&usage).map_err(|error| error.to_string()))
            .and_then(|line| writeln!(stdout(), "{line}").map_err(|error| error.to_string())),
        Command::Report(options) => report::report(&options.raw, &options.output),
        Command::Suite(words) => arguments::parse_suite(&words)
            .and_then(|(suite, options)| plan::run(suite, &options, &words)),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _told = writeln!(stderr(), "certify-bench: {fault}");
            ExitCode::FAILURE
        }
    }
}
