//! The options of `certify safety`.

use crate::arguments::Effort;
use clap::{Args, ValueEnum};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The options of `certify safety`.
#[derive(Args)]
pub(crate) struct SafetyOptions {
    /// how to search
    #[arg(long, value_enum, default_value_t = Engine::Auto)]
    pub(crate) engine: Engine,
    /// decide these properties only, as in 0,2, or all
    #[arg(long, value_name = "LIST|all", default_value = "all", value_parser = properties)]
    pub(crate) property: Asked,
    /// every ic3 search may use lemmas about gates that read latches only
    #[arg(long)]
    pub(crate) internal: bool,
    /// write the proof as text, not binary
    #[arg(long)]
    pub(crate) text: bool,
    /// write the proof or run to FILE, not to standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// if a property fails or is not decided, also write what shows the states of the others:
    /// PREFIX.inv proves those that hold, PREFIX.bN.trace is a run for each other one that fails
    #[arg(long, value_name = "PREFIX")]
    pub(crate) others: Option<PathBuf>,
    /// also write the proof as a witness circuit for other checkers; k-induction then does without
    /// simple paths, which have no such circuit
    #[arg(long, num_args = 2, value_names = ["certifaiger", "FILE"])]
    pub(crate) export: Option<Vec<PathBuf>>,
    /// prove the properties by another tool's witness circuit, which certifaiger would read
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    /// write the values of a counterexample to FILE, for a viewer of waveforms
    #[arg(long, value_name = "FILE")]
    pub(crate) vcd: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) effort: Effort,
}

impl SafetyOptions {
    /// The defaults, with what all commands share.
    pub(crate) fn new(text: bool, output: Option<PathBuf>, effort: Effort) -> Self {
        let (engine, property) = (Engine::Auto, Asked(None));
        let (others, export, witness, vcd, internal) = (None, None, None, None, false);
        Self { engine, property, internal, text, output, others, export, witness, vcd, effort }
    }
}

/// Properties by their numbers, increasing; all if none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Asked(pub(crate) Option<Vec<u32>>);

impl Asked {
    /// As an option of a checker.
    pub(crate) fn list(&self) -> Option<String> {
        let words = |numbers: &Vec<u32>| numbers.iter().map(u32::to_string).collect::<Vec<_>>();
        self.0.as_ref().map(|numbers| words(numbers).join(","))
    }
}

fn properties(text: &str) -> Result<Asked, String> {
    if text == "all" {
        return Ok(Asked(None));
    }
    let numbers: Result<BTreeSet<u32>, _> = text.split(',').map(str::parse).collect();
    let expected = |_| "expected numbers with commas between them, or 'all'".to_owned();
    Ok(Asked(Some(numbers.map_err(expected)?.into_iter().collect())))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// all, in turns or on several threads
    Auto,
    /// bounded model checking: finds runs only
    Bmc,
    /// k-induction
    Kinduction,
    /// property directed reachability: its search takes no seed
    Ic3,
}
