//! The command line.

use crate::suites::{SUITES, Suite, suite};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// What follows the options of a suite in its help.
const TOOLS: &str = "\
Our programs are those beside certify-bench: build them first, 'cargo build --release --workspace'.
Peers are looked for on the PATH, under the names below; a variable names one that is elsewhere:
  abc (or berkeley-abc)  INTEROP_ABC          amulet             INTEROP_AMULET
  cadical                INTEROP_CADICAL      certifaiger-check  INTEROP_CERTIFAIGER_CHECK
  drat-trim              INTEROP_DRAT_TRIM    lrat-trim          INTEROP_LRAT_TRIM
  ric3 (or rIC3)         INTEROP_RIC3         z3                 INTEROP_Z3
  pacheck of the authors of LPAC: PUBLIC_PACHECK only, for ours has the same name
A peer that is missing is reported as NOT RUN, on the terminal and on the page.

suites: cnf equivalence multiplier safety horn growth lpac

example: certify-bench safety --limit 60 && certify-bench report target/bench/safety.jsonl";

/// Runs certify and its checkers beside other people's tools, and writes pages of what it measured
#[derive(Debug, Parser)]
#[command(name = "certify-bench", version, after_help = TOOLS)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// turn raw results into docs/benchmarks/SUITE.md, its plots, and the table in docs/benchmarks.md
    Report(ReportOptions),
    /// run one program within a limit and say what it used
    #[command(hide = true)]
    Measure(MeasureOptions),
    #[command(external_subcommand)]
    Suite(Vec<String>),
}

#[derive(Debug, Args)]
pub struct ReportOptions {
    /// files of results; several parts of a suite make one page
    #[arg(required = true)]
    pub raw: Vec<PathBuf>,
    /// the folder of benchmarks.md and benchmarks/
    #[arg(long, default_value = "docs")]
    pub output: PathBuf,
}

#[derive(Debug, Args)]
pub struct MeasureOptions {
    #[arg(long)]
    pub limit: u64,
    #[arg(long)]
    pub said: PathBuf,
    #[arg(last = true)]
    pub words: Vec<String>,
}

/// Runs a suite and adds what it measured to a file of results
#[derive(Debug, Parser)]
#[command(name = "certify-bench SUITE", after_help = TOOLS)]
pub struct SuiteOptions {
    /// the folder of the files; each suite has one below ../shared/bench
    #[arg(long)]
    pub folder: Option<PathBuf>,
    /// only files whose names contain one of these, separated by commas
    #[arg(long, value_delimiter = ',')]
    pub only: Vec<String>,
    /// CPU seconds for each program
    #[arg(long, default_value_t = 10)]
    pub limit: u64,
    /// how often each contender has its turn
    #[arg(long, default_value_t = 1)]
    pub repeat: u32,
    /// files at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=2))]
    pub jobs: u32,
    /// contenders beside certify: names separated by commas, 'none' or 'all'
    #[arg(long, value_delimiter = ',', default_value = "all")]
    pub peers: Vec<String>,
    /// the file of results; what it holds already is not run again [default: target/bench/SUITE.jsonl]
    #[arg(long)]
    pub raw: Option<PathBuf>,
}

/// The suite and its options.
pub fn parse_suite(words: &[String]) -> Result<(&'static Suite, SuiteOptions), String> {
    let name = words.first().map_or("", String::as_str);
    let known: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
    let suite = suite(name).ok_or_else(|| {
        format!("expected 'report' or a suite ({}), found '{name}'", known.join(", "))
    })?;
    let options = SuiteOptions::try_parse_from(words)
        .map_err(|error| if error.use_stderr() { error.to_string() } else { error.exit() })?;
    Ok((suite, options))
}
